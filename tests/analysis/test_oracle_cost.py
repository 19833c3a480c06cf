"""What the oracle pays, worked out by hand: nominal caps by the paper's appendix, observed costs by its section 4.3."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from fractions import Fraction as F
from pathlib import Path

import hand_campaign
import pytest
from command_line import r3gym_command

from r3gym.ablation.oracles import contest_oracles
from r3gym.analysis import Resampling, analyse, main_cells
from r3gym.analysis.analyse import TABLES, cell_figures
from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.oracle_score import oracle_of
from r3gym.analysis.paper_comparison import compare_with_paper
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.errors import InputError
from r3gym.oracle import OracleCost, read_oracle_cost

#: Every table that holds a figure of an oracle.
ORACLE_TABLES = ("main", "portfolio", "misses", "schedulers", "regret")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hand_campaign.write(tmp_path_factory.mktemp("hand"))


@pytest.fixture(scope="module")
def figures(folder: Path) -> dict[Name, Figure]:
    campaign = read_campaign([folder])
    (cell,) = contest_cells(campaign)
    return cell_figures(cell, curve_cells(campaign)[cell.key.curves], TABLES, OracleCost.OBSERVED)


def r3gym(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
        check=False,
    )


def test_at_observed_costs_a_problem_is_bought_by_its_cheapest_success(folder: Path) -> None:
    campaign = read_campaign([folder])
    (cell,) = contest_cells(campaign)
    oracle = oracle_of(cell, curve_cells(campaign)[cell.key.curves], OracleCost.OBSERVED)
    assert oracle is not None
    # x: x1 for 1, x2 and x5 for 2 each; x3 and x4 cost 6 and do not fit beside them. y: y4 and y5 for 1, y6 for 2.
    assert (oracle.value / oracle.scale).tolist() == [3, 3]
    assert oracle.assignment.tolist() == [[1, 1, 0, 0, 1, 0], [0, 0, 0, 1, 1, 1]]
    assert oracle.costs[0, :, 1:].tolist() == [[1, 6], [2, 6], [0, 6], [0, 6], [2, 6], [0, 0]]


def test_all_figures_of_the_oracle_follow_its_costs(figures: dict[Name, Figure]) -> None:
    assert figures["oracle", ""].value == 3
    assert figures["gap", ""].value == F(5, 4)
    assert figures["gap_ratio", ""].value == F(5, 12)
    assert figures["selected_miss_mass", ""].value == F(3, 2)  # x2, x5: 1 each; y5, y6: 1/2 each
    parts = [figures[name, ""].value for name in ("regret", "unspent", "execution")]
    assert sum(part for part in parts if part is not None) == F(5, 4)
    assert figures["equal", ""].value == F(3, 2)  # realised costs in both


def test_the_cross_fitted_oracle_at_observed_costs_asks_the_left_out_run_to_stay_within_what_was_paid(
    figures: dict[Name, Figure],
) -> None:
    # x: x1 and x2 by repeat 1 are worth 1 on repeat 2, x1 and x5 by repeat 2 worth 1 on repeat 1.
    # y: y4, y5, y6 by repeat 1 are worth 2 on repeat 2; by repeat 2 y4, y5 for 1 and y6 for 6, worth 3 on repeat 1.
    assert figures["cross_fitted_oracle", ""].value == F(7, 4)


def test_every_table_with_an_oracle_states_its_costs_and_no_other_does(folder: Path) -> None:
    for table in TABLES:
        shown = r3gym("analyze", folder, "--table", table, "--resamples", 20, "--oracle-cost", "observed").stdout
        stated = " ".join(shown.split()).count("Oracle cost observed: a problem costs what its cheapest success used.")
        assert (stated > 0) == (table in ORACLE_TABLES), shown
    assert "Oracle cost nominal: a level costs its cap." in r3gym("analyze", folder).stdout


def test_exports_state_the_costs(folder: Path) -> None:
    words = ("analyze", folder, "--resamples", 20, "--oracle-cost", "observed")
    plain = json.loads(r3gym(*words, "--json").stdout)
    assert plain["oracle_cost"] == "observed"
    assert {f["figure"]: f["estimate"] for f in plain["cells"][0]["figures"]}["oracle"] == 3
    lines = list(csv.DictReader(io.StringIO(r3gym(*words, "--csv").stdout)))
    assert {line["oracle_cost"] for line in lines} == {"observed"}
    assert analyse([folder], resampling=Resampling(20)).oracle_cost is OracleCost.NOMINAL


def test_the_main_cells_the_paper_and_the_ablation_take_the_same_option(folder: Path) -> None:
    (cell,) = main_cells(folder, resamples=20, oracle_cost=OracleCost.OBSERVED)
    assert (cell.oracle, cell.oracle_cost) == (3.0, "observed")
    (beside,) = compare_with_paper([cell])
    assert (beside.oracle, beside.oracle_cost) == (3.0, "observed")
    (values,) = contest_oracles(folder, OracleCost.OBSERVED).values()
    assert list(values.values()) == [3.0, 3.0]
    shown = r3gym("paper", "compare", folder, "--oracle-cost", "observed").stdout
    assert "Oracle cost observed" in shown
    assert json.loads(r3gym("paper", "compare", folder, "--json").stdout)[0]["oracle_cost"] == "nominal"


@pytest.mark.parametrize(
    "words", [("analyze", "."), ("oracle", "x.json"), ("paper", "main"), ("ablate", "--policy", "x")]
)
def test_a_wrong_word_names_the_choice(words: tuple[str, ...]) -> None:
    done = r3gym(*words, "--oracle-cost", "real")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--oracle-cost 'real': choose nominal or observed" in done.stderr
    with pytest.raises(InputError, match="choose nominal or observed"):
        read_oracle_cost("real")
