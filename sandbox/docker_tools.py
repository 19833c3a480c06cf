"""The toolbox under docker: the programs are in the image, the Python packages are mounted over those of the image.

An image is asked once which ``python3`` it has: the answer is kept in the user's cache under the image's id.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from r3gym.sandbox import build, host_tools, sandbox_python
from r3gym.sandbox.interface import Workspace
from r3gym.sandbox.packages import find_packages, provide_packages
from r3gym.sandbox.private import Overlay
from r3gym.sandbox.results import SandboxUnavailable
from r3gym.sandbox.sandbox_python import SandboxPython
from r3gym.utils.atomic_files import write_atomically


def image_python(image: str, open_plain: Callable[[], Workspace]) -> SandboxPython:
    """Return the ``python3`` of the image with this id, asked in a workspace that ``open_plain`` opens."""
    known = build.cache_folder() / f"image-{image.removeprefix('sha256:')[:24]}.json"
    try:
        return sandbox_python.parse(known.read_text())
    except (OSError, SandboxUnavailable):
        with open_plain() as workspace:
            said = workspace.execute(["python3", *sandbox_python.OPTIONS], 60)
        if said.exit_code != 0:
            raise SandboxUnavailable("the image has no python3: build it with 'r3gym sandbox build'") from None
        found = sandbox_python.parse(said.stdout.decode())
        write_atomically(known, said.stdout.decode())
        return found


def provide_toolbox(python: SandboxPython) -> None:
    """Make the folder of packages for the image's interpreter if it is not there (`provide_packages`)."""
    provide_packages(python, _compiler(python))


def toolbox_overlays(python: SandboxPython, empty: Path) -> tuple[Overlay, ...]:
    """Return what is laid over the image's package folders: the packages, if they are there, and ``empty``."""
    packages = find_packages(python) or empty
    return tuple(Overlay(empty if number else packages, site) for number, site in enumerate(python.sites))


def _compiler(python: SandboxPython) -> Path | None:
    """Return an interpreter of this machine that compiles modules for that of the image, or None."""
    for program in (Path(sys.executable), host_tools.find_program("python3")):
        ours = None if program is None else sandbox_python.ask(program)
        if ours is not None and (ours.version, ours.multiarch) == (python.version, python.multiarch):
            return program
    return None
