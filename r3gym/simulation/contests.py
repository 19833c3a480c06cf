"""Many simulated contests at once: what a paid step on a problem does to the visible state and to what is hidden.

The visible state of a problem is one 64-bit word, whose bytes are those of `r3gym.core.visible`, so a step reads one
word per contest, adds to it and writes it back; there is no loop over contests. The words of a contest stand as they
are observed, six of problems and its own, so an observation is one copy.

`_spend` and `_open` are the rules. Where a C compiler is found, the same two run compiled (`kernel.c`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.core import visible
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.errors import InputError
from r3gym.simulation.guards import blocked
from r3gym.simulation.kernel import Kernel, kernel_library
from r3gym.simulation.randomness import Words, advance, episode_keys, mixed
from r3gym.simulation.world import ATOMS, KEEPS, NEVER, PASSES, World

Flags = npt.NDArray[np.bool_]

FINISH = PROBLEMS_PER_CONTEST
#: Blocked actions after which a contest is cut off: they cost nothing, so nothing else would end it.
MOST_BLOCKED = 64

#: Words of a contest: its problems', then its own.
_COLUMNS = PROBLEMS_PER_CONTEST + 1
_CONTEST = PROBLEMS_PER_CONTEST
_ORDERS = np.array(list(permutations(range(PROBLEMS_PER_CONTEST))), np.int64)
_DRAWS = np.arange(1, 4, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)


def _one(byte: int) -> int:
    return 1 << (8 * byte)


#: In the hidden words: the solver keeps its draft, its next step on the problem is a check.
KEPT = np.uint16(256)
_LEFT = np.uint16(255)
#: Hidden words, by their value: the steps of work left after a paid step. A check brings nothing nearer.
_AFTER = np.array([w - (0 < w < NEVER) for w in range(256)] + list(range(256)), np.uint16)


def _update(check: bool, passes: bool) -> tuple[int, int]:
    """What a paid step does to a problem's word: the bits it leaves, and what it adds to them."""
    cleared = (visible.EXIT, visible.SHELVED, visible.FOCUSED) + (() if check else (visible.CHECKS, visible.CANDIDATE))
    left = (1 << 64) - 1 - sum(255 * _one(byte) for byte in cleared)
    added = _one(visible.PAID) + _one(visible.FOCUSED) + (2 - passes) * _one(visible.EXIT)
    return left, added + (_one(visible.CHECKS) if check else _one(visible.VERSION) + _one(visible.CANDIDATE))


#: By 2 * check + passes.
_UPDATES = [_update(check, passes) for check in (False, True) for passes in (False, True)]
_LEAVES, _ADDS = (np.array([update[part] for update in _UPDATES], np.uint64) for part in (0, 1))
#: What the focus leaves behind: a problem that is shelved.
_LEAVE = np.uint64(_one(visible.FOCUSED) + _one(visible.SHELVED))
_ANSWERED = np.uint64(_one(visible.CANDIDATE) + _one(visible.VERSION))
_UNIT = np.uint64(_one(visible.REMAINING))
_BUDGET = np.uint64(_one(visible.TOTAL) + _one(visible.REMAINING))
_S16, _S32, _S48, _S56 = (np.uint64(n) for n in (16, 32, 48, 56))
_LOW, _HALF = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
_NOBODY = np.zeros(1, np.bool_)
#: Attributes that are made from the others.
_DERIVED = ("_flat", "_flat_hidden", "_kernel")


@dataclass(frozen=True)
class Stepped:
    """What one step came to, one entry per contest.

    ``gained``: 1 where an answer became right. ``ended``: finished, or nothing left to spend. ``cut``: too many blocked
    actions.
    """

    gained: npt.NDArray[np.uint8]
    ended: Flags
    cut: Flags


class Contests:
    """A batch of contests of one world.

    ``seeds`` gives each contest its own luck: `reset` starts its episode 0, `renew` the next one of some contests.
    ``guard`` is ``none``, ``coverage`` or ``verification``; a blocked action changes nothing and costs nothing.
    ``templates`` fixes the template of each contest, which is drawn otherwise. ``quick=False`` keeps to NumPy, which
    changes nothing but the speed. A copy goes on by itself, from where the original is.
    """

    def __init__(
        self,
        world: World,
        count: int,
        guard: str = "none",
        templates: npt.NDArray[np.int64] | None = None,
        quick: bool = True,
    ) -> None:
        assert sys.byteorder == "little", "words are read as bytes"
        self.world, self.count, self.guard, self._quick = world, count, guard, quick
        self.words: Words = np.zeros((count, _COLUMNS), np.uint64)
        #: Steps of work left until the answer is right, and whether the solver keeps its draft.
        self.hidden: npt.NDArray[np.uint16] = np.zeros((count, _COLUMNS), np.uint16)
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
        self._legal = np.ones((count, FINISH + 1), np.bool_)
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
        """Which slot of its template stands at each place of each contest."""
        return self._ordered(mixed(episode_keys(self._seeds, self.episode) ^ _DRAWS[0]))

    def packed(self) -> visible.Bytes:
        """The visible states, one row of bytes per contest (`r3gym.core.visible.pack`); a fresh array."""
        found: visible.Bytes = self.words.copy().view(np.uint8)
        return found

    def masks(self) -> Flags:
        """Which actions change something: a problem while there is budget and the guard allows it; finish always."""
        legal = self._legal.copy()
        if self.guard != "none":
            legal[:, :FINISH] &= ~blocked(self.guard, self.packed())
        return legal

    def right(self) -> Flags:
        """Which answers are right, hidden from every policy."""
        found: Flags = (self.hidden[:, :PROBLEMS_PER_CONTEST] & _LEFT) == 0
        return found

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """Spend one unit on the problem ``action``, or finish (6). Ended contests must be renewed before."""
        if actions.shape != (self.count,):
            raise InputError(f"actions of shape {actions.shape}: give one for each of the {self.count} contests")
        actions = np.ascontiguousarray(actions, np.int64)
        ended, cut = actions >= FINISH, _NOBODY
        if self.guard != "none":
            allowed = np.take_along_axis(self.masks(), actions[:, None], 1)[:, 0]
            self._blocked += ~allowed
            cut = self._blocked >= MOST_BLOCKED
            actions = np.where(allowed, actions, FINISH)
        gained = self._spend(actions) if self._kernel is None else self._kernel.spend(actions)
        return Stepped(gained, ended | (self._left == 0), cut)

    def _spend(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        """One paid step in each contest whose action is a problem; where an answer became right."""
        luck = advance(self._state) >> _S56  # everybody's luck moves on
        rows = np.flatnonzero(actions.view(np.uint64) < FINISH)
        at = rows * _COLUMNS + actions[rows]
        hidden = self._flat_hidden[at]
        after = _AFTER[hidden]
        right = after == 0
        outcome = self.world.outcomes.reshape(-1)[luck[rows] + self._feedback[rows] + right * np.uint64(ATOMS)]
        self._flat_hidden[at] = after + np.where(outcome & KEEPS, KEPT, 0).astype(np.uint16)
        # The problem that had the focus is shelved; the one that gets it (the same one, often) is written after that.
        focus = self._focus[rows]
        self._flat[focus[focus >= 0]] ^= _LEAVE
        self._focus[rows] = at
        kind = 2 * (hidden >= KEPT) + (outcome & PASSES)
        self._flat[at] = (self._flat[at] & _LEAVES[kind]) + _ADDS[kind]
        self.words[rows, _CONTEST] -= _UNIT
        self._left[rows] -= np.uint8(1)
        self._legal[self._left == 0, :FINISH] = False
        gained = np.zeros(self.count, np.uint8)
        gained[rows] = right & ((hidden & _LEFT) > 0)
        self.solved += gained
        return gained

    def _open(self, rows: npt.NDArray[np.int64]) -> None:
        """Deal the current episode of these contests: template, order, budget, work and first answers."""
        if self._kernel is not None:
            self._kernel.open(rows)
            return
        world = self.world
        keys = episode_keys(self._seeds[rows], self.episode[rows])
        chooses, luck, first = mixed(keys ^ _DRAWS[:, None])
        if self._fixed is None:
            template = ((chooses & _HALF) * np.uint64(len(world)) >> _S32).astype(np.int64)
        else:
            template = self._fixed[rows]
        choice = (((chooses >> _S32) & _LOW) * np.uint64(world.budgets.shape[1]) >> _S16).astype(np.int64)
        budget = world.budgets[template, choice]
        slots = np.take_along_axis(world.slots[template], self._ordered(chooses), 1)
        lucky, drafted = (bits[:, None].view(np.uint8)[:, :PROBLEMS_PER_CONTEST] for bits in (luck, first))
        work = world.laws[slots, lucky]
        answered = (work == 0) | (drafted < world.drafts[template, None])
        self.hidden[rows, :PROBLEMS_PER_CONTEST] = work + answered * KEPT
        self.words[rows, :PROBLEMS_PER_CONTEST] = answered * _ANSWERED
        self.words[rows, _CONTEST] = budget * _BUDGET + world.domain[template]
        self.solved[rows] = (work == 0).sum(axis=1)
        self._state[rows] = keys
        self._feedback[rows] = template * (2 * ATOMS)
        self._left[rows], self._focus[rows], self._blocked[rows], self._legal[rows] = budget, -1, 0, True

    def _ordered(self, chooses: Words) -> npt.NDArray[np.int64]:
        """The order of problems behind the bits that choose it."""
        if not self.world.shuffled:
            return np.tile(np.arange(PROBLEMS_PER_CONTEST), (len(chooses), 1))
        return _ORDERS[((chooses >> _S48) * np.uint64(len(_ORDERS)) >> _S16).astype(np.int64)]

    def _attach(self) -> None:
        """Make what is made from the arrays: flat views of them, and the compiled rules over them."""
        self._flat, self._flat_hidden = self.words.reshape(-1), self.hidden.reshape(-1)
        library, world = kernel_library() if self._quick else None, self.world
        self._kernel: Kernel | None = None
        if library is None:
            return
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
            "orders": _ORDERS if world.shuffled else None,
            "leaves": _LEAVES,
            "adds": _ADDS,
        }
        for name in ("domain", "laws", "slots", "edges", "drafts", "budgets"):
            arrays[name] = np.ascontiguousarray(getattr(world, name))
        numbers = {"leave": _LEAVE, "unit": _UNIT, "budget_shown": _BUDGET, "answered": _ANSWERED}
        sizes = {"worlds": len(world), "choices": world.budgets.shape[1], "all_orders": len(_ORDERS)}
        self._kernel = Kernel(library, arrays, {name: int(n) for name, n in (numbers | sizes).items()})

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _DERIVED}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._attach()
