"""How long to wait before a call is made again, and after which answers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

#: Backoff before the first retry; each further one may take twice as long, up to the longest.
FIRST_S = 0.5
LONGEST_S = 60.0
#: Longest Retry-After that is honoured; longer waits are cut to this.
LONGEST_ASKED_S = 120.0
#: Statuses below 500 that may pass by themselves.
PASSING = frozenset({408, 409, 425, 429})


def may_pass(status: int) -> bool:
    """Return whether the same request can succeed later.

    >>> [may_pass(s) for s in (400, 401, 404, 408, 429, 500, 529)]
    [False, False, False, True, True, True, True]
    """
    return status in PASSING or status >= 500


def backoff(retry: int, rng: random.Random | None = None) -> float:
    """Return the seconds before retry number ``retry`` (from 1): exponential with full jitter, to spread callers."""
    ceiling = min(LONGEST_S, FIRST_S * 2.0 ** min(retry - 1, 60))
    return (rng or random).uniform(0.0, ceiling)


def asked_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds that a service asks to wait, or None.

    Reads ``retry-after-ms``, else ``Retry-After`` as seconds or as an HTTP date.

    ``headers`` have lower-case names; ``now`` is the Unix time, used when the service does not state its own.

    >>> asked_wait({"retry-after-ms": "250", "retry-after": "9"}, 0), asked_wait({"retry-after": "1.5"}, 0)
    (0.25, 1.5)
    >>> asked_wait({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 50)
    10.0
    >>> asked_wait({"retry-after": "soon"}, 0), asked_wait({"retry-after": "999999"}, 0)
    (None, 120.0)
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return _bounded(milliseconds / 1000)
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None:
        return _bounded(seconds)
    until = _date(text)
    if until is None:
        return None
    stated = _date(headers.get("date"))  # compare the service's date with its own clock
    return _bounded(until - (now if stated is None else stated))


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST_ASKED_S)


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if value == value else None


def _date(text: str | None) -> float | None:
    try:
        return parsedate_to_datetime(text or "").timestamp()
    except (ValueError, TypeError, OverflowError):
        return None
