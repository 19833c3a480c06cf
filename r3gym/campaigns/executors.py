"""Where episodes are played: in threads of this process, or on a Ray cluster. The caller alone writes results.

``local`` uses threads, not processes. An episode computes in its sandbox's own processes and its judge's, or waits for
a model's server; this process only passes messages. Threads share one pool of judges and one client per model, and a
killed campaign takes its sandboxes with it.
"""

from __future__ import annotations

import os
import threading
from queue import SimpleQueue
from typing import Protocol

from r3gym.campaigns.campaign_file import ExecutorChoice
from r3gym.campaigns.playing import Task, TaskResult, play_task

#: Episodes at once per core for policies that wait for a service.
WAITING_PER_CORE = 8


class Executor(Protocol):
    """Plays tasks, up to ``width`` at the same time."""

    #: Whether tasks can write into the campaign's folder.
    shares_disk: bool

    @property
    def width(self) -> int:
        """How many tasks may be submitted before one must have come back."""

    def submit(self, task: Task) -> None:
        """Begin a task."""

    def next(self) -> tuple[Task, TaskResult]:
        """Wait for the next task that is over, in any order. Raises only for faults of the executor itself."""

    def close(self) -> None:
        """Give up whatever is under way; nothing is waited for."""


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0))


def default_workers(waits: bool) -> int:
    """One episode per core where policies compute, eight where they wait for a service."""
    return cores() * (WAITING_PER_CORE if waits else 1)


def open_executor(choice: ExecutorChoice, *, waits: bool) -> Executor:
    """The executor of this choice. ``waits``: a policy of the campaign mostly waits for a service."""
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
        """Begin a task as soon as a thread is free."""
        self._todo.put(task)

    def next(self) -> tuple[Task, TaskResult]:
        """The next task that is over."""
        return self._done.get()

    def close(self) -> None:
        """Threads that are idle end; those that play are left to the end of the process."""
        for _ in self._threads:
            self._todo.put(None)

    def _work(self) -> None:
        while (task := self._todo.get()) is not None:
            self._done.put((task, play_task(task)))
