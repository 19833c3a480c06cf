"""The batched twin: thousands of simulated contests in one `VectorEnv`, without a loop over environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from r3gym.core.packed_state import Bytes
from r3gym.envs.allocation_env import AllocationEnv, allocation_spaces, allocation_world
from r3gym.errors import InputError
from r3gym.simulation.contests import Contests
from r3gym.simulation.rewards import step_rewards

Flags = np.ndarray[Any, np.dtype[np.bool_]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Actions = np.ndarray[Any, np.dtype[np.int64]]


class AllocationVectorEnv(VectorEnv[Bytes, Actions, Floats]):
    """Many `AllocationEnv` at once: contest i of seed s is the same as the single environment with seed s + i.

    An ended contest is replaced by the next step (``AutoresetMode.NEXT_STEP``): the action given to it is ignored.
    ``infos["score"]`` holds the score of contests that ended, 0 for the others.
    """

    metadata: dict[str, Any] = {**AllocationEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        domain: str,
        *,
        profiles: str = "train",
        pressure: float | None = None,
        budget: int | None = None,
        problems: int | None = None,
        scheduler: str = "none",
        reward: str = "score",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if num_envs < 1:
            raise InputError(f"num_envs={num_envs}: a vector needs at least one environment")
        world = allocation_world(domain, profiles, pressure, budget, problems, scheduler, reward)
        self.num_envs, self.render_mode, self._reward = num_envs, render_mode, reward
        self.single_observation_space, self.single_action_space = allocation_spaces(world.problems)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._contests = Contests(world, num_envs, scheduler)
        self._ended: Flags = np.zeros(num_envs, np.bool_)
        self._initially_right = np.zeros(num_envs, np.int64)
        self._seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Open all contests; a single seed becomes seed, seed + 1, ..."""
        if options is not None and "reset_mask" in options:
            raise InputError("options['reset_mask']: this vector resets all environments at once, or each when it ends")
        if isinstance(seed, int) or seed is None:
            super().reset(seed=seed)
        if seed is None and self._seeded:
            self._contests.renew(np.arange(self.num_envs))
        else:
            self._contests.reset(self._seeds(seed))
            self._seeded = True
        self._ended[:] = False
        self._initially_right[:] = self._contests.solved
        return self._contests.packed(), {}

    def step(  # type: ignore[override]  # Gymnasium types the end flags as rewards
        self, actions: Actions
    ) -> tuple[Bytes, Floats, Flags, Flags, dict[str, Any]]:
        """Step all contests; those that ended before are replaced instead."""
        contests, renewed = self._contests, self._ended
        rows = np.flatnonzero(renewed)
        outcome = contests.step(np.asarray(actions, np.int64))
        if len(rows):
            contests.renew(rows)  # overwrites what the step did to contests that had ended
            self._initially_right[rows] = contests.solved[rows]
            outcome.gained[rows] = 0
        running = ~renewed
        terminated = outcome.ended & running
        truncated = outcome.cut & ~outcome.ended & running
        self._ended = terminated | truncated
        scores = contests.solved * self._ended
        rewards = step_rewards(self._reward, outcome.gained, self._ended, scores, self._initially_right)
        return contests.packed(), rewards, terminated, truncated, {"score": scores, "_score": self._ended.copy()}

    def action_masks(self) -> Flags:
        """Return which actions have an effect, one row per contest."""
        return self._contests.masks()

    def _seeds(self, seed: int | list[int | None] | None) -> np.ndarray[Any, np.dtype[np.uint64]]:
        if seed is None:
            return self.np_random.integers(0, 1 << 62, self.num_envs).astype(np.uint64)
        if isinstance(seed, int):
            return np.uint64(seed) + np.arange(self.num_envs, dtype=np.uint64)
        if len(seed) != self.num_envs:
            raise InputError(f"{len(seed)} seeds for {self.num_envs} environments: give one each")
        drawn = self.np_random.integers(0, 1 << 62, self.num_envs)
        return np.array([int(d) if s is None else s for s, d in zip(seed, drawn, strict=True)], np.uint64)


def make_allocation_vector(num_envs: int, **kwargs: Any) -> AllocationVectorEnv:
    """Make the vector form of the twin, for ``gym.make_vec``."""
    return AllocationVectorEnv(num_envs, **kwargs)
