"""The scheduler table: the same policy, suite and regime under each scheduler, beside the oracle.

Here, and only here, the paper counts missing or unscored contests as zero: every missing run counts as zero.
"""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.analysis.figure import Figure, Name
from r3gym.cells.cell import ContestCell

REFERENCE = "none"


def scheduler_scores(cells: Sequence[ContestCell]) -> dict[Name, Figure]:
    """Return the score under each scheduler, and its gain over ``none`` (the paper's contest reference)."""
    found: dict[Name, Figure] = {}
    scores = {cell.key.scheduler: _score(cell) for cell in cells}
    for scheduler, score in scores.items():
        found["score", scheduler] = score
    for scheduler, score in scores.items():
        if scheduler != REFERENCE and REFERENCE in scores:
            found["gain", scheduler] = score.minus(scores[REFERENCE])
    return found


def _score(cell: ContestCell) -> Figure:
    return Figure.of(cell.solved.sum(axis=1), cell.played.shape[1])
