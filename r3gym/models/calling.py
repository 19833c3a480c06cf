"""Call a service until it answers: through the shared limits, with retries and the service's own pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from r3gym.errors import ModelFailure
from r3gym.models import limits
from r3gym.models.background import run_in_background
from r3gym.models.profile import ModelProfile
from r3gym.models.retrying import backoff
from r3gym.models.transport import RequestFailure, attempt

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What was read from the answer, and the number of requests it took."""

    value: T
    attempts: int


def exchange(profile: ModelProfile, body: dict[str, Any], key: str) -> Any:
    """Send a ready body and return the JSON value of the answer unchecked, for callers that check it themselves.

    A request is sent again when the service is busy or cannot be reached, but not when an answer had begun and is no
    JSON value or never ends: the same request may get the same again. Raises `ModelFailure` with the reason.
    """
    outcome = run_in_background(call(profile, body, key, lambda value: value, repeat_begun=False))
    if isinstance(outcome, RequestFailure):
        raise failure(outcome)
    return outcome.value


async def call(
    profile: ModelProfile,
    body: dict[str, Any],
    key: str,
    read: Callable[[Any], T],
    *,
    attempts: int = 0,
    repeat_begun: bool = True,
) -> Answer[T] | RequestFailure:
    """Send the body until it is answered, with at most ``retries`` retries. Runs in the background loop.

    ``read`` converts the answer's JSON value, or raises `InvalidReplyError`. ``attempts`` were made
    before.
    """
    limiter, failures = limits.call_limiter(profile), 0
    while True:
        attempts += 1
        async with limiter.turn():
            got = await attempt(profile, body, key, read)
        if not isinstance(got, RequestFailure):
            return Answer(got, attempts)
        failures += 1
        if got.wait is not None and got.passing:
            limiter.pause.ask(got.wait)
        if not got.passing or failures > profile.retries or (got.begun and not repeat_begun):
            times = "" if attempts == 1 else f" (after {attempts} attempts)"
            return replace(got, reason=f"the model service of {profile.name!r} {got.reason}{times}", attempts=attempts)
        await asyncio.sleep((got.wait or 0.0) + backoff(failures))


def failure(trouble: RequestFailure) -> ModelFailure:
    """Return the failure of a request as an error to raise."""
    return ModelFailure(trouble.reason, trouble.status, begun=trouble.begun)
