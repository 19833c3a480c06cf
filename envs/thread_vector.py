"""A vector of live contests, one thread each.

A contest spends its time waiting for a sandbox or a model, so threads overlap it well. Gymnasium's process-based
vector with shared memory corrupts text observations, and processes would duplicate judges and caches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from copy import deepcopy
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate

from r3gym.envs.contest_env import ContestEnv
from r3gym.envs.tool_free_env import ToolFreeEnv
from r3gym.errors import InputError

BoolArray = np.ndarray[Any, np.dtype[np.bool_]]
FloatArray = np.ndarray[Any, np.dtype[np.float64]]


class ThreadVectorEnv(VectorEnv[Any, Any, FloatArray]):
    """A vector that steps its environments in parallel threads, otherwise like `gymnasium.vector.SyncVectorEnv`.

    A finished contest is reset by the next step (``AutoresetMode.NEXT_STEP``): the action given to it is ignored.
    """

    def __init__(self, env_fns: Iterable[Callable[[], gym.Env[Any, Any]]]) -> None:
        super().__init__()
        self.envs = [make() for make in env_fns]
        if not self.envs:
            raise InputError("num_envs=0: a vector needs at least one environment")
        first = self.envs[0]
        self.num_envs = len(self.envs)
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = first.render_mode
        self.single_action_space = first.action_space
        self.single_observation_space = first.observation_space
        self.action_space = batch_space(first.action_space, self.num_envs)
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self._pool = ThreadPoolExecutor(self.num_envs, thread_name_prefix="r3gym-contest")
        self._ended: BoolArray = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset all environments at once; a single seed becomes seed, seed + 1, ..."""
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        else:
            seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else list(seed)
        if options is not None and "reset_mask" in options:
            raise InputError("options['reset_mask']: this vector resets all environments at once, or each when it ends")
        if len(seeds) != self.num_envs:
            raise InputError(f"{len(seeds)} seeds for {self.num_envs} environments: give one each")
        jobs = [
            self._pool.submit(env.reset, seed=one, options=deepcopy(options))
            for env, one in zip(self.envs, seeds, strict=True)
        ]
        results = _all_done(jobs)
        self._ended[:] = False
        infos: dict[str, Any] = {}
        for i, (_, info) in enumerate(results):
            infos = self._add_info(infos, info, i)
        return self._batch([obs for obs, _ in results]), infos

    def step(  # type: ignore[override]  # Gymnasium types the end flags as rewards
        self, actions: Any
    ) -> tuple[Any, FloatArray, BoolArray, BoolArray, dict[str, Any]]:
        """Step all environments at once."""
        jobs = [
            self._pool.submit(self._reset_one if ended else env.step, *((env,) if ended else (action,)))
            for env, action, ended in zip(self.envs, iterate(self.action_space, actions), self._ended, strict=True)
        ]
        results = _all_done(jobs)
        rewards = np.array([r[1] for r in results], np.float64)
        terminated = np.array([r[2] for r in results], np.bool_)
        truncated = np.array([r[3] for r in results], np.bool_)
        self._ended = terminated | truncated
        infos: dict[str, Any] = {}
        for i, result in enumerate(results):
            infos = self._add_info(infos, result[4], i)
        return self._batch([r[0] for r in results]), rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...] | None:
        """Return the frames of all environments."""
        return tuple(env.render() for env in self.envs)

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        """Close all environments and threads."""
        for env in self.envs:
            env.close()
        self._pool.shutdown()

    @staticmethod
    def _reset_one(env: gym.Env[Any, Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        obs, info = env.reset()
        return obs, 0.0, False, False, info

    def _batch(self, observations: list[Any]) -> Any:
        empty: Any = create_empty_array(self.single_observation_space, self.num_envs)
        return concatenate(self.single_observation_space, observations, empty)


def _all_done(jobs: list[Future[Any]]) -> list[Any]:
    """Return the results of all jobs.

    Wait for all jobs, also when one fails, so that no environment is used by two threads.
    """
    wait(jobs)
    return [job.result() for job in jobs]


def make_contest_vector(num_envs: int, **kwargs: Any) -> ThreadVectorEnv:
    """Make the vector form of a live contest, for ``gym.make_vec``."""
    return ThreadVectorEnv([lambda: ContestEnv(**kwargs)] * num_envs)


def make_tool_free_vector(num_envs: int, **kwargs: Any) -> ThreadVectorEnv:
    """Make the vector form of a tool-free contest, for ``gym.make_vec``."""
    return ThreadVectorEnv([lambda: ToolFreeEnv(**kwargs)] * num_envs)
