"""Policies that are held back: a circuit breaker or the bill refused a call of theirs.

Their episodes are owed. While other work remains, one episode tries again after the breaker's pause; when it ends with
a row the policy plays on. A bill that refused stays as it is in this run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from r3gym.campaigns.bill_file import RefusedPolicy


@dataclass(frozen=True)
class CallsRefused:
    """Why an episode was left: its model's breaker or the campaign's bill let no call through."""

    by: Literal["breaker", "bill"]
    reason: str
    retry_in_s: float


@dataclass
class HeldPolicies:
    """The policies that are held back now. ``clock`` is a monotonic clock in seconds."""

    clock: Callable[[], float] = time.monotonic
    _refused: dict[str, RefusedPolicy] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)
    _trying: set[str] = field(default_factory=set)

    def hold(self, policy: str, refused: CallsRefused) -> None:
        """Hold a policy back, whose episode was just refused."""
        times = self._refused[policy].times + 1 if policy in self._refused else 1
        self._refused[policy] = RefusedPolicy(policy=policy, by=refused.by, reason=refused.reason, times=times)
        self._until[policy] = self.clock() + refused.retry_in_s
        self._trying.discard(policy)

    def release(self, policy: str) -> None:
        """Let a policy play on: an episode of it ended with a row."""
        self._refused.pop(policy, None)
        self._until.pop(policy, None)
        self._trying.discard(policy)

    def may_start(self, policy: str) -> bool:
        """Return whether an episode of the policy may start now."""
        if policy not in self._until:
            return True
        return policy not in self._trying and self.clock() >= self._until[policy]

    def started(self, policy: str) -> None:
        """Note that an episode of the policy started: if it is held back, this is its trial."""
        if policy in self._until:
            self._trying.add(policy)

    def refused(self, owed: Callable[[str], int]) -> tuple[RefusedPolicy, ...]:
        """Return the policies that are held back, with how many episodes of each are owed."""
        return tuple(found.model_copy(update={"owed": owed(name)}) for name, found in self._refused.items())
