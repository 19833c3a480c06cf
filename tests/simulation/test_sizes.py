"""The number of problems in the twin: spaces, budgets, tiers, orders, drivers, learned scheduler and ceiling."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from math import factorial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from known_domains import AR, CODE, MATH
from simulation.conftest import make_profile

from r3gym.core.contest_size import tier_mix
from r3gym.core.packed_state import unpack
from r3gym.errors import InputError
from r3gym.schedulers import Driver, make_scheduler, scheduler_names
from r3gym.simulation.ceiling import ceiling, distinct_deals, optimal_value
from r3gym.simulation.contests import Contests
from r3gym.simulation.histories import TooManyHistories
from r3gym.simulation.library import make_world
from r3gym.simulation.orders import computed_orders, listed_orders, numbered_orders, order_table
from r3gym.simulation.playing import driver_policy, play_contests, play_habit
from r3gym.simulation.profiles import profile_budgets, profile_world
from r3gym.simulation.rewards import REWARDS

SIZES = range(2, 13)


@pytest.mark.parametrize("problems", SIZES)
def test_spaces_follow_the_number_of_problems(problems: int) -> None:
    env = gym.make("R3Allocation-Math-v0", profiles="validation", problems=problems).unwrapped
    assert env.observation_space.shape == (8 * (problems + 1),)
    assert env.action_space.n == problems + 1
    env.reset(seed=0)
    assert env.state.labels == MATH.labels(problems)
    assert len(env.action_masks()) == problems + 1
    assert env.step(problems)[2], "the action after the last problem finishes"


def test_the_checker_passes_for_other_sizes() -> None:
    check_env(gym.make("R3Allocation-Code-v0", profiles="validation", problems=12).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("problems", [2, 6, 9, 12])
@pytest.mark.parametrize("reward", REWARDS)
def test_rewards_sum_to_the_score_alone_and_in_a_vector(problems: int, reward: str) -> None:
    how: dict[str, Any] = {"profiles": "validation", "problems": problems, "budget": 9, "reward": reward}
    many, alone = gym.make_vec("R3Allocation-AR-v0", num_envs=4, **how), gym.make("R3Allocation-AR-v0", **how)
    many.reset(seed=5)
    batch = [many.step(np.full(4, step % problems)) for step in range(9)]
    for number in range(4):
        alone.reset(seed=5 + number)
        steps = [alone.step(step % problems) for step in range(9)]
        assert [step[1] for step in steps] == [step[1][number] for step in batch]
        assert sum(step[1] for step in steps) == steps[-1][4]["score"] == batch[-1][4]["score"][number]


@pytest.mark.parametrize("problems", [1, 13, "six"])
def test_other_numbers_are_refused(problems: Any) -> None:
    with pytest.raises(InputError, match="2 to 12 problems"):
        gym.make("R3Allocation-Code-v0", problems=problems)


@pytest.mark.parametrize("problems", SIZES)
def test_tiers_are_mixed_and_budgets_grow_with_the_number(problems: int) -> None:
    profile = make_profile(budgets=(6, 24))
    world = profile_world([profile], problems=problems)
    assert Counter(world.slots[0].tolist()) == Counter(
        {slot: count for slot, count in enumerate(tier_mix(problems).values()) if count}
    )
    assert profile_budgets(profile, problems) == (problems, 4 * problems) == tuple(world.budgets[0])


@pytest.mark.parametrize("problems", [2, 3, 6, 7, 9, 12])
def test_every_order_is_equally_likely(problems: int) -> None:
    """Each problem stands at each place about as often as chance has it."""
    contests = Contests(make_world([CODE], "GLM-5.2", problems=problems), 30_000)
    contests.reset(np.arange(30_000))
    order = contests.order
    assert (np.sort(order, axis=1) == np.arange(problems)).all()
    expected = 30_000 / problems
    for place in range(problems):
        counts = np.bincount(order[:, place], minlength=problems)
        assert (abs(counts - expected) < 5 * expected**0.5).all()


def test_orders_are_numbered_as_permutations_are() -> None:
    for problems in (2, 4, 6):
        numbers = np.arange(factorial(problems))
        assert (numbered_orders(numbers, problems) == order_table(problems)).all()
        assert order_table(problems).tolist() == [list(order) for order in permutations(range(problems))]
    edges = np.array([0, (1 << 64) - 1], np.uint64)
    for orders in (listed_orders(edges, 6), computed_orders(edges, 6)):
        assert orders.tolist() == [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0]]


@pytest.mark.parametrize("problems", [2, 7, 12])
def test_every_driver_plays_contests_of_any_size(problems: int) -> None:
    world = make_world([AR], "GLM-5.2", 0.2, problems=problems)
    drivers = {name: made for name in scheduler_names() if isinstance(made := make_scheduler(name), Driver)}
    assert {"learned", "equal", "index", "shadow_price"} <= set(drivers)
    for driver in drivers.values():
        played = play_contests(world, 4, 1, driver_policy(driver.choose))
        assert played.right.shape == (4, problems)
        assert (played.paid.sum(axis=1) <= world.budgets[0, 0]).all()
    for guard in ("none", "coverage", "verification"):
        assert play_habit(world, 4, 1, guard).score.max() <= problems


@pytest.mark.parametrize("problems", [2, 9, 12])
def test_the_learned_scheduler_chooses_alike_one_by_one_and_in_a_batch(problems: int) -> None:
    learned: Any = make_scheduler("learned")
    contests = Contests(make_world([MATH], "validation", problems=problems), 40)
    contests.reset(np.arange(40))
    for _ in range(4):
        packed = contests.packed()
        places = learned.network.best(packed)
        for row, place in zip(packed, places.tolist(), strict=True):
            state = unpack(row)
            if not state.exhausted:
                assert learned.choose(state) == (None if place == problems else state.labels[place])
        contests.renew(np.flatnonzero(contests.step(places).ended))


def test_the_ceiling_is_exact_where_that_is_feasible_and_says_where_it_is_not() -> None:
    profile = make_profile()
    values = [ceiling(profile_world([profile], problems=problems), 0, 2) for problems in (2, 4, 8, 12)]
    assert all(found.exact for found in values)
    assert [found.value for found in values] == sorted(found.value for found in values)
    large = ceiling(profile_world([profile], problems=12), 0, 4, most_states=500)
    assert not large.exact
    assert large.value > values[-1].value


def test_deals_are_counted_before_they_are_listed() -> None:
    assert len(distinct_deals([0, 0, 0, 1, 1, 2])) == 60
    assert len(distinct_deals([0] * 6 + [1] * 4 + [2] * 2)) == 13_860
    with pytest.raises(TooManyHistories):
        distinct_deals(list(range(12)))
    everyone_differs = profile_world([make_profile()], problems=12)
    world = type(everyone_differs)(
        **{**everyone_differs.__dict__, "laws": np.tile(everyone_differs.laws, (4, 1)), "slots": np.arange(12)[None]}
    )
    with pytest.raises(TooManyHistories):
        optimal_value(world, 0, 1)
    assert not ceiling(world, 0, 1).exact


def test_worlds_of_different_sizes_are_not_joined(tmp_path: Path) -> None:
    from r3gym.simulation.world import joined

    with pytest.raises(InputError, match="3 and 6 problems"):
        joined([profile_world([make_profile()], problems=problems) for problems in (6, 3)])
    (tmp_path / "mine.json").write_text(json.dumps([make_profile().model_dump(mode="json")]))
    assert make_world([CODE], str(tmp_path / "mine.json"), problems=7).problems == 7
