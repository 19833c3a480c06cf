"""Every figure of the paper on a campaign that is small enough to work out by hand (tests/hand_campaign.py)."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import hand_campaign
import pytest
from made_campaign import row

from r3gym.analysis import Resampling, analyse
from r3gym.analysis.analyse import TABLES, cell_figures
from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.oracle_score import oracle_of
from r3gym.analysis.regret import step_regrets
from r3gym.analysis.response_curves import not_monotone, problem_curves
from r3gym.cells.campaign import read_campaign
from r3gym.cells.gathering import contest_cells, curve_cells

FEW = Resampling(resamples=50)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hand_campaign.write(tmp_path_factory.mktemp("hand"))


@pytest.fixture(scope="module")
def figures(folder: Path) -> dict[Name, Figure]:
    campaign = read_campaign([folder])
    (cell,) = contest_cells(campaign)
    return cell_figures(cell, curve_cells(campaign)[cell.key.curves], TABLES)


def test_contest_score_is_the_mean_over_contests_of_the_mean_of_their_runs(figures: dict[Name, Figure]) -> None:
    assert figures["contest", ""].value == F(7, 4)  # x: (2 + 1) / 2, y: (3 + 1) / 2


def test_the_oracle_funds_the_cheap_levels_and_takes_the_cheapest_of_equal_values(folder: Path) -> None:
    campaign = read_campaign([folder])
    (cell,) = contest_cells(campaign)
    oracle = oracle_of(cell, curve_cells(campaign)[cell.key.curves])
    assert oracle is not None
    # x: x1, x2 and x5 at 2 give 2 + 1 + 1 successes for 6; x1 at 2 and x4 at 6 give 4 as well, for 8.
    # y: y4, y5 and y6 at 2 give 2 + 2 + 1 successes for 6.
    assert oracle.value.tolist() == [4, 5]
    assert oracle.assignment.tolist() == [[1, 1, 0, 0, 1, 0], [0, 0, 0, 1, 1, 1]]


def test_gap_and_gap_ratio_are_of_means(figures: dict[Name, Figure]) -> None:
    assert figures["oracle", ""].value == F(9, 4)
    assert figures["gap", ""].value == F(1, 2)
    assert figures["gap_ratio", ""].value == F(2, 9)


def test_the_equal_replay_asks_for_a_success_within_a_sixth_of_the_budget(figures: dict[Name, Figure]) -> None:
    # floor(8 / 6) = 1: x1 in x, y4 and y5 in y were solved with one action.
    assert figures["equal", ""].value == F(3, 2)


def test_selected_misses_credit_partial_recovery(figures: dict[Name, Figure]) -> None:
    # x2: 1/2 - 0, x5: 1/2 - 0; y5: 1 - 1/2. x1, y4 and y6 were solved as often as selected.
    assert figures["selected_miss_mass", ""].value == F(3, 4)
    assert figures["selected_misses", ""].value == F(3, 2)


def test_selected_miss_rates_divide_by_all_judged_problems(figures: dict[Name, Figure]) -> None:
    rates = {group: figure.value for (name, group), figure in figures.items() if name == "selected_miss_rate"}
    assert rates["easy"] == F(1, 12)  # x2 and y5, of twelve problems
    assert rates["medium"] == F(1, 24)  # x5
    assert rates["hard"] == 0
    assert rates["all"] == F(1, 8)
    assert rates["position 2"] == F(1, 24)
    assert rates["position 5"] == F(1, 12)
    assert figures["missed_share", "easy"].value == F(1, 6)  # of six easy problems


def test_the_portfolio_is_the_mix_of_the_selected(figures: dict[Name, Figure]) -> None:
    assert [figures["portfolio", tier].value for tier in ("easy", "medium", "hard")] == [F(5, 6), F(1, 6), 0]


def test_accuracy_is_over_judged_runs(figures: dict[Name, Figure]) -> None:
    tiers = [figures["accuracy", tier].value for tier in ("easy", "medium", "hard", "all")]
    assert tiers == [F(6, 12), F(1, 8), 0, F(7, 24)]
    positions = [figures["accuracy", f"position {n}"].value for n in range(1, 7)]
    assert positions == [F(2, 4), 0, 0, F(3, 4), F(1, 4), F(1, 4)]


def test_output_shares_are_of_all_attributed_output(figures: dict[Name, Figure]) -> None:
    # x: 5 on x1, 5 on x4, 2 on x6; y: 6 on y1, 4 on y4, 2 on y5, 2 on y6.
    shares = [figures["output_share", f"position {n}"].value for n in range(1, 7)]
    assert shares == [F(11, 26), 0, 0, F(9, 26), F(2, 26), F(4, 26)]
    cumulative = [figures["cumulative_output_share", f"position {n}"].value for n in range(1, 7)]
    assert cumulative == [F(n, 26) for n in (11, 11, 11, 20, 22, 26)]


def test_wasted_output_went_to_problems_that_stayed_unsolved(figures: dict[Name, Figure]) -> None:
    # Two on x6 and six on y1, both hard.
    assert [figures["wasted", tier].value for tier in ("easy", "medium", "hard", "all")] == [0, 0, F(8, 26), F(8, 26)]


def test_every_slot_is_in_one_omission_class(figures: dict[Name, Figure]) -> None:
    shares = {group: figure.value for (name, group), figure in figures.items() if name == "omission"}
    # x 1: x1 x4 answered, x2 malformed, three missing with the budget gone. x 2: x1 answered, x6 paid for and missing,
    # four untouched. y 1: three answered, three untouched. y 2: y1 y4 answered, four missing with the budget gone.
    assert shares == {
        "answered": F(8, 24),
        "truncated": F(7, 24),
        "format": F(1, 24),
        "unresolved": F(1, 24),
        "insufficient": F(7, 24),
    }


def test_the_cross_fitted_oracle_never_values_a_choice_on_its_own_runs(figures: dict[Name, Figure]) -> None:
    # x: on repeat 1 it takes x1 and x2 at 2, worth 1 on repeat 2; on repeat 2 x1 and x5 at 2, worth 1 on repeat 1.
    # y: on repeat 1 it takes y4, y5, y6 at 2, worth 2 on repeat 2; on repeat 2 y4 and y5 at 2, worth 2 on repeat 1.
    assert figures["cross_fitted_oracle", ""].value == F(3, 2)


def test_regret_by_step_is_what_the_rest_of_the_budget_can_no_longer_buy(folder: Path) -> None:
    campaign = read_campaign([folder])
    (cell,) = contest_cells(campaign)
    oracle = oracle_of(cell, curve_cells(campaign)[cell.key.curves])
    assert oracle is not None
    walks = step_regrets(cell, oracle)
    assert walks is not None
    by_run = [walks.regret[walks.run == n].tolist() for n in range(4)]
    assert by_run == [
        [0, 0, 0, 0, 1, 0, 1, 0],  # x 11144444: x1 is paid with two; then x4 eats what x5 and x2 needed
        [0, 0, 0, 0],  # x 1166: x2 and x5 could still be had
        [0, 0, 0, 0, 0, 0],  # y 445566: exactly the oracle's choice
        [0, 0, 1, 0, 1, 0, 0, 0],  # y 11111144: y6 is lost with the third step on y1, y5 (for y1) with the fifth
    ]
    assert walks.at_end.tolist() == [2, 4, 5, 3]
    assert walks.funded.tolist() == [2, 2, 5, 3]


def test_regret_unspent_and_execution_make_up_the_gap(figures: dict[Name, Figure]) -> None:
    parts = [figures[name, ""].value for name in ("regret", "unspent", "execution")]
    assert parts == [F(1, 2), F(1, 4), F(-1, 4)]
    assert sum(part for part in parts if part is not None) == figures["gap", ""].value
    assert [figures["regret", tier].value for tier in ("easy", "medium", "hard")] == [0, F(1, 4), F(1, 4)]
    assert [figures["regret", f"position {n}"].value for n in (1, 4)] == [F(1, 4), F(1, 4)]
    steps = [figures["regret", name].value for name in ("step 3", "step 5", "later steps")]
    assert steps == [F(1, 8), F(1, 4), F(1, 8)]


def test_a_curve_that_falls_is_reported_and_used(folder: Path) -> None:
    (cell,) = curve_cells(read_campaign([folder])).values()
    curves = problem_curves(cell)
    assert [(c.problem, c.drops) for c in not_monotone(curves)] == [("y5", ((0.2, 0.8),))]
    x2 = next(c for c in curves if c.problem == "x2").levels[0]
    assert (x2.cap, x2.runs, x2.successes, x2.used) == (2, 2, 1, (2, 2))
    assert x2.ended == {"accepted": 1, "wrong_answer": 1}


def test_missing_runs_count_as_zero_in_the_scheduler_table_and_nowhere_else(tmp_path: Path) -> None:
    one = row("contest", hand_campaign.SUITE, "x", "+++---", pressure=0.8, budget=8, repeat=1, scheduler="coverage")
    found = analyse([hand_campaign.write(tmp_path, [one])], resampling=FEW)
    (table,) = found.schedulers
    value = {name: at.estimate for name, at in table.estimates.items()}
    assert value["score", "none"] == 1.75
    assert value["score", "coverage"] == 0.75  # three of one run; three more runs are owed
    assert value["gain", "coverage"] == -1.0
    assert value["oracle", ""] == 2.25
    none, coverage = found.cells
    assert (none.complete, coverage.complete, coverage.estimates) == (True, False, {})
    (cell,) = found.missing
    assert cell.missing_runs == ("x repeat 2", "y repeat 1", "y repeat 2")


def test_incomplete_cells_are_computed_when_allowed_and_marked(tmp_path: Path) -> None:
    one = row("contest", hand_campaign.SUITE, "x", "+++---", pressure=0.8, budget=8, repeat=1, scheduler="coverage")
    found = analyse([hand_campaign.write(tmp_path, [one])], resampling=FEW, allow_incomplete=True)
    coverage = found.cells[1]
    assert (coverage.complete, coverage.contests, coverage.estimates["contest", ""].estimate) == (False, 1, 3.0)


def test_control_minus_stress_averages_six_differences_and_then_contests(tmp_path: Path) -> None:
    targets = [
        row("target", hand_campaign.SUITE, "x", state, problem=f"x{n}", pressure=0.8, budget=6, repeat=1)
        for n, state in enumerate("++ww+-", 1)
    ]
    targets += [
        row("target", hand_campaign.SUITE, "y", "+", problem=f"y{n}", pressure=0.8, budget=6, repeat=1)
        for n in range(1, 7)
    ]
    (stress,) = analyse([hand_campaign.write(tmp_path, targets)], resampling=FEW).stress
    value = {name: at.estimate for (name, _), at in stress.estimates.items()}
    # Control at level 0.8: x (1 + 1 + 1/2 + 1 + 1/2 + 0) / 6, y (1/2 + 0 + 1 + 1 + 1/2 + 1) / 6. Stress: 3/6 and 6/6.
    assert value["control"] == pytest.approx(4 / 6)
    assert value["stress"] == pytest.approx(3 / 4)
    assert value["control_minus_stress"] == pytest.approx((1 / 6 - 2 / 6) / 2)


def test_a_contest_with_only_some_targets_is_refused(tmp_path: Path) -> None:
    target = row("target", hand_campaign.SUITE, "x", "+", problem="x1", pressure=0.8, budget=6, repeat=1)
    found = analyse([hand_campaign.write(tmp_path, [target])], resampling=FEW)
    assert found.stress[0].estimates == {}
    assert found.missing[0].missing_runs == tuple(f"x position {n}" for n in range(2, 7))
