"""``r3gym view``: every episode of a run in a browser."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from r3gym.cli.numbers import MOST_PORT, whole
from r3gym.cli.output import console, errors
from r3gym.errors import InputError


def view(
    run: Annotated[Path, typer.Argument(help="A campaign's folder, a folder of records, or one record (.json).")],
    port: Annotated[
        int, typer.Option(parser=whole(0, MOST_PORT), help="The port on loopback; 0 takes a free one.")
    ] = 0,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the address in a browser.")] = True,
    bundle: Annotated[
        Path | None, typer.Option(help="Write static files for any web server into this new folder, and stop.")
    ] = None,
) -> None:
    """Look at every episode of a run in a browser: a list, every step, curves, scoreboards. Also while it runs.

    The server listens on this machine alone, answers only those with the token of the printed address, and changes
    nothing.
    """
    try:
        from starlette.applications import Starlette

        from r3gym.viewer.app import viewer_routes
        from r3gym.viewer.opening import open_run
        from r3gym.viewer.serving import serve
    except ModuleNotFoundError as error:
        raise InputError(f"{error.name} is not installed; the viewer needs it: pip install 'r3gym[view]'") from None
    found = open_run(run, whole=bundle is not None)
    for notice in found.notices:
        errors.print(f"r3gym: {notice}", highlight=False, markup=False, soft_wrap=True)
    if bundle is not None:
        _bundle(found, bundle)
        return

    def ready(address: str) -> None:
        console.print(f"{run}: {len(found.entries):,} episodes", highlight=False, markup=False)
        console.print(address, highlight=False, markup=False, soft_wrap=True)
        console.print("Ctrl-C stops it.", highlight=False, markup=False)
        if open_browser:
            typer.launch(address)

    with contextlib.suppress(KeyboardInterrupt):  # the ordinary way to stop it
        serve(lambda stopping: Starlette(routes=viewer_routes(found, stopping)), port, ready)


def _bundle(found: object, folder: Path) -> None:
    from rich.progress import Progress

    from r3gym.viewer.bundle import write_bundle
    from r3gym.viewer.run import Run

    assert isinstance(found, Run)
    with Progress(console=errors, transient=True) as progress:
        task = progress.add_task("episodes", total=len(found.entries))
        shown, missing = write_bundle(found, folder, lambda: progress.advance(task))
    console.print(
        f"{folder}: {len(found.entries):,} episodes listed, {shown:,} with all they did; serve it with any web server, "
        f"for instance: python3 -m http.server -d {folder}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    for sentence in missing:
        errors.print(sentence, highlight=False, markup=False, soft_wrap=True)
    if missing:
        raise typer.Exit(1)
