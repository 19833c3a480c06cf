"""Which problems the oracle selects, episode by episode, where a campaign has the response curves that tell."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from r3gym.analysis.oracle_score import oracle_of
from r3gym.cells.campaign import read_campaign
from r3gym.cells.cell import CellKey
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.records.campaign_folder import MANIFEST, ROWS
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import RunKind


def oracle_selections(run: Path) -> Mapping[str, frozenset[str]]:
    """Return the labels of the selected problems by episode, for `find_subjects`; nothing for a folder of records.

    An episode without a budget has no oracle, and one without complete curves has none yet: its selection would change
    with the runs that are missing, and labels that were made on it would be refused then.
    """
    if not (run / MANIFEST).is_file() or not (run / ROWS).is_file():
        return {}
    contests: dict[str, tuple[CellKey, str]] = {}

    def remember(row: EpisodeRow) -> None:
        if row.kind is RunKind.CONTEST:
            contests[row.id] = _cell_of(row), row.contest

    campaign = read_campaign([run], on_row=remember)
    curves = curve_cells(campaign)
    found: dict[tuple[CellKey, str], frozenset[str]] = {}
    for cell in contest_cells(campaign):
        own = curves.get(cell.key.curves)
        oracle = oracle_of(cell, own) if own is not None and own.complete else None
        if oracle is not None:
            for contest, chosen in zip(cell.suite.contests, oracle.selected, strict=True):
                labels = zip(cell.suite.labels, chosen.tolist(), strict=True)
                found[cell.key, contest] = frozenset(label for label, is_chosen in labels if is_chosen)
    return {episode: found[place] for episode, place in contests.items() if place in found}


def _cell_of(row: EpisodeRow) -> CellKey:
    budget = None if row.pressure is not None else row.budget
    return CellKey(row.policy, row.setting, row.domain, row.suite, row.pressure, budget, row.scheduler)
