"""The passive view: which programs a free command may execute, and what they need from the system to run.

Everything else in the view stays visible, so that `ls`, `cat` and `which` give true answers, but it is on mounts
where nothing can be executed or mapped as code: not by a path trick, not by ``ld.so PROGRAM``, not by LD_PRELOAD.
There is no shell: `r3gym.shell.interpreter` sends the words of each tool to ``stages.c``, which is executed through a
descriptor from outside and has no path inside.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from r3gym.sandbox.results import SandboxUnavailable
from r3gym.shell.tools import BUILTINS, CALLED_AS, command_table

#: The programs of the table of free tools that are files; the interpreter itself is the others.
TOOLS = tuple(dict.fromkeys(CALLED_AS.get(name, name) for name in command_table().tools if name not in BUILTINS))
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")


def system_folders() -> tuple[str, ...]:
    """Return the system paths that are real folders on this machine (the others are links into them)."""
    return tuple(path for path in SYSTEM if Path(path).is_dir() and not Path(path).is_symlink())


@cache
def executables(also: str, extra: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the real paths of the passive tools and of the libraries that they, ``extra`` tools and ``also`` need."""
    tools = [path for name in TOOLS if name != "which" and (path := _real("/usr/bin/" + name) or _real("/bin/" + name))]
    listing = subprocess.run(
        ["ldd", also, *tools, *extra],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    ).stdout
    libraries = [path for name in re.findall(r"(/\S+) \(0x", listing) if (path := _real(name))]
    if not libraries:
        raise SandboxUnavailable(
            "ldd names no libraries for the passive tools: free commands cannot be given a passive view here"
        )
    inside = tuple(folder + "/" for folder in (os.path.realpath(f) for f in system_folders()))
    return (*(path for path in dict.fromkeys([*tools, *libraries]) if path.startswith(inside)), *extra)


def _extra_tools(folder: str) -> list[str]:
    """Return the passive tools in ``bin`` of the toolbox's folder; scripts are none: there is no shell to run them."""
    found = [Path(folder) / "bin" / name for name in TOOLS]
    return [str(path) for path in found if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]


def which_path() -> str | None:
    """Return the path of the system's `which`, or None; the sandbox's own replaces it in the passive view."""
    return _real("/usr/bin/which")


def _real(path: str) -> str | None:
    real = os.path.realpath(path)
    return real if Path(real).is_file() else None


def launch_options(workspace: Path, which: Path, bwrap: Path, overlaid: Iterable[Path] = ()) -> list[str]:
    """Return the launcher's options that make the view's mounts; ``overlaid`` are laid over the system afterwards."""
    options: list[str] = []
    folders = dict.fromkeys(str(path) for path in overlaid)
    for folder in (*system_folders(), str(workspace), *folders):
        options += ["--noexec", folder]
    for path in executables(str(bwrap), tuple(tool for folder in folders for tool in _extra_tools(folder))):
        options += ["--executable", path]
    replaced = which_path()
    if replaced is not None:
        options += ["--replace", str(which), replaced]
    return options
