"""Compare a campaign's cells with the published ones."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path
from typing import Any

import hand_campaign
import pytest
from command_line import r3gym_command

from r3gym.analysis import MainCell
from r3gym.analysis.paper_comparison import compare_with_paper


def own(**given: Any) -> MainCell:
    usual: dict[str, Any] = {
        "policy": "mine",
        "setting": "agentic",
        "domain": "code",
        "suite": "r3bench",
        "pressure": 0.2,
        "budget": 7,
        "scheduler": "none",
        "contest": 2.0,
        "oracle": 4.0,
        "equal": 1.0,
        "gap_ratio": 0.5,
        "intervals": {},
        "contests": 50,
        "complete": True,
    }
    return MainCell(**usual | given)


def test_a_cell_stands_beside_all_eight_models_of_the_same_setting_domain_and_pressure() -> None:
    (row,) = compare_with_paper([own()])
    assert len(row.published) == 8
    assert row.published["GPT-5.5"] == {"contest": 1.92, "oracle": 2.0, "gap_ratio": 0.04}
    assert row.lower == 7  # only Hy-3 loses more than half of its oracle there


def test_one_model_on_request_in_any_case() -> None:
    (row,) = compare_with_paper([own()], models=["hy-3"])
    assert row.published == {"Hy-3": {"contest": 1.0, "oracle": 3.0, "gap_ratio": 0.6667}}
    assert row.lower == 0


def test_schedulers_stand_beside_the_scheduler_table() -> None:
    (row,) = compare_with_paper([own(scheduler="coverage")])
    assert {model: values["contest"] for model, values in row.published.items()} == {
        "DeepSeek-V4-Pro": 4.1,
        "GLM-5.2": 2.92,
        "Hy-3": 1.56,
    }
    assert row.published["Hy-3"]["gap_ratio"] == pytest.approx(0.48)


@pytest.mark.parametrize(
    "cell",
    [
        own(pressure=0.4),
        own(pressure=None),
        own(scheduler="learned"),
        own(scheduler="coverage", pressure=0.8),
        own(scheduler="coverage", setting="tool_free"),
    ],
)
def test_what_the_paper_does_not_print_is_empty_and_the_campaign_is_kept(cell: MainCell) -> None:
    (row,) = compare_with_paper([cell])
    assert row.published == {}
    assert (row.contest, row.lower) == (2.0, 0)


def test_a_cell_without_an_oracle_has_no_place_among_the_gap_ratios() -> None:
    (row,) = compare_with_paper([own(oracle=None, gap_ratio=None)])
    assert (row.oracle, row.gap_ratio, row.lower) == (None, None, None)
    assert len(row.published) == 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hand_campaign.write(tmp_path_factory.mktemp("hand"))


def compare(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), "paper", "compare", *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_a_campaign_of_a_user_is_printed_beside_the_paper(folder: Path) -> None:
    done = compare(folder)
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.lstrip().startswith("p ")]
    assert " 1.75 " in line
    assert "1.56 to 4.96" in line
    assert "7 of 8" in line
    (row,) = json.loads(compare(folder, "--model", "hy-3", "--json").stdout)
    assert (row["gap_ratio"], row["published"]["Hy-3"]["gap_ratio"]) == (pytest.approx(2 / 9), 0.625)
    (flat,) = csv.DictReader(io.StringIO(compare(folder, "--csv").stdout))
    assert (flat["contest"], flat["GPT-5.5 oracle"]) == ("1.75", "5.32")


def test_an_index_is_correlated_with_gap_ratios_where_there_are_policies_enough(folder: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.json"
    index.write_text('{"p": 150}')
    (found,) = json.loads(compare(folder, "--index", index, "--json").stdout)["index_correlations"]
    assert (found["n"], found["rho"]) == (1, None)
    assert "Spearman -, p - (exact), n = 1" in compare(folder, "--index", index).stdout
    index.write_text('["p"]')
    done = compare(folder, "--index", index)
    assert done.returncode == 2
    assert "maps policies to numbers" in done.stderr
