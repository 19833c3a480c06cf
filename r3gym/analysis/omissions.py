"""The class of each problem slot: answered, or why not, by rules on the row alone.

The first that applies, in this order:

1. ``answered``: the parser found an answer (right or wrong).
2. ``truncated``: the budget stopped the run before an answer was given. Tool-free: the completion was cut, and no
   later position has an answer. Agentic: nothing was submitted, and the whole budget was used.
3. ``format``: something is there that the parser could not read (malformed, unparsable).
4. ``unresolved``: nothing was submitted although output was spent on it.
5. ``insufficient``: nothing was submitted and nothing was attributed: the row does not show why.

Whether leaving a problem out was a *decision* needs budget checkpoints at decision time; as in the paper it is not
identifiable. The paper judged trajectories; these are its categories, decided by rule, so figures may differ from it.
"""

from __future__ import annotations

import numpy as np

from r3gym.analysis.figure import Figure, Name
from r3gym.analysis.groups import position_groups
from r3gym.cells.cell import ENDINGS, STATES, ContestCell
from r3gym.cells.table import Ints
from r3gym.core.setting import Setting
from r3gym.core.verdict import ParseState
from r3gym.records.rows import Ending

CLASSES = ("answered", "truncated", "format", "unresolved", "insufficient")


def omission_classes(cell: ContestCell) -> Ints:
    """Return the class of each slot, an index into `CLASSES`: contests x repeats x positions."""
    answered = cell.parse == STATES.index(ParseState.ANSWERED)
    nothing = cell.parse == STATES.index(ParseState.MISSING)
    if cell.key.setting == Setting.TOOL_FREE:
        later = np.flip(np.logical_or.accumulate(np.flip(answered, -1), axis=-1), -1)  # here or later
        truncated = (cell.ending == ENDINGS.index(Ending.CUT))[..., None] & ~later
    else:
        spent_all = np.zeros_like(cell.used, bool) if cell.budget is None else cell.used >= cell.budget
        truncated = nothing & spent_all[..., None]
    rules = [answered, truncated, ~nothing, cell.spent > 0]
    return np.select(rules, range(len(rules)), len(rules))


def omissions(cell: ContestCell) -> dict[Name, Figure]:
    """Return the share of each class among all slots, and by position those of answered and truncated."""
    classes = omission_classes(cell)
    played = cell.played[:, :, None]
    slots = cell.runs * cell.suite.size
    found: dict[Name, Figure] = {}
    for n, name in enumerate(CLASSES):
        found["omission", name] = Figure(((classes == n) & played).sum(axis=(1, 2)), slots)
    for name in ("answered", "truncated"):
        counted = ((classes == CLASSES.index(name)) & played).sum(axis=1)
        for group, there in position_groups(cell).items():
            found[name, group] = Figure((counted * there).sum(axis=1), cell.runs)
    return found
