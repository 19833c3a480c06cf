"""A whole campaign of contests that have not six problems: budgets, curves, oracle, tables, and the twin of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from campaign_runs import campaign, play, puzzle_suite, rows
from known_domains import AR

from r3gym.analysis.main_table import main_cells
from r3gym.errors import InputError
from r3gym.records.rows import RunKind
from r3gym.simulation.library import make_world
from r3gym.suites import build_suite


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of a campaign with one contest of eight problems."""
    here = tmp_path_factory.mktemp("eight")
    puzzle_suite(here, 2)
    build_suite(here / "pool.jsonl", "ar", here / "eight", problems=8)
    made = campaign(
        here,
        suites=["eight"],
        budgets=None,
        pressures=[0.8],
        calibration="published:GLM-5.2",
        kinds=["contest", "curve"],
    )
    play(made, here / "run")
    return here / "run"


def test_caps_are_scaled_and_every_problem_has_its_curve(folder: Path) -> None:
    played = rows(folder)
    contests = [row for row in played if row.kind is RunKind.CONTEST]
    assert [len(row.slots) for row in contests] == [8]
    published = json.loads((folder / "budgets.json").read_text())["cells"][0]["contest"]["0.8"]
    assert contests[0].budget == published == 11, "eight sixths of 8"
    assert len({row.problem_id for row in played if row.kind is RunKind.CURVE}) == 8


def test_the_table_has_score_and_oracle_of_eight_problems(folder: Path) -> None:
    (cell,) = main_cells(folder, resamples=50)
    assert cell.complete
    assert cell.contest is not None
    assert cell.oracle is not None
    assert cell.contest <= cell.oracle <= 8


def test_the_twin_of_a_campaign_has_its_number_of_problems(folder: Path) -> None:
    assert make_world([AR], f"campaign:{folder}", 0.8).problems == 8
    assert make_world([AR], f"campaign:{folder}", 0.8, problems=8).problems == 8
    with pytest.raises(InputError, match=r"problems=6: the contests of campaign:.* have 8; leave problems out"):
        make_world([AR], f"campaign:{folder}", 0.8, problems=6)
