"""Play one episode: a policy in an environment, from reset to the end, with the policy's notes in the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym

from r3gym.errors import CallRefused, EpisodeStopped, ModelFailure
from r3gym.policies.base import GuardedPolicy, Policy, ReportingPolicy


@dataclass(frozen=True)
class EpisodeOutcome:
    """How an episode ended: the last info, the number of steps, and the reason when it is void ("" otherwise).

    ``model_failed``: it is void because of the model's service; otherwise a void episode was caused by the machine.
    ``refusal``: it is void because a circuit breaker or a bill let no more calls through; such an episode is owed.
    """

    info: dict[str, Any]
    steps: int
    error: str
    model_failed: bool = False
    refusal: CallRefused | None = None


def play_episode(
    env: gym.Env[dict[str, Any], dict[str, Any]],
    policy: Policy,
    *,
    seed: int | None = None,
    options: dict[str, Any] | None = None,
    on_step: Callable[[int], None] | None = None,
    record: Path | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> EpisodeOutcome:
    """Play one episode. A model service that fails makes the episode void: it is recorded, and never scored.

    ``record``: where the caller will write the record; until then events are appended to a file beside it.
    ``stopping`` is asked before every action; when it says yes the episode is left and `EpisodeStopped` raised.
    A policy's guard is enforced by the environment, as if it had been made with it.
    """
    if isinstance(policy, GuardedPolicy) and policy.guard is not None:
        options = {**(options or {}), "scheduler": policy.guard}
    obs, info = env.reset(seed=seed, options=options)
    log = env.get_wrapper_attr("log")
    log.contestant = policy.notes
    if record is not None:
        log.stream_to(record)
    if isinstance(policy, ReportingPolicy):
        policy.report_to(log.note)
    steps = 0
    while True:
        if stopping():
            raise EpisodeStopped
        try:
            action = policy.act(obs, info)
        except ModelFailure as failure:
            env.get_wrapper_attr("void")(str(failure))
            refusal = failure if isinstance(failure, CallRefused) else None
            return EpisodeOutcome(info, steps, str(failure), model_failed=True, refusal=refusal)
        obs, _, terminated, truncated, info = env.step(action)
        steps += 1
        if on_step is not None:
            on_step(steps)
        if terminated or truncated:
            return EpisodeOutcome(info, steps, info.get("error", ""))
