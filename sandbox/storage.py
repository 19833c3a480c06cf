"""A watch over the storage of a workspace in an ordinary folder, bytes and number of files: check often, count rarely.

Counting a tree is slow, asking the file system for its free space and free inodes takes a microsecond. When the use of
the whole file system has grown by what the workspace has left, the tree is counted at once. Since other processes may
free space meanwhile and hide the growth, it is also counted every half second, but never for more than a tenth of the
time.
"""

from __future__ import annotations

import os
import time

from r3gym.sandbox.files import TreeUsage, count_usage

_LOOK_S = 0.05
_COUNT_S = 0.5
_DUTY = 10
#: What a command that starts over the limit may add, so that it can run at all and free space.
_SLACK = TreeUsage(bytes=1 << 20, files=1000)


class StorageWatch:
    """A check of whether a workspace uses more than ``limit`` (None: no limit)."""

    def __init__(self, root: int, folders: tuple[str, ...], limit: TreeUsage | None) -> None:
        self._root, self._folders, self._limit = root, folders, limit
        self._used, self._free, self._allowed = TreeUsage(), self._ask_free(), limit or TreeUsage()
        self._look_at = self._count_at = 0.0
        self._over = False

    def _ask_free(self) -> TreeUsage:
        """Return what the file system has left; some file systems have no number of free inodes and say 0."""
        status = os.fstatvfs(self._root)
        return TreeUsage(status.f_bfree * status.f_frsize, status.f_ffree)

    def begin(self) -> None:
        """Begin to watch a command. One that starts over the limit may free space: it is stopped when it adds more."""
        if self._limit is None:
            return
        if self._over:  # what was counted when the last command was killed is less than what it left
            self._used, self._free = count_usage(self._root, self._folders), self._ask_free()
            self._over = _exceeds(self._used, self._limit)
        self._allowed = TreeUsage(
            max(self._limit.bytes, self._used.bytes + _SLACK.bytes),
            max(self._limit.files, self._used.files + _SLACK.files),
        )
        now = time.monotonic()
        self._look_at, self._count_at = now + _LOOK_S, now + _COUNT_S

    def next_check_time(self) -> float:
        """Return when to call `exceeded` next, on the monotonic clock."""
        return float("inf") if self._limit is None else self._look_at

    def exceeded(self) -> bool:
        """Return whether the running command has taken the workspace over its limit."""
        now, free = time.monotonic(), self._ask_free()
        self._look_at = now + _LOOK_S
        if self._limit is None or not (self._may_exceed(free) or now >= self._count_at):
            return False
        self._used, self._free = count_usage(self._root, self._folders), free
        took = time.monotonic() - now
        self._look_at = now + took + max(_LOOK_S, _DUTY * took)
        self._count_at = now + took + max(_COUNT_S, _DUTY * took)
        over = _exceeds(self._used, self._allowed)
        self._over = self._over or over
        return over

    def _may_exceed(self, free: TreeUsage) -> bool:
        bytes_grown, files_grown = max(0, self._free.bytes - free.bytes), max(0, self._free.files - free.files)
        return (
            self._used.bytes + bytes_grown >= self._allowed.bytes
            or self._used.files + files_grown >= self._allowed.files
        )

    def words(self) -> str:
        """Return the note for the command that was killed because `exceeded` was true."""
        assert self._limit is not None
        if self._used.files > self._allowed.files:
            return f"[killed: the workspace's limit of {self._limit.files} files is used up]"
        return f"[killed: the workspace's storage limit of {self._limit.bytes >> 20} MB is used up]"


def _exceeds(used: TreeUsage, limit: TreeUsage) -> bool:
    return used.bytes > limit.bytes or used.files > limit.files
