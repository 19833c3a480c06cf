"""One background event loop per process, in its own thread, that runs all model calls.

Episodes are synchronous and many; their calls share connections, limits and pauses, so all of them run in one loop.
There is one loop per process: a forked child starts its own and never uses its parent's.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_thread: threading.Thread | None = None
_closing: list[Callable[[], Awaitable[None]]] = []
#: A parent's loops, kept by a child: closing one would take the parent's descriptors out of the shared epoll object.
_parents: list[Any] = []


def run_in_background(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the background loop and wait for its result. An interrupt cancels it."""
    if threading.current_thread() is _thread:
        coroutine.close()
        raise RuntimeError("a model was called synchronously from inside its own event loop; await acomplete instead")
    future = asyncio.run_coroutine_threadsafe(coroutine, background_loop())
    try:
        return future.result()
    finally:
        future.cancel()  # no effect when it is done


async def await_in_background(coroutine: Coroutine[Any, Any, T]) -> T:
    """Await a coroutine in the background loop from another event loop: cancelling the caller cancels the call."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, background_loop()))


def background_loop() -> asyncio.AbstractEventLoop:
    """Return this process's loop, started at the first call."""
    global _loop, _thread
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            _loop.set_exception_handler(_report)
            _loop.set_debug(False)  # asyncio's own debug log names addresses
            _thread = threading.Thread(target=_loop.run_forever, name="r3gym-models", daemon=True)
            _thread.start()
        return _loop


def in_background_thread() -> bool:
    """Return whether the caller runs in the background loop's thread."""
    return threading.current_thread() is _thread


def on_close(close: Callable[[], Awaitable[None]]) -> None:
    """Register a coroutine to be awaited before the process exits."""
    _closing.append(close)


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:  # noqa: ARG001
    """Log only the exception's type in place of asyncio's own log: exceptions of sockets name the address."""
    kind = type(context.get("exception")).__name__
    _log.warning("a connection to a model service ended badly (%s)", kind)


@atexit.register
def _stop() -> None:
    if _loop is None or _thread is None or not _thread.is_alive():
        return

    async def close() -> None:
        for one in _closing:
            await one()

    try:
        asyncio.run_coroutine_threadsafe(close(), _loop).result(timeout=2)
    except Exception:  # the process ends anyway
        return
    _loop.call_soon_threadsafe(_loop.stop)
    _thread.join(timeout=2)
    if not _thread.is_alive():
        _loop.close()


def _forget_parent() -> None:
    global _lock, _loop, _thread
    _parents.append((_loop, _thread))
    _lock, _loop, _thread = threading.Lock(), None, None


os.register_at_fork(after_in_child=_forget_parent)
