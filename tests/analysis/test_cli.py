"""``r3gym analyze`` and ``r3gym curve``: what a user sees, on a campaign that was worked out by hand."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from pathlib import Path

import hand_campaign
import pytest
from command_line import r3gym_command
from made_campaign import row, write_campaign

from r3gym.analysis import TABLES, main_cells


def r3gym(*words: object, columns: int = 80, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": str(columns), **variables}
    return subprocess.run(
        [r3gym_command(), *map(str, words)], capture_output=True, text=True, env=environment, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hand_campaign.write(tmp_path_factory.mktemp("hand"))


def test_the_main_table_shows_contest_oracle_and_gap_ratio_with_intervals(folder: Path) -> None:
    done = r3gym("analyze", folder)
    assert done.returncode == 0, done.stderr
    assert "Agentic · p" in done.stdout
    assert "ρ=0.8     1.75    2.25  22.2%" in done.stdout
    assert "1.5–2.0 2.0–2.5  20–25" in done.stdout


def test_every_table_fits_into_eighty_columns(folder: Path) -> None:
    done = r3gym("analyze", folder, "--table", "all", "--resamples", 50)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    for words in ("Accuracy by tier", "portfolio", "selected misses", "stayed unsolved", "scheduler", "Where the gap"):
        assert words in done.stdout


@pytest.mark.parametrize("form", ["--json", "--csv", None])
def test_output_is_byte_identical_for_the_same_seed(folder: Path, form: str | None) -> None:
    words = ["analyze", folder, "--table", "all", "--resamples", 200, "--seed", 5, *([form] if form else [])]
    assert r3gym(*words, PYTHONHASHSEED="1").stdout == r3gym(*words, PYTHONHASHSEED="2").stdout != ""


def test_json_and_csv_hold_the_same_figures(folder: Path) -> None:
    plain = json.loads(r3gym("analyze", folder, "--table", "all", "--resamples", 50, "--json").stdout)
    lines = list(
        csv.DictReader(io.StringIO(r3gym("analyze", folder, "--table", "all", "--resamples", 50, "--csv").stdout))
    )
    (cell,) = plain["cells"]
    figures = {(f["figure"], f["group"]): f["estimate"] for f in cell["figures"]}
    assert figures["gap_ratio", ""] == pytest.approx(2 / 9)
    found = {(line["figure"], line["group"]): float(line["estimate"]) for line in lines if line["part"] == "cells"}
    assert found == figures


def test_an_incomplete_cell_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    rows = [*hand_campaign.curve_rows(), *hand_campaign.contest_rows()[:-1]]
    folder = write_campaign(tmp_path, [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
    done = r3gym("analyze", folder)
    assert done.returncode == 1
    assert "1 of 4 runs missing: y repeat 2" in done.stderr
    assert "--allow-incomplete" in done.stderr
    assert "1.75" not in done.stdout
    allowed = r3gym("analyze", folder, "--allow-incomplete")
    assert allowed.returncode == 0
    assert "ρ=0.8~" in allowed.stdout


def test_without_curves_there_are_contest_scores_and_a_hint(tmp_path: Path) -> None:
    folder = write_campaign(
        tmp_path, [hand_campaign.SUITE], hand_campaign.contest_rows(), repeats=2, grid=hand_campaign.GRID
    )
    done = r3gym("analyze", folder)
    assert done.returncode == 0
    assert "1.75" in done.stdout
    assert "no response curves for p, agentic, math: contest scores only" in done.stderr


def test_wrong_calls_name_the_fix(folder: Path, tmp_path: Path) -> None:
    wrong = r3gym("analyze", folder, "--table", "mian")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "choose from main, tiers" in wrong.stderr
    assert r3gym("analyze", tmp_path).returncode == 2
    assert r3gym("curve", folder, "--domain", "code").returncode == 2


def test_main_cells_are_plain_data_for_others(folder: Path) -> None:
    (cell,) = main_cells(folder, resamples=50)
    assert (cell.policy, cell.domain, cell.pressure, cell.budget, cell.scheduler) == ("p", "math", 0.8, 8, "none")
    assert (cell.contest, cell.oracle, cell.equal, cell.contests, cell.complete) == (1.75, 2.25, 1.5, 2, True)
    assert cell.gap_ratio == pytest.approx(2 / 9)
    assert set(cell.intervals) == {"contest", "oracle", "equal", "gap", "gap_ratio"}


def test_curves_are_shown_by_level_with_what_is_not_monotone(folder: Path) -> None:
    done = r3gym("curve", folder)
    assert done.returncode == 0, done.stderr
    assert "≤2" in done.stdout
    assert "1 of 12 problems succeed less often at a dearer level" in done.stdout
    assert "y5 (0.2>0.8)" in done.stdout


def test_one_problem_is_shown_run_by_run(folder: Path) -> None:
    lines = r3gym("curve", folder, "--problem", "x2").stdout.splitlines()
    assert any(line.split()[:3] == ["0.2", "2", "1/2"] and "1 wrong_answer" in line for line in lines)


def test_incomplete_curves_are_refused_and_no_oracle_is_made_of_them(tmp_path: Path) -> None:
    rows = [*hand_campaign.curve_rows()[1:], *hand_campaign.contest_rows()]
    folder = write_campaign(tmp_path, [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID)
    done = r3gym("curve", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "1 of 48 runs missing: x1 level 0.2 repeat 1" in done.stderr
    assert r3gym("curve", folder, "--allow-incomplete").returncode == 0
    main = r3gym("analyze", folder, "--json")
    (cell,) = json.loads(main.stdout)["cells"]
    assert main.returncode == 1
    assert [f["figure"] for f in cell["figures"]] == ["contest"]
    # With what is there: x1's one run at 2 succeeded, so the oracle is as before.
    (cell,) = json.loads(r3gym("analyze", folder, "--json", "--allow-incomplete").stdout)["cells"]
    figures = {f["figure"]: f["estimate"] for f in cell["figures"]}
    assert (cell["complete"], figures["oracle"]) == (False, 2.25)


def test_tables_are_those_the_help_names() -> None:
    words = r3gym("analyze", "--help", columns=200).stdout
    assert all(name in words for name in TABLES)


def test_a_failed_episode_is_listed(tmp_path: Path) -> None:
    fault = {"kind": "model", "message": "down", "attempts": 2}
    bad = row("contest", hand_campaign.SUITE, "y", "++++++", pressure=0.8, budget=8, repeat=2, failure=fault, slots=[])
    rows = [*hand_campaign.curve_rows(), *hand_campaign.contest_rows()[:-1], bad]
    done = r3gym("analyze", write_campaign(tmp_path, [hand_campaign.SUITE], rows, repeats=2, grid=hand_campaign.GRID))
    assert "1 model" in done.stderr
