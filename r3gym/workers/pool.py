"""Host side of the judging workers: a small pool of subprocesses per kind, with hard time limits and no orphans.

`ask` may be called from any thread. A worker that exceeds its time limit or dies is killed and replaced, so that one
bad answer affects only its own verdict. Workers start on first use; their start does not count towards the answer's
time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import IO, Any

#: More workers per kind would only compete for CPU time.
MAX_WORKERS = 2
_START_TIMEOUT_S = 180.0
#: Environment variables passed to a worker: enough to start Python, and no secrets, since it evaluates hostile text.
_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "TMPDIR", "SYSTEMROOT")


class WorkerFailure(Exception):
    """Error: a worker gave no reply because it timed out, died or could not start. The message says which."""


class _UnreachableWorker(WorkerFailure):
    """Error: the worker died before it received the request, which is independent of the answer."""


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    buffer: bytes = b""

    def request(self, payload: dict[str, Any], timeout_s: float) -> dict[str, Any]:
        try:
            _pipe(self.process.stdin).write(json.dumps(payload).encode() + b"\n")
            _pipe(self.process.stdin).flush()
        except OSError as error:
            raise _UnreachableWorker("the judge's worker does not stay alive") from error
        return self.read(timeout_s)

    def read(self, timeout_s: float) -> dict[str, Any]:
        """Return the next reply; raise `WorkerFailure` at the time limit, when the worker ends or for a bad reply."""
        output = _pipe(self.process.stdout).fileno()
        poller = select.poll()
        poller.register(output, select.POLLIN | select.POLLHUP)
        deadline = time.monotonic() + timeout_s
        while b"\n" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not poller.poll(left * 1000):
                raise WorkerFailure(f"the judge timed out after {timeout_s:g} s")
            chunk = os.read(output, 65536)
            if not chunk:
                raise WorkerFailure("the judge's worker died")
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            reply = json.loads(line)
        except ValueError as error:
            raise WorkerFailure("the judge's worker sent no valid reply") from error
        if not isinstance(reply, dict):
            raise WorkerFailure("the judge's worker sent no valid reply")
        return reply

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.close_pipes()

    def close_pipes(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None, "workers are started with pipes"
    return pipe


@dataclass
class _Pool:
    kind: str
    idle: list[_Worker] = field(default_factory=list)
    busy: list[_Worker] = field(default_factory=list)
    free: threading.Condition = field(default_factory=threading.Condition)
    starting: int = 0

    def acquire(self) -> _Worker:
        with self.free:
            self._bury_dead()
            while not self.idle and len(self.busy) + self.starting >= MAX_WORKERS:
                self.free.wait()
            if self.idle:
                worker = self.idle.pop()
                self.busy.append(worker)
                return worker
            self.starting += 1
        started: _Worker | None = None
        try:
            started = _start(self.kind)
            return started
        finally:
            with self.free:
                self.starting -= 1
                if started is not None:
                    self.busy.append(started)
                self.free.notify()

    def _bury_dead(self) -> None:
        for worker in [worker for worker in self.idle if worker.process.poll() is not None]:
            self.idle.remove(worker)
            worker.kill()

    def release(self, worker: _Worker, fit: bool) -> None:
        if not fit:
            worker.kill()
        with self.free:
            if worker in self.busy:
                self.busy.remove(worker)
                if fit:
                    self.idle.append(worker)
            self.free.notify()

    def abandon(self) -> list[_Worker]:
        """Remove and return all workers without locking; used when this process ends or has just been forked."""
        workers = self.idle + self.busy
        self.idle, self.busy, self.starting = [], [], 0
        self.free = threading.Condition()
        return workers


_POOLS: dict[str, _Pool] = {}


def ask(kind: str, payload: dict[str, Any], timeout_s: float) -> dict[str, Any]:
    """Return one reply from a worker of a kind; raise only `WorkerFailure`.

    ``kind`` is ``module:function`` of the function that returns the judge in the worker (`r3gym.workers.process`).
    """
    pool = _POOLS.setdefault(kind, _Pool(kind))
    try:
        return _ask_once(pool, payload, timeout_s)
    except _UnreachableWorker:
        return _ask_once(pool, payload, timeout_s)


def _ask_once(pool: _Pool, payload: dict[str, Any], timeout_s: float) -> dict[str, Any]:
    worker = pool.acquire()
    fit = False
    try:
        reply = worker.request({**payload, "timeout_s": timeout_s}, timeout_s)
        fit = True
        return reply
    finally:
        pool.release(worker, fit)


def _start(kind: str) -> _Worker:
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    # The child must find the same packages as this process.
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    environment |= {
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "Agg",
    }
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "r3gym.workers.process", kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise WorkerFailure(f"the judge's worker could not start: {error}") from error
    worker = _Worker(process)
    try:
        worker.read(_START_TIMEOUT_S)
    except WorkerFailure as failure:
        worker.kill()
        raise WorkerFailure(f"the judge's worker could not start: {failure}") from failure
    return worker


def shut_down() -> None:
    """Kill all workers of this process; later calls start new ones."""
    for pool in list(_POOLS.values()):
        for worker in pool.abandon():
            worker.kill()


def _forget_after_fork() -> None:
    # The workers belong to the parent: close this process's copies of the pipes and do not kill the workers.
    for pool in list(_POOLS.values()):
        for worker in pool.abandon():
            worker.close_pipes()


atexit.register(shut_down)
os.register_at_fork(after_in_child=_forget_after_fork)
