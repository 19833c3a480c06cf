"""Total usage and cost of calls: plain values, for a policy's notes in the record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.models.messages import ChatReply, Usage
from r3gym.models.profile import Prices


@dataclass(frozen=True)
class UsageTotals:
    """Totals over the calls of an episode.

    ``attempts`` counts requests, failed ones included; ``unreported`` the replies whose provider gave no usage, which
    the token counts therefore miss. Reasoning and cached tokens are parts of the completion and of the prompt. ``cost``
    is None without prices.
    """

    calls: int = 0
    attempts: int = 0
    unreported: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    currency: str | None = None

    def __add__(self, other: UsageTotals) -> UsageTotals:
        """Return the sum of both."""
        costs = [part.cost for part in (self, other) if part.cost is not None]
        counts = {
            name: value + getattr(other, name)
            for name, value in asdict(self).items()
            if name not in ("cost", "currency")
        }
        return UsageTotals(**counts, cost=sum(costs) if costs else None, currency=self.currency or other.currency)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for records."""
        return asdict(self)


def total_usage(replies: Iterable[ChatReply], prices: Prices | None = None) -> UsageTotals:
    """Return the totals of these replies.

    >>> replies = [ChatReply("a", usage=Usage(1000, 200, reasoning_tokens=50)), ChatReply("b", attempts=3)]
    >>> total_usage(replies, Prices(input=1.0, output=5.0))
    UsageTotals(calls=2, attempts=4, unreported=1, prompt_tokens=1000, completion_tokens=200, reasoning_tokens=50,
                cached_tokens=0, cost=0.002, currency='USD')
    """
    known = list(replies)
    used = [reply.usage for reply in known if reply.usage is not None]
    return UsageTotals(
        calls=len(known),
        attempts=sum(reply.attempts for reply in known),
        unreported=len(known) - len(used),
        prompt_tokens=sum(u.prompt_tokens for u in used),
        completion_tokens=sum(u.completion_tokens for u in used),
        reasoning_tokens=sum(u.reasoning_tokens or 0 for u in used),
        cached_tokens=sum(u.cached_tokens or 0 for u in used),
        cost=None if prices is None else sum(cost(u, prices) for u in used),
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
