"""The paper's main table as plain data: contest, oracle, equal share and gap ratio of every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from r3gym.analysis.analyse import Analysis, analyse
from r3gym.analysis.bootstrap import Resampling
from r3gym.oracle.costs import OracleCost
from r3gym.oracle.resampling import Interval


@dataclass(frozen=True, slots=True)
class MainCell:
    """One cell of the main table. A score is None where it cannot be computed: no curves, or an incomplete cell.

    ``budget`` is the cap in units. ``gap_ratio`` is a share (0.25 for 25 %), None at an oracle of 0. ``intervals`` has
    an entry for each of ``contest``, ``oracle``, ``equal``, ``gap`` and ``gap_ratio`` that exists. ``complete`` says
    that neither the contests nor the curves (if there are any) lack a run. ``oracle_cost`` says what the oracle paid.
    """

    policy: str
    setting: str
    domain: str
    suite: str
    pressure: float | None
    budget: int | None
    scheduler: str
    contest: float | None
    oracle: float | None
    equal: float | None
    gap_ratio: float | None
    intervals: Mapping[str, Interval]
    contests: int
    complete: bool
    oracle_cost: OracleCost = OracleCost.NOMINAL


def main_cells(
    run: Path, *, resamples: int = 10_000, seed: int = 0, oracle_cost: OracleCost = OracleCost.NOMINAL
) -> tuple[MainCell, ...]:
    """Return the cells of a campaign's folder, in the order in which they are printed."""
    found = analyse([run], resampling=Resampling(resamples, seed), tables=("main",), oracle_cost=oracle_cost)
    return cells_of(found)


def cells_of(analysis: Analysis) -> tuple[MainCell, ...]:
    """Return the cells of an analysis, in the same order."""
    found = []
    for cell in analysis.cells:
        names = ("contest", "oracle", "equal", "gap", "gap_ratio")
        intervals = {name: cell.estimates[name, ""] for name in names if (name, "") in cell.estimates}
        value = {name: interval.estimate for name, interval in intervals.items()}
        found.append(
            MainCell(
                policy=cell.key.policy,
                setting=cell.key.setting,
                domain=cell.key.domain,
                suite=cell.key.suite,
                pressure=cell.key.pressure,
                budget=cell.budget,
                scheduler=cell.key.scheduler,
                contest=value.get("contest"),
                oracle=value.get("oracle"),
                equal=value.get("equal"),
                gap_ratio=value.get("gap_ratio"),
                intervals=intervals,
                contests=cell.contests,
                complete=cell.complete,
                oracle_cost=analysis.oracle_cost,
            )
        )
    return tuple(found)
