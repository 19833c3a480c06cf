"""Write ``bill.json`` while a campaign is played."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from r3gym.campaigns.bill_file import BILL, WRITE_S, CampaignBill, JudgeCalls
from r3gym.campaigns.executors import BillReader
from r3gym.campaigns.holding import HeldPolicies
from r3gym.campaigns.spending import BillTerms
from r3gym.campaigns.store import Store


@dataclass
class BillWriter:
    """Writes the bill of a run. ``before``: the judges' calls of earlier runs."""

    store: Store
    terms: BillTerms
    before: JudgeCalls
    bill: BillReader
    _written: float = 0.0

    def write(self, held: HeldPolicies, owed: Callable[[str], int]) -> None:
        """Write the file. ``owed`` says how many episodes of a policy are."""
        now, limits = self.bill(), self.terms.limits
        found = CampaignBill(
            max_calls=limits.max_calls,
            max_cost=limits.max_cost,
            currency=self.terms.currency,
            judges=self.before + JudgeCalls.of(now),
            refused=held.refused(owed),
        )
        self.store.write(BILL, found.to_text())
        self._written = time.monotonic()

    def is_due(self) -> bool:
        """Return whether the file is older than it should be while a campaign runs."""
        return time.monotonic() - self._written > WRITE_S
