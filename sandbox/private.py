"""What no sandbox may show, wherever it lies: keys and hidden tests.

They are in the package's own data, in suite folders, in caches and in the temporary folder with the other workspaces.
A sandbox sees the system's folders, so whatever of these lies below one of them is covered there by an empty folder:
a system-wide installation, a checkout in ``/usr/src``, a cache below ``/usr``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from r3gym.sandbox.passive import system_folders
from r3gym.sandbox.results import SandboxUnavailable
from r3gym.shell.running import PATH
from r3gym.utils.cache_dir import cache_dir
from r3gym.utils.private_folders import kept_private

_SYSTEM_PARTS = ("/usr/bin", "/usr/lib", "/usr/lib64", "/usr/include", "/usr/share", "/usr/local/lib", "/bin/bash")


@dataclass(frozen=True)
class Overlay:
    """A folder (or file) of the host that a sandbox shows read-only at the path ``target``, over what is there."""

    source: Path
    target: str


def private_paths(also: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the real paths that must not be seen: the package, caches, temporary files, suites, and ``also``."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    caches = (Path(base) if base.startswith("/") else Path.home() / ".cache") / "r3gym", cache_dir("x").parent
    given = (*caches, Path(tempfile.gettempdir()), *also)
    return (*_package_paths(), *(Path(os.path.realpath(path)) for path in given), *kept_private())


@cache
def _package_paths() -> tuple[Path, ...]:
    """Return the real folders of the package: of a checkout all of it, its tests and history too."""
    found: list[Path] = []
    for place in sys.modules[__name__.partition(".")[0]].__path__:
        package = Path(os.path.realpath(place))
        checkout = (package.parent / "pyproject.toml").is_file() and package.parent != Path("/")
        found.append(package.parent if checkout else package)
        found += [Path(os.path.realpath(entry.path)) for entry in os.scandir(package) if entry.is_symlink()]
    return tuple(found)


def visible_private(also: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the private paths that lie below the system's folders, without those below another one of them.

    Raise `SandboxUnavailable` when one of them holds a part of the system that commands need.
    """
    roots = tuple(f"{os.path.realpath(folder)}/" for folder in system_folders())
    everything = private_paths(also)
    below = {path for path in everything if path == Path("/") or (f"{path}/".startswith(roots) and path.exists())}
    for path in sorted(below):
        if any(Path(part).is_relative_to(path) for part in _needed()):
            raise SandboxUnavailable(
                f"{path} holds keys and a part of the system that every sandbox shows: "
                "move the suite, cache, temporary folder or installation of r3gym out of it"
            )
    return tuple(path for path in sorted(below) if not any(other in below for other in path.parents))


def cover(paths: Iterable[Path], empty: Path, owner: tuple[int, int] | None) -> tuple[Overlay, ...]:
    """Return the overlays that hide these paths: ``empty`` holds an empty ``folder`` and an empty ``file``.

    A path that the sandbox's user ``owner`` cannot reach on the host needs no cover, and could not be given one.
    """
    return tuple(
        Overlay(empty / ("folder" if path.is_dir() else "file"), str(path))
        for path in paths
        if owner is None or open_to_others(path.parent)
    )


def open_to_others(folder: Path) -> bool:
    """Return whether every user may enter ``folder`` and the folders on the way to it."""
    return all(place.stat().st_mode & 0o001 for place in (folder, *folder.parents))


def check_shared(shared: Path, also: Iterable[Path] = ()) -> None:
    """Raise `SandboxUnavailable` when a folder that is to be shared with a sandbox holds a private one."""
    real = Path(os.path.realpath(shared))
    for path in private_paths(also):
        if path.is_relative_to(real):
            raise SandboxUnavailable(f"{shared} cannot be shared with a sandbox: {path} in it holds keys")


@cache
def _needed() -> tuple[str, ...]:
    parts = (*system_folders(), *PATH.split(":"), *_SYSTEM_PARTS)
    return tuple(dict.fromkeys(os.path.realpath(part) for part in parts if Path(part).exists()))
