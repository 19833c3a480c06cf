"""Start child processes from one thread that lives as long as this process.

To the kernel, "die with the parent" means to die with the *thread* that started the child. A workspace may be
opened by a short-lived worker thread; started from this thread it outlives the worker and still dies with the
process.
"""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import Future

_Job = tuple[Callable[[], "subprocess.Popen[bytes]"], "Future[subprocess.Popen[bytes]]"]
_lock = threading.Lock()
_jobs: dict[int, queue.SimpleQueue[_Job]] = {}


def spawn(
    argv: list[str],
    *,
    stdin: int,
    stdout: int,
    stderr: int,
    pass_fds: tuple[int, ...] = (),
    environment: dict[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process like Popen, with an empty environment unless one is given; raise what Popen raises."""

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            argv,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            pass_fds=pass_fds,
            env=environment or {},
            cwd="/",
            close_fds=True,
            start_new_session=True,  # a Ctrl-C in the terminal is for this process, not for the sandboxes
        )

    future: Future[subprocess.Popen[bytes]] = Future()
    _queue().put((start, future))
    return future.result()


def _queue() -> queue.SimpleQueue[_Job]:
    with _lock:
        pid = os.getpid()  # after a fork the thread does not exist
        if pid not in _jobs:
            jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
            threading.Thread(target=_serve, args=(jobs,), name="r3gym-sandbox-spawner", daemon=True).start()
            _jobs.clear()
            _jobs[pid] = jobs
        return _jobs[pid]


def _serve(jobs: queue.SimpleQueue[_Job]) -> None:
    while True:
        start, future = jobs.get()
        try:
            future.set_result(start())
        except BaseException as error:  # it is raised in the thread that called `spawn`
            future.set_exception(error)


os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))
