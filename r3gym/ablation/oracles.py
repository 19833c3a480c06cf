"""The oracle of each contest, where the campaign has response curves for it."""

from __future__ import annotations

from pathlib import Path

from r3gym.ablation.pairing import Matchup, contest_name, regime_label
from r3gym.analysis.oracle_score import oracle_of
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.core.setting import Setting
from r3gym.oracle.costs import OracleCost


def contest_oracles(folder: Path, cost: OracleCost = OracleCost.NOMINAL) -> dict[Matchup, dict[str, float]]:
    """Return the oracle's value of every contest whose suite has complete curves, by matchup."""
    campaign = read_campaign([folder])
    curves = {key: cell for key, cell in curve_cells(campaign).items() if cell.complete}
    found: dict[Matchup, dict[str, float]] = {}
    for cell in contest_cells(campaign):
        key = cell.key
        if key.setting != Setting.AGENTIC or key.curves not in curves:
            continue
        oracle = oracle_of(cell, curves[key.curves], cost)
        if oracle is not None:
            matchup = Matchup(key.policy, key.domain, regime_label(key.pressure, key.budget))
            names = [contest_name(key.suite, cell.suite.contests[c]) for c in cell.contests]
            found.setdefault(matchup, {}).update(zip(names, (oracle.value / oracle.scale).tolist(), strict=True))
    return found
