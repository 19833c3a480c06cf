"""What stands before every request of a campaign: its circuit breakers and its bill.

Guards belong to the process, as concurrency caps and rate limits do (`r3gym.models.limits`): policies and judges are
made from names deep inside an episode, and all their calls must pass the same ones.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from r3gym.models.bill import Bill
from r3gym.models.breaker import Breaker, Breakers
from r3gym.models.profile import ModelProfile


@dataclass(frozen=True)
class Guards:
    """The breakers and the bill of a campaign; either may be missing."""

    breakers: Breakers | None = field(default_factory=Breakers)
    bill: Bill | None = None

    def breaker_of(self, profile: ModelProfile) -> Breaker | None:
        """Return the breaker that all calls to this model at this address share."""
        if self.breakers is None:
            return None
        return self.breakers.of((profile.base_url or "", profile.model), f"model {profile.name!r}")


#: Outside of a campaign nothing is refused: a single episode ends with its first permanent fault anyway.
_NONE = Guards(breakers=None)
_current = _NONE
_lock = threading.Lock()


def current_guards() -> Guards:
    """Return the guards of this process."""
    return _current


@contextmanager
def guarding(guards: Guards) -> Iterator[Guards]:
    """Let all calls of this process, in every thread, pass these guards meanwhile."""
    global _current
    with _lock:
        before, _current = _current, guards
    try:
        yield guards
    finally:
        with _lock:
            _current = before
