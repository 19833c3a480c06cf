"""``r3gym sandbox``: what this machine can isolate and limit, the docker image, and containers of crashed runs."""

from __future__ import annotations

import importlib.util
import logging
from typing import Annotated

import typer
from rich.table import Table

from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError

app = typer.Typer(no_args_is_help=True, help="What this machine can isolate, and its upkeep.")


@app.command("check")
def check(
    backend: Annotated[list[str] | None, typer.Argument(help="Backends to check. Default: all that isolate.")] = None,
    as_json: AsJson = False,
) -> None:
    """Test every backend and every limit, and report what to install. Exit code 1 if the default backend fails."""
    from r3gym.sandbox.check import check as run_check

    with errors.status("hitting limits"):
        rows = run_check(tuple(backend) if backend else None)
    if as_json:
        print_json([{"backend": r.backend, "what": r.what, "ok": r.ok, "detail": r.detail} for r in rows])
    else:
        table = Table()
        for name in ("backend", "what", "", "seen, or what to do"):
            table.add_column(name)
        for row in rows:
            table.add_row(row.backend, row.what, "[green]ok[/green]" if row.ok else "[red]no[/red]", row.detail)
        console.print(table)
    wanted = set(backend or ["host", "bubblewrap"])
    if not all(row.ok for row in rows if row.backend in wanted):
        raise typer.Exit(1)


@app.command("build")
def build(
    backend: Annotated[
        list[str] | None, typer.Option("--backend", help="Only for this backend. Default: bubblewrap and docker.")
    ] = None,
) -> None:
    """Build what sandboxes need: the toolbox (packages and programs of every sandbox) and the docker backend's image.

    The image comes from a registry where there is one, from debootstrap where there is none.
    """
    from r3gym.sandbox import backend as find_backend
    from r3gym.sandbox import describe_toolbox

    logging.basicConfig(format="%(message)s", level=logging.WARNING)  # what is fetched, one line each
    for name in backend or ["bubblewrap", "docker"]:
        if name == "docker":
            _need_docker()
            from r3gym.sandbox.docker_image import build_image

            build_image(_say)
        find_backend(name).provide_toolbox(again=True)
        _say(f"{name}: {describe_toolbox(name)}")


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False)


@app.command("gc")
def gc(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list them.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove docker containers whose owner is gone (bubblewrap leaves nothing running)."""
    _need_docker()
    from r3gym.sandbox.docker_gc import find_orphans, remove_orphans

    orphans = find_orphans()
    removed = 0 if dry_run else remove_orphans(orphans)
    if as_json:
        print_json({"orphans": [o.name for o in orphans], "removed": removed})
        return
    for orphan in orphans:
        console.print(orphan.name, highlight=False)
    console.print(f"{len(orphans)} orphans, {removed} removed", highlight=False)


def _need_docker() -> None:
    if importlib.util.find_spec("docker") is None:
        raise InputError("the docker backend needs the package 'docker': pip install 'r3gym[docker]'")
