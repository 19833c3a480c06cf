"""The table of what was booked on solved problems, and the warning about mixed counting rules."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from command_line import r3gym_command
from made_campaign import played_suite, row, write_campaign

from r3gym.analysis import Resampling, analyse
from r3gym.analysis.analyse import cell_figures
from r3gym.analysis.attribution import PARTS
from r3gym.analysis.export import as_json
from r3gym.campaigns import EpisodeRow
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells

FEW = Resampling(resamples=20)
SUITE = played_suite({"x": "EEEMMH"})


def played(states: str, booked: list[int | None], rides: list[int | None], repeat: int, **given: Any) -> EpisodeRow:
    made = row("contest", SUITE, "x", states, pressure=0.8, budget=8, repeat=repeat, **given)
    slots = tuple(
        slot.model_copy(update={"paid_steps": paid, "rides": ridden})
        for slot, paid, ridden in zip(made.slots, booked, rides, strict=True)
    )
    return made.model_copy(update={"slots": slots})


def figures(folder: Path, *rows: EpisodeRow) -> dict[str, F | None]:
    campaign = read_campaign([write_campaign(folder, [SUITE], rows, repeats=2, grid=[0.2])])
    (cell,) = contest_cells(campaign)
    found = cell_figures(cell, None, ("attribution",))
    return {name[1]: figure.value for name, figure in found.items() if name[0] == "attribution"}


def test_solved_problems_are_counted_by_what_was_booked_on_them(tmp_path: Path) -> None:
    first = played("+++-w-", [1, 0, 0, 2, 0, 0], [0, 1, 0, 5, 5, 0], 1)
    second = played("+-----", [3, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0], 2)
    assert figures(tmp_path, first, second) == dict(zip(PARTS, (F(4, 2), F(2, 2), F(2, 2), F(1, 2)), strict=True))


def test_what_older_rows_do_not_say_is_left_out(tmp_path: Path) -> None:
    known, unknown = [0] * 6, [None] * 6
    old = [played("++----", [*known], [*unknown], n) for n in (1, 2)]
    assert figures(tmp_path / "old", *old) == {"solved": 2, "unbooked": 2}
    oldest = [played("++----", [*unknown], [*unknown], n) for n in (1, 2)]
    assert figures(tmp_path / "oldest", *oldest) == {}


def test_mixed_counting_rules_are_named_and_not_refused(tmp_path: Path) -> None:
    old = played("++----", [0] * 6, [0] * 6, 1)
    new = played("++----", [0] * 6, [0] * 6, 2, counting_policy="compute_tools-v2")
    folder = write_campaign(tmp_path, [SUITE], [old, new], repeats=2, grid=[0.2])
    found = analyse([folder], resampling=FEW)
    assert found.counting_policies == {"compute_tools-v1": 1, "compute_tools-v2": 1}
    assert as_json(found)["counting_policies"] == found.counting_policies
    command = [str(r3gym_command()), "analyze", str(folder), "--table", "attribution"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert "counted by different rules (1 by compute_tools-v1, 1 by compute_tools-v2)" in done.stderr
    assert "Solved problems, and what was booked on them" in done.stdout


@pytest.mark.parametrize("policy", [None, "compute_tools-v2"])
def test_one_version_of_the_rules_needs_no_warning(tmp_path: Path, policy: str | None) -> None:
    rows = [played("++----", [0] * 6, [0] * 6, n, counting_policy=policy) for n in (1, 2)]
    found = analyse([write_campaign(tmp_path, [SUITE], rows, repeats=2, grid=[0.2])], resampling=FEW)
    assert found.counting_policies == {policy or "compute_tools-v1": 2}
    assert json.dumps(as_json(found))
