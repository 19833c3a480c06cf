"""``r3gym annotate``: the desk where people label a run."""

from __future__ import annotations

import contextlib
import getpass
from pathlib import Path
from typing import Annotated

import typer

from r3gym.cli.numbers import MOST_PORT, MOST_SEED, MOST_WORKERS, real, whole
from r3gym.cli.output import console, errors
from r3gym.errors import InputError


def annotate(
    run: Annotated[Path, typer.Argument(help="A campaign's folder, a folder of records, or one record (.json).")],
    annotator: Annotated[str | None, typer.Option(help="Who labels; the login name if not given.")] = None,
    annotators: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, MOST_WORKERS), help="How many share the run; the first command says it (1 if not given)."
        ),
    ] = None,
    overlap: Annotated[
        float | None, typer.Option(parser=real(0, 1), help="The part of the episodes that everybody gets, such as 0.1.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0, MOST_SEED), help="Shuffles the episodes (0 if not given).")
    ] = None,
    curves: Annotated[
        list[Path] | None, typer.Option(help="Folders of campaigns whose response curves tell what the oracle selects.")
    ] = None,
    port: Annotated[
        int, typer.Option(parser=whole(0, MOST_PORT), help="The port on loopback; 0 takes a free one.")
    ] = 0,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the address in a browser.")] = True,
    progress: Annotated[bool, typer.Option("--progress", help="Say how far everybody is, and stop.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(help="Write the labels (of --annotator, or of all) into this .jsonl or .csv, and stop."),
    ] = None,
) -> None:
    """Label a run by the codebook in the browser: blinded records, exact quotations, keyboard first.

    Labels are in RUN/labels/NAME.jsonl, and on the disk when the page says "saved". Start the command again to go on.

    [dim]r3gym annotate runs/mine --annotator ann --annotators 3 --overlap 0.1[/dim]
    """
    if export is not None:
        from r3gym.desk.exporting import export_labels

        labels, sets = export_labels(run, export, annotator)
        _say(f"{export}: {labels:,} labels of {sets} label set(s)")
        return
    if progress:
        _tell_progress(run)
        return
    try:
        from starlette.applications import Starlette

        from r3gym.desk.app import PAGE, WRITABLE, desk_routes
        from r3gym.desk.assignment import Wish
        from r3gym.desk.work import Work
        from r3gym.viewer.serving import serve
    except ModuleNotFoundError as error:
        raise InputError(f"{error.name} is not installed; the desk needs it: pip install 'r3gym[view]'") from None
    work = Work(run, annotator or getpass.getuser(), Wish(annotators, overlap, seed), curves or ())

    def ready(address: str) -> None:
        standings = work.standings()
        done = sum(one.finished for one in standings)
        _say(f"{work.annotator.name}: {done:,} of {len(standings):,} records finished")
        _say(address)
        _say("Ctrl-C stops it; what the page calls saved is on the disk.")
        if open_browser:
            typer.launch(address)

    def tell(text: str) -> None:
        errors.print(text, highlight=False, markup=False, soft_wrap=True)

    with contextlib.suppress(KeyboardInterrupt):  # the ordinary way to stop it
        serve(lambda _: Starlette(routes=desk_routes(work, tell)), port, ready, page=PAGE, writable=WRITABLE)


def _tell_progress(run: Path) -> None:
    from r3gym.behaviour import LabelSet, label_set_path
    from r3gym.desk.assignment import read_plan

    plan = read_plan(run)
    if plan is None:
        raise InputError(f"{run}: nobody labels it yet; `r3gym annotate {run}` begins")
    for name, episodes in plan.shares().items():
        if name not in plan.names:
            _say(f"{name}: free, {len(episodes):,} records")
            continue
        labels = LabelSet(label_set_path(run, name))
        done = len(set(episodes) & set(labels.finished()))
        _say(f"{name}: {done:,} of {len(episodes):,} records finished, {len(labels.labels()):,} labels")


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)
