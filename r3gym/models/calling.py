"""Call a service until it answers: past the guards and through the shared limits, with retries, pauses and bounds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from r3gym.errors import BudgetReached, ModelFailure, ModelUnavailable, TimeLimitReached
from r3gym.models.background import run_in_background
from r3gym.models.bill import Admission
from r3gym.models.breaker import cause_of
from r3gym.models.guards import CallGuards, current_guards
from r3gym.models.messages import ChatReply, Usage
from r3gym.models.profile import ModelProfile
from r3gym.models.reply_reading import read_usage
from r3gym.models.retrying import backoff
from r3gym.models.transport import RequestFailure, attempt
from r3gym.models.worst_case import worst_case
from r3gym.utils.hashing import hash_json

T = TypeVar("T")

#: Seconds between two questions to a bill whose money is set aside for requests under way.
_BILL_S = 0.05


@dataclass(frozen=True)
class CallTerms:
    """What bounds a call.

    ``most_requests`` in all; ``deadline`` on the monotonic clock; ``run`` names the turn, for idempotency keys.
    ``repeat_begun``: a request whose answer had begun and is no JSON value is sent again. ``counted_only``: the bill
    counts the call and never refuses it.
    """

    most_requests: int
    deadline: float | None = None
    run: str = ""
    repeat_begun: bool = True
    counted_only: bool = False


@dataclass
class Sent:
    """The requests that a call has sent so far, over all its response formats.

    ``trial``: it was let through an open breaker, to find out whether the service works again.
    """

    attempts: int = 0
    unsettled: int = 0
    trial: bool = False


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What was read from the answer, the number of requests it took, and how many of them may have been billed too."""

    value: T
    attempts: int
    unsettled: int = 0


def exchange(profile: ModelProfile, body: dict[str, Any], key: str) -> Any:
    """Send a ready body and return the JSON value of the answer unchecked, for callers that check it themselves.

    A request is sent again when the service is busy or cannot be reached, but not when an answer had begun and is no
    JSON value or never ends: the same request may get the same again. A bill counts the call and does not refuse it: a
    judge's call completes work that was paid for. Raises `ModelFailure` with the reason.
    """
    terms = CallTerms(profile.most_requests, repeat_begun=False, counted_only=True)
    sent = Sent()
    outcome = run_in_background(watched(profile, call(profile, body, key, lambda value: value, terms, sent), sent))
    if isinstance(outcome, RequestFailure):
        raise failure(outcome)
    return outcome.value


async def watched(
    profile: ModelProfile, work: Coroutine[Any, Any, T | RequestFailure], sent: Sent
) -> T | RequestFailure:
    """Return the outcome of a whole call and report it to the model's breaker, which may be open after it."""
    breaker = current_guards().breaker_of(profile)
    try:
        outcome = await work
    except BaseException:
        if breaker is not None and sent.trial:
            breaker.abandoned()
        raise
    if breaker is None:
        return outcome
    if not isinstance(outcome, RequestFailure):
        breaker.succeeded()
        return outcome
    if outcome.refused:
        if sent.trial:
            breaker.abandoned()
        return outcome
    opened = breaker.failed(cause_of(outcome.status, outcome.code), outcome.reason, outcome.status)
    if opened is None:
        return outcome
    return replace(outcome, reason=str(opened), refused="breaker", retry_in_s=opened.retry_in_s)


async def call(
    profile: ModelProfile, body: dict[str, Any], key: str, read: Callable[[Any], T], terms: CallTerms, sent: Sent
) -> Answer[T] | RequestFailure:
    """Send the body until it is answered, within the terms and at most ``retries`` times more. Background loop only.

    ``read`` converts the answer's JSON value, or raises `InvalidReplyError`. ``sent`` is counted on, and is right
    at every moment, also when the call is cancelled.
    """
    left = None if terms.deadline is None else terms.deadline - time.monotonic()
    try:
        if left is not None and left <= 0:
            raise TimeoutError
        async with asyncio.timeout(left):
            return await _until_answered(profile, body, key, read, terms, sent)
    except TimeoutError:
        reason = f"the call to the model service of {profile.name!r} was cut: the time limit came before its reply"
        return RequestFailure(
            reason, passing=False, refused="deadline", attempts=sent.attempts, unsettled=sent.unsettled
        )


async def _until_answered(
    profile: ModelProfile, body: dict[str, Any], key: str, read: Callable[[Any], T], terms: CallTerms, sent: Sent
) -> Answer[T] | RequestFailure:
    guards, failures, answered = current_guards(), 0, 0
    limiter = guards.limiter_of(profile)
    worst = worst_case(profile, body)
    while True:
        async with limiter.turn():
            refused = await _refusal(guards, profile, worst, terms, sent)
            if refused is None:
                own_key = hash_json([terms.run, body, answered]) if profile.idempotency_header else ""
                got = await _send(guards, profile, body, key, read, worst, terms, own_key, sent)
        if refused is not None:
            return replace(refused, attempts=sent.attempts, unsettled=sent.unsettled)
        if not isinstance(got, RequestFailure):
            return Answer(got, sent.attempts, sent.unsettled)
        failures += 1
        answered += not got.unsettled  # a service may keep its answer to a key; only one that was lost is asked for
        if got.wait is not None and got.passing:
            limiter.pause_for(got.wait)
        over = failures > profile.retries or sent.attempts >= terms.most_requests
        if not got.passing or over or (got.begun and not terms.repeat_begun):
            times = "" if sent.attempts == 1 else f" (after {sent.attempts} attempts)"
            reason = f"the model service of {profile.name!r} {got.reason}{times}"
            return replace(got, reason=reason, attempts=sent.attempts, unsettled=sent.unsettled)
        await asyncio.sleep((got.wait or 0.0) + backoff(failures))


async def _send(
    guards: CallGuards,
    profile: ModelProfile,
    body: dict[str, Any],
    key: str,
    read: Callable[[Any], T],
    worst: Usage,
    terms: CallTerms,
    own_key: str,
    sent: Sent,
) -> T | RequestFailure:
    """Send one request that was admitted; it counts as unsettled until its outcome is known."""
    sent.attempts += 1
    sent.unsettled += 1
    billed, usage = True, None
    try:
        got = await attempt(profile, body, key, read, idempotency_key=own_key)
        if isinstance(got, RequestFailure):
            billed = bool(got.unsettled)
        else:
            usage = got.usage if isinstance(got, ChatReply) else _usage_in(got)
        if not isinstance(got, RequestFailure) or not billed:
            sent.unsettled -= 1
        return got
    finally:
        if guards.bill is not None:
            guards.bill.settle(profile, worst, usage=usage, billed=billed, counted=terms.counted_only)


async def _refusal(
    guards: CallGuards, profile: ModelProfile, worst: Usage, terms: CallTerms, sent: Sent
) -> RequestFailure | None:
    """Return why the next request may not be sent, None when it may."""
    breaker = guards.breaker_of(profile)
    if breaker is not None and not sent.trial:
        opened = breaker.admit()
        if opened is not None:
            return RequestFailure(str(opened), passing=False, refused="breaker", retry_in_s=opened.retry_in_s)
        sent.trial = breaker.opened() is not None
    if guards.bill is None:
        return None
    if terms.counted_only:
        guards.bill.count(profile, worst)
        return None
    while (answer := guards.bill.ask(profile, worst)) is Admission.WAIT:
        await asyncio.sleep(_BILL_S)
    if answer is Admission.SEND:
        return None
    return RequestFailure(f"model {profile.name!r} is not called: {guards.bill.reached()}", False, refused="bill")


def _usage_in(value: object) -> Usage | None:
    return read_usage(value.get("usage")) if isinstance(value, dict) else None


def failure(trouble: RequestFailure) -> ModelFailure:
    """Return the failure of a request as an error to raise."""
    kinds: dict[str, type[ModelFailure]] = {
        "": ModelFailure,
        "deadline": TimeLimitReached,
        "breaker": ModelUnavailable,
        "bill": BudgetReached,
    }
    made = kinds[trouble.refused](
        trouble.reason,
        trouble.status,
        begun=trouble.begun,
        attempts=trouble.attempts,
        unsettled=trouble.unsettled,
    )
    if isinstance(made, ModelUnavailable):
        made.retry_in_s = trouble.retry_in_s
    return made
