"""The totals of a campaign's rows: which row counts for each episode, what is done, what failed, and the cost.

For an identity the first row with a result counts; until there is one, the last failure does. So a retry that succeeds
replaces a failure, and nothing replaces a result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from r3gym.records.rows import EpisodeRow, FailureClass, RunKind


@dataclass
class CampaignTotals:
    """Totals of a campaign, updated row by row. ``failed`` holds the failures without a later result."""

    done: set[str] = field(default_factory=set)
    failed: dict[str, EpisodeRow] = field(default_factory=dict)
    duplicates: int = 0
    score: int = 0
    contests: int = 0
    seconds: float = 0.0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    costs: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, rows: Iterable[EpisodeRow]) -> CampaignTotals:
        """Return the totals of these rows."""
        tally = cls()
        for row in rows:
            tally.add(row)
        return tally

    def add(self, row: EpisodeRow) -> None:
        """Add the next row. Its cost is added whether the row counts or not."""
        self.seconds += row.seconds
        if row.spend is not None:
            self.calls += row.spend.calls
            self.prompt_tokens += row.spend.prompt_tokens
            self.completion_tokens += row.spend.completion_tokens
            if row.spend.cost is not None:
                self.costs[row.spend.currency or ""] += row.spend.cost  # type: ignore[assignment]
        if row.id in self.done:
            self.duplicates += 1
        elif row.failure is not None:
            self.failed[row.id] = row
        else:
            self.failed.pop(row.id, None)
            self.done.add(row.id)
            if row.kind is RunKind.CONTEST:
                self.contests += 1
                self.score += row.score

    def failures(self) -> Counter[FailureClass]:
        """Return the number of failed episodes by failure class."""
        return Counter(row.failure.kind for row in self.failed.values() if row.failure is not None)

    @property
    def mean_score(self) -> float | None:
        """The mean score of the contests so far, None before the first."""
        return self.score / self.contests if self.contests else None
