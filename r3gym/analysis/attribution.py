"""How far what was booked on a problem accounts for its solution: solved, with nothing booked on it, with a ride.

A *ride*: a counted action that was booked on another problem named this one or wrote for it before its final answer
(`r3gym.records.attribution`). These are counts of what the records show. A ride is a hint, not a verdict, and a script
that works for several problems without naming them is not seen.
"""

from __future__ import annotations

from r3gym.analysis.figure import Figure, Name
from r3gym.cells.cell import ContestCell
from r3gym.cells.table import Flags

#: Solved problems per contest: all, with nothing booked on them, with a ride, and with a ride and nothing booked.
PARTS = ("solved", "unbooked", "ridden", "unbooked_ridden")


def attribution_counts(cell: ContestCell) -> dict[Name, Figure]:
    """Return the number of solved problems per contest by `PARTS`; only what all runs of the cell say.

    Nothing in the tool-free setting; in rows that are older than rides only the first two.
    """
    solved = (cell.correct > 0) & cell.played[:, :, None]
    booked, rides = cell.booked, cell.rides
    found: dict[str, Flags] = {}
    if (booked[cell.played] >= 0).all():
        unbooked = solved & (booked == 0)
        found |= {"solved": solved, "unbooked": unbooked}
        if not (solved & (rides < 0)).any():
            found |= {"ridden": solved & (rides > 0), "unbooked_ridden": unbooked & (rides > 0)}
    return {("attribution", part): Figure(counted.sum(axis=(1, 2)), cell.runs) for part, counted in found.items()}
