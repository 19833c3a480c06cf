"""The groups by which figures are broken down: tiers and presented positions."""

from __future__ import annotations

import numpy as np

from r3gym.cells.campaign import TIERS
from r3gym.cells.cell import ContestCell
from r3gym.cells.table import Flags
from r3gym.core.tier import Tier

#: The tiers of the paper's tables; unrated problems count in "all" only.
RATED = tuple(tier.value for tier in TIERS if tier is not Tier.UNRATED)
ALL = "all"


def tier_groups(cell: ContestCell) -> dict[str, Flags]:
    """Return which problems belong to each tier that the suite has, and to all: contests x positions."""
    tiers = cell.tiers
    found = {tier: tiers == n for n, tier in enumerate(RATED) if (cell.suite.tiers == n).any()}
    return {**found, ALL: np.ones_like(tiers, bool)}


def position_groups(cell: ContestCell) -> dict[str, Flags]:
    """Return which problems are at each presented position, counted from 1."""
    places = np.broadcast_to(np.arange(cell.suite.size), cell.tiers.shape)
    return {position(n): places == n for n in range(cell.suite.size)}


def groups(cell: ContestCell) -> dict[str, Flags]:
    """Return tier groups and position groups together."""
    return tier_groups(cell) | position_groups(cell)


def position(place: int) -> str:
    """Return the name of the position with an index counted from 0.

    >>> position(0)
    'position 1'
    """
    return f"position {place + 1}"
