"""The resource-rationality gap, and the problems that the oracle selected and the contests missed.

Everything is computed in fractions: rounding never affects whether a gap is zero, positive or negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from r3gym.errors import InputError
from r3gym.oracle.knapsack import Allocation

#: Floats are taken at their exact value.
Number = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Gap:
    """The mean oracle score and the mean contest score over the same contests, both expected solved counts."""

    oracle: Fraction
    contest: Fraction

    @property
    def gap(self) -> Fraction:
        """Oracle minus contest; negative where the contests scored higher than the curves predict."""
        return self.oracle - self.contest

    @property
    def ratio(self) -> Fraction | None:
        """The gap as a share of the oracle score: a ratio of means. None at an oracle score of 0."""
        return self.gap / self.oracle if self.oracle else None


def score_gap(oracle: Sequence[Number], contest: Sequence[Number]) -> Gap:
    """Return the gap between two lists of scores, one entry for each contest, in the same order.

    >>> found = score_gap(oracle=[3, 1], contest=[1, Fraction(2, 5)])
    >>> found.gap, found.ratio
    (Fraction(13, 10), Fraction(13, 20))
    """
    if len(oracle) != len(contest):
        raise InputError(f"{len(oracle)} oracle scores and {len(contest)} contest scores: give one each per contest")
    if not oracle:
        raise InputError("a gap needs at least one contest")
    return Gap(_mean(oracle), _mean(contest))


@dataclass(frozen=True, slots=True)
class SelectedProblem:
    """A problem that the oracle selected: its success rate there, and its success rate in the contest's runs."""

    problem: int
    expected: Fraction
    actual: Fraction

    @property
    def mass(self) -> Fraction:
        """The recoverable mass: the selected rate minus the rate in the contest's runs, at least zero."""
        return max(Fraction(0), self.expected - self.actual)

    @property
    def missed(self) -> bool:
        """Whether the recoverable mass is positive."""
        return self.mass > 0


def selected_problems(
    allocation: Allocation, successes: Sequence[Sequence[int]], repeats: int, solved: Sequence[int], runs: int
) -> tuple[SelectedProblem, ...]:
    """Return the oracle-selected set of one contest with the results of its runs.

    Problem p was solved in ``solved[p]`` of ``runs`` runs. ``successes`` (out of ``repeats``) are those that the
    allocation was solved with.
    """
    if len(solved) != len(allocation.assignment) or len(successes) != len(solved):
        raise InputError(f"solved has {len(solved)} problems, the allocation {len(allocation.assignment)}")
    if repeats < 1 or runs < 1 or not all(0 <= count <= runs for count in solved):
        raise InputError(
            f"repeats={repeats}, runs={runs}, solved={list(solved)}: at least one run, and 0 <= solved <= runs"
        )
    return tuple(
        SelectedProblem(p, Fraction(successes[p][allocation.assignment[p]], repeats), Fraction(solved[p], runs))
        for p in allocation.selected
    )


def selected_miss_mass(selected: Iterable[SelectedProblem]) -> Fraction:
    """Return the selected-miss mass: with rates of 0 and 1 only, the number of selected problems that were missed.

    `r3gym.analysis.selected_misses.miss_mass` is the same for all contests of a cell
    (``tests/analysis/test_both_forms.py``).
    """
    return sum((problem.mass for problem in selected), Fraction(0))


def _mean(values: Sequence[Number]) -> Fraction:
    return sum((Fraction(value) for value in values), Fraction(0)) / len(values)
