"""Every registered environment keeps Gymnasium's contract."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env, data_equivalence

import r3gym
import r3gym.envs
from r3gym.core.actions import Verb
from r3gym.core.completion import Completion, ToolFreeProtocol, completion_to_dict

IDS = r3gym.environment_ids()
TWO_STAGE = {"protocol": "two_stage"}
#: Every id, and the two-stage protocol, which has a space of its own.
VARIANTS = [
    *((env_id, {}) for env_id in IDS),
    ("R3ToolFree-Math-v0", TWO_STAGE),
    ("R3ToolFreeSingle-Code-v0", TWO_STAGE),
]
every_variant = pytest.mark.parametrize(("env_id", "kwargs"), VARIANTS)


def script(env: gym.Env[Any, Any], env_id: str, kwargs: dict[str, Any]) -> list[dict[str, Any]]:
    """Actions that make something happen, then random ones, then the end."""
    if "ToolFree" in env_id:
        protocol = ToolFreeProtocol(kwargs.get("protocol", "one_stage"))
        answer = r"Problem 1: \boxed{42} <answer>42</answer>"
        return [completion_to_dict(Completion(answer, "so", 30, final=answer), protocol)]
    return [
        {"verb": int(Verb.FOCUS), "problem": 1, "text": ""},
        {"verb": int(Verb.COMMAND), "problem": 0, "text": "python3 -c 'print(6 * 7)'"},
        {"verb": int(Verb.COMMAND), "problem": 0, "text": "ls -R /app"},
        {"verb": int(Verb.SUBMIT), "problem": 1, "text": "int main() { return 0; }"},
        *(env.action_space.sample() for _ in range(6)),
        {"verb": int(Verb.FINISH), "problem": 0, "text": ""},
    ]


@every_variant
def test_check_env_passes_without_a_warning(make_env: Any, env_id: str, kwargs: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make_env(env_id, contest=0, **kwargs).unwrapped, skip_render_check=True)


@every_variant
def test_same_seed_and_actions_give_the_same_everything(make_env: Any, env_id: str, kwargs: dict[str, Any]) -> None:
    def play() -> list[Any]:
        env = make_env(env_id, **kwargs)
        env.action_space.seed(7)
        seen: list[Any] = [env.reset(seed=7)]
        for action in script(env, env_id, kwargs):
            seen.append(env.step(action))
            if seen[-1][2] or seen[-1][3]:
                break
        return seen

    assert data_equivalence(play(), play(), exact=True)


@every_variant
def test_the_spec_serialises(env_id: str, kwargs: dict[str, Any]) -> None:
    own = {} if "ToolFree" in env_id else {"scheduler": "coverage"}
    env = gym.make(env_id, contest=0, pressure=0.2, **own, **kwargs)
    assert env.spec is not None
    again = EnvSpec.from_json(env.spec.to_json())
    assert again.kwargs == env.spec.kwargs
    gym.make(again).close()


@every_variant
def test_observations_lie_in_the_space_during_random_play(make_env: Any, env_id: str, kwargs: dict[str, Any]) -> None:
    env = make_env(env_id, **kwargs)
    env.action_space.seed(3)
    obs, _ = env.reset(seed=3)
    assert obs in env.observation_space
    for _ in range(25):
        obs, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        assert obs in env.observation_space
        if terminated or truncated:
            break
        assert reward == 0


@every_variant
def test_rendering_works_in_every_mode(
    make_env: Any, env_id: str, kwargs: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in ("ansi", "human", "rgb_array"):
        env = make_env(env_id, render_mode=mode, **kwargs)
        env.reset(seed=0)
        env.step(script(env, env_id, kwargs)[0])
        frame = env.render()
        if mode == "ansi":
            assert "budget" in frame
            assert ("30 of" if "ToolFree" in env_id else ">") in frame
        elif mode == "human":
            assert "budget" in capsys.readouterr().out
        else:
            assert frame.shape == (320, 800, 3)
            assert frame.dtype == np.uint8
            assert len(np.unique(frame)) > 10


@pytest.mark.parametrize("env_id", IDS)
def test_make_vec_gives_the_thread_vector(env_id: str) -> None:
    envs = gym.make_vec(env_id, num_envs=2)
    try:
        assert isinstance(envs, r3gym.envs.ThreadVectorEnv)
        obs, infos = envs.reset(seed=1)
        assert obs in envs.observation_space
        assert len(infos["instruction"]) == 2
        obs, *_ = envs.step(envs.action_space.sample())
        assert obs in envs.observation_space
    finally:
        envs.close()


def test_record_video_takes_the_picture(make_env: Any, tmp_path: Path) -> None:
    env = gym.wrappers.RecordVideo(
        make_env("R3Contest-Math-v0", render_mode="rgb_array"), str(tmp_path / "videos"), episode_trigger=lambda _: True
    )
    env.reset(seed=0)
    env.step({"verb": int(Verb.STATUS), "problem": 0, "text": ""})
    env.step({"verb": int(Verb.FINISH), "problem": 0, "text": ""})
    env.close()
    assert [p.suffix for p in (tmp_path / "videos").iterdir()] == [".mp4"]
    assert all(p.stat().st_size > 1000 for p in (tmp_path / "videos").iterdir())


def test_ids_work_without_importing_first() -> None:
    gym.make("r3gym:R3Contest-Code-v0").close()
