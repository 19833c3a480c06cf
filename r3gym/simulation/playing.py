"""Play many simulated contests to the end: with a driver, a network, or a solver's own habit under a guard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from r3gym.core import packed_state
from r3gym.core.state import ContestState
from r3gym.schedulers.guard_rules import blocked_problems
from r3gym.simulation.contests import Contests
from r3gym.simulation.world import World

Actions = npt.NDArray[np.int64]
#: From the packed visible states to an action for each contest.
BatchPolicy = Callable[[packed_state.Bytes], Actions]


@dataclass(frozen=True)
class PlayedContests:
    """One entry per contest: right answers and paid steps (n, problems) in presented order, the template, the order."""

    right: npt.NDArray[np.bool_]
    paid: npt.NDArray[np.int64]
    template: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]

    @property
    def score(self) -> npt.NDArray[np.int64]:
        """Right answers per contest."""
        found: npt.NDArray[np.int64] = self.right.sum(axis=1)
        return found


def play_contests(world: World, each: int, seed: int, policy: BatchPolicy) -> PlayedContests:
    """Play ``each`` contests of every template.

    Contest i of a template uses seed + i for every policy, so comparisons are paired.
    """
    return _played(world, each, seed, lambda contests: policy(contests.packed()))


def play_habit(world: World, each: int, seed: int, guard: str = "none") -> PlayedContests:
    """Play with the solvers' own habits under a guard: `none`, `coverage` or `verification`."""
    return _played(world, each, seed, lambda contests: _habitual(contests, guard))


def driver_policy(choose: Callable[[ContestState], str | None]) -> BatchPolicy:
    """Turn a driver's ``choose`` into a batch policy; it is asked once for each distinct state."""

    def act(packed: packed_state.Bytes) -> Actions:
        rows = np.ascontiguousarray(packed).view(f"V{packed.shape[1]}").reshape(-1)
        _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
        answers = []
        for row in first.tolist():
            state = packed_state.unpack(packed[row])
            label = choose(state)
            answers.append(len(state.problems) if label is None else state.labels.index(label))
        return np.array(answers, np.int64)[inverse.reshape(-1)]

    return act


def _played(world: World, each: int, seed: int, act: Callable[[Contests], Actions]) -> PlayedContests:
    count = each * len(world)
    contests = Contests(world, count, templates=np.repeat(np.arange(len(world)), each))
    contests.reset(seed + np.tile(np.arange(each), len(world)))
    over = np.zeros(count, np.bool_)
    while not over.all():
        over |= contests.step(np.where(over, contests.finish, act(contests))).ended
    words = contests.packed().reshape(count, -1, packed_state.WORD)[:, :-1]
    paid = words[:, :, packed_state.PAID].astype(np.int64)
    return PlayedContests(contests.right(), paid, contests.template, contests.order)


def _habitual(contests: Contests, guard: str) -> Actions:
    """Stay where the focus is until the problem is closed, then the first open one in presented order."""
    packed, world, template = contests.packed(), contests.world, contests.template
    words = packed.reshape(len(packed), -1, packed_state.WORD)[:, :-1]
    closed = contests.draft_kept() & (words[:, :, packed_state.CHECKS] >= world.rechecks[template, None])
    closed |= words[:, :, packed_state.PAID] >= world.patience[template, None]
    # A guard that requires a first probe of every problem overrides the solver's habit of skipping one.
    wants_probe = (words[:, :, packed_state.PAID] == 0) & (guard != "none")
    may_go = (~closed | wants_probe) & ~blocked_problems(guard, packed)
    stays = may_go & (words[:, :, packed_state.FOCUSED] > 0)
    chosen = np.where(stays.any(axis=1), stays.argmax(axis=1), may_go.argmax(axis=1))
    return np.where(may_go.any(axis=1), chosen, contests.finish).astype(np.int64)
