"""Gap, gap ratio and selected misses, as the paper defines them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from r3gym.errors import InputError
from r3gym.oracle import Allocation, SelectedProblem, score_gap, selected_miss_mass, selected_problems, solve

CURVES = [[0, 2, 5], [0, 0, 0], [0, 3, 4]]
ALLOCATION = Allocation(8, 3, (2, 0, 1), (0, 2))


def test_the_gap_is_the_difference_of_means_over_the_same_contests() -> None:
    found = score_gap([4, 2], [1, 2])
    assert (found.oracle, found.contest, found.gap) == (3, Fraction(3, 2), Fraction(3, 2))


def test_the_gap_ratio_is_a_ratio_of_means_not_a_mean_of_ratios() -> None:
    assert score_gap([4, 1], [0, 1]).ratio == Fraction(4, 5)  # the mean of ratios would be 1/2


def test_the_gap_ratio_is_none_at_an_oracle_of_zero() -> None:
    assert score_gap([0, 0], [0, 0]).ratio is None
    assert score_gap([0, 0], [1, 0]).gap == Fraction(-1, 2)


def test_negative_gaps_are_kept() -> None:
    found = score_gap([1], [2])
    assert (found.gap, found.ratio) == (-1, -1)


def test_rounding_never_makes_a_gap() -> None:
    fifths = [Fraction(count, 5) for count in (1, 2)]
    assert score_gap(fifths, [Fraction(3, 5), 0]).gap == 0  # with floats 0.2 + 0.4 - 0.6 is not 0


def test_scores_must_belong_to_the_same_contests() -> None:
    with pytest.raises(InputError, match="2 oracle scores and 1 contest scores"):
        score_gap([1, 2], [1])
    with pytest.raises(InputError, match="at least one contest"):
        score_gap([], [])


def test_selected_problems_carry_the_selected_rate_and_the_contest_rate() -> None:
    assert selected_problems(ALLOCATION, CURVES, 5, [3, 5, 4], 5) == (
        SelectedProblem(0, Fraction(1), Fraction(3, 5)),
        SelectedProblem(2, Fraction(3, 5), Fraction(4, 5)),
    )


def test_the_mass_is_what_was_missed_and_never_negative() -> None:
    first, second = selected_problems(ALLOCATION, CURVES, 5, [3, 5, 4], 5)
    assert (first.mass, first.missed) == (Fraction(2, 5), True)
    assert (second.mass, second.missed) == (0, False)
    assert selected_miss_mass([first, second]) == Fraction(2, 5)


def test_with_rates_of_zero_and_one_the_mass_is_the_number_of_missed_selected_problems() -> None:
    allocation = solve([[0, 1]] * 6, [[0, 1], [0, 1], [0, 1], [0, 0], [0, 1], [0, 0]], 6)
    selected = selected_problems(allocation, [[0, 1], [0, 1], [0, 1], [0, 0], [0, 1], [0, 0]], 1, [1, 0, 0, 0, 1, 1], 1)
    assert [s.problem for s in selected if s.missed] == [1, 2]
    assert selected_miss_mass(selected) == 2


def test_problems_that_were_not_selected_carry_no_mass() -> None:
    assert selected_problems(Allocation(0, 0, (0, 0), ()), [[0, 1], [0, 1]], 5, [0, 0], 5) == ()
    assert selected_miss_mass([]) == 0


def test_contest_repeats_need_not_equal_curve_repeats() -> None:
    (selected,) = selected_problems(Allocation(4, 1, (1,), (0,)), [[0, 4]], 5, [1], 2)
    assert selected.mass == Fraction(3, 10)


@pytest.mark.parametrize(("solved", "runs"), [([0, 0], 5), ([6, 0, 0], 5), ([-1, 0, 0], 5), ([0, 0, 0], 0)])
def test_impossible_counts_are_refused(solved: list[int], runs: int) -> None:
    with pytest.raises(InputError):
        selected_problems(ALLOCATION, CURVES, 5, solved, runs)


def test_results_and_curves_are_of_the_same_problems() -> None:
    solved = [0] * len(ALLOCATION.assignment)
    assert selected_problems(ALLOCATION, CURVES, 5, solved, 5)
    for curves, counts in ((CURVES, solved[1:]), ([*CURVES, CURVES[0]], solved), (CURVES[1:], solved)):
        with pytest.raises(InputError, match="problems, the allocation"):
            selected_problems(ALLOCATION, curves, 5, counts, 5)
