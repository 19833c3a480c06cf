"""The cross-fitted oracle, beyond the paper: choose on all repeats but one, value the choice on that one.

The plug-in oracle chooses and values on the same five runs, which biases its value upwards. Here no run values a choice
that was made with it; the mean is over all ways to leave one repeat out.
"""

from __future__ import annotations

import numpy as np

from r3gym.analysis.figure import Figure
from r3gym.cells.cell import ContestCell, CurveCell
from r3gym.oracle.batch import solve_batch


def cross_fitted_oracle(cell: ContestCell, curves: CurveCell) -> Figure | None:
    """Return the mean over contests; None with a single repeat, an incomplete curve or no budget."""
    repeats = curves.repeats
    if repeats < 2 or not curves.complete or cell.budget is None:
        return None
    outcome = np.moveaxis(curves.outcome, 2, 0)[:, cell.problems]  # repeats x contests x positions x levels
    outcome = np.concatenate([np.zeros_like(outcome[..., :1]), outcome], axis=-1)
    costs = np.concatenate([[0], curves.caps])
    found = solve_batch(costs, outcome.sum(axis=0) - outcome, cell.budget, assignments=True)
    assert found.assignment is not None
    valued = np.take_along_axis(outcome, found.assignment[..., None], -1)
    return Figure.of(valued.sum(axis=(0, 2, 3)), repeats)
