"""The contests of a campaign with what the oracle selects in each: the frozen side of every behavioural figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from r3gym.analysis.oracle_score import oracle_of
from r3gym.cells.campaign import CampaignData, read_campaign
from r3gym.cells.cell import CellKey
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.oracle.costs import OracleCost
from r3gym.records.campaign_folder import counted_rows
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import RunKind


@dataclass(frozen=True, eq=False)
class ContestRow:
    """One contest episode: its cell, its row, and the labels that the oracle selects (None without an oracle)."""

    key: CellKey
    row: EpisodeRow
    selected: frozenset[str] | None


def contest_rows(
    paths: Sequence[Path], *, campaign: CampaignData | None = None, oracle_cost: OracleCost = OracleCost.NOMINAL
) -> tuple[ContestRow, ...]:
    """Return the contests of campaigns that belong together, in the order of their rows."""
    data = campaign or read_campaign(paths)
    selected = _selected(data, oracle_cost)
    found = []
    for path in paths:
        for row in counted_rows(path):
            if row.kind is RunKind.CONTEST:
                key = cell_of(row)
                found.append(ContestRow(key, row, selected.get((key, row.contest))))
    return tuple(found)


def selected_problems(paths: Sequence[Path]) -> dict[str, frozenset[str]]:
    """Return what the oracle selects, by episode; episodes without curves or a budget are left out."""
    return {one.row.id: one.selected for one in contest_rows(paths) if one.selected is not None}


def cell_of(row: EpisodeRow) -> CellKey:
    """Return the cell of a contest's row."""
    budget = row.budget if row.pressure is None else None
    return CellKey(row.policy, row.setting.value, row.domain, row.suite, row.pressure, budget, row.scheduler)


def _selected(data: CampaignData, cost: OracleCost) -> dict[tuple[CellKey, str], frozenset[str]]:
    curves = curve_cells(data)
    found: dict[tuple[CellKey, str], frozenset[str]] = {}
    for whole in contest_cells(data):
        cell = whole.reduced()
        own = curves.get(cell.key.curves)
        oracle = None if own is None or not len(cell.contests) else oracle_of(cell, own, cost)
        if oracle is None:
            continue
        for contest, chosen in zip(cell.contests.tolist(), oracle.selected.tolist(), strict=True):
            labels = frozenset(label for label, funded in zip(cell.suite.labels, chosen, strict=True) if funded)
            found[cell.key, cell.suite.contests[contest]] = labels
    return found
