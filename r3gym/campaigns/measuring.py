"""R-infinity from rows: the mean use of unbudgeted contests that ended by themselves.

Runs that a cap stopped (safety cap, wall clock, a model that never completed) and failed runs do not measure natural
use: they are left out, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from r3gym.calibration.calibration_file import CalibratedCell, Calibration, CellName
from r3gym.errors import InputError
from r3gym.records.counting_row import rows_that_count
from r3gym.records.rows import Ending, EpisodeRow, RunKind


def measure(rows: Iterable[EpisodeRow]) -> Calibration:
    """Return the calibration of every policy, setting and domain that has baseline rows.

    Raises `InputError` when no run of a cell completed.
    """
    counted: dict[CellName, list[EpisodeRow]] = {}
    for row in rows_that_count(row for row in rows if row.kind is RunKind.BASELINE).values():
        counted.setdefault((row.policy, row.setting, row.domain), []).append(row)
    if not counted:
        raise InputError("no baseline rows: calibration needs unbudgeted contests, kind 'baseline' of a campaign")
    return Calibration(cells=tuple(_cell(name, cell) for name, cell in counted.items()))


def _cell(name: CellName, rows: list[EpisodeRow]) -> CalibratedCell:
    completed = [row.spent for row in rows if row.ending is Ending.FINISHED]
    excluded = Counter(_why(row) for row in rows if row.ending is not Ending.FINISHED)
    policy, setting, domain = name
    if not completed:
        reasons = ", ".join(f"{count} {why}" for why, count in sorted(excluded.items()))
        raise InputError(
            f"policy {policy!r} in {setting.value} {domain}: no unbudgeted contest completed ({reasons}); "
            "there is no natural use to calibrate with: raise the caps, or give budgets"
        )
    return CalibratedCell(
        policy=policy,
        setting=setting,
        domain=domain,
        source="measured",
        natural=str(Fraction(sum(completed), len(completed))),
        completed=len(completed),
        excluded=dict(sorted(excluded.items())),
    )


def _why(row: EpisodeRow) -> str:
    return "failed" if row.failure is not None else str(row.ending)
