"""The totals of a campaign's rows: what is done, what failed, the score, and the cost.

Of an episode's rows one counts (`r3gym.records.counting_row`). What was played and paid for is added up over all of
them: a row of an episode that was only judged again has the start and the calls of the row before it, and adds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from r3gym.records.counting_row import replaces
from r3gym.records.rows import EpisodeRow, FailureClass, ModelSpend, RunKind


@dataclass(frozen=True, slots=True)
class _CountedRow:
    """What a later row of the same episode is compared with. ``play``: when it was played and for how long."""

    score: int
    spend: ModelSpend | None
    play: tuple[str, float]


@dataclass
class CampaignTotals:
    """Totals of a campaign, updated row by row. ``failed`` holds the failures without a later result.

    ``duplicates`` counts rows that do not count beside another one with a result.
    """

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
    _counted: dict[str, _CountedRow] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, rows: Iterable[EpisodeRow], planned: Container[str] | None = None) -> CampaignTotals:
        """Return the totals of these rows; rows of episodes that are not in ``planned`` are strays."""
        tally = cls()
        for row in rows:
            tally.add(row, stray=planned is not None and row.id not in planned)
        return tally

    def add(self, row: EpisodeRow, *, stray: bool = False) -> None:
        """Add the next row. Its cost is added whether the row counts or not."""
        before = self._counted.get(row.id)
        play = (row.started, row.seconds)
        judged_again = before is not None and bool(row.started) and before.play == play
        if not judged_again:
            self.seconds += row.seconds
        if row.spend is not None and (row.spend.whole or not judged_again):
            self.add_spend(row.spend.beyond(None if before is None else before.spend))
        if stray:
            self.strays += 1
            return
        self.duplicates += row.id in self.done
        if not replaces(row.failure is not None, None if before is None else row.id in self.failed):
            return
        contest = row.kind is RunKind.CONTEST and row.failure is None
        counted = _CountedRow(row.score if contest else 0, row.spend, play)
        self._counted[row.id] = counted
        if row.failure is not None:
            self.failed[row.id] = row
            return
        self.score += counted.score - (0 if before is None else before.score)
        self.contests += contest and row.id not in self.done
        self.failed.pop(row.id, None)
        self.done.add(row.id)

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

    def failures(self) -> Counter[FailureClass]:
        """Return the number of failed episodes by failure class."""
        return Counter(row.failure.kind for row in self.failed.values() if row.failure is not None)

    @property
    def mean_score(self) -> float | None:
        """The mean score of the contests so far, None before the first."""
        return self.score / self.contests if self.contests else None
