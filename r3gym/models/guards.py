"""What stands before every request of a campaign: its circuit breakers, its bill and the limits of its models.

Guards belong to the process, as concurrency caps and rate limits do (`r3gym.models.limits`): policies and judges are
made from names deep inside an episode, and all their calls must pass the same ones. Processes on several machines share
theirs behind the same interface (`r3gym.campaigns.ray_guards`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from r3gym.models import limits
from r3gym.models.bill import Admission, Bill
from r3gym.models.breaker import Breaker, Breakers, Cause, OpenBreaker
from r3gym.models.messages import Usage
from r3gym.models.profile import ModelProfile


class CallBill(Protocol):
    """What a call asks of a bill (`r3gym.models.bill.Bill`)."""

    def check(self, profile: ModelProfile) -> None:
        """Raise `InputError` unless this model's calls can be held to the limits."""

    def ask(self, profile: ModelProfile, worst: Usage) -> Admission:
        """Ask to send one request."""

    def count(self, profile: ModelProfile, worst: Usage) -> None:
        """Count one request without asking."""

    def settle(
        self, profile: ModelProfile, worst: Usage, *, usage: Usage | None, billed: bool, counted: bool = False
    ) -> None:
        """Settle a request that was sent."""

    def reached(self) -> str:
        """Return which limit keeps the next request out."""


class CallBreaker(Protocol):
    """What a call asks of a breaker (`r3gym.models.breaker.Breaker`)."""

    def admit(self) -> OpenBreaker | None:
        """Return None when a call may be sent, otherwise why not."""

    def opened(self) -> OpenBreaker | None:
        """Return why the breaker is open, or None."""

    def succeeded(self) -> None:
        """Report that a call was answered."""

    def failed(self, cause: Cause, reason: str, status: int | None = None) -> OpenBreaker | None:
        """Report that a call failed for good; return why the breaker is open now."""

    def abandoned(self) -> None:
        """Report that a call ended without an outcome."""


class CallLimits(Protocol):
    """What a call asks of the limits of its model (`r3gym.models.limits.CallLimiter`)."""

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Hold one of the slots, after the rate limit and any pause of the service."""

    def pause_for(self, seconds: float) -> None:
        """Let no call to the service begin for so long."""


class CallGuards(Protocol):
    """What every call has to pass."""

    @property
    def bill(self) -> CallBill | None:
        """The bill, if there is one."""

    def breaker_of(self, profile: ModelProfile) -> CallBreaker | None:
        """Return the breaker of a model, if there is one."""

    def limiter_of(self, profile: ModelProfile) -> CallLimits:
        """Return the limits that all calls to this model share."""


@dataclass(frozen=True)
class Guards:
    """The breakers and the bill of a campaign in one process; either may be missing."""

    breakers: Breakers | None = field(default_factory=Breakers)
    bill: Bill | None = None

    def breaker_of(self, profile: ModelProfile) -> Breaker | None:
        """Return the breaker that all calls to this model at this address share."""
        if self.breakers is None:
            return None
        return self.breakers.of((profile.base_url or "", profile.model), f"model {profile.name!r}")

    def limiter_of(self, profile: ModelProfile) -> limits.CallLimiter:
        """Return the limits of this process (background loop only)."""
        return limits.call_limiter(profile)


G = TypeVar("G", bound=CallGuards)

#: Outside of a campaign nothing is refused: a single episode ends with its first permanent fault anyway.
_NONE = Guards(breakers=None)
_current: CallGuards = _NONE
_lock = threading.Lock()


def current_guards() -> CallGuards:
    """Return the guards of this process."""
    return _current


@contextmanager
def guarding(guards: G) -> Iterator[G]:
    """Let all calls of this process, in every thread, pass these guards meanwhile."""
    global _current
    with _lock:
        before, _current = _current, guards
    try:
        yield guards
    finally:
        with _lock:
            _current = before
