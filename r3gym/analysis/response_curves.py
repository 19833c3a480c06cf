"""Response curves: per problem and level the successes, the realised use, and how failed runs ended.

Nothing is assumed of a curve's shape: where a more expensive level succeeded less often there is a warning, and the
oracle may use the cheaper one. The band of a group of problems is a bootstrap over contests; the band of one problem,
with five runs a level, is Wilson's interval (resampling five equal outcomes would give an interval of width zero).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from r3gym.analysis.figure import Figure, Name
from r3gym.cells.campaign import TIERS
from r3gym.cells.cell import CurveCell
from r3gym.core.tier import Tier

#: The standard normal's 97.5 % point.
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class LevelStats:
    """One level of one problem; ``ended`` counts the runs by how they ended."""

    level: float
    cap: int
    runs: int
    successes: int
    low: float | None
    high: float | None
    used: tuple[int, ...]
    ended: dict[str, int]


@dataclass(frozen=True, slots=True)
class ProblemCurve:
    """The measured levels of one problem; the zero option is not among them."""

    problem: str
    tier: Tier
    levels: tuple[LevelStats, ...]
    #: Levels at which a larger cap succeeded less often than the level before: (before, level).
    drops: tuple[tuple[float, float], ...]


def problem_curves(cell: CurveCell) -> tuple[ProblemCurve, ...]:
    """Return the curve of every problem of the cell, in the suite's order."""
    tiers = np.zeros(len(cell.suite.problems), np.int64)
    tiers[cell.suite.order] = cell.suite.tiers
    return tuple(_curve(cell, n, TIERS[tier]) for n, tier in enumerate(tiers.tolist()))


def mean_curves(cell: CurveCell) -> dict[Name, Figure]:
    """Return the success rate at each level, by tier and of all problems, contest by contest for the bootstrap."""
    found: dict[Name, Figure] = {}
    won, runs = cell.successes[cell.suite.order], cell.runs[cell.suite.order]
    groups = {tier.value: cell.suite.tiers == n for n, tier in enumerate(TIERS) if tier is not Tier.UNRATED}
    for group, there in {**groups, "all": np.ones_like(cell.suite.tiers, bool)}.items():
        for n, level in enumerate(cell.grid):
            name = f"{level:g}"
            figure = Figure((won[..., n] * there).sum(axis=1), (runs[..., n] * there).sum(axis=1))
            found[f"success at {name}", group] = figure
    return found


def not_monotone(curves: tuple[ProblemCurve, ...]) -> tuple[ProblemCurve, ...]:
    """Return the problems at which a more expensive level succeeded less often, which is allowed."""
    return tuple(curve for curve in curves if curve.drops)


def wilson(successes: int, runs: int) -> tuple[float, float] | tuple[None, None]:
    """Return Wilson's 95 % interval of a rate.

    >>> [round(bound, 3) for bound in wilson(5, 5)]
    [0.566, 1.0]
    """
    if not runs:
        return None, None
    rate, square = successes / runs, _Z * _Z
    centre = (rate + square / (2 * runs)) / (1 + square / runs)
    half = _Z / (1 + square / runs) * math.sqrt(rate * (1 - rate) / runs + square / (4 * runs * runs))
    return max(0.0, centre - half), min(1.0, centre + half)


def _curve(cell: CurveCell, problem: int, tier: Tier) -> ProblemCurve:
    levels = []
    for n, level in enumerate(cell.grid):
        there = cell.outcome[problem, n] >= 0
        ended, counts = np.unique(cell.ended[problem, n][there], return_counts=True)
        won, runs = int((cell.outcome[problem, n] == 1).sum()), int(there.sum())
        low, high = wilson(won, runs)
        levels.append(
            LevelStats(
                level=level,
                cap=int(cell.caps[n]),
                runs=runs,
                successes=won,
                low=low,
                high=high,
                used=tuple(cell.used[problem, n][there].tolist()),
                ended={cell.words[w]: int(c) for w, c in zip(ended, counts, strict=True)},
            )
        )
    known = [one for one in levels if one.runs]
    drops = tuple(
        (before.level, after.level)
        for before, after in pairwise(known)
        if after.successes * before.runs < before.successes * after.runs
    )
    return ProblemCurve(cell.suite.problems[problem], tier, tuple(levels), drops)
