"""Accuracy by tier and by presented position: correct answers over all judged runs of those problems."""

from __future__ import annotations

from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.groups import groups
from r3gym.cells.cell import ContestCell


def accuracy(cell: ContestCell) -> dict[Name, Figure]:
    """Return each group's accuracy; a missing or unparsable answer is wrong, a run without a result is left out."""
    return {
        ("accuracy", group): Figure((cell.solved * there).sum(axis=1), there.sum(axis=1) * cell.runs)
        for group, there in groups(cell).items()
    }
