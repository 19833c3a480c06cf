"""The twin as a stable-baselines3 `VecEnv`: the simulator's arrays directly, without environment objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from r3gym.envs.allocation_env import allocation_spaces
from r3gym.simulation.contests import Contests
from r3gym.simulation.rewards import step_rewards
from r3gym.simulation.world import World


class AllocationVecEnv(VecEnv):
    """Many contests of one world. An ended contest is replaced in the same step, as stable-baselines3 expects it.

    The reward comes as answers become right, those right from the start at the end; a contest's rewards sum to its
    score. Infos are empty except for contests that ended: ``episode`` holds score and length.
    """

    def __init__(self, world: World, count: int, seed: int = 0, guard: str = "none") -> None:
        observations, actions = allocation_spaces(world.problems)
        self._contests = Contests(world, count, guard)
        self._length = np.zeros(count, np.int64)
        self._actions = np.zeros(count, np.int64)
        self.render_mode = None
        super().__init__(count, observations, actions)
        self._first_seed = seed

    def reset(self) -> Any:
        """Start over; the same seed gives the same contests."""
        self._contests.reset(np.uint64(self._first_seed) + np.arange(self.num_envs, dtype=np.uint64))
        self._initially_right = self._contests.solved.copy()
        self._length[:] = 0
        return self._contests.packed()

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions.astype(np.int64, copy=False)

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Step all contests and replace those that ended."""
        contests = self._contests
        outcome = contests.step(self._actions)
        self._length += 1
        over = outcome.ended | outcome.cut
        rewards = step_rewards("progress", outcome.gained, over, contests.solved * over, self._initially_right)
        infos: list[dict[str, Any]] = [_NO_INFO] * self.num_envs
        rows = np.flatnonzero(over)
        if len(rows):
            scores = contests.solved[rows]
            cut_rows = set(rows[~outcome.ended[rows]].tolist())
            last = contests.packed() if cut_rows else None
            for row, score, length in zip(rows.tolist(), scores.tolist(), self._length[rows].tolist(), strict=True):
                infos[row] = {"episode": {"r": score, "l": length, "t": 0.0}}
                if last is not None and row in cut_rows:
                    infos[row] |= {"TimeLimit.truncated": True, "terminal_observation": last[row]}
            contests.renew(rows)
            self._initially_right[rows] = contests.solved[rows]
            self._length[rows] = 0
        return contests.packed(), rewards.astype(np.float32), over, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:  # noqa: ARG002
        """Return all masks in one array: sb3-contrib stacks the results, and one array is fastest to stack."""
        if method_name != "action_masks":
            raise AttributeError(f"contests of the twin have no method {method_name!r}")
        return [self._contests.masks()]

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the attribute is the masks, the only one available."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return the render mode, which stable-baselines3 asks for."""
        if attr_name == "render_mode":
            return [None] * len(list(self._get_indices(indices)))
        raise AttributeError(f"contests of the twin have no attribute {attr_name!r}")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        """Raise an error: no attribute can be set."""
        raise AttributeError(f"contests of the twin have no attribute {attr_name!r} to set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """Return False: there are no environment objects to wrap."""
        return [False] * len(list(self._get_indices(indices)))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seed of the next reset; contest i gets seed + i."""
        if seed is not None:
            self._first_seed = seed
        return [self._first_seed + i for i in range(self.num_envs)]

    def close(self) -> None:
        """Do nothing: no resource is held."""


_NO_INFO: dict[str, Any] = {}
