"""The totals of a campaign's rows: what is done, what failed, the score, and the cost.

The last row of an identity counts, and a failure never replaces a result (`r3gym.records.counting_row`). So a retry
that succeeds replaces a failure, and verdicts of a later judging replace earlier ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field

from r3gym.core.verdict import AWAITING, Outcome
from r3gym.records.counting_row import replaces
from r3gym.records.rows import EpisodeRow, FailureClass, ModelSpend, RunKind


def is_unjudged(row: EpisodeRow) -> bool:
    """Return whether the judging of an episode was stopped before a judge had seen all its answers."""
    return any(slot.verdict is Outcome.UNJUDGED for slot in row.slots)


@dataclass(frozen=True, slots=True)
class _CountedResult:
    """What a row with a result added to the totals, to be taken back when a later row replaces it.

    ``play`` is when it was played and for how long: a row that was only judged again has the same.
    """

    play: tuple[str, float]
    score: int | None
    faults: tuple[str, ...]
    spend: ModelSpend | None


@dataclass
class CampaignTotals:
    """Totals of a campaign, updated row by row. ``failed`` holds the failures without a later result.

    ``awaiting`` counts the answers that a judge has still to decide, ``awaiting_episodes`` the episodes with any, and
    ``judge_faults`` the reasons. They count zero in ``score`` until they are judged.
    """

    done: set[str] = field(default_factory=set)
    failed: dict[str, EpisodeRow] = field(default_factory=dict)
    unjudged: set[str] = field(default_factory=set)  #: episodes whose judging was stopped
    judged_again: int = 0  #: rows that replaced an earlier row of the same play: other verdicts
    duplicates: int = 0  #: rows of a second play of an episode that has a result
    awaiting: int = 0
    awaiting_episodes: int = 0
    judge_faults: Counter[str] = field(default_factory=Counter)
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
    _counted: dict[str, _CountedResult] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, rows: Iterable[EpisodeRow], planned: Container[str] | None = None) -> CampaignTotals:
        """Return the totals of these rows; rows of episodes that are not in ``planned`` are strays."""
        tally = cls()
        for row in rows:
            tally.add(row, stray=planned is not None and row.id not in planned)
        return tally

    def add(self, row: EpisodeRow, *, stray: bool = False) -> None:
        """Add the next row. What a play cost is added once, whether its row counts or not."""
        counted, failed = self._counted.get(row.id), self.failed.get(row.id)
        same_play = counted is not None and counted.play == (row.started, row.seconds) and row.failure is None
        if not same_play:
            self.seconds += row.seconds
            if row.spend is not None:
                earlier = counted.spend if counted is not None else None if failed is None else failed.spend
                self.add_spend(row.spend.beyond(earlier))
        if stray:
            self.strays += 1
            return
        if counted is not None:
            self.judged_again += same_play
            self.duplicates += not same_play
        if not replaces(row.failure is not None, None if counted is None else False):
            return
        if row.failure is not None:
            self.failed[row.id] = row
            return
        self._take_back(counted)
        self.failed.pop(row.id, None)
        self.done.add(row.id)
        self._count(row)

    def _count(self, row: EpisodeRow) -> None:
        score = row.score if row.kind is RunKind.CONTEST else None
        faults = tuple(slot.diagnostic or str(slot.verdict) for slot in row.slots if slot.verdict in AWAITING)
        self._counted[row.id] = _CountedResult((row.started, row.seconds), score, faults, row.spend)
        self.contests += score is not None
        self.score += score or 0
        self.awaiting += len(faults)
        self.awaiting_episodes += bool(faults)
        self.judge_faults.update(faults)
        if is_unjudged(row):
            self.unjudged.add(row.id)
        else:
            self.unjudged.discard(row.id)

    def _take_back(self, counted: _CountedResult | None) -> None:
        if counted is not None:
            self.contests -= counted.score is not None
            self.score -= counted.score or 0
            self.awaiting -= len(counted.faults)
            self.awaiting_episodes -= bool(counted.faults)
            self.judge_faults.subtract(counted.faults)

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
