"""``r3gym report``: what happened in an episode, or in many."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError


def report(
    sources: Annotated[list[Path], typer.Argument(help="Records (.json), or folders of them.")],
    html: Annotated[Path | None, typer.Option(help="Write one self-contained page to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what happened in an episode: settings, contestant, verdicts, every step. Several episodes become a table.

    Files that are no records, or torn, are named on standard error and the others are shown; the exit code is then 1.
    """
    from r3gym.report import UnreadableRecord, read_account, record_files

    if as_json and html is not None:
        raise InputError("--json with --html: choose one")
    found = [read_account(path) for path in record_files(sources)]
    bad = [one for one in found if isinstance(one, UnreadableRecord)]
    good = [one for one in found if not isinstance(one, UnreadableRecord)]
    if as_json:
        from r3gym.report.plain_json import report_json

        print_json(report_json(good, bad))
    elif html is not None:
        from r3gym.report.page import report_page

        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(report_page(good, bad), "utf-8")
        console.print(f"{html}: {len(good)} episodes", highlight=False, markup=False)
    elif len(good) == 1:
        from r3gym.report.terminal import show_episode

        show_episode(console, good[0])
    elif good:
        from r3gym.report.terminal import show_table

        show_table(console, good)
    from r3gym.campaigns.accepting import change_notes

    for note in (note for source in sources if source.is_dir() for note in change_notes(source)):
        errors.print(f"r3gym: {note}", highlight=False, markup=False, soft_wrap=True)
    for one in bad:
        errors.print(f"{one.record}: {one.why}", highlight=False, markup=False, soft_wrap=True)
    if bad:
        raise typer.Exit(1)
