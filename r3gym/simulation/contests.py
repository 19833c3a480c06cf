"""Many simulated contests at once: what a paid step on a problem does to the visible state and to what is hidden.

The visible state of a problem is one 64-bit word, whose bytes are those of `r3gym.visible`, so a step reads one word
per contest, adds to it and writes it back; there is no loop over contests. The seventh word of a contest is scratch:
what changes nothing is written there.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from r3gym import visible
from r3gym.domains import PROBLEMS_PER_CONTEST
from r3gym.simulation.guards import blocked
from r3gym.simulation.randomness import Words, advance, episode_keys, mixed
from r3gym.simulation.world import ATOMS, KEEPS, NEVER, PASSES, World

Flags = npt.NDArray[np.bool_]

FINISH = PROBLEMS_PER_CONTEST
#: Blocked actions after which a contest is cut off: they cost nothing, so nothing else would end it.
MOST_BLOCKED = 64
#: How many episodes of a contest are dealt at once.
AHEAD = 8

#: Words of a dealt episode.
_DEALT = 12
_COLUMNS = 8
_SCRATCH, _CONTEST = 6, 7  # an action that is no problem's falls on scratch by itself
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
_LEAVE = np.uint64(_one(visible.FOCUSED) + _one(visible.SHELVED))
_CANDIDATE, _VERSION = np.uint64(_one(visible.CANDIDATE)), np.uint64(_one(visible.VERSION))
_UNIT = np.uint64(_one(visible.REMAINING))
_S16, _S32, _S48, _S56 = (np.uint64(n) for n in (16, 32, 48, 56))
_LOW = np.uint64(0xFFFF)
_RIGHT = np.uint64(ATOMS)
_NOBODY = np.zeros(1, np.bool_)


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
        self._fixed = templates
        self.episode: Words = np.zeros(count, np.uint64)
        self._seeds: Words = np.zeros(count, np.uint64)
        self._state: Words = np.zeros(count, np.uint64)
        #: Answers that are right now, and the units left, per contest.
        self.solved = np.zeros(count, np.uint8)
        self._left = np.zeros(count, np.uint8)
        self._feedback: Words = np.zeros(count, np.uint64)
        self._outcomes, self._laws = world.outcomes.reshape(-1), world.laws.reshape(-1)
        self._slots = world.slots.reshape(-1) * ATOMS
        self._legal = np.ones((count, FINISH + 1), np.bool_)
        self._blocked = np.zeros(count, np.uint16)
        self._base = np.arange(count, dtype=np.int64) * _COLUMNS
        self._scratch = self._base + _SCRATCH
        self._focus = self._scratch.copy()
        self._flat, self._flat_hidden = self.words.reshape(-1), self.hidden.reshape(-1)
        #: Episodes dealt ahead: dealing many at once is cheaper than a few at every step. Episode e lies at e % AHEAD.
        self._ahead: Words = np.zeros((count, AHEAD, _DEALT), np.uint64)
        self._dealt_upto: Words = np.zeros(count, np.uint64)

    def reset(self, seeds: npt.ArrayLike) -> None:
        """Start episode 0 of every contest."""
        self._seeds[:] = np.asarray(seeds, np.uint64)
        self.episode[:] = 0
        self._dealt_upto[:] = 1
        rows = np.arange(self.count)
        self._open(rows, self._deal(rows, self.episode))

    def renew(self, rows: npt.NDArray[np.int64]) -> None:
        """Start the next episode of these contests."""
        if not len(rows):
            return
        self.episode[rows] += np.uint64(1)
        episodes = self.episode[rows]
        if (episodes >= self._dealt_upto[rows]).any():
            self._deal_ahead()
        self._open(rows, self._ahead[rows, (episodes % AHEAD).astype(np.int64)])

    @property
    def template(self) -> npt.NDArray[np.int64]:
        """The template of each contest."""
        return (self._feedback // np.uint64(2 * ATOMS)).astype(np.int64)

    @property
    def order(self) -> npt.NDArray[np.int64]:
        """Which slot of its template stands at each place of each contest."""
        if not self.world.shuffled:
            return np.tile(np.arange(PROBLEMS_PER_CONTEST), (self.count, 1))
        return _order(mixed(episode_keys(self._seeds, self.episode)[:, None] ^ _DRAWS)[:, 0])

    def packed(self) -> visible.Bytes:
        """The visible states, one row of bytes per contest (`r3gym.visible.pack`); a fresh array."""
        seen = np.empty((self.count, PROBLEMS_PER_CONTEST + 1), np.uint64)
        seen[:, :PROBLEMS_PER_CONTEST] = self.words[:, :PROBLEMS_PER_CONTEST]
        seen[:, PROBLEMS_PER_CONTEST] = self.words[:, _CONTEST]
        found: visible.Bytes = seen.view(np.uint8)
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
        cut = _NOBODY
        if self.guard != "none":
            allowed = np.take_along_axis(self.masks(), actions[:, None], 1)[:, 0]
            self._blocked += ~allowed
            cut = self._blocked >= MOST_BLOCKED
            ended, actions = actions >= FINISH, np.where(allowed, actions, _SCRATCH)
        spends = actions < FINISH
        at = self._base + actions
        hidden = self._flat_hidden.take(at)
        after = _AFTER.take(hidden)
        right = after == 0
        luck = advance(self._state) >> _S56
        luck += self._feedback
        luck += right * _RIGHT
        outcome = self._outcomes.take(luck.view(np.int64))
        self._flat_hidden[at] = after + (outcome & KEEPS) * np.uint16(128)  # scratch stays at 0 steps left
        # The problem that had the focus is shelved; the one that gets it (the same one, often) is written after that.
        self._flat[self._focus] ^= _LEAVE
        kind = (hidden >> 8) * np.uint16(2) + (outcome & PASSES)
        words = self._flat.take(at)
        words &= _LEAVES.take(kind)
        words += _ADDS.take(kind)
        self._flat[at] = words
        self._left -= spends
        self.words[:, _CONTEST] -= spends * _UNIT
        idle = np.flatnonzero(~spends)
        if len(idle):  # who spends nothing keeps the focus
            at[idle] = self._focus[idle]
            self._flat[at[idle]] ^= _LEAVE
        self._focus = at
        gained = (right & ((hidden & _LEFT) > 0)).view(np.uint8)
        self.solved += gained
        spent = self._left == 0
        if spent.any():
            self._legal[spent, :FINISH] = False
        return Stepped(gained, (~spends if self.guard == "none" else ended) | spent, cut)

    def _open(self, rows: npt.NDArray[np.int64], dealt: Words) -> None:
        """Put dealt episodes on the table."""
        self.words[rows] = dealt[:, :_COLUMNS]
        self.hidden.view(np.uint64)[rows] = dealt[:, 8:10]
        self._state[rows] = dealt[:, 10]
        sums = dealt[:, 11]
        self._left[rows], self.solved[rows] = sums & _LOW, (sums >> _S16) & _LOW
        self._feedback[rows] = sums >> _S32
        self._focus[rows] = self._scratch[rows]
        self._blocked[rows] = 0
        self._legal[rows] = True

    def _deal_ahead(self) -> None:
        """Deal what is missing so that every contest has its next episodes."""
        missing = (self.episode + np.uint64(AHEAD) - self._dealt_upto).astype(np.int64)
        rows = np.repeat(np.arange(self.count), missing)
        number = np.arange(len(rows)) - np.repeat(np.cumsum(missing) - missing, missing)
        episodes = self._dealt_upto[rows] + number.astype(np.uint64)
        self._ahead[rows, (episodes % AHEAD).astype(np.int64)] = self._deal(rows, episodes)
        self._dealt_upto[:] = self.episode + np.uint64(AHEAD)

    def _deal(self, rows: npt.NDArray[np.int64], episodes: Words) -> Words:
        """Draw template, order, budget, work and first answers: visible words (8), hidden ones (2), luck, sums."""
        world = self.world
        keys = episode_keys(self._seeds[rows], episodes)
        draws = mixed(keys[:, None] ^ _DRAWS)
        chooses = draws[:, 0]
        if self._fixed is None:
            template = (((chooses & np.uint64(0xFFFFFFFF)) * np.uint64(len(world))) >> _S32).astype(np.int64)
        else:
            template = self._fixed[rows]
        which = (((chooses >> _S32) & _LOW) * np.uint64(world.budgets.shape[1]) >> _S16).astype(np.int64)
        order = _order(chooses) if world.shuffled else np.arange(PROBLEMS_PER_CONTEST)
        place = self._slots.take(template[:, None] * PROBLEMS_PER_CONTEST + order)
        lucky = draws[:, 1:].copy().view(np.uint8)
        place += lucky[:, :PROBLEMS_PER_CONTEST]
        work = self._laws.take(place)
        free = work == 0
        answered = free | (lucky[:, 8 : 8 + PROBLEMS_PER_CONTEST] < world.drafts.take(template)[:, None])
        budget = world.budgets[template, which]
        dealt = np.zeros((len(rows), _DEALT), np.uint64)
        dealt[:, :PROBLEMS_PER_CONTEST] = answered * (_CANDIDATE + _VERSION)
        shown = budget.astype(np.uint64) * np.uint64(_one(visible.TOTAL) + _one(visible.REMAINING))
        dealt[:, _CONTEST] = shown + world.domain[template]
        hidden = np.zeros((len(rows), _COLUMNS), np.uint16)
        hidden[:, :PROBLEMS_PER_CONTEST] = work + answered * KEPT
        dealt[:, 8:10] = hidden.view(np.uint64)
        dealt[:, 10] = keys
        sums = budget + (free.sum(axis=1) << 16) + (template * (2 * ATOMS) << 32)
        dealt[:, 11] = sums
        return dealt


def _order(chooses: Words) -> npt.NDArray[np.int64]:
    return _ORDERS[((chooses >> _S48) * np.uint64(len(_ORDERS)) >> _S16).astype(np.int64)]
