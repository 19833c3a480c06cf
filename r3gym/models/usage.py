"""Total usage and cost of calls: plain values, for a policy's notes in the record.

What is not known is not counted as nothing: a sum over replies without a report has a cost of None, and requests that
failed without an answer are counted apart, with the most that they can have cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.models.messages import ChatReply, Usage
from r3gym.models.profile import Prices


@dataclass(frozen=True)
class UsageTotals:
    """Totals over the calls of an episode.

    ``attempts`` counts requests, failed ones included, and ``failed`` the latter; ``unreported`` the replies whose
    provider gave no usage, which the token counts therefore miss; ``doubtful`` those with counts that cannot be true.
    Reasoning and cached tokens are parts of the completion and of the prompt. ``cost`` is that of the replies with
    usage: None without prices, and where replies came and none had usage. ``unreported_cost`` is an upper bound for the
    others where one is known.

    ``unsettled`` failed requests may have been billed: no answer came in time, or it broke off. ``unsettled_tokens``
    and ``unsettled_cost`` are upper bounds for them: the whole prompt by our estimate, and a completion up to its cap.
    """

    calls: int = 0
    attempts: int = 0
    failed: int = 0
    unreported: int = 0
    doubtful: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    unsettled: int = 0
    unsettled_tokens: int = 0
    unsettled_cost: float | None = None
    currency: str | None = None
    unreported_cost: float | None = None

    def __add__(self, other: UsageTotals) -> UsageTotals:
        """Return the sum of both; a cost that one of them does not know is left out."""
        apart = ("cost", "unsettled_cost", "unreported_cost", "currency")
        counts = {name: value + getattr(other, name) for name, value in asdict(self).items() if name not in apart}
        return UsageTotals(
            **counts,
            cost=_sum_known(self.cost, other.cost),
            unsettled_cost=_sum_known(self.unsettled_cost, other.unsettled_cost),
            unreported_cost=_sum_known(self.unreported_cost, other.unreported_cost),
            currency=self.currency or other.currency,
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for records."""
        return asdict(self)


@dataclass(frozen=True)
class FailedRequests:
    """Requests of one call that failed; each of the ``unsettled`` among them may have been billed up to ``worst``.

    ``attempts`` is their number, 0 where a reply came in the end, whose own ``attempts`` counts them.
    """

    attempts: int
    unsettled: int
    worst: Usage


def total_usage(replies: Iterable[ChatReply], prices: Prices | None = None) -> UsageTotals:
    """Return the totals of these replies.

    >>> replies = [ChatReply("a", usage=Usage(1000, 200, reasoning_tokens=50)), ChatReply("b", attempts=3)]
    >>> known = total_usage(replies, Prices(input=1.0, output=5.0))
    >>> known.calls, known.attempts, known.failed, known.unreported, known.cost, known.currency
    (2, 4, 2, 1, 0.002, 'USD')
    >>> print(total_usage(replies[1:], Prices(input=1.0, output=5.0)).cost)
    None
    """
    known = list(replies)
    used = [reply.usage for reply in known if reply.usage is not None]
    attempts = sum(reply.attempts for reply in known)
    priced = prices is not None and bool(used or not known)
    return UsageTotals(
        calls=len(known),
        attempts=attempts,
        failed=attempts - len(known),
        unreported=len(known) - len(used),
        prompt_tokens=sum(u.prompt_tokens for u in used),
        completion_tokens=sum(u.completion_tokens for u in used),
        reasoning_tokens=sum(u.reasoning_tokens or 0 for u in used),
        cached_tokens=sum(u.cached_tokens or 0 for u in used),
        cost=sum((cost(u, prices) for u in used), 0.0) if priced and prices is not None else None,
        currency=None if prices is None else prices.currency,
    )


def failed_usage(failures: Iterable[FailedRequests], prices: Prices | None = None) -> UsageTotals:
    """Return the totals of failed requests: how many, and what they may have been billed for, at most.

    >>> lost = failed_usage([FailedRequests(3, 2, Usage(1000, 8192))], Prices(input=1.0, output=5.0))
    >>> lost.failed, lost.unsettled, lost.unsettled_tokens, round(lost.unsettled_cost, 5)
    (3, 2, 18384, 0.08392)
    """
    lost = list(failures)
    bound = None if prices is None else sum((one.unsettled * cost(one.worst, prices) for one in lost), 0.0)
    requests = sum(one.attempts for one in lost)
    return UsageTotals(
        attempts=requests,
        failed=requests,
        unsettled=sum(one.unsettled for one in lost),
        unsettled_tokens=sum(one.unsettled * (one.worst.prompt_tokens + one.worst.completion_tokens) for one in lost),
        unsettled_cost=bound,
        currency=None if prices is None else prices.currency,
    )


def cost(usage: Usage, prices: Prices) -> float:
    """Return the cost of a call; cached input costs as other input where it has no price of its own.

    >>> cost(Usage(1_000_000, 0, cached_tokens=500_000), Prices(input=2.0, output=8.0, cached_input=0.5))
    1.25
    """
    cached = min(usage.cached_tokens or 0, usage.prompt_tokens)
    cached_price = prices.input if prices.cached_input is None else prices.cached_input
    fresh = usage.prompt_tokens - cached
    return (fresh * prices.input + cached * cached_price + usage.completion_tokens * prices.output) / 1_000_000


def _sum_known(*amounts: float | None) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None
