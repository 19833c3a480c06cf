"""``r3gym campaign check``: verify everything in a campaign's folder, and repair it from its records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.output import AsJson, console, errors, print_json

if TYPE_CHECKING:
    from r3gym.campaigns.checking import FolderCheck

#: How many findings are shown one by one.
_SHOWN = 40


def check(
    folder: Annotated[Path, typer.Argument(help="The campaign's folder.")],
    repair: Annotated[
        bool, typer.Option("--repair", help="Make rows, plan and caps again from the records; keep broken files aside.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Verify checksums, rows against records, plan, caps and definition. Exit code 1 when something is wrong.

    A row is a pure function of its record, so each is made again and compared. With --repair the exit code says
    whether anything is wrong after the repair.
    """
    from r3gym.campaigns.checking import check_folder
    from r3gym.campaigns.repairing import repair_folder
    from r3gym.campaigns.store import Store

    with _progress(folder) as told:
        found = check_folder(folder, told)
    done: list[str] = []
    left = found
    if repair and (found.findings or found.rowless):
        with Store(folder) as store:
            done = repair_folder(store, found)
        with _progress(folder) as told:
            left = check_folder(folder, told)
    if as_json:
        print_json({**_plain(found), "repaired": done, "left": _plain(left)["findings"] if repair else None})
    else:
        _show(found)
        for line in done:
            console.print(f"repaired: {line}", highlight=False, markup=False)
        if done and left.findings:
            console.print("still wrong:", highlight=False)
            _show(left)
    if left.findings:
        raise typer.Exit(1)


def _plain(found: FolderCheck) -> dict[str, Any]:
    findings = [{"file": one.file, "what": one.what} for one in found.findings]
    counts = {"rows": found.lines, "episodes": len(found.rows), "planned": len(found.plan), "records": found.records}
    return {**counts, "findings": findings, "notes": found.notes}


def _show(found: FolderCheck) -> None:
    for one in found.findings[:_SHOWN]:
        console.print(f"{one.file}: {one.what}", highlight=False, markup=False, soft_wrap=True)
    if len(found.findings) > _SHOWN:
        console.print(f"and {len(found.findings) - _SHOWN} more (--json lists all)", highlight=False)
    for note in found.notes:
        console.print(f"note: {note}", highlight=False, markup=False, soft_wrap=True)
    wrong = f"{len(found.findings)} things are wrong" if found.findings else "nothing is wrong"
    console.print(
        f"{found.lines} rows, {found.records} records, {len(found.plan)} planned episodes: {wrong}",
        highlight=False,
    )


@contextmanager
def _progress(folder: Path) -> Iterator[Callable[[int], object]]:
    """Show a progress bar on standard error while records are checked."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from r3gym.campaigns.checking import record_paths

    columns = (TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("checking records", total=sum(1 for _ in record_paths(folder)))
        yield lambda done: bar.advance(task, done)
