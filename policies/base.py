"""What a policy is: something that answers an observation with an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from r3gym.schedulers import Scheduler


@runtime_checkable
class Policy(Protocol):
    """Called with what the environment returned. An ``info`` that holds an instruction begins a new episode."""

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """Return the next action, in the environment's action space."""

    def notes(self) -> dict[str, Any]:
        """Return the policy's part of the current episode's record: plain JSON, without secrets."""


#: Records one event of a policy: its kind (``turn``, ``said``, ``error``, ``tolerated`` ...) and its fields.
NoteTaker = Callable[[str, Mapping[str, Any]], None]


@runtime_checkable
class ReportingPolicy(Policy, Protocol):
    """A policy that reports events as they happen, so that a killed process leaves its model's replies on disk."""

    def report_to(self, note: NoteTaker) -> None:
        """Report this episode's events to ``note`` from now on; see `r3gym.records.episode_log.EpisodeLog.note`."""


@runtime_checkable
class GuardedPolicy(Policy, Protocol):
    """A policy under a guard, which the environment enforces in its episodes and writes into their records."""

    @property
    def guard(self) -> Scheduler | None:
        """The guard; None for none."""
