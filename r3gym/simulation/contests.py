"""Many simulated contests at once: the effect of a paid step on the visible and on the hidden state.

Each problem is a word of 64 bits and each contest has one more (`r3gym.simulation.state_words`), so a step reads one
word per contest, adds to it and writes it back; there is no loop over contests. The words of a contest are stored
in the order of the observation, those of its problems and then its own, so an observation is one copy.

`_spend` and `_open` are the rules. Where a C compiler is found, the same two run compiled (`kernel.c`); a test compares
them for every number of problems.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.core import packed_state
from r3gym.errors import InputError
from r3gym.schedulers.guard_rules import blocked_problems
from r3gym.simulation import state_words
from r3gym.simulation.kernel import Kernel, kernel_library
from r3gym.simulation.orders import LARGEST_TABLE, computed_orders, listed_orders, order_table
from r3gym.simulation.randomness import Words, advance, episode_keys, mixed
from r3gym.simulation.state_words import DRAFT_KEPT, WORK_LEFT
from r3gym.simulation.world import ATOMS, KEEPS, PASSES, World

Flags = npt.NDArray[np.bool_]

#: Blocked actions after which a contest is truncated: they cost nothing, so nothing else would end it.
MOST_BLOCKED = 64

#: The random words of an episode: what is chosen (template, budget, order), the work of the first eight problems and
#: whether they have a draft, the same of the others, and the order of more problems than a table holds.
_DRAWS = np.arange(1, 7, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)
_CHOICE, _ORDER = _DRAWS[0], _DRAWS[5]
_S16, _S32, _S56 = (np.uint64(n) for n in (16, 32, 56))
_LOW, _HALF = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
_NOBODY = np.zeros(1, np.bool_)
#: Attributes that are made from the others.
_DERIVED = ("_flat", "_flat_hidden", "_kernel")


@dataclass(frozen=True)
class StepOutcome:
    """The results of one step, one entry per contest.

    ``gained``: 1 where an answer became right. ``ended``: finished, or nothing left to spend. ``cut``: too many blocked
    actions.
    """

    gained: npt.NDArray[np.uint8]
    ended: Flags
    cut: Flags


class Contests:
    """A batch of contests of one world.

    ``seeds`` gives each contest its own random stream: `reset` starts its episode 0, `renew` the next one of some
    contests. ``guard`` is ``none``, ``coverage`` or ``verification``; a blocked action changes nothing and costs
    nothing. ``templates`` fixes the template of each contest, which is drawn otherwise. ``compiled=False`` uses
    NumPy only, which changes nothing but the speed. A copy continues independently of the original.
    """

    def __init__(
        self,
        world: World,
        count: int,
        guard: str = "none",
        templates: npt.NDArray[np.int64] | None = None,
        compiled: bool = True,
    ) -> None:
        assert sys.byteorder == "little", "words are read as bytes"
        self.world, self.count, self.guard, self._compiled = world, count, guard, compiled
        #: The number of problems, which is also the action that finishes.
        self.finish = world.problems
        columns = world.problems + 1
        self.words: Words = np.zeros((count, columns), np.uint64)
        #: Steps of work left until the answer is right, and whether the solver keeps its draft.
        self.hidden: npt.NDArray[np.uint16] = np.zeros((count, columns), np.uint16)
        self._fixed = None if templates is None else np.ascontiguousarray(templates, np.int64)
        self.episode: Words = np.zeros(count, np.uint64)
        self._seeds: Words = np.zeros(count, np.uint64)
        self._state: Words = np.zeros(count, np.uint64)
        #: Answers that are right now, and the units left, per contest.
        self.solved = np.zeros(count, np.uint8)
        self._left = np.zeros(count, np.uint8)
        #: Where the outcomes of the contest's template begin.
        self._feedback: Words = np.zeros(count, np.uint64)
        #: The place of the word that has the focus; -1 for none.
        self._focus = np.full(count, -1, np.int64)
        self._legal = np.ones((count, columns), np.bool_)
        self._blocked = np.zeros(count, np.uint16)
        self._attach()

    def reset(self, seeds: npt.ArrayLike) -> None:
        """Start episode 0 of every contest."""
        self._seeds[:] = np.asarray(seeds, np.uint64)
        self.episode[:] = 0
        self._open(np.arange(self.count))

    def renew(self, rows: npt.NDArray[np.int64]) -> None:
        """Start the next episode of these contests."""
        self.episode[rows] += np.uint64(1)
        self._open(rows)

    @property
    def template(self) -> npt.NDArray[np.int64]:
        """The template of each contest."""
        return (self._feedback // np.uint64(2 * ATOMS)).astype(np.int64)

    @property
    def order(self) -> npt.NDArray[np.int64]:
        """The template slot at each position of each contest."""
        keys = episode_keys(self._seeds, self.episode)
        return self._ordered(keys, mixed(keys ^ _CHOICE))

    def packed(self) -> packed_state.Bytes:
        """Return the visible states as a fresh array, one row of bytes per contest (`r3gym.core.packed_state.pack`)."""
        found: packed_state.Bytes = self.words.copy().view(np.uint8)
        return found

    def masks(self) -> Flags:
        """Return which actions have an effect: problems that budget and guard allow, and always finishing."""
        legal = self._legal.copy()
        if self.guard != "none":
            legal[:, : self.finish] &= ~blocked_problems(self.guard, self.words.view(np.uint8))
        return legal

    def right(self) -> Flags:
        """Return which answers are right; hidden from every policy."""
        found: Flags = (self.hidden[:, : self.finish] & WORK_LEFT) == 0
        return found

    def draft_kept(self) -> Flags:
        """Return where the solver believes its draft and keeps it; hidden from every policy."""
        found: Flags = self.hidden[:, : self.finish] >= DRAFT_KEPT
        return found

    def step(self, actions: npt.NDArray[np.int64]) -> StepOutcome:
        """Spend one unit on the problem ``action``, or `finish`. Ended contests must be renewed before."""
        if actions.shape != (self.count,):
            raise InputError(f"actions of shape {actions.shape}: give one for each of the {self.count} contests")
        actions = np.ascontiguousarray(actions, np.int64)
        ended, cut = actions >= self.finish, _NOBODY
        if self.guard != "none":
            allowed = np.take_along_axis(self.masks(), actions[:, None], 1)[:, 0]
            self._blocked += ~allowed
            cut = self._blocked >= MOST_BLOCKED
            actions = np.where(allowed, actions, self.finish)
        gained = self._spend(actions) if self._kernel is None else self._kernel.spend(actions)
        return StepOutcome(gained, ended | (self._left == 0), cut)

    def _spend(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        """Do one paid step where the action is a problem; return where an answer became right (kernel.c: spend)."""
        luck = advance(self._state) >> _S56  # advance every contest's random stream
        rows = np.flatnonzero(actions.view(np.uint64) < self.finish)
        at = rows * (self.finish + 1) + actions[rows]
        hidden = self._flat_hidden[at]
        after = state_words.WORK_AFTER[hidden]
        right = after == 0
        outcome = self.world.outcomes.reshape(-1)[luck[rows] + self._feedback[rows] + right * np.uint64(ATOMS)]
        self._flat_hidden[at] = after + np.where(outcome & KEEPS, DRAFT_KEPT, 0).astype(np.uint16)
        # The problem that had the focus is shelved; the one that gets it (the same one, often) is written after that.
        focus = self._focus[rows]
        self._flat[focus[focus >= 0]] ^= state_words.SHELVE
        self._focus[rows] = at
        kind = 2 * (hidden >= DRAFT_KEPT) + (outcome & PASSES)
        self._flat[at] = (self._flat[at] & state_words.STEP_KEEPS[kind]) + state_words.STEP_ADDS[kind]
        self.words[rows, self.finish] -= state_words.UNIT
        self._left[rows] -= np.uint8(1)
        self._legal[self._left == 0, : self.finish] = False
        gained = np.zeros(self.count, np.uint8)
        gained[rows] = right & ((hidden & WORK_LEFT) > 0)
        self.solved += gained
        return gained

    def _open(self, rows: npt.NDArray[np.int64]) -> None:
        """Draw the current episode of these contests, from its template to its answers (kernel.c: open_contests)."""
        if self._kernel is not None:
            self._kernel.open(rows)
            return
        world, problems = self.world, self.finish
        keys = episode_keys(self._seeds[rows], self.episode[rows])
        words = mixed(keys ^ _DRAWS[: 3 if problems <= packed_state.WORD else 5, None])
        chooses, luck, drafts = words[0], _bytes(words[1::2], problems), _bytes(words[2::2], problems)
        if self._fixed is None:
            template = ((chooses & _HALF) * np.uint64(len(world)) >> _S32).astype(np.int64)
        else:
            template = self._fixed[rows]
        choice = (((chooses >> _S32) & _LOW) * np.uint64(world.budgets.shape[1]) >> _S16).astype(np.int64)
        budget = world.budgets[template, choice]
        slots = np.take_along_axis(world.slots[template], self._ordered(keys, chooses), 1)
        work = world.laws[slots, luck]
        answered = (work == 0) | (drafts < world.drafts[template, None])
        self.hidden[rows, :problems] = work + answered * DRAFT_KEPT
        self.words[rows, :problems] = answered * state_words.ANSWERED
        self.words[rows, problems] = budget * state_words.BUDGET_UNIT + world.domain[template]
        self.solved[rows] = (work == 0).sum(axis=1)
        self._state[rows] = keys
        self._feedback[rows] = template * (2 * ATOMS)
        self._left[rows], self._focus[rows], self._blocked[rows], self._legal[rows] = budget, -1, 0, True

    def _ordered(self, keys: Words, chooses: Words) -> npt.NDArray[np.int64]:
        """Return the order of problems in the episodes with these keys."""
        if not self.world.shuffled:
            return np.tile(np.arange(self.finish), (len(keys), 1))
        if self.finish <= LARGEST_TABLE:
            return listed_orders(chooses, self.finish)
        return computed_orders(mixed(keys ^ _ORDER), self.finish)

    def _attach(self) -> None:
        """Create flat views of the arrays, and the compiled rules over them."""
        self._flat, self._flat_hidden = self.words.reshape(-1), self.hidden.reshape(-1)
        library, world = kernel_library() if self._compiled else None, self.world
        self._kernel: Kernel | None = None
        if library is None:
            return
        in_table = world.shuffled and world.problems <= LARGEST_TABLE
        arrays: dict[str, npt.NDArray[Any] | None] = {
            "words": self.words,
            "hidden": self.hidden,
            "state": self._state,
            "feedback": self._feedback,
            "left": self._left,
            "solved": self.solved,
            "focus": self._focus,
            "legal": self._legal,
            "blocked": self._blocked,
            "seeds": self._seeds,
            "episode": self.episode,
            "templates": self._fixed,
            "orders": order_table(world.problems) if in_table else None,
            "step_keeps": state_words.STEP_KEEPS,
            "step_adds": state_words.STEP_ADDS,
        }
        for name in ("domain", "laws", "slots", "edges", "drafts", "budgets"):
            arrays[name] = np.ascontiguousarray(getattr(world, name))
        numbers = {
            "shelve": state_words.SHELVE,
            "unit": state_words.UNIT,
            "budget_unit": state_words.BUDGET_UNIT,
            "answered": state_words.ANSWERED,
            "problems": world.problems,
            "templates_count": len(world),
            "choices": world.budgets.shape[1],
            "all_orders": factorial(world.problems),
            "shuffled": world.shuffled,
        }
        self._kernel = Kernel(library, arrays, {name: int(number) for name, number in numbers.items()})

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _DERIVED}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._attach()


def _bytes(words: Words, problems: int) -> npt.NDArray[np.uint8]:
    """Split random words (1 or 2, contests) into a byte for each problem (contests, problems)."""
    return np.ascontiguousarray(words.T).view(np.uint8)[:, :problems]
