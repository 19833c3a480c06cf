"""The bill of a campaign: what its calls have cost, and the limits that no further request may exceed.

A request is asked for before it is sent, with the most that it can cost (`r3gym.models.worst_case`), which is set aside
until its outcome is known. So the limits hold with any number of calls at once: nothing is sent that could exceed them.
A request that only what is set aside for others keeps out waits for those.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import Enum

from r3gym.errors import InputError
from r3gym.models.messages import Usage
from r3gym.models.profile import ModelProfile
from r3gym.models.usage import cost


class Admission(Enum):
    """The bill's answer to a request."""

    SEND = "send"
    WAIT = "wait"
    REFUSE = "refuse"


@dataclass(frozen=True)
class BillState:
    """The bill so far.

    ``requests`` were sent; ``cost`` is that of the replies with usage, ``bounded`` the upper bound for requests whose
    cost is not known (no usage reported, or no answer), and ``set_aside`` that of requests under way. The ``judge_``
    fields are the share of requests that are counted only; ``unpriced`` of those have no known price.
    """

    requests: int = 0
    cost: float = 0.0
    bounded: float = 0.0
    set_aside: float = 0.0
    under_way: int = 0
    judge_requests: int = 0
    judge_cost: float = 0.0
    judge_bounded: float = 0.0
    unpriced: int = 0

    @property
    def at_most(self) -> float:
        """What was spent at most, without requests under way."""
        return self.cost + self.bounded


class Bill:
    """The running bill, with limits on requests and cost; safe to share between threads.

    ``requests`` and ``spent`` are what earlier runs of the same campaign used.
    """

    def __init__(
        self,
        *,
        max_calls: int | None = None,
        max_cost: float | None = None,
        requests: int = 0,
        spent: float = 0.0,
        currency: str | None = None,
    ) -> None:
        if max_calls is not None and (isinstance(max_calls, bool) or not isinstance(max_calls, int) or max_calls < 1):
            raise InputError(f"max_calls={max_calls!r}: give a whole number of requests, 1 or more")
        if max_cost is not None and not 0 < max_cost < float("inf"):
            raise InputError(f"max_cost={max_cost!r}: give an amount of money above 0")
        self.max_calls, self.max_cost = max_calls, max_cost
        self._lock = threading.Lock()
        self._state = BillState(requests=requests, cost=spent)
        self._currency = currency

    def check(self, profile: ModelProfile) -> None:
        """Raise `InputError` unless this model's calls can be held to the limits: a cost limit needs prices."""
        if self.max_cost is None:
            return
        if profile.prices is None:
            raise InputError(
                f"max_cost={self.max_cost:g}: the profile of model {profile.name!r} has no prices, so its cost is not "
                "known; add a [prices] table with input and output per million tokens, or limit max_calls"
            )
        with self._lock:
            self._currency = self._currency or profile.prices.currency
            if profile.prices.currency != self._currency:
                raise InputError(
                    f"max_cost={self.max_cost:g}: model {profile.name!r} is paid in {profile.prices.currency}, others "
                    f"in {self._currency}; give all prices in one currency"
                )

    def ask(self, profile: ModelProfile, worst: Usage) -> Admission:
        """Ask to send one request of a checked profile; `Admission.SEND` sets its worst case aside until `settle`."""
        bound = _price(profile, worst)
        with self._lock:
            now = self._state
            if self.max_calls is not None and now.requests + 1 > self.max_calls:
                return Admission.REFUSE
            if self.max_cost is not None and now.at_most + bound > self.max_cost:
                return Admission.REFUSE
            if self.max_cost is not None and now.at_most + now.set_aside + bound > self.max_cost:
                return Admission.WAIT
            self._add(requests=1, set_aside=bound, under_way=1)
            return Admission.SEND

    def count(self, profile: ModelProfile, worst: Usage) -> None:
        """Count one request without asking, for calls that must not be refused, such as a judge's."""
        with self._lock:
            self._add(
                requests=1,
                set_aside=_price(profile, worst),
                under_way=1,
                judge_requests=1,
                unpriced=int(profile.prices is None),
            )

    def settle(
        self, profile: ModelProfile, worst: Usage, *, usage: Usage | None, billed: bool, counted: bool = False
    ) -> None:
        """Settle a request that was sent: with its usage, or by its bound when it may have been billed without one.

        ``counted``: it was counted and not asked for.
        """
        bound = _price(profile, worst)
        known = None if usage is None or profile.prices is None else cost(usage, profile.prices)
        paid, most = known or 0.0, bound if billed and known is None else 0.0
        with self._lock:
            self._add(set_aside=-bound, under_way=-1, cost=paid, bounded=most)
            if counted:
                self._add(judge_cost=paid, judge_bounded=most)

    @property
    def state(self) -> BillState:
        """The bill so far."""
        with self._lock:
            return self._state

    def reached(self) -> str:
        """Return which limit keeps the next request out, in words."""
        now = self.state
        if self.max_calls is not None and now.requests >= self.max_calls:
            return f"the limit of {self.max_calls} requests is reached"
        limit = (
            "no limit" if self.max_cost is None else f"the limit of {self.max_cost:g} {self._currency or ''}".strip()
        )
        return f"{limit} could be exceeded by the next request: {now.at_most:.6g} are spent"

    def _add(self, **amounts: float) -> None:
        now = self._state
        changed = {name: getattr(now, name) + amount for name, amount in amounts.items()}
        if "under_way" in changed and changed["under_way"] == 0:
            changed["set_aside"] = 0.0  # floats: sums of the same amounts need not cancel
        self._state = BillState(**{**vars(now), **changed})


def _price(profile: ModelProfile, usage: Usage) -> float:
    return 0.0 if profile.prices is None else cost(usage, profile.prices)
