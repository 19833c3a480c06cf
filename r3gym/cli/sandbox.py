"""``r3gym sandbox``: what this machine can isolate and limit, the docker image, and what killed runs left."""

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
    """Remove what killed processes left: workspace folders, processes, control groups, docker containers.

    Nothing of a living process is touched. Exit code 1 if something could not be removed.
    """
    from r3gym.sandbox.bubblewrap_gc import find_left_over, remove_left_over

    found = find_left_over()
    kept = () if dry_run else remove_left_over(found)
    containers, removed, unseen = _orphan_containers(dry_run)
    if as_json:
        rows = [{"kind": one.kind, "path": str(one.path), "processes": list(one.processes)} for one in found]
        print_json(
            {
                "left_over": rows,
                "orphans": containers,
                "removed": removed + (0 if dry_run else len(found) - len(kept)),
                "not_removed": [str(one.path) for one in kept],
                "docker": unseen or "looked at",
            }
        )
    else:
        for one in found:
            running = f", {len(one.processes)} processes" if one.processes else ""
            _say(f"{one.kind} {one.path}{running}{': could not be removed' if one in kept else ''}")
        for name in containers:
            _say(f"container {name}")
        gone = removed + (0 if dry_run else len(found) - len(kept))
        _say(f"{len(found) + len(containers)} left over by killed processes, {gone} removed")
        if unseen:
            _say(f"containers were not looked at: {unseen}")
    if kept:
        raise typer.Exit(1)


def _orphan_containers(dry_run: bool) -> tuple[list[str], int, str]:
    """Return the names of orphans, how many were removed, and why docker was not asked (empty where it was)."""
    from r3gym.sandbox import SandboxError

    if importlib.util.find_spec("docker") is None:
        return [], 0, "the package 'docker' is not installed"
    from r3gym.sandbox.docker_gc import find_orphans, remove_orphans

    try:
        orphans = find_orphans()
        return [orphan.name for orphan in orphans], 0 if dry_run else remove_orphans(orphans), ""
    except SandboxError as error:
        return [], 0, str(error)


def _need_docker() -> None:
    if importlib.util.find_spec("docker") is None:
        raise InputError("the docker backend needs the package 'docker': pip install 'r3gym[docker]'")
