"""What the judge left open: how many of the problems without credit are unsure, and how far the score could move.

An unsure answer counts as wrong everywhere. These figures say how much hangs on that: the score if every one of them
were right is an upper bound, not an estimate.
"""

from __future__ import annotations

from r3gym.analysis.figure import Figure, Name
from r3gym.cells.cell import ContestCell


def unsure_verdicts(cell: ContestCell) -> dict[Name, Figure]:
    """Return per contest the score, the problems without credit, the unsure ones among them, and the largest score."""
    played = cell.played[:, :, None]
    solved = ((cell.correct > 0) & played).sum(axis=(1, 2))
    zeros = ((cell.correct == 0) & played).sum(axis=(1, 2))
    unsure = ((cell.unsure > 0) & played).sum(axis=(1, 2))
    counted = {"score": solved, "zeros": zeros, "unsure": unsure, "most": solved + unsure}
    return {("judged", part): Figure(count, cell.runs) for part, count in counted.items()}
