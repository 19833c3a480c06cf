"""Guards of a campaign on a Ray cluster: one desk keeps slots, rate, breakers and bill for all workers.

The desk is an actor on the campaign's machine. Workers on any node ask it before every request, so that limits hold
over all of them. What a worker that died had taken goes back when its episode begins elsewhere or is given up; its
requests under way are booked at their upper bound, since they may have been billed.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any
from uuid import uuid4

from r3gym.campaigns.spending import BillTerms
from r3gym.models.bill import Admission, Bill, BillState
from r3gym.models.breaker import Breaker, Breakers, Cause, OpenBreaker
from r3gym.models.guards import Guards
from r3gym.models.limits import CallLimiter, call_limiter
from r3gym.models.messages import Usage
from r3gym.models.profile import ModelProfile, Thinking


@dataclass
class _Holdings:
    """What an episode has taken: slots and places in their queues by ticket, requests under way, trials."""

    slots: dict[str, CallLimiter] = field(default_factory=dict)
    waiting: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    requests: list[tuple[ModelProfile, Usage, bool]] = field(default_factory=list)
    trials: list[ModelProfile] = field(default_factory=list)


class GuardDesk:
    """The actor. Its methods run in one event loop, one at a time, so nothing needs a lock."""

    def __init__(self, terms: BillTerms) -> None:
        self._bill: Bill = terms.bill()
        self._guards = Guards(Breakers(), self._bill)
        self._held: defaultdict[str, _Holdings] = defaultdict(_Holdings)

    async def begin(self, episode: str) -> None:
        """Take back what an earlier worker of this episode had taken; also to be called when the episode ends."""
        held = self._held.pop(episode, None)
        if held is None:
            return
        for task in held.waiting.values():
            task.cancel()
        for limiter in held.slots.values():
            limiter.slots.give()
        for profile, worst, counted in held.requests:
            self._bill.settle(profile, worst, usage=None, billed=True, counted=counted)
        for profile in held.trials:
            self._breaker(profile).abandoned()

    async def take(self, episode: str, ticket: str, profile: ModelProfile) -> None:
        """Wait for a slot of the model, after its rate limit and any pause of its service."""
        limiter, held = call_limiter(profile), self._held[episode]
        limiter.set(profile.concurrency, profile.requests_per_minute)
        held.waiting[ticket] = asyncio.ensure_future(limiter.take())
        await held.waiting[ticket]
        if held.waiting.pop(ticket, None) is None or self._held.get(episode) is not held:
            limiter.slots.give()  # nobody waits any more: it was granted in the same moment
        else:
            held.slots[ticket] = limiter

    async def give(self, episode: str, ticket: str) -> None:
        """Give a slot back, or leave its queue."""
        held = self._held[episode]
        if ticket in held.waiting:
            held.waiting.pop(ticket).cancel()
        elif ticket in held.slots:
            held.slots.pop(ticket).slots.give()

    async def pause_for(self, profile: ModelProfile, seconds: float) -> None:
        """Let no call to the service begin for so long."""
        call_limiter(profile).pause_for(seconds)

    async def admit(self, episode: str, profile: ModelProfile) -> OpenBreaker | None:
        """Ask the model's breaker; a call that is let through an open one is the episode's trial."""
        refused = self._breaker(profile).admit()
        if refused is None and self._breaker(profile).opened() is not None:
            self._held[episode].trials.append(profile)
        return refused

    async def opened(self, profile: ModelProfile) -> OpenBreaker | None:
        """Return why the model's breaker is open, or None."""
        return self._breaker(profile).opened()

    async def succeeded(self, episode: str, profile: ModelProfile) -> None:
        """Report that a call was answered."""
        self._held[episode].trials.clear()
        self._breaker(profile).succeeded()

    async def failed(
        self, episode: str, profile: ModelProfile, cause: Cause, reason: str, status: int | None
    ) -> OpenBreaker | None:
        """Report that a call failed for good; return why the breaker is open now."""
        self._held[episode].trials.clear()
        return self._breaker(profile).failed(cause, reason, status)

    async def abandoned(self, episode: str, profile: ModelProfile) -> None:
        """Report that a call ended without an outcome."""
        self._held[episode].trials.clear()
        self._breaker(profile).abandoned()

    async def check(self, profile: ModelProfile) -> None:
        """Raise `InputError` unless this model's calls can be held to the limits."""
        self._bill.check(profile)

    async def ask(self, episode: str, profile: ModelProfile, worst: Usage) -> Admission:
        """Ask the bill to send one request."""
        answer = self._bill.ask(profile, worst)
        if answer is Admission.SEND:
            self._held[episode].requests.append((profile, worst, False))
        return answer

    async def count(self, episode: str, profile: ModelProfile, worst: Usage) -> None:
        """Count one request without asking."""
        self._bill.count(profile, worst)
        self._held[episode].requests.append((profile, worst, True))

    async def settle(
        self, episode: str, profile: ModelProfile, worst: Usage, usage: Usage | None, billed: bool, counted: bool
    ) -> None:
        """Settle a request of the episode, unless it was settled when its worker was lost."""
        open_requests = self._held[episode].requests
        if (profile, worst, counted) in open_requests:
            open_requests.remove((profile, worst, counted))
            self._bill.settle(profile, worst, usage=usage, billed=billed, counted=counted)

    async def reached(self) -> str:
        """Return which limit keeps the next request out."""
        return self._bill.reached()

    async def state(self) -> BillState:
        """Return the bill so far."""
        return self._bill.state

    def _breaker(self, profile: ModelProfile) -> Breaker:
        found = self._guards.breaker_of(profile)
        assert found is not None
        return found


@dataclass(frozen=True)
class DeskGuards:
    """The guards of one episode in a worker: every question goes to the desk (`r3gym.models.guards.CallGuards`)."""

    desk: Any
    episode: str

    @property
    def bill(self) -> DeskBill:
        """The bill at the desk."""
        return DeskBill(self.desk, self.episode)

    def breaker_of(self, profile: ModelProfile) -> DeskBreaker:
        """Return the breaker at the desk."""
        return DeskBreaker(self.desk, self.episode, _without_secrets(profile))

    def limiter_of(self, profile: ModelProfile) -> DeskLimits:
        """Return the limits at the desk."""
        return DeskLimits(self.desk, self.episode, _without_secrets(profile))


@dataclass(frozen=True)
class DeskBill:
    """The bill, as a worker reaches it."""

    desk: Any
    episode: str

    def check(self, profile: ModelProfile) -> None:
        """Raise `InputError` unless this model's calls can be held to the limits."""
        # The campaign's own policies and judges were checked before it began (`r3gym.campaigns.spending`).

    def ask(self, profile: ModelProfile, worst: Usage) -> Admission:
        """Ask to send one request."""
        answer: Admission = _answer(self.desk.ask.remote(self.episode, _without_secrets(profile), worst))
        return answer

    def count(self, profile: ModelProfile, worst: Usage) -> None:
        """Count one request without asking."""
        _answer(self.desk.count.remote(self.episode, _without_secrets(profile), worst))

    def settle(
        self, profile: ModelProfile, worst: Usage, *, usage: Usage | None, billed: bool, counted: bool = False
    ) -> None:
        """Settle a request that was sent."""
        _answer(self.desk.settle.remote(self.episode, _without_secrets(profile), worst, usage, billed, counted))

    def reached(self) -> str:
        """Return which limit keeps the next request out."""
        return str(_answer(self.desk.reached.remote()))


@dataclass(frozen=True)
class DeskBreaker:
    """A model's breaker, as a worker reaches it."""

    desk: Any
    episode: str
    profile: ModelProfile

    def admit(self) -> OpenBreaker | None:
        """Return None when a call may be sent, otherwise why not."""
        found: OpenBreaker | None = _answer(self.desk.admit.remote(self.episode, self.profile))
        return found

    def opened(self) -> OpenBreaker | None:
        """Return why the breaker is open, or None."""
        found: OpenBreaker | None = _answer(self.desk.opened.remote(self.profile))
        return found

    def succeeded(self) -> None:
        """Report that a call was answered."""
        _answer(self.desk.succeeded.remote(self.episode, self.profile))

    def failed(self, cause: Cause, reason: str, status: int | None = None) -> OpenBreaker | None:
        """Report that a call failed for good; return why the breaker is open now."""
        found: OpenBreaker | None = _answer(self.desk.failed.remote(self.episode, self.profile, cause, reason, status))
        return found

    def abandoned(self) -> None:
        """Report that a call ended without an outcome."""
        _answer(self.desk.abandoned.remote(self.episode, self.profile))


@dataclass(frozen=True)
class DeskLimits:
    """A model's limits, as a worker reaches them."""

    desk: Any
    episode: str
    profile: ModelProfile

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold one of the slots, after the rate limit and any pause of the service."""
        ticket = uuid4().hex
        try:
            await self.desk.take.remote(self.episode, ticket, self.profile)
            yield
        finally:
            self.desk.give.remote(self.episode, ticket)

    def pause_for(self, seconds: float) -> None:
        """Let no call to the service begin for so long."""
        self.desk.pause_for.remote(self.profile, seconds)


def _answer(reference: Any) -> Any:
    """Wait for the desk. This blocks the worker's loop, in which the calls of a single episode run."""
    return import_module("ray").get(reference)


def _without_secrets(profile: ModelProfile) -> ModelProfile:
    """Return what the desk needs of a profile; fields that a provider defines may hold secrets and are not sent."""
    return profile.model_copy(update={"extra_body": {}, "thinking": Thinking(), "api_key_env": None})
