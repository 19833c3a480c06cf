"""The money of a campaign: its limits, what earlier runs spent, and the bill that a run begins with.

Limits hold over all runs of a campaign. What was spent is read from the folder: rows, the stored replies of episodes
without one (`r3gym.campaigns.open_turns`), and the judges' calls, which are in no row (`r3gym.campaigns.bill_file`).
What is not known counts at its upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from r3gym.campaigns.bill_file import read_bill
from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.open_turns import open_spends
from r3gym.campaigns.totals import CampaignTotals
from r3gym.errors import InputError
from r3gym.models.bill import Bill
from r3gym.models.messages import Usage
from r3gym.models.profile import Prices
from r3gym.models.usage import cost
from r3gym.records.campaign_folder import MANIFEST, read_rows
from r3gym.records.rows import ModelSpend


@dataclass(frozen=True)
class SpendLimits:
    """The most requests and the most money that a campaign may use in all its runs; None is no limit."""

    max_calls: int | None = None
    max_cost: float | None = None

    def __bool__(self) -> bool:
        """Return whether anything is limited."""
        return self.max_calls is not None or self.max_cost is not None


@dataclass(frozen=True)
class BillTerms:
    """What a run's bill begins with: the limits, and the requests and the money that earlier runs used at most."""

    limits: SpendLimits = SpendLimits()
    requests: int = 0
    spent: float = 0.0
    currency: str | None = None

    def bill(self) -> Bill:
        """Return a bill that begins so."""
        return Bill(
            max_calls=self.limits.max_calls,
            max_cost=self.limits.max_cost,
            requests=self.requests,
            spent=self.spent,
            currency=self.currency,
        )


def check_limits(campaign: Campaign, limits: SpendLimits) -> str | None:
    """Return the currency of the campaign's prices; raise `InputError` when the limits cannot be held."""
    Bill(max_calls=limits.max_calls, max_cost=limits.max_cost)
    paid = {policy.name: policy.prices() for policy in campaign.policies if policy.waits()}
    judges = {f"the judge of {name}": prices for name, prices in campaign.judges.prices().items()}
    currencies = {prices.currency for prices in (*paid.values(), *judges.values()) if prices is not None}
    if limits.max_cost is not None:
        unknown = [f"policy {name!r}" for name, prices in paid.items() if prices is None]
        unknown += [name for name, prices in judges.items() if prices is None]
        if unknown:
            raise InputError(
                f"max_cost={limits.max_cost:g}: {', '.join(unknown)}: no prices, so the cost is not known; add a "
                "[prices] table with input and output per million tokens to the model's profile (or prices to the "
                "judge's section), or limit max_calls"
            )
        if len(currencies) > 1:
            raise InputError(
                f"max_cost={limits.max_cost:g}: prices are in {' and '.join(sorted(currencies))}; give all in one "
                "currency"
            )
    return next(iter(currencies)) if len(currencies) == 1 else None


def bill_terms(folder: Path, campaign: Campaign, limits: SpendLimits) -> BillTerms:
    """Return what the bill of the next run in this folder begins with."""
    currency = check_limits(campaign, limits)
    if not (folder / MANIFEST).exists():
        return BillTerms(limits, currency=currency)
    prices = {policy.name: policy.prices() for policy in campaign.policies}
    tally, spent, requests = CampaignTotals(), 0.0, 0
    policy_of: dict[str, str] = {}
    for row in read_rows(folder):
        earlier = tally.failed.get(row.id)
        policy_of[row.id] = row.policy
        if row.spend is not None:
            fresh = row.spend.beyond(None if earlier is None else earlier.spend)
            requests, spent = requests + fresh.calls + fresh.failed, spent + at_most(fresh, prices.get(row.policy))
        tally.add(row)
    for episode, spend in open_spends(folder):
        if episode not in tally.done:
            failed = tally.failed.get(episode)
            fresh = spend.beyond(None if failed is None else failed.spend)
            requests += fresh.calls + fresh.failed
            spent += at_most(fresh, prices.get(policy_of.get(episode, "")))
    judged = read_bill(folder).judges
    return BillTerms(limits, requests + judged.requests, spent + judged.cost + judged.bounded, currency)


def at_most(spend: ModelSpend, prices: Prices | None) -> float:
    """Return what was spent at most; calls of a time without prices are priced as they are now."""
    used = Usage(spend.prompt_tokens, spend.completion_tokens, cached_tokens=spend.cached_tokens)
    known = spend.cost
    if known is None:
        known = 0.0 if prices is None else cost(used, prices)
    return known + (spend.unsettled_cost or 0.0) + (spend.unreported_cost or 0.0)
