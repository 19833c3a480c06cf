"""The score difference of two cells that played the same contests, contest by contest, with a paired interval."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from r3gym.analysis.bootstrap import Resampling, resample
from r3gym.analysis.contest_score import contest_score
from r3gym.cells.cell import ContestCell
from r3gym.oracle.resampling import Interval


@dataclass(frozen=True, slots=True)
class PairedScores:
    """Second minus first: for each contest both have played (by name), and the mean with its interval."""

    contests: tuple[str, ...]
    differences: tuple[Fraction, ...]
    mean: Interval


def paired_scores(first: ContestCell, second: ContestCell, resampling: Resampling) -> PairedScores | None:
    """Return the difference over the contests that both played; None where there is none.

    Contests are paired by their names and their problems: the suites may lie in different campaigns.
    """
    places = {cell_contest: n for n, cell_contest in enumerate(_contests(first))}
    pairs = [(places[one], n) for n, one in enumerate(_contests(second)) if one in places]
    if not pairs:
        return None
    mine, other = np.array(pairs).T
    before, after = contest_score(first), contest_score(second)
    before = type(before)(before.numerator[mine], before.denominator[mine])
    after = type(after)(after.numerator[other], after.denominator[other])
    difference = after.minus(before)
    drawn = resample({("difference", ""): difference}, resampling.counts(len(pairs), first.key.domain))
    fractions = zip(difference.numerator.tolist(), difference.denominator.tolist(), strict=True)
    return PairedScores(
        tuple(name for name, _ in (_contests(first)[n] for n in mine)),
        tuple(Fraction(top, below) for top, below in fractions),
        drawn["difference", ""].interval(),
    )


def _contests(cell: ContestCell) -> list[tuple[str, tuple[str, ...]]]:
    """Return name and problems of each contest."""
    suite = cell.suite
    return [
        (suite.contests[n], tuple(suite.problems[p] for p in suite.order[n].tolist())) for n in cell.contests.tolist()
    ]
