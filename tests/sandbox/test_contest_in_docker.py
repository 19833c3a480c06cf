"""A whole contest on the docker backend: the agent's commands and the judge's runs, both views."""

from __future__ import annotations

import gymnasium as gym
import pytest
from own_engine import OwnEngine

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.tier import Tier
from r3gym.policies import ScriptedSolver, Skill


@pytest.mark.docker
@pytest.mark.parametrize(("name", "domain"), [("Code", "code"), ("Math", "math")])
def test_a_contest_is_played_and_judged(engine: OwnEngine, name: str, domain: str) -> None:  # noqa: ARG001
    env = gym.make(f"R3Contest-{name}-v0", contest=0, budget=2, sandbox="docker")
    solver = ScriptedSolver("embedded", domain, profile=dict.fromkeys(Tier, Skill(1, 1, 0.0)))
    obs, info = env.reset(seed=0)
    ended = False
    while not ended:
        obs, _, terminated, truncated, info = env.step(solver.act(obs, info))
        ended = terminated or truncated
    env.close()
    assert info["result"]["score"] == 2
    assert info["result"]["judge_errors"] == []
