"""The caps of a campaign: published, from a file, or measured by its own baseline; frozen in the folder cell by cell.

A cell is a policy in a setting and domain. A measured cell is frozen as soon as every episode of its baseline has a
row, so that policies need not wait for each other. What is frozen stays: new pressures of a campaign that grew get caps
from the same natural use, and new cells are added beside the old ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from r3gym.calibration.calibration_file import (
    CalibratedCell,
    Calibration,
    CellName,
    published_cell,
    read_calibration,
    write_calibration,
)
from r3gym.campaigns.campaign_file import MEASURED, PUBLISHED, Campaign
from r3gym.campaigns.measuring import measure
from r3gym.campaigns.plan import keep_identities, plan
from r3gym.campaigns.store import BUDGETS, PLANS
from r3gym.campaigns.suite_selection import ChosenSuite
from r3gym.core.paper_constants import CURVE_GRID
from r3gym.records.campaign_folder import counted_rows
from r3gym.records.run_kind import RunKind


def frozen_caps(
    campaign: Campaign, suites: Sequence[ChosenSuite], folder: Path, *, freeze: bool = True
) -> Calibration | None:
    """Return the caps of all cells that have some by now, and (``freeze``) write new ones into the folder.

    None: the campaign needs no caps.
    """
    if not campaign.file.capped_kinds():
        return None
    frozen = read_calibration(folder / BUDGETS) if (folder / BUDGETS).exists() else None
    cells = {} if frozen is None else {cell.name: cell for cell in frozen.cells}
    wanted = [(name, source) for name, source in cell_sources(campaign, suites) if name not in cells]
    cells |= {cell.name: cell for cell in _known(campaign, suites, wanted)}
    cells |= {cell.name: cell for cell in _measured(campaign, suites, folder, wanted)}
    pressures = [pressure for pressure, _ in campaign.file.contest_levels() if pressure is not None]
    calibration = Calibration(cells=tuple(cell.freeze(pressures, CURVE_GRID) for cell in cells.values()))
    if freeze and calibration.cells and calibration != frozen:
        write_calibration(folder / BUDGETS, calibration)
    return calibration


def known_calibration(campaign: Campaign, suites: Sequence[ChosenSuite]) -> list[CalibratedCell]:
    """Return the calibration that is known before anything is played: published caps, and files."""
    return _known(campaign, suites, cell_sources(campaign, suites))


def cell_sources(campaign: Campaign, suites: Sequence[ChosenSuite]) -> list[tuple[CellName, str]]:
    """Return the source of the caps of each policy in each setting and domain."""
    domains = dict.fromkeys(chosen.domain.name for chosen in suites)
    return [
        ((policy.name, setting, domain), source)
        for policy in campaign.policies
        if (source := campaign.calibration_of(policy)) is not None
        for setting in campaign.file.settings
        if setting in policy.settings()
        for domain in domains
    ]


def _known(
    campaign: Campaign, suites: Sequence[ChosenSuite], wanted: Sequence[tuple[CellName, str]]
) -> list[CalibratedCell]:
    cells = []
    sizes = {chosen.domain.name: chosen.suite.problems_per_contest for chosen in suites}
    for (policy, setting, domain), source in wanted:
        if source.partition(":")[0] == PUBLISHED:
            model = source.partition(":")[2] or str(campaign.policy(policy).paper_name())
            cells.append(published_cell(policy, model, setting, domain, sizes[domain]))
        elif source != MEASURED:
            cells.append(read_calibration(campaign.base / source).cell((policy, setting, domain)))
    return cells


def _measured(
    campaign: Campaign, suites: Sequence[ChosenSuite], folder: Path, wanted: Sequence[tuple[CellName, str]]
) -> list[CalibratedCell]:
    """Return the cells among the wanted that are measured and whose baseline is complete."""
    names = {name for name, source in wanted if source == MEASURED}
    if not names:
        return []
    rows = [row for row in counted_rows(folder) if row.kind is RunKind.BASELINE]
    played = {row.id for row in rows}
    for episode in keep_identities(folder / PLANS[0], plan(campaign, suites, None, RunKind.BASELINE)):
        if episode.id not in played:
            names.discard((episode.policy, episode.setting, episode.domain))
    found = [row for row in rows if (row.policy, row.setting, row.domain) in names]
    return list(measure(found).cells) if found else []
