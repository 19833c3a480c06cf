"""What the environment tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest

import r3gym  # noqa: F401 (registers the environments)


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
