"""Replies of models on a Ray cluster: workers on any node send them to one keeper beside the campaign's folder.

A reply is on the disk of the campaign's machine before a worker uses it, so that the loss of any node loses at most the
calls that were under way on it.
"""

from __future__ import annotations

import os
import select
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from r3gym.models.turn_log import TurnFile


class TurnKeeper:
    """The actor on the campaign's machine: it writes the lines of all episodes, and knows whether to stop.

    ``driver`` is the process id of the campaign's runner. When that is gone, workers stop before their next call: the
    campaign may be resumed before Ray has ended them, and nothing may be asked twice.
    """

    def __init__(self, driver: int) -> None:
        self._stopping = False
        self._driver = select.poll()
        self._driver.register(os.pidfd_open(driver), select.POLLIN)  # readable when the process has ended

    def read(self, path: Path) -> bytes:
        """Return the stored lines of an episode."""
        return TurnFile(path).read()

    def append(self, path: Path, line: bytes, durable: bool) -> None:
        """Append a line to those of an episode."""
        TurnFile(path).append(line, durable=durable)

    def drain(self) -> None:
        """Tell all workers to stop."""
        self._stopping = True

    def stopping(self) -> bool:
        """Return whether workers are to stop."""
        return self._stopping or bool(self._driver.poll(0))


@dataclass(frozen=True)
class KeptTurns:
    """The lines of one episode, as a worker on any node reaches them."""

    keeper: Any
    path: Path

    def read(self) -> bytes:
        """Return the stored lines."""
        found: bytes = import_module("ray").get(self.keeper.read.remote(self.path))
        return found

    def append(self, line: bytes, *, durable: bool) -> None:
        """Append a line, and wait until the keeper has it."""
        import_module("ray").get(self.keeper.append.remote(self.path, line, durable))
