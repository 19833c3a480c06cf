"""Episodes on a Ray cluster (``pip install 'r3gym[ray]'``): one task each, placed, moved and repeated by Ray.

Every node needs r3gym, its sandbox, the campaign's suites at the same path, and the variables of the models' keys. A
task whose node dies is played again elsewhere by Ray, from the stored replies of its model; one that Ray gives up is a
failure of the machine, which the campaign retries like any other. Episodes have seeds and identities, so it does not
matter where they are played.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from r3gym.campaigns.playing import LISTENING_S, Task, TaskResult, play_task
from r3gym.campaigns.ray_guards import DeskGuards, GuardDesk
from r3gym.campaigns.ray_turns import KeptTurns, TurnKeeper
from r3gym.campaigns.spending import BillTerms
from r3gym.errors import InputError
from r3gym.models.bill import BillState
from r3gym.models.guards import guarding
from r3gym.records.rows import EpisodeRow, FailureClass

#: How often Ray itself plays a task again whose worker or node died.
_MOVES = 3
#: Tasks submitted beyond the cluster's cores, so that none is idle while results travel.
_AHEAD = 2
#: The part of a core that an episode takes which mostly waits for a service.
_WAITING_CPUS = 0.125
#: Calls of workers that the keeper of replies serves at the same time.
_KEEPER_THREADS = 32
#: Calls of workers that wait at the desk at the same time.
_DESK_CALLS = 10_000


class RayExecutor:
    """A Ray cluster: one that runs already (``address``, ``auto``), or a new one on this machine."""

    shares_disk = False

    def __init__(self, workers: int | None, address: str | None, *, waits: bool) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise InputError("executor 'ray' needs the package ray: pip install 'r3gym[ray]'") from None
        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(address=address, include_dashboard=False, log_to_driver=False, configure_logging=False)
        cpus = _WAITING_CPUS if waits else 1
        self._remote = ray.remote(num_cpus=cpus, max_retries=_MOVES)(_play_there)
        self._workers, self._per_core = workers, 1 / cpus
        self._flying: dict[Any, Task] = {}
        self._ended: list[Any] = []
        here = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(
            ray.get_runtime_context().get_node_id(), soft=False
        )
        self._keeper = (
            ray.remote(TurnKeeper)
            .options(num_cpus=0, max_concurrency=_KEEPER_THREADS, scheduling_strategy=here)
            .remote(os.getpid())
        )
        self._here = here
        self._desk: Any = None

    @property
    def width(self) -> int:
        """The number of workers given, or that of the cluster's present cores: nodes may join and leave."""
        total = float(self._ray.cluster_resources().get("CPU", 1))
        return self._workers or int(total * self._per_core) + _AHEAD

    def submit(self, task: Task) -> None:
        """Submit a task to Ray."""
        self._flying[self._remote.remote(task, self._keeper, self._desk)] = task

    @contextmanager
    def guarded(self, terms: BillTerms) -> Iterator[Callable[[], BillState]]:
        """Let all workers of the cluster share one desk."""
        options = {"num_cpus": 0, "max_concurrency": _DESK_CALLS, "scheduling_strategy": self._here}
        desk = self._desk = self._ray.remote(GuardDesk).options(**options).remote(terms)
        seen: BillState = self._ray.get(desk.state.remote())

        def state() -> BillState:
            nonlocal seen
            if self._ray.is_initialized():
                seen = self._ray.get(desk.state.remote())
            return seen

        try:
            yield state
        finally:
            self._desk = None

    def turn_storage(self, path: Path) -> KeptTurns:
        """Return the stored replies of an episode through the keeper."""
        return KeptTurns(self._keeper, path.absolute())

    def drain(self) -> None:
        """Tell all tasks to stop before their next action or call of a model."""
        self._keeper.drain.remote()

    def next(self) -> tuple[Task, TaskResult]:
        """Wait for the next task that ends, or that Ray gives up, and return it with its result."""
        while not self.wait(LISTENING_S):
            pass
        ready = self._ended.pop()
        task = self._flying.pop(ready)
        if self._desk is not None:
            self._desk.begin.remote(task.episode.id)  # a worker that was lost gave nothing back
        try:
            found: TaskResult = self._ray.get(ready)
        except self._ray.exceptions.RayError as error:
            said = f"Ray gave the episode up: {type(error).__name__}"
            return task, TaskResult(EpisodeRow.not_begun(task.episode, FailureClass.SANDBOX, said), None)
        return task, found

    def wait(self, seconds: float) -> bool:
        """Wait until a task has ended, at most so long."""
        if not self._ended:
            self._ended, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=seconds)
        return bool(self._ended)

    def close(self) -> None:
        """Cancel all running tasks, and disconnect from the cluster if this executor connected to it."""
        for reference in self._flying:
            self._ray.cancel(reference, force=True)
        self._flying = {}
        if self._own:
            self._ray.shutdown()


def _play_there(task: Task, keeper: Any, desk: Any) -> TaskResult:
    """Play a task in a worker of the cluster."""
    ray: Any = import_module("ray")

    def stopping() -> bool:
        return bool(ray.get(keeper.stopping.remote()))

    if desk is None:
        return play_task(task, stopping)
    ray.get(desk.begin.remote(task.episode.id))
    with guarding(DeskGuards(desk, task.episode.id)):
        return play_task(task, stopping)
