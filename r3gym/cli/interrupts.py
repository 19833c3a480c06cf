"""SIGTERM as an interrupt: a command that is asked to end leaves its record and no sandbox behind, as with Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_terminated = False


def was_terminated() -> bool:
    """Return whether a SIGTERM ended the command."""
    return _terminated


@contextmanager
def terminations_as_interrupts() -> Iterator[None]:
    """Raise `KeyboardInterrupt` in the main thread on SIGTERM meanwhile; elsewhere nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        global _terminated
        _terminated = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
