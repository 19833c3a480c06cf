"""The response-curve oracle, rule by rule, and against plain enumeration."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_oracle import Table, enumerate_all, random_contest, random_instance

from r3gym.errors import InputError
from r3gym.oracle import ZERO, Allocation, Level, ResponseCurve, solve, solve_curves

PAPER_CAPS = (7, 15, 30, 60, 121)


def answer(costs: Table, successes: Table, budget: int) -> tuple[int, int, tuple[int, ...]]:
    found = solve(costs, successes, budget)
    return found.successes, found.cost, found.assignment


# Against enumeration


def test_ten_thousand_random_instances_with_ties_agree_with_enumeration() -> None:
    rng = random.Random(20260808)
    for _ in range(10_000):
        instance = random_instance(rng)
        assert answer(*instance) == enumerate_all(*instance), instance


def test_contests_of_six_problems_and_six_options_agree_with_enumeration() -> None:
    rng = random.Random(6)
    for _ in range(12):
        instance = random_contest(rng, PAPER_CAPS)
        assert answer(*instance) == enumerate_all(*instance), instance


@pytest.mark.slow
def test_a_thousand_contests_of_six_agree_with_enumeration() -> None:
    rng = random.Random(66)
    for _ in range(1_000):
        instance = random_contest(rng, (1, 1, 2, 4, 8) if rng.random() < 0.5 else PAPER_CAPS)
        assert answer(*instance) == enumerate_all(*instance), instance


@st.composite
def instances(draw: st.DrawFn) -> tuple[Table, Table, int]:
    level = st.tuples(st.integers(0, 6), st.integers(0, 4))
    problems = draw(st.lists(st.lists(level, max_size=4), min_size=1, max_size=4))
    costs = [[0, *(cost for cost, _ in levels)] for levels in problems]
    successes = [[0, *(won for _, won in levels)] for levels in problems]
    return costs, successes, draw(st.integers(0, 26))


@settings(max_examples=500, deadline=None)
@given(instances())
def test_any_instance_agrees_with_enumeration(instance: tuple[Table, Table, int]) -> None:
    assert answer(*instance) == enumerate_all(*instance)


@settings(max_examples=200, deadline=None)
@given(instances(), st.integers(10**18, 10**30))
def test_any_size_of_numbers_is_exact(instance: tuple[Table, Table, int], large: int) -> None:
    """Whole numbers have no limit: stretched costs and successes stretch the answer and keep the assignment."""
    costs, successes, budget = instance
    value, cost, assignment = answer(*instance)
    dear = [[c * large for c in levels] for levels in costs]
    many = [[s * large for s in levels] for levels in successes]
    assert answer(dear, many, budget * large + large - 1) == (value * large, cost * large, assignment)


@settings(max_examples=200, deadline=None)
@given(instances(), st.integers(0, 10))
def test_more_budget_never_lowers_the_value(instance: tuple[Table, Table, int], more: int) -> None:
    costs, successes, budget = instance
    assert answer(costs, successes, budget + more)[0] >= answer(*instance)[0]


@settings(max_examples=200, deadline=None)
@given(instances(), st.integers(0, 6), st.integers(0, 4))
def test_one_more_level_never_lowers_the_value(instance: tuple[Table, Table, int], cost: int, won: int) -> None:
    costs, successes, budget = instance
    more = [[*costs[0], cost], *costs[1:]], [[*successes[0], won], *successes[1:]], budget
    assert answer(*more)[0] >= answer(*instance)[0]


@settings(max_examples=200, deadline=None)
@given(instances())
def test_the_order_of_the_problems_affects_the_assignment_and_not_the_score(
    instance: tuple[Table, Table, int],
) -> None:
    costs, successes, budget = instance
    assert answer(costs[::-1], successes[::-1], budget)[:2] == answer(*instance)[:2]


# The paper's rules


def test_the_budget_is_never_exceeded_and_may_be_spent_wholly() -> None:
    assert answer([[0, 5], [0, 5]], [[0, 1], [0, 1]], 10) == (2, 10, (1, 1))
    assert answer([[0, 5], [0, 5]], [[0, 1], [0, 1]], 9) == (1, 5, (0, 1))


def test_a_curve_need_not_rise_and_the_cheaper_better_level_is_taken() -> None:
    assert answer([[0, 1, 2, 4]], [[0, 5, 2, 3]], 100) == (5, 1, (1,))


def test_one_level_per_problem_not_several() -> None:
    assert answer([[0, 1, 1]], [[0, 2, 2]], 2) == (2, 1, (1,))


def test_among_equal_values_the_smallest_total_cost_is_taken() -> None:
    assert answer([[0, 3, 2]], [[0, 1, 1]], 5) == (1, 2, (2,))
    assert answer([[0, 4], [0, 3]], [[0, 1], [0, 1]], 5) == (1, 3, (0, 1))


def test_among_equal_costs_the_first_assignment_in_product_order_is_taken() -> None:
    # (0, 1), (1, 0) tie: the product over problems turns the last problem fastest, so (0, 1) comes first.
    assert answer([[0, 2], [0, 2]], [[0, 1], [0, 1]], 2) == (1, 2, (0, 1))
    # one large step on either, or two small ones: (0, 2), (1, 1) and (2, 0) tie
    assert answer([[0, 1, 2], [0, 1, 2]], [[0, 1, 2], [0, 1, 2]], 2) == (2, 2, (0, 2))
    # the input's order decides, not the cost
    assert answer([[0, 2, 1], [0, 1, 2]], [[0, 2, 1], [0, 1, 2]], 3) == (3, 3, (1, 1))


def test_levels_of_the_same_cap_keep_their_identity() -> None:
    assert answer([[0, 0, 1, 1]], [[0, 0, 2, 3]], 1) == (3, 1, (3,))
    assert answer([[0, 1, 1, 1]], [[0, 0, 4, 4]], 1) == (4, 1, (2,))


def test_level_zero_costs_nothing_and_solves_nothing() -> None:
    curve = ResponseCurve.measured([10, 20], [1, 4], repeats=5)
    assert curve.levels == (Level(0, 0), Level(10, 1), Level(20, 4))
    for wrong in (Level(1, 0), Level(0, 1)):
        with pytest.raises(InputError, match="begins with the zero option"):
            ResponseCurve((wrong, Level(10, 1)), 5)


def test_the_zero_level_comes_first_so_a_worthless_free_level_is_not_chosen() -> None:
    assert answer([[0, 0], [0, 0]], [[0, 0], [0, 0]], 5) == (0, 0, (0, 0))


def test_a_level_that_rounds_to_a_cap_of_zero_may_still_win() -> None:
    assert answer([[0, 0], [0, 3]], [[0, 2], [0, 1]], 0) == (2, 0, (1, 0))


def test_nothing_is_bought_with_an_empty_budget() -> None:
    found = solve([[0, 1]] * 6, [[0, 5]] * 6, 0)
    assert found == Allocation(0, 0, (0,) * 6, ())


def test_the_selected_set_holds_the_problems_with_a_positive_expected_return() -> None:
    found = solve([[0, 1, 2], [0, 1, 2], [0, 1, 2]], [[0, 0, 2], [0, 0, 0], [0, 3, 4]], 3)
    assert found == Allocation(5, 3, (2, 0, 1), (0, 2))


def test_many_problems_and_levels() -> None:
    """Far beyond enumeration: 60 problems of 12 levels; an upper bound and a lower bound meet at the answer."""
    costs = [[0, *range(1, 12)]] * 60
    successes = [[0, *range(1, 12)]] * 60
    found = solve(costs, successes, 300)
    assert (found.successes, found.cost) == (300, 300)
    # the first of all assignments with 300 units: the last 27 problems take 11, the one before them the 3 left over
    assert found.assignment == (0,) * 32 + (3,) + (11,) * 27


def test_values_of_any_size_need_no_table_over_values() -> None:
    assert answer([[0, 1], [0, 1]], [[0, 10**12], [0, 10**12 + 1]], 1) == (10**12 + 1, 1, (0, 1))


def test_no_problem_is_an_empty_allocation() -> None:
    assert solve([], [], 3) == Allocation(0, 0, (), ())


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    costs, successes, budget = random_contest(random.Random(1), PAPER_CAPS)
    found: Any = solve(np.array(costs), np.array(successes), np.int64(budget))  # type: ignore[arg-type]
    assert found == solve(costs, successes, budget)
    assert type(found.cost) is int


@pytest.mark.parametrize(
    ("costs", "successes", "budget", "said"),
    [
        ([[0, 1]], [[0, 1]], -1, "budget -1"),
        ([[0, 1]], [[0, 1]], 1.0, "whole numbers"),
        ([[0, 1.5]], [[0, 1]], 1, "whole numbers"),
        ([[0, 1]], [[0, 0.2]], 1, "whole numbers"),
        ([[0, 1]], [[0, 1], [0, 1]], 1, "costs has 1 problems and successes has 2"),
        ([[0, 1], [0, 1, 2]], [[0, 1], [0, 1]], 1, "problem 1 has 3 costs and 2 successes"),
        ([[0, 1], [1, 2]], [[0, 1], [0, 1]], 1, "problem 1: level 0 is the zero option"),
        ([[0, 1]], [[1, 1]], 1, "problem 0: level 0 is the zero option"),
        ([[]], [[]], 1, "problem 0: level 0 is the zero option"),
        ([[0, -1]], [[0, 1]], 1, "0 or more"),
        ([[0, 1]], [[0, -1]], 1, "0 or more"),
    ],
)
def test_a_wrong_instance_is_refused_with_the_rule(costs: Any, successes: Any, budget: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        solve(costs, successes, budget)


# Curves


def test_curves_are_solved_like_their_rows() -> None:
    curves = [ResponseCurve.measured((1, 2), (1, 3), 5), ResponseCurve.measured((1, 3), (2, 5), 5)]
    assert solve_curves(curves, 4) == solve([[0, 1, 2], [0, 1, 3]], [[0, 1, 3], [0, 2, 5]], 4)


def test_curves_of_different_repeats_cannot_be_added_up() -> None:
    curves = [ResponseCurve.measured((1,), (1,), 5), ResponseCurve.measured((1,), (1,), 4)]
    with pytest.raises(InputError, match="repeats"):
        solve_curves(curves, 4)


@pytest.mark.parametrize(
    ("levels", "repeats", "said"),
    [
        ((Level(1, 0),), 5, "zero option"),
        ((), 5, "zero option"),
        ((ZERO, Level(1, 6)), 5, "level 1 has 6 successes out of 5"),
        ((ZERO, Level(1, -1)), 5, "level 1 has -1 successes"),
        ((ZERO, Level(-1, 1)), 5, "level 1 costs -1"),
        ((ZERO,), 0, "repeats=0"),
    ],
)
def test_an_impossible_curve_is_refused(levels: tuple[Level, ...], repeats: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        ResponseCurve(levels, repeats)
