"""What a policy is: something that answers an observation with an action."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Policy(Protocol):
    """Called with what the environment returned. An ``info`` that holds an instruction begins a new episode."""

    def act(self, obs: dict[str, Any], info: dict[str, Any]) -> dict[str, Any]:
        """The next action, in the environment's action space."""

    def notes(self) -> dict[str, Any]:
        """What a record keeps of the policy and of what it did in the current episode: plain JSON, without secrets."""
