"""The target-in-suite diagnostic: the cost of the presence of the contest's other problems.

A problem's control is its response curve at the largest level, its stress the runs in which it was the target of its
contest. The differences of a contest are averaged first, then contests with equal weight.
"""

from __future__ import annotations

import numpy as np

from r3gym.analysis.figure import Figure, Name, common_multiple
from r3gym.cells.cell import CurveCell, TargetCell
from r3gym.cells.table import Flags, Ints


def paired_contests(target: TargetCell, curves: CurveCell) -> Flags:
    """Return the contests in which every position has a stress and a control."""
    control = curves.runs[:, -1][target.suite.order]
    return np.asarray(np.minimum(target.runs, control).min(axis=1) > 0, np.bool_)


def context_stress(target: TargetCell, curves: CurveCell) -> dict[Name, Figure]:
    """Return control, stress, and control minus stress (positive: worse in the suite) over the paired contests."""
    pairs = paired_contests(target, curves)
    order = target.suite.order[pairs]
    control_runs, stress_runs = curves.runs[:, -1][order], target.runs[pairs]
    scale = common_multiple([*control_runs.ravel().tolist(), *stress_runs.ravel().tolist()])
    size = target.suite.size

    def mean(solved: Ints, runs: Ints) -> Figure:
        return Figure.of((solved * (scale // runs)).sum(axis=1), scale * size)

    control = mean(curves.successes[:, -1][order], control_runs)
    stress = mean(target.solved[pairs], stress_runs)
    return {("control", ""): control, ("stress", ""): stress, ("control_minus_stress", ""): control.minus(stress)}
