"""Exports hold every figure of every part, in plain JSON and in one long table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import hand_campaign
import pytest
from made_campaign import row

from r3gym.analysis import Analysis, Resampling, analyse
from r3gym.analysis.export import COLUMNS, as_csv, as_json
from r3gym.cells.curve_file import read_curves
from r3gym.errors import InputError


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    targets = [
        row("target", hand_campaign.SUITE, contest, "+", problem=f"{contest}{n}", pressure=0.8, budget=6, repeat=1)
        for contest in "xy"
        for n in range(1, 7)
    ]
    found = analyse(
        [hand_campaign.write(tmp_path_factory.mktemp("hand"), targets)], resampling=Resampling(resamples=20)
    )
    (cell,) = found.cells
    return replace(found, macros=(replace(cell, over=dict.fromkeys(cell.estimates, ("math",))),))


def test_every_figure_of_every_part_is_a_line(analysis: Analysis) -> None:
    head, *lines = csv.reader(io.StringIO(as_csv(analysis)))
    assert tuple(head) == COLUMNS
    assert all(len(line) == len(COLUMNS) for line in lines)
    parts = {"cells": analysis.cells, "macros": analysis.macros, "schedulers": analysis.schedulers}
    for part, results in (parts | {"stress": analysis.stress}).items():
        found = [line for line in lines if line[0] == part]
        assert len(found) == sum(len(cell.estimates) for cell in results), part
    assert analysis.cells
    assert analysis.macros
    assert analysis.stress


def test_a_line_names_its_cell_its_figure_and_the_oracles_costs(analysis: Analysis) -> None:
    found = [one for one in csv.DictReader(io.StringIO(as_csv(analysis))) if one["part"] == "cells"]
    (score,) = (one for one in found if one["figure"] == "contest")
    assert float(score["estimate"]) == 1.75
    assert (score["domain"], score["budget"], score["contests"], score["complete"]) == ("math", "8", "2", "True")
    assert score["oracle_cost"] == "nominal"
    assert float(score["low"]) <= 1.75 <= float(score["high"])


def test_json_says_what_was_analysed_and_holds_the_same_figures(analysis: Analysis) -> None:
    plain = as_json(analysis)
    (cell,) = plain["cells"]
    assert (cell["budget"], cell["contests"], cell["complete"]) == (8, 2, True)
    assert len(cell["figures"]) == len(analysis.cells[0].estimates)
    (score,) = (one for one in cell["figures"] if one["figure"] == "contest")
    assert (score["estimate"], score["resamples"]) == (1.75, 20)
    assert [one["figure"] for one in plain["stress"][0]["figures"]] == ["control", "stress", "control_minus_stress"]
    assert all(one["domains"] == ["math"] for one in plain["macros"][0]["figures"])
    assert (plain["resamples"], plain["episodes"]) == (20, analysis.episodes)


def test_a_file_that_holds_no_curves_is_named_with_the_place_of_the_fault(tmp_path: Path) -> None:
    file = tmp_path / "curves.json"
    file.write_text("[]", "utf-8")
    with pytest.raises(InputError, match=r"curves.json: the file: .*r3gym curve RUN --json"):
        read_curves(file)
    file.write_text('{"curves": 3}', "utf-8")
    with pytest.raises(InputError, match=r"curves.json: (?!the file)\w+.*: "):
        read_curves(file)
