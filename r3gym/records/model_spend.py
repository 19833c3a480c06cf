"""What an episode's model has cost: tokens, requests and price, as rows hold them and bills add them up."""

from __future__ import annotations

from typing import Any

from r3gym.records.model_base import Count, FrozenModel
from r3gym.records.turns import CallsPaid

_USAGE = (
    "calls",
    "attempts",
    "failed",
    "unreported",
    "doubtful",
    "prompt_tokens",
    "completion_tokens",
    "reasoning_tokens",
    "cached_tokens",
    "unsettled",
)
_COUNTS = (*_USAGE, "lost")
_AMOUNTS = ("cost", "unsettled_cost", "unreported_cost")


class ModelSpend(FrozenModel):
    """The usage and cost of a model's calls, those of failed attempts included.

    ``cost`` is that of the replies with usage: None, which is unknown, without prices and where no reply had usage.
    ``attempts`` counts requests; ``unreported`` replies had no token counts, which the sums lack, and ``doubtful`` ones
    counts that cannot be true. ``failed`` requests brought no reply, ``lost`` of them because a process was killed
    meanwhile. ``unsettled`` failed ones may have been billed, for at most ``unsettled_cost`` (None without prices);
    replies without token counts cost at most ``unreported_cost`` (None where that is not known).
    ``whole``: the calls of the episode's earlier rows are in it too.
    """

    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: float | None = None
    currency: str | None = None
    attempts: Count = 0
    unreported: Count = 0
    doubtful: Count = 0
    reasoning_tokens: Count = 0
    cached_tokens: Count = 0
    failed: Count = 0
    lost: Count = 0
    unsettled: Count = 0
    unsettled_cost: float | None = None
    unreported_cost: float | None = None
    whole: bool = False

    @classmethod
    def of_calls(cls, calls: CallsPaid, *, whole: bool = True) -> ModelSpend:
        """Return the spend of all requests of an episode."""
        usage = calls.usage
        copied = {name: getattr(usage, name) for name in (*_USAGE, *_AMOUNTS)}
        return cls(**copied, currency=usage.currency, lost=calls.lost, whole=whole)

    def __add__(self, other: ModelSpend) -> ModelSpend:
        """Return the sum of both."""
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in _COUNTS}
        for name in _AMOUNTS:
            known = [amount for spend in (self, other) if (amount := getattr(spend, name)) is not None]
            sums[name] = sum(known) if known else None
        return ModelSpend(**sums, currency=self.currency or other.currency, whole=self.whole and other.whole)

    def beyond(self, earlier: ModelSpend | None) -> ModelSpend:
        """Return what this row adds to an earlier row of the same episode."""
        if earlier is None or not self.whole:
            return self
        fresh: dict[str, Any] = {name: max(getattr(self, name) - getattr(earlier, name), 0) for name in _COUNTS}
        for name in _AMOUNTS:
            now = getattr(self, name)
            fresh[name] = None if now is None else max(now - (getattr(earlier, name) or 0.0), 0.0)
        return self.model_copy(update=fresh)
