"""What a policy is: something that answers an observation with an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Policy(Protocol):
    """Called with what the environment returned. An ``info`` that holds an instruction begins a new episode."""

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """The next action, in the environment's action space."""

    def notes(self) -> dict[str, Any]:
        """What a record keeps of the policy and of what it did in the current episode: plain JSON, without secrets."""


#: Takes down one event of a policy: its kind (``turn``, ``said``, ``error``, ``trim``, ``opening``) and its fields.
NoteTaker = Callable[[str, Mapping[str, Any]], None]


@runtime_checkable
class ReportingPolicy(Policy, Protocol):
    """A policy that tells what happens as it happens, so that a killed process leaves what its model said."""

    def report_to(self, note: NoteTaker) -> None:
        """Tell this episode's events to ``note`` from now on; see `r3gym.records.episode_log.EpisodeLog.note`."""
