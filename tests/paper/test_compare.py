"""A campaign's cells beside the published ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from r3gym.paper import beside_published


@dataclass(frozen=True)
class OwnCell:
    policy: str = "mine"
    setting: str = "agentic"
    domain: str = "code"
    pressure: float | None = 0.2
    scheduler: str = "none"
    contest: float | None = 2.0
    oracle: float | None = 4.0
    gap_ratio: float | None = 0.5


def test_a_cell_stands_beside_all_eight_models_of_the_same_setting_domain_and_pressure() -> None:
    (row,) = beside_published([OwnCell()])
    assert len(row.published) == 8
    assert row.published["GPT-5.5"] == {"contest": 1.92, "oracle": 2.0, "gap_ratio": 0.04}
    assert row.lower == 7  # only Hy-3 loses more than half of its oracle there


def test_one_model_on_request_in_any_case() -> None:
    (row,) = beside_published([OwnCell()], models=["hy-3"])
    assert row.published == {"Hy-3": {"contest": 1.0, "oracle": 3.0, "gap_ratio": 0.6667}}
    assert row.lower == 0


def test_schedulers_stand_beside_the_scheduler_table() -> None:
    (row,) = beside_published([OwnCell(scheduler="coverage")])
    assert {model: values["contest"] for model, values in row.published.items()} == {
        "DeepSeek-V4-Pro": 4.1,
        "GLM-5.2": 2.92,
        "Hy-3": 1.56,
    }
    assert row.published["Hy-3"]["gap_ratio"] == pytest.approx(0.48)


@pytest.mark.parametrize(
    "cell",
    [
        OwnCell(pressure=0.4),
        OwnCell(pressure=None),
        OwnCell(scheduler="learned"),
        OwnCell(scheduler="coverage", pressure=0.8),
        OwnCell(scheduler="coverage", setting="tool_free"),
    ],
)
def test_what_the_paper_does_not_print_is_empty_and_the_campaign_is_kept(cell: OwnCell) -> None:
    (row,) = beside_published([cell])
    assert row.published == {}
    assert (row.contest, row.lower) == (2.0, 0)


def test_a_cell_without_an_oracle_has_no_place_among_the_gap_ratios() -> None:
    (row,) = beside_published([replace(OwnCell(), oracle=None, gap_ratio=None)])
    assert (row.oracle, row.gap_ratio, row.lower) == (None, None, None)
    assert len(row.published) == 8
