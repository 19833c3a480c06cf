"""Many simulated contests at once: what a paid step on a problem does to the visible state and to what is hidden.

The visible state of a problem is one 64-bit word, whose bytes are those of `r3gym.visible`, so a step reads one word per
contest, adds to it and writes it back; there is no loop over contests. The eighth word of a contest is scratch: what
changes nothing is written there.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym import visible
from r3gym.domains import PROBLEMS_PER_CONTEST
from r3gym.simulation.guards import blocked
from r3gym.simulation.randomness import Words, advance, episode_keys, mixed
from r3gym.simulation.world import NEVER, World

Flags = npt.NDArray[np.bool_]

FINISH = PROBLEMS_PER_CONTEST
#: Blocked actions after which a contest is cut off: they cost nothing, so nothing else would end it.
MOST_BLOCKED = 64

_COLUMNS = 8
_CONTEST, _SCRATCH = 6, 7
_ORDERS = np.array(list(permutations(range(PROBLEMS_PER_CONTEST))), np.int64)
_DRAWS = np.arange(1, 4, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)


def _one(byte: int) -> int:
    return 1 << (8 * byte)


_CLEAR = np.uint64(((1 << 64) - 1) ^ 255 * (_one(visible.EXIT) + _one(visible.SHELVED)))
_NO_CHECKS = np.uint64(((1 << 64) - 1) ^ 255 * _one(visible.CHECKS))
_PAID_FOCUSED = np.uint64(_one(visible.PAID))
_FOCUS = np.uint64(_one(visible.FOCUSED))
_LEAVE = np.uint64(_one(visible.FOCUSED) + _one(visible.SHELVED))
_CANDIDATE = np.uint64(_one(visible.CANDIDATE))
_VERSION, _CHECK = np.uint64(_one(visible.VERSION)), np.uint64(_one(visible.CHECKS))
_EXIT_BITS = np.uint64(8 * visible.EXIT)
_UNIT = np.uint64(_one(visible.REMAINING))
#: In the hidden words: the solver keeps its draft, its next step on the problem is a check.
KEPT = np.uint16(256)
_LEFT = np.uint16(255)
_S16, _S32, _S48 = np.uint64(16), np.uint64(32), np.uint64(48)
_LOW = np.uint64(0xFFFF)


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
    ``templates`` fixes the template of each contest, which is drawn otherwise.
    """

    def __init__(
        self, world: World, count: int, guard: str = "none", templates: npt.NDArray[np.int64] | None = None
    ) -> None:
        assert sys.byteorder == "little", "words are read as bytes"
        self.world, self.count, self.guard = world, count, guard
        self.words: Words = np.zeros((count, _COLUMNS), np.uint64)
        #: Steps of work left until the answer is right, and whether the solver keeps its draft.
        self.hidden: npt.NDArray[np.uint16] = np.zeros((count, _COLUMNS), np.uint16)
        self.template = np.zeros(count, np.int64)
        self._fixed = templates
        self.order = np.zeros((count, PROBLEMS_PER_CONTEST), np.int64)
        self.episode: Words = np.zeros(count, np.uint64)
        self._seeds: Words = np.zeros(count, np.uint64)
        self._state: Words = np.zeros(count, np.uint64)
        self._chances = np.zeros((5, count), np.uint32)
        self._left = np.zeros(count, np.uint8)
        self._focus = np.zeros(count, np.int64)
        self._blocked = np.zeros(count, np.uint16)
        self._base = np.arange(count, dtype=np.int64) * _COLUMNS
        self._scratch = self._base + _SCRATCH
        self._flat, self._flat_hidden = self.words.reshape(-1), self.hidden.reshape(-1)

    def reset(self, seeds: npt.ArrayLike) -> None:
        """Start episode 0 of every contest."""
        self._seeds[:] = np.asarray(seeds, np.uint64)
        self.episode[:] = 0
        self._deal(np.arange(self.count))

    def renew(self, rows: npt.NDArray[np.int64]) -> None:
        """Start the next episode of these contests."""
        if len(rows):
            self.episode[rows] += np.uint64(1)
            self._deal(rows)

    def packed(self) -> visible.Bytes:
        """The visible states, one row of bytes per contest (`r3gym.visible.pack`); a fresh array."""
        seen: Any = self.words[:, : _CONTEST + 1].copy()
        return seen.view(np.uint8)

    def masks(self) -> Flags:
        """Which actions change something: a problem while there is budget and the guard allows it; finish always."""
        legal = np.empty((self.count, FINISH + 1), np.bool_)
        legal[:, :FINISH] = (self._left > 0)[:, None]
        if self.guard != "none":
            legal[:, :FINISH] &= ~blocked(self.guard, self.packed())
        legal[:, FINISH] = True
        return legal

    def right(self) -> Flags:
        """Which answers are right, hidden from every policy."""
        return (self.hidden[:, :PROBLEMS_PER_CONTEST] & _LEFT) == 0

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """Spend one unit on the problem ``action``, or finish (6). Ended contests must be renewed before."""
        spends = (actions < FINISH) & (self._left > 0)
        cut = np.zeros(self.count, np.bool_)
        if self.guard != "none":
            allowed = np.take_along_axis(self.masks(), actions[:, None], 1)[:, 0]
            self._blocked += ~allowed
            cut = self._blocked >= MOST_BLOCKED
            spends &= allowed
        at = np.where(spends, self._base + actions, self._scratch)
        words, hidden = self._flat.take(at), self._flat_hidden.take(at)
        bits = advance(self._state)
        works = hidden < KEPT
        left = (hidden & _LEFT).astype(np.uint8)
        after = left - (works & (left - np.uint8(1) < NEVER - 1))  # neither right nor never right: one step nearer
        right = after == 0
        looks_right, looks_wrong, exit_looks, exit_fails, keeps = self._chances
        looks = (bits >> _S48).astype(np.uint32) < np.where(right, looks_right, looks_wrong)
        passes = ((bits >> _S32) & _LOW).astype(np.uint32) < np.where(looks, exit_looks, exit_fails)
        keeps = looks & (((bits >> _S16) & _LOW).astype(np.uint32) < keeps)
        self._flat_hidden[at] = after | (keeps.astype(np.uint16) << np.uint16(8))
        # The problem that had the focus is shelved before the new one gets it.
        leaves = np.where(spends & (self._focus != at), self._focus, self._scratch)
        self._flat[leaves] ^= _LEAVE
        words &= _CLEAR
        words &= np.where(works, _NO_CHECKS, ~np.uint64(0))
        words |= np.where(works, _CANDIDATE, np.uint64(0)) | _FOCUS
        words += np.where(works, _VERSION, _CHECK)
        words += ((np.uint64(2) - passes) << _EXIT_BITS) + _PAID_FOCUSED
        self._flat[at] = words
        self._focus = np.where(spends, at, self._focus)
        self._left -= spends
        self.words[:, _CONTEST] -= np.where(spends, _UNIT, np.uint64(0))
        self.words[:, _SCRATCH] = 0
        self.hidden[:, _SCRATCH] = 0
        gained = (spends & right & (left > 0)).astype(np.uint8)
        return Stepped(gained, (actions >= FINISH) | (self._left == 0), cut)

    def _deal(self, rows: npt.NDArray[np.int64]) -> None:
        """Draw template, order, budget, work and first answers of new episodes."""
        world = self.world
        keys = episode_keys(self._seeds[rows], self.episode[rows])
        draws = mixed(keys[:, None] ^ _DRAWS)
        chooses = draws[:, 0]
        if self._fixed is None:
            template = (((chooses & np.uint64(0xFFFFFFFF)) * np.uint64(len(world))) >> _S32).astype(np.int64)
        else:
            template = self._fixed[rows]
        which = (((chooses >> _S32) & _LOW) * np.uint64(world.budgets.shape[1]) >> _S16).astype(np.int64)
        slots = world.slots[template]
        if world.shuffled:
            order = _ORDERS[((chooses >> _S48) * np.uint64(len(_ORDERS)) >> _S16).astype(np.int64)]
            slots = np.take_along_axis(slots, order, 1)
            self.order[rows] = order
        else:
            self.order[rows] = np.arange(PROBLEMS_PER_CONTEST)
        luck = draws[:, 1].copy().view(np.uint8).reshape(-1, 8)[:, :PROBLEMS_PER_CONTEST]
        drafts = draws[:, 2].copy().view(np.uint8).reshape(-1, 8)[:, :PROBLEMS_PER_CONTEST]
        work = world.laws[slots, luck]
        chances = world.chances[template]
        answered = (work == 0) | (drafts < chances[:, 5:])
        self.template[rows] = template
        self._chances[:, rows] = chances[:, :5].T
        budget = world.budgets[template, which]
        self._left[rows] = budget
        self.hidden[rows, :PROBLEMS_PER_CONTEST] = work | (answered.astype(np.uint16) << np.uint16(8))
        self.words[rows, :PROBLEMS_PER_CONTEST] = answered * (_CANDIDATE + _VERSION)
        shown = budget.astype(np.uint64) * np.uint64(_one(visible.TOTAL) + _one(visible.REMAINING))
        self.words[rows, _CONTEST] = shown + world.domain[template]
        self._focus[rows] = self._scratch[rows]
        self._blocked[rows] = 0
        self._state[rows] = keys
