"""The use of the budget: attributed output by position, and the part spent on problems that stayed unsolved.

Attributed output is what the ledger charged to a problem: output tokens, or counted actions in the agentic setting.
Shares are of all attributed output of a cell's runs (one quotient of sums); output that is attributed to no problem is
left out of both sums.
"""

from __future__ import annotations

from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.groups import position, tier_groups
from r3gym.cells.cell import ContestCell
from r3gym.cells.table import Ints


def output_share(cell: ContestCell) -> dict[Name, Figure]:
    """Return the share of each position, and the cumulative share up to it; equal spending would be a sixth each."""
    spent = _spent(cell).sum(axis=1)
    whole, so_far = spent.sum(axis=1), spent.cumsum(axis=1)
    found: dict[Name, Figure] = {}
    for n in range(cell.suite.size):
        found["output_share", position(n)] = Figure(spent[:, n], whole)
        found["cumulative_output_share", position(n)] = Figure(so_far[:, n], whole)
    return found


def wasted_output(cell: ContestCell) -> dict[Name, Figure]:
    """Return the share spent on ultimately incorrect problems, by tier and in all: the tiers add up to all."""
    spent = _spent(cell)
    whole = spent.sum(axis=(1, 2))
    wasted = (spent * (1 - cell.correct)).sum(axis=1)
    return {("wasted", tier): Figure((wasted * there).sum(axis=1), whole) for tier, there in tier_groups(cell).items()}


def _spent(cell: ContestCell) -> Ints:
    """Return the attributed output (contests x repeats x positions), 0 where nothing was played."""
    return cell.spent * cell.played[:, :, None]
