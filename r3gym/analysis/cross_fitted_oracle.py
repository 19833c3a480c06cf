"""The cross-fitted oracle, beyond the paper: choose on all repeats but one, value the choice on that one.

The plug-in oracle chooses and values on the same five runs, which biases its value upwards. Here no run values a choice
that was made with it; the mean is over all ways to leave one repeat out.
"""

from __future__ import annotations

import numpy as np

from r3gym.analysis.figure import Figure
from r3gym.analysis.oracle_score import NEVER, cheapest_successes
from r3gym.cells.cell import ContestCell, CurveCell
from r3gym.oracle.batch import solve_batch
from r3gym.oracle.costs import OracleCost


def cross_fitted_oracle(cell: ContestCell, curves: CurveCell, cost: OracleCost = OracleCost.NOMINAL) -> Figure | None:
    """Return the mean over contests; None with a single repeat, an incomplete curve or no budget.

    At observed costs the run that was left out counts when it succeeded with no more than was paid.
    """
    repeats = curves.repeats
    if repeats < 2 or not curves.complete or cell.budget is None:
        return None
    outcome = np.moveaxis(curves.outcome, 2, 0)[:, cell.problems]  # repeats x contests x positions x levels
    outcome = np.concatenate([np.zeros_like(outcome[..., :1]), outcome], axis=-1)
    if cost is OracleCost.OBSERVED:
        others = [np.delete(np.arange(repeats), k) for k in range(repeats)]
        least = np.stack([cheapest_successes(curves.outcome[..., o], curves.used[..., o]) for o in others])
        least = np.insert(least, 0, NEVER, axis=2)[:, cell.problems]  # the zero option wins nothing
        used = np.insert(np.moveaxis(curves.used, 2, 0), 0, 0, axis=2)[:, cell.problems]
        outcome = outcome * (used <= least)
        costs, chances = np.where(least == NEVER, 0, least), (least != NEVER).astype(np.int64)
    else:
        costs, chances = np.concatenate([[0], curves.caps]), outcome.sum(axis=0) - outcome
    found = solve_batch(costs, chances, cell.budget, assignments=True)
    assert found.assignment is not None
    valued = np.take_along_axis(outcome, found.assignment[..., None], -1)
    return Figure.of(valued.sum(axis=(0, 2, 3)), repeats)
