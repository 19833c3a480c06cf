"""The toolbox under bubblewrap: the machine's ``python3`` and programs that a sandbox sees, and what lies over them.

The Python packages of the machine are hidden and the pinned ones take their place, so that every machine has the same.
The machine is looked at once per process.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from pathlib import Path

from r3gym.sandbox import sandbox_python
from r3gym.sandbox.packages import find_packages, provide_packages
from r3gym.sandbox.passive import system_folders
from r3gym.sandbox.private import Overlay
from r3gym.sandbox.programs import find_extra, provide_extra
from r3gym.sandbox.results import SandboxUnavailable
from r3gym.sandbox.sandbox_python import SandboxPython
from r3gym.sandbox.toolbox import COMPUTE_PROGRAMS, EXTRA_FOLDER, PROGRAMS
from r3gym.shell.running import PATH

_log = logging.getLogger(__name__)
_OTHER_SITES = ("usr/lib*/python3*/*-packages", "usr/local/lib*/python3*/*-packages")


@cache
def find_program(name: str) -> Path | None:
    """Return the program that a sandbox finds under this name: on its PATH, and not a link to outside its folders."""
    inside = tuple(f"{os.path.realpath(folder)}/" for folder in system_folders())
    for folder in PATH.split(":"):
        path = f"{folder}/{name}"
        if os.access(path, os.X_OK) and os.path.realpath(path).startswith(inside):
            return Path(path)
    return None


def find_python() -> SandboxPython | None:
    """Return the ``python3`` of the sandbox, or None."""
    program = find_program("python3")
    return None if program is None else sandbox_python.ask(program)


def provide_toolbox(*, again: bool = False) -> None:
    """Make what of the toolbox is not there.

    Raise `SandboxUnavailable`, with the remedy, when the packages cannot be had; a missing program is a warning.
    """
    if again:
        for known in (find_program, _sites, _lacking):
            known.cache_clear()
    program = find_program("python3")
    if program is None:
        raise SandboxUnavailable("there is no python3 in /usr: install it on the system (apt install python3)")
    python = sandbox_python.ask(program)
    if not _sites(python):
        raise SandboxUnavailable(f"{program} has no folder for packages: as root, mkdir -p {python.sites[0]}")
    provide_packages(python, program)
    lacking = _lacking()
    extra = provide_extra(lacking, again=again)
    lost = [name for name in COMPUTE_PROGRAMS if name in lacking and not (extra and (extra / "bin" / name).exists())]
    if lost:  # a command that calls one is blocked at no cost, so a contest can be played without it
        _log.warning(
            "the sandbox lacks %s, and this machine's package mirror does not give it: install it on the system "
            "(apt install %s; dnf install %s)",
            ", ".join(lost),
            " ".join(lost),
            " ".join(lost),
        )


def toolbox_overlays(empty: Path) -> tuple[Overlay, ...]:
    """Return what is laid over the system's folders: the packages, if they are there, and ``empty`` over the others."""
    overlays: list[Overlay] = []
    python = find_python()
    packages = None if python is None else find_packages(python)
    for number, site in enumerate(_sites(python)):
        overlays.append(Overlay(packages if packages is not None and number == 0 else empty, site))
    extra = find_extra(_lacking())
    return (*overlays, Overlay(extra, EXTRA_FOLDER)) if extra else tuple(overlays)


@cache
def _sites(python: SandboxPython | None) -> tuple[str, ...]:
    """Return the real folders of Python packages on this machine, first those of the sandbox's interpreter."""
    root = Path("/")
    found = [Path(site) for site in (python.sites if python else ())]
    found += sorted(path for pattern in _OTHER_SITES for path in root.glob(pattern))
    return tuple(dict.fromkeys(os.path.realpath(path) for path in found if path.is_dir()))


@cache
def _lacking() -> tuple[str, ...]:
    return tuple(name for name in PROGRAMS if find_program(name) is None)
