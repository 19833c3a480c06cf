"""The oracle's portfolio: of the problems that it selected, the share of each tier."""

from __future__ import annotations

from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.groups import ALL, tier_groups
from r3gym.analysis.oracle_score import CellOracle
from r3gym.cells.cell import ContestCell


def oracle_portfolio(cell: ContestCell, oracle: CellOracle) -> dict[Name, Figure]:
    """Return the tiers' shares of the selected problems of all contests; the suite's own are 1/2, 1/3 and 1/6."""
    selected = oracle.selected
    return {("selected", ""): Figure.of(selected.sum(axis=1), 1)} | {
        ("portfolio", tier): Figure((selected & there).sum(axis=1), selected.sum(axis=1))
        for tier, there in tier_groups(cell).items()
        if tier != ALL
    }
