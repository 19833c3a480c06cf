"""Live contests in threads behave like the same contests one by one."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from r3gym.core.actions import Verb
from r3gym.envs import ThreadVectorEnv
from r3gym.errors import InputError


def batch(*actions: tuple[Verb, int, str]) -> dict[str, Any]:
    return {
        "verb": np.array([int(a[0]) for a in actions]),
        "problem": np.array([a[1] for a in actions]),
        "text": tuple(a[2] for a in actions),
    }


SCRIPT = [
    batch((Verb.FOCUS, 1, ""), (Verb.FOCUS, 2, ""), (Verb.STATUS, 0, "")),
    batch((Verb.COMMAND, 0, "python3 -c 'print(1)'"), (Verb.COMMAND, 0, "echo ü | cat"), (Verb.COMMAND, 0, "seq 3")),
    batch((Verb.SUBMIT, 1, "42"), (Verb.FINISH, 0, ""), (Verb.SUBMIT, 3, "7")),
    batch((Verb.STATUS, 0, ""), (Verb.STATUS, 0, ""), (Verb.STATUS, 0, "")),
    batch((Verb.FINISH, 0, ""), (Verb.FINISH, 0, ""), (Verb.FINISH, 0, "")),
]


def play(mode: str | None) -> list[Any]:
    envs = gym.make_vec("R3Contest-Math-v0", num_envs=3, vectorization_mode=mode)
    try:
        return [envs.reset(seed=5), *(envs.step(actions) for actions in SCRIPT)]
    finally:
        envs.close()


def test_make_vec_gives_the_thread_vector() -> None:
    envs = gym.make_vec("R3Contest-Math-v0", num_envs=2)
    assert isinstance(envs, ThreadVectorEnv)
    assert envs.metadata["autoreset_mode"] is gym.vector.AutoresetMode.NEXT_STEP
    envs.close()


def test_threads_and_one_by_one_give_the_same_trajectories() -> None:
    threads, one_by_one = play(None), play("sync")
    for ours, theirs in zip(threads, one_by_one, strict=True):
        assert data_equivalence(ours[0], theirs[0], exact=True)
        assert all(np.array_equal(a, b) for a, b in zip(ours[1:-1], theirs[1:-1], strict=True))
        assert ours[-1].keys() == theirs[-1].keys()


def test_observations_lie_in_the_batched_space() -> None:
    envs = gym.make_vec("R3Contest-AR-v0", num_envs=2)
    obs, _ = envs.reset(seed=1)
    assert obs in envs.observation_space
    obs, *_ = envs.step(envs.action_space.sample())
    assert obs in envs.observation_space
    envs.close()


def test_a_wrong_number_of_seeds_is_refused() -> None:
    envs = gym.make_vec("R3Single-Math-v0", num_envs=2)
    with pytest.raises(ValueError, match="3 seeds for 2 environments"):
        envs.reset(seed=[1, 2, 3])
    envs.close()


@pytest.mark.parametrize("first", [0, 1])
def test_contests_of_different_lengths_go_on_together(first: int) -> None:
    envs = gym.make_vec("R3Contest-Math-v0", num_envs=2, budget=5)
    envs.reset(seed=0)
    ends = [(Verb.STATUS, 0, ""), (Verb.STATUS, 0, "")]
    ends[first] = (Verb.FINISH, 0, "")
    _, _, terminated, _, _ = envs.step(batch(*ends))
    assert list(terminated) == [first == 0, first == 1]
    obs, *_ = envs.step(batch((Verb.STATUS, 0, ""), (Verb.STATUS, 0, "")))
    assert obs in envs.observation_space
    _, _, terminated, _, infos = envs.step(batch((Verb.FINISH, 0, ""), (Verb.FINISH, 0, "")))
    assert terminated.all()
    assert set(infos["charge"]["kind"]) == {"free"}
    envs.close()


def test_a_failing_environment_leaves_no_other_running() -> None:
    envs = gym.make_vec("R3Contest-Math-v0", num_envs=2, budget=5)
    envs.reset(seed=0)
    with pytest.raises(InputError, match="problem=99"):
        envs.step(batch((Verb.FOCUS, 99, ""), (Verb.COMMAND, 0, "sleep 1")))
    envs.reset(seed=0)
    envs.step(batch((Verb.STATUS, 0, ""), (Verb.STATUS, 0, "")))
    envs.close()
