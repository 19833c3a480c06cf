"""Circuit breakers: a service that fails for every caller is not called again and again.

A revoked key (401, 403) or an exhausted quota (402, ``insufficient_quota``) opens a breaker at once; any other fault
opens it when several calls in a row end with the same one, out of retries. While it is open, calls are refused before
they are sent. After a pause one call is let through: a good answer closes the breaker, anything else opens it again for
twice as long. `Breaker.reset` closes it by hand.

A breaker belongs to a name, so models, judges and other services can have one each (`Breakers.of`). All methods are
safe to call from several threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

#: Calls in a row that end with the same fault before the breaker opens.
IN_A_ROW = 5
#: Seconds until one call is let through, doubled each time that it fails, up to the longest.
PAUSE_S = 60.0
LONGEST_PAUSE_S = 1800.0


class Cause(StrEnum):
    """What is wrong with a service, by what can be done about it."""

    KEY = "key"
    QUOTA = "quota"
    REQUEST = "request"
    SERVICE = "service"


#: What to do about a cause.
_FIX = {
    Cause.KEY: "set the variable that api_key_env names to a valid key that may use this model",
    Cause.QUOTA: "raise the account's quota or pay its bill",
    Cause.REQUEST: "check the profile: address, model name and parameters",
    Cause.SERVICE: "check that the service is up and reachable from here",
}
_QUOTA_CODES = frozenset({"insufficient_quota", "billing_not_active", "quota_exceeded", "insufficient_balance"})


def cause_of(status: int | None, code: str = "") -> Cause:
    """Return what is wrong with a service that ended a call with this status and error code.

    >>> cause_of(401), cause_of(429, "insufficient_quota"), cause_of(404), cause_of(503), cause_of(None)
    (<Cause.KEY: 'key'>, <Cause.QUOTA: 'quota'>, <Cause.REQUEST: 'request'>, <Cause.SERVICE: 'service'>, <Cause.SERVICE: 'service'>)
    """  # noqa: E501
    if status == 402 or code in _QUOTA_CODES:
        return Cause.QUOTA
    if status in (401, 403):
        return Cause.KEY
    passing = status is None or status >= 500 or status in (408, 409, 425, 429)
    return Cause.SERVICE if passing else Cause.REQUEST


@dataclass(frozen=True)
class OpenBreaker:
    """An open breaker: whose, why, what to do, and in how many seconds one call will be let through."""

    name: str
    cause: Cause
    reason: str
    retry_in_s: float

    def __str__(self) -> str:  # no countdown: the sentence is stored in verdicts and counted by its words
        end = "" if self.reason.endswith("?") else "."
        return f"{self.name} is not called: {self.reason}{end} To fix it: {_FIX[self.cause]}"


@dataclass
class Breaker:
    """The breaker of one service. ``clock`` is a monotonic clock in seconds."""

    name: str
    in_a_row: int = IN_A_ROW
    pause_s: float = PAUSE_S
    clock: Callable[[], float] = time.monotonic
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _failures: int = 0
    _last: tuple[Cause, int | None] | None = None
    _opened: OpenBreaker | None = None
    _until: float = 0.0
    _pause: float = 0.0
    _trying: bool = False

    def admit(self) -> OpenBreaker | None:
        """Return None when a call may be sent, otherwise why not.

        After the pause of an open breaker the first caller is let through, as its trial; it must report with
        `succeeded`, `failed` or `abandoned`.
        """
        with self._lock:
            if self._opened is None:
                return None
            if self._trying or self.clock() < self._until:
                return self._state()
            self._trying = True
            return None

    def opened(self) -> OpenBreaker | None:
        """Return why the breaker is open, or None; asks for nothing."""
        with self._lock:
            return None if self._opened is None else self._state()

    def succeeded(self) -> None:
        """Report that a call was answered: the breaker closes."""
        with self._lock:
            self._close()

    def failed(self, cause: Cause, reason: str, status: int | None = None) -> OpenBreaker | None:
        """Report that a call failed for good; return why the breaker is open now, None while it is closed."""
        with self._lock:
            same = (cause, status) == self._last
            self._failures, self._last = self._failures + 1 if same else 1, (cause, status)
            if self._opened is not None and not self._trying:
                return self._state()  # a call that was under way when it opened; the pause stands
            if self._trying or cause in (Cause.KEY, Cause.QUOTA) or self._failures >= self.in_a_row:
                self._pause = min(2 * self._pause, LONGEST_PAUSE_S) if self._trying else self.pause_s
                self._opened, self._trying = OpenBreaker(self.name, cause, reason, self._pause), False
                self._until = self.clock() + self._pause
                return self._opened
            return None

    def abandoned(self) -> None:
        """Report that a call ended without an outcome, as when it was cancelled: another may be the trial."""
        with self._lock:
            self._trying = False

    def reset(self) -> None:
        """Close the breaker by hand, when the cause was removed."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        self._failures, self._last, self._opened, self._trying, self._pause = 0, None, None, False, 0.0

    def _state(self) -> OpenBreaker:
        assert self._opened is not None
        left = max(self._until - self.clock(), 0.0)
        return OpenBreaker(self._opened.name, self._opened.cause, self._opened.reason, left)


class Breakers:
    """The breakers of a campaign by key, made when first asked for."""

    def __init__(self, *, in_a_row: int = IN_A_ROW, pause_s: float = PAUSE_S) -> None:
        self._in_a_row, self._pause_s = in_a_row, pause_s
        self._lock = threading.Lock()
        self._by_key: dict[tuple[str, ...], Breaker] = {}

    def of(self, key: tuple[str, ...], name: str) -> Breaker:
        """Return the breaker of a service; ``name`` is what messages call it, and shows no address."""
        with self._lock:
            if key not in self._by_key:
                self._by_key[key] = Breaker(name, self._in_a_row, self._pause_s)
            return self._by_key[key]

    def opened(self) -> tuple[OpenBreaker, ...]:
        """Return the open breakers."""
        with self._lock:
            every = list(self._by_key.values())
        return tuple(found for breaker in every if (found := breaker.opened()) is not None)

    def reset(self) -> None:
        """Close all breakers."""
        with self._lock:
            every = list(self._by_key.values())
        for breaker in every:
            breaker.reset()
