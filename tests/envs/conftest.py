"""Helpers of the environment tests: short ways to say an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest

import r3gym
from r3gym.actions import Verb

__all__ = ["r3gym"]


def do(verb: Verb, problem: int = 0, text: str = "") -> dict[str, Any]:
    return {"verb": int(verb), "problem": problem, "text": text}


def run(command: str) -> dict[str, Any]:
    return do(Verb.COMMAND, text=command)


@pytest.fixture
def make_env() -> Iterator[Any]:
    """`gym.make`, with everything it made closed afterwards."""
    made: list[gym.Env[Any, Any]] = []

    def make(env_id: str, **kwargs: Any) -> gym.Env[Any, Any]:
        made.append(gym.make(env_id, **kwargs))
        return made[-1]

    yield make
    for env in made:
        env.close()
