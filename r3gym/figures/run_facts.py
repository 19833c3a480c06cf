"""What a run used beside its scores: judges, seeds, calls, cost; gathered while its rows are read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from r3gym.campaigns.totals import CampaignTotals
from r3gym.records.rows import EpisodeRow


@dataclass
class RunFacts:
    """Facts of a run's rows, added row by row."""

    totals: CampaignTotals = field(default_factory=CampaignTotals)
    judges: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    seeds: set[int] = field(default_factory=set)

    def add(self, row: EpisodeRow) -> None:
        """Add the next row."""
        self.totals.add(row)
        self.seeds.add(row.seed)
        if row.failure is None:
            self.kinds[row.kind] += 1
            self.judges.update(row.judges)
