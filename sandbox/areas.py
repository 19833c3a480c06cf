"""Areas: what belongs to one purpose of a workspace, exchanged as a whole when the purpose changes.

An area owns every entry directly in ``/app``, ``/logs``, ``/tmp`` and ``/dev/shm``, except the paths that the whole
workspace keeps. One area is present; the entries of the others are parked. A workspace begins in the common area, whose
name is empty; any other area begins as a copy of it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import suppress

from r3gym.sandbox.files import walk
from r3gym.sandbox.moving import move, open_folder, usable
from r3gym.sandbox.parking import PARKED, Folders, Parking, entry_paths
from r3gym.sandbox.trees import copy_tree

COMMON = ""
AREAS = f"{PARKED}/areas"
MOST_COPIED_BYTES = 64 << 20
MOST_COPIED_ENTRIES = 10_000
_log = logging.getLogger(__name__)


class Areas:
    """The areas of one workspace. An OSError leaves entries parked: the workspace must then be closed."""

    def __init__(self, root: int, folders: tuple[str, ...], owner: tuple[int, int] | None, parking: Parking) -> None:
        self._root, self._folders, self._owner, self._parking = root, folders, owner, parking
        self.current, self.kept = COMMON, tuple[str, ...]()
        self._stay, self._above = frozenset[str](), tuple[str, ...]()
        self._slots: dict[str, str] = {}
        os.mkdir("areas", 0o700, dir_fd=parking.folder)
        self._parked = open_folder(parking.folder, "areas")

    def keep(self, kept: Sequence[str]) -> None:
        """Name the paths that belong to the whole workspace; raise ValueError when others were named before."""
        if self._slots:
            if tuple(kept) != self.kept:
                raise ValueError(f"the kept paths of a workspace cannot change: {self.kept} were named before")
            return
        paths = tuple(map(str, entry_paths(tuple(kept))))
        above = {path[:at] for path in paths for at, sign in enumerate(path) if sign == "/"} - set(self._folders)
        self.kept, self._above = tuple(kept), tuple(sorted(above))
        self._stay = frozenset((*paths, *above))
        self._make_slot(COMMON)

    def close(self) -> None:
        """Close the descriptors; the files are removed with the workspace's folder."""
        os.close(self._parked)

    @property
    def names(self) -> tuple[str, ...]:
        """The areas that have been present, the common one first."""
        return tuple(self._slots)

    def switch(self, area: str) -> bool:
        """Park the present area's entries and restore those of ``area``; return whether it is a new area."""
        self._exchange(self._slots[self.current], leave=True)
        new = area not in self._slots
        if new:
            self._make_slot(area)
            self._copy_common(area)
        self.current = area
        self._exchange(self._slots[area], leave=False)
        return new

    def describe(self, other: Areas) -> None:
        """Make this fresh object describe the areas of ``other``, whose files below `AREAS` the caller has copied."""
        self.current, self.kept, self._stay, self._above = other.current, other.kept, other._stay, other._above
        self._slots = dict(other._slots)

    def open_area(self, area: str) -> int:
        """Return a descriptor of the folder that holds the entries of an area that is not present, laid out as in the
        workspace's root; raise ValueError when there is no such area."""
        if area not in self._slots or area == self.current:
            raise ValueError(f"no parked area is called {area!r}")
        return open_folder(self._parked, self._slots[area])

    def _make_slot(self, area: str) -> None:
        self._slots[area] = slot = str(len(self._slots))
        os.mkdir(slot, 0o700, dir_fd=self._parked)
        for folder in (*self._folders, *self._above):  # sorted: a folder comes before those in it
            os.mkdir(f"{slot}/{folder}", 0o700, dir_fd=self._parked)

    def _exchange(self, slot: str, *, leave: bool) -> None:
        """Move every entry that an area owns out of its folder to the parking lot, or back."""
        discarded = [found for folder in self._above for found in self._parking.ensure_folder(folder)]
        if discarded:  # a link or file in place of a folder above a kept path could not be parked beside that folder
            _log.info("removed what was in place of a folder of the workspace: %s", ", ".join(discarded))
            self._parking.remove_discarded()
        with Folders(self._root) as live, Folders(self._parked) as parked:
            for folder in (*self._folders, *self._above):
                here, there = live.find(folder), parked.find(f"{slot}/{folder}")
                if here is None or there is None:
                    raise FileNotFoundError(2, os.strerror(2), folder)
                with usable(here):
                    self._move_entries(folder, *((here, there) if leave else (there, here)))
                    if leave:
                        _remove_attributes(here)

    def _move_entries(self, folder: str, source: int, target: int) -> None:
        for name in _names(source):
            if f"{folder}/{name}" not in self._stay:
                move(source, name, target, name)

    def _copy_common(self, area: str) -> None:
        """Start a new area as a copy of the common one, unless that is large: a switch must stay quick."""
        common = open_folder(self._parked, self._slots[COMMON])
        new = open_folder(self._parked, self._slots[area])
        try:
            if not _is_small(common, self._folders):
                _log.warning("area %r starts empty: the common area is too large to be copied", area)
                return
            for folder in reversed(self._above):  # the copy makes them again
                os.rmdir(f"{self._slots[area]}/{folder}", dir_fd=self._parked)
            copy_tree(common, new, self._folders, self._owner)
        finally:
            os.close(common)
            os.close(new)


def _names(folder: int) -> list[str]:
    fd = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=folder)
    try:
        with os.scandir(fd) as entries:  # all names first: entries leave the folder while their names are used
            return [entry.name for entry in entries]
    finally:
        os.close(fd)


def _remove_attributes(folder: int) -> None:
    """Remove the extended attributes of a folder that all areas share: 64 KB that would survive the switch."""
    handle = f"/proc/self/fd/{folder}"
    try:
        names = os.listxattr(handle)
    except OSError:  # a file system without attributes
        return
    for name in names:
        if name.startswith("user."):
            os.removexattr(handle, name)


def _is_small(root: int, folders: Sequence[str]) -> bool:
    entries = used = 0
    for folder in folders:
        for _, entry, _ in walk(root, folder):
            entries += 1
            with suppress(PermissionError):  # in a folder that can be listed but not entered
                used += entry.stat(follow_symlinks=False).st_blocks * 512
            if entries > MOST_COPIED_ENTRIES or used > MOST_COPIED_BYTES:
                return False
    return True
