"""Accuracy by tier and by presented position: correct answers over all judged runs of those problems."""

from __future__ import annotations

from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.groups import groups
from r3gym.cells.cell import ContestCell


def accuracy(cell: ContestCell) -> dict[Name, Figure]:
    """An answer that is missing or could not be parsed is not correct; a run without a result is not judged."""
    return {
        ("accuracy", group): Figure((cell.solved * there).sum(axis=1), there.sum(axis=1) * cell.runs)
        for group, there in groups(cell).items()
    }
