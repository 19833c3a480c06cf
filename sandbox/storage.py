"""A watch over the storage of a workspace in an ordinary folder: check often, count rarely.

Counting a tree is slow, asking the file system for its free space takes a microsecond. When the use of the whole file
system has grown by what the workspace has left, the tree is counted at once. Since other processes may free space
meanwhile and hide the growth, it is also counted every half second, but never for more than a tenth of the time.
"""

from __future__ import annotations

import os
import time

from r3gym.sandbox.files import used_bytes

_LOOK_S = 0.05
_COUNT_S = 0.5
_DUTY = 10
_SLACK = 1 << 20


class StorageWatch:
    """A check of whether a workspace uses more than ``limit`` bytes (None: no limit)."""

    def __init__(self, root: int, folders: tuple[str, ...], limit: int | None) -> None:
        self._root, self._folders, self._limit = root, folders, limit
        self._used, self._free, self._allowed = 0, self._free_bytes(), limit or 0
        self._look_at = self._count_at = 0.0

    def _free_bytes(self) -> int:
        status = os.fstatvfs(self._root)
        return status.f_bfree * status.f_frsize

    def begin(self) -> None:
        """Begin to watch a command. One that starts over the limit may free space: it is stopped when it adds more."""
        if self._limit is not None:
            self._allowed = max(self._limit, self._used + _SLACK)
            now = time.monotonic()
            self._look_at, self._count_at = now + _LOOK_S, now + _COUNT_S

    def next_check_time(self) -> float:
        """Return when to call `exceeded` next, on the monotonic clock."""
        return float("inf") if self._limit is None else self._look_at

    def exceeded(self) -> bool:
        """Return whether the running command has taken the workspace over its limit."""
        now, free = time.monotonic(), self._free_bytes()
        self._look_at = now + _LOOK_S
        grown = self._used + max(0, self._free - free) >= self._allowed
        if self._limit is None or not (grown or now >= self._count_at):
            return False
        self._used, self._free = used_bytes(self._root, self._folders), free
        took = time.monotonic() - now
        self._look_at = now + took + max(_LOOK_S, _DUTY * took)
        self._count_at = now + took + max(_COUNT_S, _DUTY * took)
        return self._used > self._allowed
