"""The gap waterfall is exact: oracle - allocation regret - unspent - execution = score, by contest and in the mean."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import hand_campaign
import pytest
from hypothesis import given, settings
from made_campaign import write_campaign
from random_campaign import campaigns

from r3gym.analysis import Resampling
from r3gym.analysis.gap_parts import GapParts, gap_parts, mean_parts
from r3gym.core.setting import Setting
from r3gym.figures import FIGURES, Drawing, read_source


def parts_of(folder: Path) -> tuple[GapParts, ...] | None:
    (run,) = read_source([folder], resampling=Resampling(10)).runs
    (cell,) = run.contests
    oracle = run.oracle(cell)
    assert oracle is not None
    return gap_parts(cell, oracle)


def adds_up(one: GapParts) -> bool:
    return one.oracle - one.allocation_regret - one.unspent - one.execution == one.score


def test_by_hand(tmp_path: Path) -> None:
    found = parts_of(hand_campaign.write(tmp_path))
    assert found is not None
    x, y = found
    assert (x.oracle, x.score) == (Fraction(2), Fraction(3, 2))
    assert (y.oracle, y.score) == (Fraction(5, 2), Fraction(2))
    assert all(map(adds_up, (x, y, mean_parts(found))))


@settings(max_examples=60)
@given(campaigns())
def test_the_parts_add_up_in_any_campaign(campaign) -> None:
    suite, rows, repeats, grid = campaign
    with tempfile.TemporaryDirectory() as folder:
        found = parts_of(write_campaign(Path(folder), [suite], rows, repeats=repeats, grid=grid))
    if rows[0].setting == "tool_free":
        assert found is None, "only agentic runs say which problem each step was for"
        return
    assert found is not None
    assert all(map(adds_up, (*found, mean_parts(found))))
    assert all(one.allocation_regret >= 0 and one.unspent >= 0 for one in found)
    assert mean_parts(found).gap == sum((one.gap for one in found), Fraction(0)) / len(found)


def test_the_table_of_the_figure_adds_up_exactly(drawings: dict[str, Drawing]) -> None:
    table = drawings["gap_waterfall"].table
    assert {row[6] for row in table.rows} >= {"mean", "math-001", "ar-001"}
    for row in table.rows:
        oracle, regret, unspent, execution, score, gap = row[7:13]
        assert regret + unspent + execution == gap == oracle - score
    means = [row for row in table.rows if row[6] == "mean" and " " not in str(row[3])]
    assert len(means) == 24
    for mean in means:
        contests = [row for row in table.rows if row[:6] == mean[:6] and row[6] != "mean"]
        assert mean[11] == sum(row[11] for row in contests) / len(contests)


def test_what_a_panel_shows_is_in_the_table_as_the_mean_of_the_domains(drawings: dict[str, Drawing]) -> None:
    rows = {row[:7]: row[7:13] for row in drawings["gap_waterfall"].table.rows}
    panels = [key for key in rows if key[3] == "math ar"]
    assert len(panels) == 12
    for run, policy, setting, _, scheduler, regime, _ in panels:
        mean = rows[run, policy, setting, "math ar", scheduler, regime, "mean"]
        halves = [rows[run, policy, setting, domain, scheduler, regime, "mean"] for domain in ("math", "ar")]
        assert list(mean) == [(one + other) / 2 for one, other in zip(*halves, strict=True)]


def test_tool_free_runs_have_no_waterfall(tmp_path: Path) -> None:
    rows = [*hand_campaign.curve_rows(), *hand_campaign.contest_rows()]
    free = [row.model_copy(update={"setting": Setting.TOOL_FREE, "path": None}) for row in rows]
    folder = write_campaign(tmp_path, [hand_campaign.SUITE], free, repeats=2, grid=hand_campaign.GRID)
    drawing = FIGURES["gap_waterfall"].draw(read_source([folder]))
    assert drawing.missing == "only agentic runs record which problem each step was for, and there are none"


def test_a_wrong_part_would_be_seen() -> None:
    third = Fraction(1, 3)
    assert adds_up(GapParts(Fraction(1), third, third, Fraction(0), third))
    assert not adds_up(GapParts(Fraction(1), third, third, third, third))
    assert pytest.approx(float(GapParts(Fraction(1), third, third, Fraction(0), third).gap)) == 2 / 3
