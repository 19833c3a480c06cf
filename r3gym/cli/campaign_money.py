"""The money of a campaign on a terminal: options for its limits, the price before it starts, the bill of its status."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.numbers import MOST_CALLS, MOST_COST, above_zero, whole

if TYPE_CHECKING:
    from r3gym.campaigns.bill_file import CampaignBill
    from r3gym.campaigns.campaign_file import Campaign
    from r3gym.campaigns.estimate import Estimate
    from r3gym.campaigns.running import CampaignStatus
    from r3gym.campaigns.spending import SpendLimits

MaxCalls = Annotated[
    int | None,
    typer.Option(
        parser=whole(1, MOST_CALLS), help="The most requests to models, over all runs. Default: as the file says."
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        parser=above_zero(MOST_COST), help="The most money, over all runs, in the currency of the profiles' prices."
    ),
]


def chosen_limits(campaign: Campaign, max_calls: int | None, max_cost: float | None) -> SpendLimits:
    """Return the limits of the options, else those of the file."""
    from r3gym.campaigns.spending import SpendLimits

    file = campaign.file
    return SpendLimits(
        file.max_calls if max_calls is None else max_calls, file.max_cost if max_cost is None else max_cost
    )


def price_line(found: Estimate) -> str:
    """Return what the episodes of an estimate will cost, in one sentence."""
    if not found.episodes:
        return "nothing is owed"
    costs, hours = found.costs, found.seconds
    calls = "an unknown number of" if found.calls is None else f"about {found.calls + (found.judge_calls or 0):,}"
    clock = "in an unknown time" if hours is None else f"in about {_hours(hours)} with {found.workers} episodes at once"
    if costs is None:
        return (
            f"{found.episodes} episodes are owed: {calls} calls, {clock}, at an unknown price; `--pilot 2` plays a few "
            "of each kind and then says it"
        )
    price = " and ".join(f"{amount:.4g} {currency}" for currency, amount in costs.items()) or "no money"
    return f"{found.episodes} episodes are owed: {calls} calls for about {price}, {clock}"


def refusal_lines(bill: CampaignBill, folder: Path) -> list[str]:
    """Return one sentence for each policy whose calls were refused: what, why, what to do, how to resume."""
    resume = f"r3gym campaign resume {shlex.quote(str(folder))}"
    lines = []
    for refused in bill.refused:
        owed = f"{refused.owed} episodes of policy {refused.policy!r} are owed"
        if refused.by == "bill":
            option = "--max-calls" if "requests" in refused.reason else "--max-cost"
            lines.append(f"{owed}: {refused.reason}. Go on with a higher limit: {resume} {option} N")
        else:
            lines.append(f"{owed}: {refused.reason}. Then: {resume}")
    return lines


def bill_lines(found: CampaignStatus) -> list[str]:
    """Return the limits and the judges' calls."""
    bill, tally, lines = found.bill, found.tally, []
    judges = bill.judges
    if judges.requests:
        price = "at an unknown price" if judges.unpriced else f"for {judges.cost:.4g} {bill.currency or ''}".rstrip()
        most = f" and at most {judges.bounded:.4g} more" if judges.bounded else ""
        lines.append(f"judges: {judges.requests} more calls {price}{most}")
    if bill.max_calls is not None:
        used = tally.calls + tally.failed_requests + judges.requests
        lines.append(f"limit: {used} of at most {bill.max_calls} requests are used")
    if bill.max_cost is not None:
        lines.append(
            f"limit: at most {found.spent_at_most:.4g} of {bill.max_cost:g} {bill.currency or ''} are spent".rstrip()
        )
    return lines


def bill_json(found: CampaignStatus) -> dict[str, Any]:
    """Return the bill as plain JSON."""
    bill = found.bill
    return {
        "max_calls": bill.max_calls,
        "max_cost": bill.max_cost,
        "spent_at_most": found.spent_at_most,
        "unreported_costs_at_most": dict(found.tally.unreported_costs),
        "judge_calls": bill.judges.model_dump(),
        "refused": [refused.model_dump() for refused in bill.refused],
    }


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{max(1, round(seconds / 60))} minutes"
