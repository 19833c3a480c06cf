"""Take entries out of a workspace's files and put them back: the parking lot is a folder that no view mounts.

The files of a workspace lie in a folder of the host, and its views mount ``app``, ``logs``, ``tmp`` and ``shm`` of it.
What is renamed into the sibling ``parked`` is therefore not there for a command: there is no path, link, descriptor
or ``..`` that leads to it, in any backend.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from r3gym.sandbox import files
from r3gym.sandbox.moving import exists, make_folder, move, open_folder
from r3gym.sandbox.results import FileRefused
from r3gym.sandbox.trees import empty_tree

PARKED = "parked"
_HIDDEN, _DISCARDED = "hidden", "discarded"


@dataclass(frozen=True)
class EntryPath:
    """The path of an entry below the workspace's root: the folder above it, and its name."""

    above: str
    name: str

    def __str__(self) -> str:
        return f"{self.above}/{self.name}"


@dataclass(frozen=True)
class Hidden:
    """Paths that are hidden, and the number of the place where each is parked; None where nothing was there."""

    paths: tuple[EntryPath, ...] = ()
    places: tuple[int | None, ...] = ()


class Parking:
    """The parking lot of one workspace. An OSError leaves entries in it: the workspace must then be closed."""

    def __init__(self, root: int, owner: tuple[int, int] | None) -> None:
        self._root, self._owner, self._removed = root, owner, 0
        os.mkdir(PARKED, 0o700, dir_fd=root)
        self.folder = open_folder(root, PARKED)
        for name in (_HIDDEN, _DISCARDED):
            os.mkdir(name, 0o700, dir_fd=self.folder)
        self._hidden, self._discarded = open_folder(self.folder, _HIDDEN), open_folder(self.folder, _DISCARDED)

    def close(self) -> None:
        """Close the descriptors; the files are removed with the workspace's folder."""
        for fd in (self.folder, self._hidden, self._discarded):
            os.close(fd)

    def hide(self, paths: Sequence[str]) -> Hidden:
        """Park what is at these absolute paths. Links above them are not followed: then nothing is there."""
        entries, places = entry_paths(tuple(paths)), list[int | None]()
        with Folders(self._root) as folders:
            for number, entry in enumerate(entries):
                parent = folders.find(entry.above)
                found = parent is not None and move(parent, entry.name, self._hidden, str(number))
                places.append(number if found else None)
        return Hidden(entries, tuple(places))

    def restore(self, hidden: Hidden) -> tuple[str, ...]:
        """Put back what `hide` parked; return the absolute paths of what was in its place, which is removed.

        A folder above a path that has been removed is made again, and a link or file in its place is removed.
        """
        found = list[str]()
        with Folders(self._root) as folders:
            # Backwards: a path below another hidden one comes back after it.
            for entry, place in zip(reversed(hidden.paths), reversed(hidden.places), strict=True):
                if place is not None and "/" in entry.above:  # the mounted folders themselves cannot be replaced
                    found += self.ensure_folder(entry.above)
                parent = folders.find(entry.above)
                if parent is None:
                    continue
                if self._discard(parent, entry.name):
                    found.append(f"/{entry}")
                if place is not None:
                    move(self._hidden, str(place), parent, entry.name)
        if found:
            self.remove_discarded()
        return tuple(dict.fromkeys(reversed(found)))

    def ensure_folder(self, path: str) -> list[str]:
        """Make ``path`` (below the root) a real folder; return the absolute paths of what was discarded for it."""
        found, here = [], os.dup(self._root)
        try:
            for depth, name in enumerate(parts := path.split("/"), 1):
                try:
                    child = open_folder(here, name)
                except (FileNotFoundError, NotADirectoryError):
                    if self._discard(here, name):
                        found.append("/" + "/".join(parts[:depth]))
                    make_folder(here, name, self._owner)
                    child = open_folder(here, name)
                os.close(here)
                here = child
        finally:
            os.close(here)
        return found

    def _discard(self, parent: int, name: str) -> bool:
        """Move an entry, if it exists, to where `remove_discarded` removes it."""
        gone = exists(parent, name) and move(parent, name, self._discarded, str(self._removed))
        self._removed += gone
        return gone

    def remove_discarded(self) -> None:
        """Remove what was discarded, at any depth and with any permissions."""
        empty_tree(os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self._discarded))


@lru_cache(maxsize=64)  # the same few lists, for every command of an episode
def entry_paths(paths: tuple[str, ...]) -> tuple[EntryPath, ...]:
    """Return the paths below the workspace's root; raise ValueError for one that names no entry of a folder in it."""
    try:
        inside = tuple(map(files.inside, paths))
    except FileRefused as refused:
        raise ValueError(str(refused)) from None
    whole = [path for path in inside if "/" not in path]
    if whole:
        raise ValueError(f"/{whole[0]}: this is a folder of the workspace itself; name entries in it")
    return tuple(EntryPath(*path.rsplit("/", 1)) for path in inside)


class Folders:
    """Handles of folders below ``root``. Those of the mounted folders are kept: ten paths in ``/app`` need one.

    Deeper ones are opened anew each time, since restoring one path may replace the folder above another.
    """

    def __init__(self, root: int) -> None:
        self._root, self._mounted, self._opened = root, dict[str, int](), list[int]()

    def find(self, path: str) -> int | None:
        """Return the handle of a real folder reached through real folders only, or None."""
        if path in self._mounted:
            return self._mounted[path]
        here = self._root
        try:
            for name in path.split("/"):
                here = open_folder(here, name)
                self._opened.append(here)
        except (FileNotFoundError, NotADirectoryError):
            return None
        if "/" not in path:
            self._mounted[path] = here
        return here

    def __enter__(self) -> Folders:
        return self

    def __exit__(self, *_: object) -> None:
        for fd in self._opened:
            os.close(fd)
