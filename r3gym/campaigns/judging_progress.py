"""How far judging a whole campaign again has come, so that it goes on after an interrupt.

A file in the folder names the judges in its first line and then every episode that is done. It is removed at the end.
Other judges start from the beginning.
"""

from __future__ import annotations

import os
from pathlib import Path

JUDGING_OPEN = "judging.open"


class JudgingProgress:
    """The file while a judging runs; ``done`` are the episodes that it has judged before."""

    def __init__(self, folder: Path, judges: str) -> None:
        self._path = folder / JUDGING_OPEN
        self.done = read_progress(folder, judges)
        mode = os.O_APPEND if self.done else os.O_TRUNC
        self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | mode, 0o666)
        if not self.done:
            os.write(self._handle, f"{judges}\n".encode())

    def add(self, episode: str) -> None:
        """Note that an episode is done."""
        os.write(self._handle, f"{episode}\n".encode())

    def close(self, *, finished: bool) -> None:
        """Close the file, and remove it when everything was judged."""
        os.close(self._handle)
        if finished:
            self._path.unlink(missing_ok=True)


def read_progress(folder: Path, judges: str) -> frozenset[str]:
    """Return the episodes that an unfinished judging by these judges has done; a torn last line is left out."""
    path = folder / JUDGING_OPEN
    if not path.exists():
        return frozenset()
    whole, _, _ = path.read_text("utf-8", errors="replace").rpartition("\n")
    first, *done = whole.split("\n")
    return frozenset(done) if first == judges else frozenset()
