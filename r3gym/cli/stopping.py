"""Stop long work in two steps: the first signal lets what is under way end, the second stops at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SAID = b"\nstopping after the model calls and commands that are under way; Ctrl-C again stops at once\n"


@contextmanager
def stop_in_two_steps(drain: Callable[[], None]) -> Iterator[threading.Event]:
    """Yield an event that the first interrupt or termination signal sets, calling ``drain``; the second one raises.

    Ctrl-C and SIGTERM are treated alike.
    """
    stop = threading.Event()
    signals = 0

    def on_signal(number: int, frame: object) -> None:  # noqa: ARG001
        nonlocal signals
        signals += 1
        if signals > 1:  # may come while the first one is handled: nothing here takes a lock twice
            raise KeyboardInterrupt
        stop.set()
        drain()
        os.write(2, _SAID)  # not print: the interrupted code may be writing to the same stream

    before = {one: signal.signal(one, on_signal) for one in _SIGNALS}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
