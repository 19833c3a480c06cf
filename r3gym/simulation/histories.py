"""Beliefs about one problem after each sequence of paid steps on it: a tree in which equal beliefs are merged.

A belief holds, for each law the problem may follow, the probability of what was seen and of every hidden state
(steps of work left, draft kept or not). Two sequences are one node when their beliefs agree up to a factor: no
later step can distinguish them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from r3gym.simulation.world import ATOMS, KEEPS, PASSES

Floats = npt.NDArray[np.float64]

#: What a paid step shows: the solver worked or checked, and the exit status was zero or not.
OUTCOMES = 4
#: Probabilities below this are rounding.
_TINY = 1e-13


class TooManyHistories(Exception):
    """The exact method would need more memory than is sensible; use a bound."""


@dataclass(frozen=True, eq=False)
class Histories:
    """The nodes of the tree and their transitions.

    ``first`` are the nodes before any paid step (no answer, answer; -1 for one that cannot be) and ``first_chance``
    (2, laws) their probabilities. ``likelihood`` (nodes, laws) is the probability of
    the node's history under each law up to a factor, ``right`` (nodes, laws) that the answer is right then. ``child``
    (nodes, 4) and ``chance`` (nodes, laws, 4) are what a further paid step leads to; -1 where the tree ends.
    """

    first: tuple[int, ...]
    first_chance: Floats
    likelihood: Floats
    right: Floats
    child: npt.NDArray[np.int64]
    chance: Floats


def grow(
    laws: npt.NDArray[np.uint8], outcomes: npt.NDArray[np.uint8], drafts: float, depth: int, limit: int = 20_000
) -> Histories:
    """Build the tree of a problem that follows one of the laws, down to ``depth`` paid steps."""
    wrong, right = (np.bincount(codes, minlength=4) / ATOMS for codes in outcomes)
    chances = np.tile(wrong, (depth + 2, 1))
    chances[0] = right
    # The probability of an exit status by what comes after it: the draft is not kept, or kept.
    passes, fails = chances[:, [PASSES, PASSES + KEEPS]], chances[:, [0, KEEPS]]
    nodes: dict[bytes, int] = {}
    beliefs: list[Floats] = []

    def node_of(belief: Floats) -> int:
        total = belief.sum()
        if total < _TINY:
            return -1
        belief = belief / total
        key = np.round(belief, 10).tobytes()
        if key not in nodes:
            if len(nodes) >= limit:
                raise TooManyHistories
            nodes[key] = len(beliefs)
            beliefs.append(belief)
        return nodes[key]

    before = _before(laws, drafts, depth)
    first = tuple(node_of(belief) for belief in before)
    first_chance = np.array([belief.sum(axis=(1, 2)) for belief in before])
    child, done = [], 0
    level_end = len(beliefs)
    for _ in range(depth):
        while done < level_end:
            child.append([node_of(step) for step in _stepped(beliefs[done], passes, fails)])
            done += 1
        level_end = len(beliefs)
    child += [[-1] * OUTCOMES] * (len(beliefs) - done)
    stacked = np.array(beliefs)
    likelihood = stacked.sum(axis=(2, 3))
    safe = np.where(likelihood > 0, likelihood, 1.0)
    chance = np.zeros((len(beliefs), len(laws), OUTCOMES))
    for number in range(done):
        for outcome, step in enumerate(_stepped(beliefs[number], passes, fails)):
            chance[number, :, outcome] = step.sum(axis=(1, 2)) / safe[number]
    solved = stacked[:, :, 0].sum(axis=2) / safe
    return Histories(first, first_chance, likelihood, solved, np.array(child, np.int64), chance)


def _before(laws: npt.NDArray[np.uint8], drafts: float, depth: int) -> tuple[Floats, Floats]:
    """Return the beliefs before any paid step, without and with an answer. Work beyond ``depth`` counts as never."""
    work = np.zeros((len(laws), depth + 2))
    for number, law in enumerate(laws):
        counts = np.bincount(np.minimum(law, depth + 1), minlength=depth + 2)
        work[number] = counts / ATOMS
    without, answered = np.zeros((*work.shape, 2)), np.zeros((*work.shape, 2))
    answered[:, :, 1] = work * drafts
    answered[:, 0, 1] = work[:, 0]
    without[:, 1:, 0] = work[:, 1:] * (1 - drafts)
    return without, answered


def _stepped(belief: Floats, passes: Floats, fails: Floats) -> tuple[Floats, ...]:
    """Return the beliefs after one more paid step, for each outcome: worked or checked, exit zero or not."""
    working, checking = belief[:, :, 0], belief[:, :, 1]
    moved = np.zeros_like(working)
    moved[:, :-2] = working[:, 1:-1]
    moved[:, 0] += working[:, 0]
    moved[:, -1] = working[:, -1]  # never, or beyond the horizon
    return tuple(after[:, :, None] * seen for after in (moved, checking) for seen in (passes, fails))
