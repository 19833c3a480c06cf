"""Calibration: the mean over completed unbudgeted contests, exact rounding, and the caps that the paper published."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_domains import DOMAINS

from r3gym.calibration.calibration_file import Calibration, published_cell, read_calibration, write_calibration
from r3gym.calibration.caps import calibrated_models, contest_cap, curve_cap, exact, published_caps, published_natural
from r3gym.campaigns.measuring import measure
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.rows import Ending, EpisodeRow, Failure, FailureClass, RunKind


def row(
    name: str, used: int = 0, ending: Ending | None = Ending.FINISHED, kind: RunKind = RunKind.BASELINE
) -> EpisodeRow:
    failure = Failure(kind=FailureClass.MODEL, message="no", attempts=3) if ending is None else None
    return EpisodeRow(
        id=name,
        kind=kind,
        policy="x",
        setting=Setting.AGENTIC,
        domain="code",
        suite="s",
        contest="c",
        repeat=1,
        seed=0,
        used=used,
        ending=ending,
        failure=failure,
    )


def test_only_contests_that_completed_count_and_the_others_are_counted() -> None:
    rows = [
        row("a", 10),
        row("b", 21),
        row("c", 999, Ending.SAFETY_CAP),
        row("d", 999, Ending.SAFETY_CAP),
        row("e", 999, Ending.GAVE_UP),
        row("f", ending=None),
        row("g", 1, kind=RunKind.CONTEST),
    ]
    (cell,) = measure(rows).cells
    assert (cell.natural, cell.completed) == ("31/2", 2)
    assert cell.excluded == {"failed": 1, "gave_up": 1, "safety_cap": 2}
    assert (cell.contest_cap(0.2), cell.curve_cap(0.2)) == (3, 3)
    assert (cell.contest_cap(0.1), cell.curve_cap(0.1)) == (2, 1)


def test_a_retried_baseline_counts_once_by_its_last_result() -> None:
    (cell,) = measure([row("a", ending=None), row("a", 6), row("a", 9), row("a", ending=None)]).cells
    assert (cell.natural, cell.excluded) == ("9", {})


def test_nothing_to_calibrate_with_is_said() -> None:
    with pytest.raises(InputError, match="no baseline rows"):
        measure([row("a", kind=RunKind.CURVE)])
    with pytest.raises(InputError, match=r"no unbudgeted contest completed \(1 safety_cap\)"):
        measure([row("a", 5, Ending.SAFETY_CAP)])


@given(st.fractions(min_value=0, max_value=10**6), st.integers(min_value=1, max_value=100))
def test_caps_are_rounded_exactly(natural: Fraction, hundredths: int) -> None:
    wanted = Fraction(hundredths, 100) * natural
    assert exact(hundredths / 100) == Fraction(hundredths, 100)
    assert 0 <= wanted - curve_cap(natural, hundredths / 100) < 1
    assert -Fraction(1, 2) < wanted - contest_cap(natural, hundredths / 100) + Fraction(0) < Fraction(1, 2) or (
        contest_cap(natural, hundredths / 100) - wanted == Fraction(1, 2)
    )


def fits(low: int, high: int, rounding: str) -> bool:
    """Whether one natural use gives both caps, at 0.2 and at 0.8, by this rule."""
    down = Fraction(1, 2) if rounding == "nearest" else Fraction(0)
    bounds = [
        ((cap - down) / share, (cap - down + 1) / share) for cap, share in ((low, exact(0.2)), (high, exact(0.8)))
    ]
    return max(b[0] for b in bounds) < min(b[1] for b in bounds)


def test_the_rounding_of_contests_is_what_fits_the_published_caps_best() -> None:
    pairs = [
        (published_caps(m, d, s), s)
        for m in calibrated_models()
        for d in map(str, DOMAINS)
        for s in ("agentic", "tool_free")
    ]
    nearest = [s for caps, s in pairs if fits(caps["0.2"], caps["0.8"], "nearest")]
    down = [s for caps, s in pairs if fits(caps["0.2"], caps["0.8"], "down")]
    assert (len(pairs), len(nearest), len(down)) == (36, 32, 21)
    assert nearest.count("agentic") == 18


def test_natural_use_behind_published_caps_gives_the_largest_of_them_back() -> None:
    for model in calibrated_models():
        for setting in Setting:
            for domain in map(str, DOMAINS):
                cap = published_caps(model, domain, setting.value)["0.8"]
                assert curve_cap(published_natural(model, domain, setting.value), 0.8) == cap
                cell = published_cell("me", model, setting, domain)
                assert cell.contest_cap(0.2) == published_caps(model, domain, setting.value)["0.2"]


def test_a_calibration_file_comes_back(tmp_path: Path) -> None:
    made = Calibration(cells=(measure([row("a", 31)]).cells[0].freeze([0.2], [0.05]),))
    write_calibration(tmp_path / "c.json", made)
    assert read_calibration(tmp_path / "c.json") == made


@pytest.mark.parametrize("text", ["", "{}", '{"cells": [{"policy": "x"}]}', json.dumps({"cells": [], "more": 1})])
def test_a_broken_calibration_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(InputError, match=r"c\.json: not a calibration file"):
        read_calibration(tmp_path / "c.json")
