"""The response-curve oracle and the equal-allocation replay of a contest cell, for all its contests at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from r3gym.analysis.figure import Figure, common_multiple
from r3gym.cells.cell import ContestCell, CurveCell
from r3gym.cells.table import Flags, Ints
from r3gym.oracle.batch import solve_batch
from r3gym.oracle.costs import OracleCost
from r3gym.oracle.equal import equal_share

#: The cost of what was never solved.
NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class CellOracle:
    """The oracle's choice for each contest of a cell at its budget.

    Successes are out of ``scale``: the repeats, or in an incomplete cell the least common multiple of what was run, so
    that they stay whole numbers. Level 0 is the zero option; a level that was never run is a zero option too.
    """

    scale: int
    budget: int
    #: Contests x positions x levels.
    costs: Ints
    successes: Ints
    #: Contests (x positions).
    value: Ints
    assignment: Ints
    equal: Ints

    @property
    def expected(self) -> Ints:
        """The successes of the chosen level: contests x positions."""
        return np.take_along_axis(self.successes, self.assignment[..., None], -1)[..., 0]

    @property
    def selected(self) -> Flags:
        """The oracle-selected problems: those funded with a positive expected return."""
        return self.expected > 0


def oracle_of(cell: ContestCell, curves: CurveCell, cost: OracleCost = OracleCost.NOMINAL) -> CellOracle | None:
    """Return the oracle of a cell with these costs; None without a budget."""
    if cell.budget is None:
        return None
    scale = common_multiple(curves.runs.ravel().tolist())
    if cost is OracleCost.OBSERVED:
        cheapest = cheapest_successes(curves.outcome, curves.used)
        paid, won = np.where(cheapest == NEVER, 0, cheapest), scale * (cheapest != NEVER)
    else:
        paid, won = np.where(curves.runs > 0, curves.caps, 0), curves.successes * (scale // np.maximum(curves.runs, 1))
    nothing = np.zeros((len(won), 1), np.int64)
    successes = np.concatenate([nothing, won], axis=1)[cell.problems]
    costs = np.concatenate([nothing, paid], axis=1)[cell.problems]
    found = solve_batch(costs, successes, cell.budget, assignments=True)
    assert found.assignment is not None
    return CellOracle(
        scale, cell.budget, costs, successes, found.successes, found.assignment, _equal(cell, curves, cell.budget)
    )


def cheapest_successes(outcome: Ints, used: Ints) -> Ints:
    """Return the least use of a successful run: problems x levels, `NEVER` where there is none.

    `r3gym.oracle.costs.observed_curve` for all problems at once; ``tests/analysis/test_both_forms.py`` compares them.
    """
    return np.asarray(np.where(outcome == 1, used, NEVER).min(axis=2), np.int64)


def oracle_score(oracle: CellOracle) -> Figure:
    """Return the mean of the oracle's value over contests."""
    return Figure.of(oracle.value, oracle.scale)


def equal_allocation(oracle: CellOracle) -> Figure:
    """Return the mean of the equal-allocation replay over contests."""
    return Figure.of(oracle.equal, 1)


def gap(contest: Figure, oracle: Figure) -> Figure:
    """Return oracle minus contest."""
    return oracle.minus(contest)


def gap_ratio(contest: Figure, oracle: Figure) -> Figure:
    """Return the gap over the oracle, a ratio of means: null at an oracle of 0, negative where contests did better."""
    return gap(contest, oracle).per(oracle)


def _equal(cell: ContestCell, curves: CurveCell, budget: int) -> Ints:
    """Count the problems with a judged-correct run whose realised cost is within an equal share.

    `r3gym.oracle.equal.equal_replay` for all contests at once; ``tests/analysis/test_both_forms.py`` compares them.
    """
    cheapest = cheapest_successes(curves.outcome, curves.used).min(axis=1)
    within: Ints = (cheapest[cell.problems] <= equal_share(budget, cell.suite.size)).sum(axis=1)
    return within
