"""Release what an owner held when it is dropped without being closed, and at the latest when the interpreter ends.

A finalizer runs in whatever thread drops the last reference, at any point of its code, even inside a lock that the
release would need. So it only passes the word on to a thread that is there for this alone.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import weakref
from queue import SimpleQueue
from typing import Protocol

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_held: dict[int, dict[int, Releasable]] = {}  # by process: a fork holds nothing of its parent's
_dropped: dict[int, SimpleQueue[Releasable]] = {}


class Releasable(Protocol):
    """What is held. It must not refer to its owner, which could then never be dropped."""

    def release(self) -> None:
        """Release everything; safe to call twice."""


def release_when_dropped(owner: object, held: Releasable) -> None:
    """Release ``held`` after ``owner`` was dropped, or when the interpreter ends, unless `forget` comes first."""
    pid = os.getpid()
    with _lock:
        if pid not in _held:
            _held.clear()
            _dropped.clear()
            _held[pid], _dropped[pid] = {}, SimpleQueue()
            threading.Thread(target=_serve, args=(pid,), name="r3gym-sandbox-dropped", daemon=True).start()
            atexit.register(_release_all, pid)  # after the staging folder's: it runs before that folder is removed
    _held[pid][id(held)] = held
    weakref.finalize(owner, _drop, pid, held).atexit = False


def forget(held: Releasable) -> None:
    """Take ``held`` off the list: its owner has released it."""
    _held.get(os.getpid(), {}).pop(id(held), None)


def _drop(pid: int, held: Releasable) -> None:
    if os.getpid() == pid and id(held) in _held.get(pid, {}):
        _dropped[pid].put(held)


def _serve(pid: int) -> None:
    while True:
        held = _dropped[pid].get()
        _release(held)
        del held


def _release_all(pid: int) -> None:
    if os.getpid() == pid:
        for held in list(_held.get(pid, {}).values()):
            _release(held)


def _release(held: Releasable) -> None:
    try:
        held.release()
    except Exception as error:  # nobody could catch it: the owner is gone
        _log.warning("could not release a workspace that was dropped without close(): %s", error)
    finally:
        forget(held)


os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))
