"""Oracle-selected misses: what the oracle selected and the contests did not solve.

A selected problem's mass is what the contest's runs fell short of the selected rate, never below zero; with rates of 0
and 1 it is 1 for a miss. A rate divides the mass by all judged problems of the same contests, as the paper does: the
rates of the tiers add up to the rate of all. ``missed share`` divides by the problems of the same tier or position
instead (beyond the paper: a hard problem is then not missed less often because there are fewer of them).
"""

from __future__ import annotations

import numpy as np

from r3gym.analysis.figure import Figure, Name, common_multiple
from r3gym.analysis.groups import groups
from r3gym.analysis.oracle_score import CellOracle
from r3gym.cells.cell import ContestCell
from r3gym.cells.table import Ints


def miss_mass(cell: ContestCell, oracle: CellOracle) -> tuple[Ints, int]:
    """Return the mass of each problem (contests x positions), and the common scale it is out of.

    `r3gym.oracle.gap.selected_miss_mass` for all contests at once; ``tests/analysis/test_both_forms.py`` compares them.
    """
    runs = cell.runs
    scale = common_multiple([oracle.scale, *runs.tolist()])
    expected = oracle.expected * (scale // oracle.scale)
    actual = cell.solved * (scale // runs)[:, None]
    return np.maximum(0, expected - actual) * oracle.selected, scale


def selected_misses(cell: ContestCell, oracle: CellOracle) -> dict[Name, Figure]:
    """Return mass and count per contest, and the rates by tier and position."""
    mass, scale = miss_mass(cell, oracle)
    found = {
        ("selected_miss_mass", ""): Figure.of(mass.sum(axis=1), scale),
        ("selected_misses", ""): Figure.of((mass > 0).sum(axis=1), 1),
        ("selected", ""): Figure.of(oracle.selected.sum(axis=1), 1),
    }
    for group, there in groups(cell).items():
        missed = (mass * there).sum(axis=1)
        found["selected_miss_rate", group] = Figure.of(missed, scale * cell.suite.size)
        found["missed_share", group] = Figure.of(missed, scale * there.sum(axis=1))
    return found
