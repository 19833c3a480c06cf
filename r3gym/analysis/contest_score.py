"""The contest score: correct answers per contest, the mean of a contest's runs, the mean over contests."""

from __future__ import annotations

from r3gym.analysis.figure import Figure, common_multiple
from r3gym.cells.cell import ContestCell


def contest_score(cell: ContestCell) -> Figure:
    """Return the score. All contests have equal weight, however often played (in complete cells: equally often)."""
    runs = cell.runs
    scale = common_multiple(runs.tolist())
    return Figure.of(cell.solved.sum(axis=1) * (scale // runs), scale)
