"""Many contests at once: the same value, cost and assignment as one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from plain_oracle import enumerate_all, random_instance

from r3gym.errors import InputError
from r3gym.oracle import solve
from r3gym.oracle.batch import BLOCK_BYTES, solve_batch


def assert_like_single(costs: Any, successes: Any, budgets: Any) -> None:
    found = solve_batch(costs, successes, budgets, assignments=True)
    shape = np.shape(successes)
    every_cost, every_budget = np.broadcast_to(costs, shape), np.broadcast_to(budgets, shape[:-2])
    assert found.assignment is not None
    for place in np.ndindex(shape[:-2]):
        one = solve(every_cost[place].tolist(), np.asarray(successes)[place].tolist(), int(every_budget[place]))
        assert (one.successes, one.cost) == (found.successes[place], found.cost[place])
        assert one.assignment == tuple(found.assignment[place])


def test_ten_thousand_instances_with_ties_are_solved_as_one_by_one() -> None:
    """Ragged instances, filled up to five problems of six levels with zero options."""
    rng = random.Random(7)
    instances = [random_instance(rng) for _ in range(10_000)]
    costs, successes = np.zeros((2, len(instances), 4, 6), np.int64)
    for n, (paid, won, _) in enumerate(instances):
        for p in range(len(paid)):
            costs[n, p, : len(paid[p])], successes[n, p, : len(won[p])] = paid[p], won[p]
    found = solve_batch(costs, successes, [budget for _, _, budget in instances], assignments=True)
    assert found.assignment is not None
    for n, (paid, won, budget) in enumerate(instances):
        one = solve(paid, won, budget)
        assert (one.successes, one.cost) == (found.successes[n], found.cost[n])
        assert one.assignment == tuple(found.assignment[n, : len(paid)])
        assert not found.assignment[n, len(paid) :].any()


def test_a_batch_agrees_with_enumeration() -> None:
    rng = np.random.default_rng(3)
    successes = rng.integers(0, 4, (300, 3, 4))
    successes[..., 0] = 0
    costs, budgets = [0, 1, 1, 3], rng.integers(0, 9, 300)
    found = solve_batch(costs, successes, budgets, assignments=True)
    assert found.assignment is not None
    for n in range(300):
        expected = enumerate_all([costs] * 3, successes[n].tolist(), int(budgets[n]))
        assert (found.successes[n], found.cost[n], tuple(found.assignment[n])) == expected


@pytest.mark.parametrize("scale", [1, 1_000, 10**8, 10**17, 10**18], ids=lambda s: f"costs-times-{s:g}")
def test_every_width_of_number_gives_the_same_answers(scale: int) -> None:
    """Small, middle and large numbers; at the largest the budgets need more than 64 bits on the way."""
    rng = np.random.default_rng(4)
    successes = rng.integers(0, 6, (40, 6, 6))
    successes[..., 0] = 0
    assert_like_single(np.array([0, 1, 2, 4, 8, 9]) * scale, successes, rng.integers(0, 10, 40) * (scale - 1))


def test_costs_far_above_the_budget_do_no_harm() -> None:
    assert_like_single([0, 1, 2**62], np.array([[[0, 1, 5]] * 6]), [3])


def test_more_contests_than_one_block() -> None:
    rng = np.random.default_rng(5)
    successes = rng.integers(0, 6, (BLOCK_BYTES // 100, 2, 3))
    successes[..., 0] = 0
    assert_like_single([0, 3, 5], successes, rng.integers(0, 12, len(successes)))


def test_huge_successes_are_solved_too() -> None:
    successes = np.array([[[0, 10**9, 1], [0, 10**9 + 1, 7]], [[0, 1, 5], [0, 2, 4]]])
    assert_like_single([0, 2, 1], successes, [2, 3])


def test_contests_may_have_any_shape_and_share_costs_and_budgets() -> None:
    rng = np.random.default_rng(6)
    successes = rng.integers(0, 6, (3, 4, 6, 6))
    successes[..., 0] = 0
    per_contest = np.cumsum(rng.integers(0, 5, (4, 6, 6)), axis=-1)
    per_contest[..., 0] = 0
    assert_like_single(per_contest, successes, rng.integers(0, 40, 4))
    assert_like_single([0, 1, 2, 4, 8, 16], successes, 16)
    assert_like_single([0, 1, 2, 4, 8, 16], successes[0, 0], 16)


def test_without_assignments_there_are_none() -> None:
    assert solve_batch([0, 1], [[[0, 1]]], 1).assignment is None


@pytest.mark.parametrize(("contests", "problems"), [(0, 6), (3, 0)])
def test_nothing_gives_nothing(contests: int, problems: int) -> None:
    found = solve_batch([0, 1], np.zeros((contests, problems, 2), np.int64), 5, assignments=True)
    assert found.successes.tolist() == found.cost.tolist() == [0] * contests
    assert found.assignment is not None
    assert found.assignment.shape == (contests, problems)


@pytest.mark.parametrize(
    ("costs", "successes", "budgets", "said"),
    [
        ([0, 1.5], [[[0, 1]]], 1, "costs: give whole numbers"),
        ([0, 1], [[[0, 0.2]]], 1, "successes: give whole numbers"),
        ([0, 10**30], [[[0, 1]]], 1, "costs: give whole numbers that fit"),
        ([0, -1], [[[0, 1]]], 1, "costs: -1 is given"),
        ([0, 1], [[[0, 1]]], -1, "budgets: -1 is given"),
        ([1, 1], [[[0, 1]]], 1, "zero option"),
        ([0, 1], [[[1, 1]]], 1, "zero option"),
        ([0, 1], [0, 1], 1, "successes has the shape"),
        ([0, 1, 2], [[[0, 1]]], 1, "do not go with successes"),
        ([0, 1], [[[0, 1]]], [1, 2], "do not go with successes"),
        ([0, 1], [[[0, 2**62], [0, 2**62]]], 1, "sum does not fit"),
    ],
)
def test_a_wrong_batch_is_refused_with_the_rule(costs: Any, successes: Any, budgets: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        solve_batch(costs, successes, budgets)
