"""The totals of a campaign's rows: which row counts for each episode, what is done, what failed, and the cost.

For an identity the first row with a result counts; until there is one, the last failure does. So a retry that succeeds
replaces a failure, and nothing replaces a result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from r3gym.records.rows import EpisodeRow, FailureClass, ModelSpend, RunKind


@dataclass
class CampaignTotals:
    """Totals of a campaign, updated row by row. ``failed`` holds the failures without a later result."""

    done: set[str] = field(default_factory=set)
    failed: dict[str, EpisodeRow] = field(default_factory=dict)
    duplicates: int = 0
    strays: int = 0  #: rows of episodes that are not planned; they count nowhere else but in the cost
    score: int = 0
    contests: int = 0
    seconds: float = 0.0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    costs: Counter[str] = field(default_factory=Counter)
    unreported: int = 0
    doubtful: int = 0
    failed_requests: int = 0
    lost: int = 0
    unsettled: int = 0
    unsettled_costs: Counter[str] = field(default_factory=Counter)
    unreported_costs: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, rows: Iterable[EpisodeRow], planned: Container[str] | None = None) -> CampaignTotals:
        """Return the totals of these rows; rows of episodes that are not in ``planned`` are strays."""
        tally = cls()
        for row in rows:
            tally.add(row, stray=planned is not None and row.id not in planned)
        return tally

    def add(self, row: EpisodeRow, *, stray: bool = False) -> None:
        """Add the next row. Its cost is added whether the row counts or not."""
        self.seconds += row.seconds
        if row.spend is not None:
            earlier = self.failed.get(row.id)
            self.add_spend(row.spend.beyond(None if earlier is None else earlier.spend))
        if stray:
            self.strays += 1
        elif row.id in self.done:
            self.duplicates += 1
        elif row.failure is not None:
            self.failed[row.id] = row
        else:
            self.failed.pop(row.id, None)
            self.done.add(row.id)
            if row.kind is RunKind.CONTEST:
                self.contests += 1
                self.score += row.score

    def add_spend(self, spend: ModelSpend) -> None:
        """Add the calls and the cost of an episode."""
        self.calls += spend.calls
        self.unreported += spend.unreported
        self.doubtful += spend.doubtful
        self.failed_requests += spend.failed
        self.lost += spend.lost
        self.unsettled += spend.unsettled
        self.prompt_tokens += spend.prompt_tokens
        self.completion_tokens += spend.completion_tokens
        if spend.cost is not None:
            self.costs[spend.currency or ""] += spend.cost  # type: ignore[assignment]
        if spend.unsettled and spend.unsettled_cost is not None:
            self.unsettled_costs[spend.currency or ""] += spend.unsettled_cost  # type: ignore[assignment]
        if spend.unreported and spend.unreported_cost is not None:
            self.unreported_costs[spend.currency or ""] += spend.unreported_cost  # type: ignore[assignment]

    def failures(self) -> Counter[FailureClass]:
        """Return the number of failed episodes by failure class."""
        return Counter(row.failure.kind for row in self.failed.values() if row.failure is not None)

    @property
    def mean_score(self) -> float | None:
        """The mean score of the contests so far, None before the first."""
        return self.score / self.contests if self.contests else None
