"""Executors of episodes: threads of this process, or a Ray cluster. Only the caller writes results.

``local`` uses threads, not processes. An episode computes in its sandbox's own processes and its judge's, or waits for
a model's server; this process only passes messages. Threads share one pool of judges and one client per model, and a
killed campaign takes its sandboxes with it.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from r3gym.campaigns.campaign_file import ExecutorChoice
from r3gym.campaigns.playing import LISTENING_S, Task, TaskResult, play_task
from r3gym.campaigns.spending import BillTerms
from r3gym.models.bill import BillState
from r3gym.models.breaker import Breakers
from r3gym.models.guards import Guards, guarding
from r3gym.models.turn_log import TurnFile, TurnStorage

#: Returns the bill of a campaign that is being played.
BillReader = Callable[[], BillState]
#: Episodes at once per core for policies that wait for a service.
WAITING_PER_CORE = 8


class Executor(Protocol):
    """Plays tasks, up to ``width`` at the same time."""

    #: Whether tasks can write into the campaign's folder.
    shares_disk: bool

    @property
    def width(self) -> int:
        """The number of tasks that may be under way at the same time."""

    def submit(self, task: Task) -> None:
        """Start a task."""

    def next(self) -> tuple[Task, TaskResult]:
        """Wait for the next task that ends, in any order. Raises only for failures of the executor itself."""

    def wait(self, seconds: float) -> bool:
        """Wait until a task has ended, at most so long; return whether `next` would return at once."""

    def guarded(self, terms: BillTerms) -> AbstractContextManager[BillReader]:
        """Let all calls of tasks pass one set of guards meanwhile, with a bill that begins so; give their reader."""

    def turn_storage(self, path: Path) -> TurnStorage:
        """Return where a task keeps the replies of its model, which end in this file of the campaign's folder."""

    def drain(self) -> None:
        """Tell all running tasks to stop after the call or the action that is under way."""

    def close(self) -> None:
        """Abandon all running tasks without waiting for them."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


def default_workers(waits: bool) -> int:
    """Return the default number of workers: one per core if policies compute, eight if they wait for a service."""
    return cores() * (WAITING_PER_CORE if waits else 1)


def open_executor(choice: ExecutorChoice, *, waits: bool) -> Executor:
    """Return the executor of this choice. ``waits``: a policy of the campaign mostly waits for a service."""
    if choice.name == "ray":
        from r3gym.campaigns.ray_executor import RayExecutor

        return RayExecutor(choice.workers, choice.address, waits=waits)
    return LocalExecutor(choice.workers or default_workers(waits))


class LocalExecutor:
    """Threads of this process. They are daemons: an interrupted campaign ends without waiting for them."""

    shares_disk = True

    def __init__(self, workers: int) -> None:
        self._todo: SimpleQueue[Task | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[Task, TaskResult]] = SimpleQueue()
        self._seen: deque[tuple[Task, TaskResult]] = deque()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name=f"r3gym-episode-{n}", daemon=True) for n in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def width(self) -> int:
        """One task for each thread."""
        return len(self._threads)

    def submit(self, task: Task) -> None:
        """Start a task as soon as a thread is free."""
        self._todo.put(task)

    def next(self) -> tuple[Task, TaskResult]:
        """Wait for the next task that ends and return it with its result."""
        while not self.wait(LISTENING_S):
            pass
        return self._seen.popleft()

    def wait(self, seconds: float) -> bool:
        """Wait until a task has ended, at most so long."""
        if not self._seen:
            with suppress(Empty):
                self._seen.append(self._done.get(timeout=seconds))
        return bool(self._seen)

    @contextmanager
    def guarded(self, terms: BillTerms) -> Iterator[BillReader]:
        """Guard all calls of this process."""
        bill = terms.bill()
        with guarding(Guards(Breakers(), bill)):
            yield lambda: bill.state

    def turn_storage(self, path: Path) -> TurnStorage:
        """Return the file itself."""
        return TurnFile(path)

    def drain(self) -> None:
        """Tell all tasks to stop before their next action or call of a model."""
        self._stopping.set()

    def close(self) -> None:
        """End the idle threads; those that play end with the process."""
        for _ in self._threads:
            self._todo.put(None)

    def _work(self) -> None:
        while (task := self._todo.get()) is not None:
            self._done.put((task, play_task(task, self._stopping.is_set)))
