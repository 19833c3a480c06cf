"""`action_masks()` is the scheduler's word in numbers: masks and guards can never disagree."""

from __future__ import annotations

import random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from contest_actions import do, run

from r3gym.core.actions import Verb
from r3gym.schedulers import scheduler_names

COMPUTE = run("python3 -c 'print(1)'")


def masks(env: gym.Env[Any, Any]) -> list[bool]:
    mask = env.get_wrapper_attr("action_masks")()
    assert mask.dtype == np.bool_
    return [bool(legal) for legal in mask]


@pytest.mark.parametrize("name", scheduler_names())
def test_random_legal_and_illegal_steps_do_what_the_mask_says(make_env: Any, name: str) -> None:
    rng = random.Random(name)
    env = make_env("R3Contest-Math-v0", contest=0, budget=9, scheduler=name)
    env.reset(seed=0)
    for _ in range(40):
        mask = masks(env)
        assert len(mask) == 7
        assert mask[-1], "finishing is always legal"
        number = rng.randrange(6)
        env.step(do(Verb.FOCUS, number + 1))
        assert masks(env) == mask, "bookkeeping changes no legality"
        obs, *_, info = env.step(COMPUTE)
        assert (info["charge"]["kind"] == "counted") == mask[number], info["charge"]
        if rng.random() < 0.4:
            env.step(do(Verb.SUBMIT, number + 1, str(rng.randrange(3))))
        if not any(masks(env)[:-1]):
            break
    assert obs["used"][0] <= 9
    _, _, terminated, _, _ = env.step(do(Verb.FINISH))
    assert terminated
    assert masks(env) == [False] * 6 + [True]


def test_a_spent_budget_leaves_only_finishing(make_env: Any) -> None:
    env = make_env("R3Contest-AR-v0", contest=0, budget=0)
    env.reset(seed=0)
    assert masks(env) == [False] * 6 + [True]


def test_in_target_mode_only_the_target_is_legal(make_env: Any) -> None:
    for name in scheduler_names():
        env = make_env("R3Contest-Math-v0", contest=0, budget=3, target="2", scheduler=name)
        env.reset(seed=0)
        assert masks(env) == [False, True, False, False, False, False, True], name


def test_a_single_problem_has_two_entries(make_env: Any) -> None:
    env = make_env("R3Single-Math-v0", contest=0, budget=1)
    env.reset(seed=0)
    assert masks(env) == [True, True]
    env.step(do(Verb.FOCUS, 1))
    env.step(COMPUTE)
    assert masks(env) == [False, True]


def test_a_mask_needs_a_contest(make_env: Any) -> None:
    env = make_env("R3Contest-Math-v0", contest=0)
    with pytest.raises(gym.error.ResetNeeded):
        env.unwrapped.action_masks()


def test_removing_an_answer_and_writing_the_same_bytes_again_is_no_change(make_env: Any) -> None:
    env = make_env("R3Contest-Code-v0", contest=0, budget=9)
    env.reset(seed=0)
    env.step(do(Verb.FOCUS, 1))
    write = run("printf 'int main() {}' > /app/solution_A.cpp")
    env.step(write)
    env.step(COMPUTE)
    obs, *_ = env.step(run("rm /app/solution_A.cpp"))
    assert (obs["candidate"][0], obs["checks_since_change"][0]) == (0, 1)
    obs, *_ = env.step(write)
    assert (obs["candidate"][0], obs["candidate_version"][0], obs["checks_since_change"][0]) == (1, 1, 1)
