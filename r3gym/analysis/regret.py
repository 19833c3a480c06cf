"""Regret by decision, beyond the paper: the value that the rest of the budget could buy after each paid step.

Before any step that is the oracle's value. After some steps a level costs only what is not yet paid on its problem,
max(0, cap - paid), and the budget is what is left. The regret of a step is the loss of value by it. It is never
negative: all that can be bought after a step on some problem could be bought before it, for at most one unit more and
with one unit more at hand. So the steps' regrets add up to the oracle minus the value at the end, and

    oracle - score = regret of the steps + unspent + execution

where ``unspent`` is the value that the budget left over could still have bought, and ``execution`` is the value of what
was paid for, minus the score (negative where the run did better than the curves predict).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from r3gym.analysis.figure import Figure, Name, common_multiple
from r3gym.analysis.groups import groups
from r3gym.analysis.oracle_score import CellOracle
from r3gym.cells.cell import ContestCell
from r3gym.cells.table import Ints
from r3gym.errors import InputError
from r3gym.oracle.batch import solve_batch

#: Steps that are shown one by one; later ones are shown together.
SHOWN_STEPS = 6
LATER = "later steps"

#: The position of a step that was charged to no problem of the contest.
NO_PROBLEM = -1


@dataclass(frozen=True, eq=False)
class StepRegrets:
    """All paid steps of a cell, run after run, in successes out of the oracle's scale."""

    #: For each run its contest, the value at its end, and the value of what it paid for.
    contest: Ints
    at_end: Ints
    funded: Ints
    score: Ints
    #: For each step its run, number from 1, position and regret.
    run: Ints
    step: Ints
    place: Ints
    regret: Ints


def step_regrets(cell: ContestCell, oracle: CellOracle) -> StepRegrets | None:
    """Return the regret of every paid step of a cell; None when a run does not record which problem each step was
    for.
    """
    runs = [(c, k) for c, k in zip(*np.nonzero(cell.played), strict=True)]
    paths = [cell.paths[c][k] for c, k in runs]
    if not runs or any(path is None for path in paths):
        return None
    place_of = {label: n for n, label in enumerate(cell.suite.labels)}
    start: list[int] = []
    places: list[int] = []
    for path in paths:
        start.append(len(places))
        places += [NO_PROBLEM, *(place_of.get(label, NO_PROBLEM) for label in path or "")]  # the first is no step
    begin, place = np.array(start), np.array(places)
    length = np.diff([*start, len(places)])
    run = np.repeat(np.arange(len(runs)), length)
    step = np.arange(len(place)) - begin[run]
    if step.max() > oracle.budget:
        raise InputError(f"{cell.key}: a run of {step.max()} paid steps within a budget of {oracle.budget}")
    taken = (place[:, None] == np.arange(cell.suite.size)).cumsum(axis=0)
    paid = taken - taken[begin[run]]
    contest = np.array([c for c, _ in runs])
    value = _values(oracle, contest[run], paid, oracle.budget - step)
    last = begin + length - 1
    after = np.nonzero(step)[0]
    return StepRegrets(
        contest=contest,
        at_end=value[last],
        funded=_values(oracle, contest, paid[last], np.zeros_like(last)),
        score=np.array([cell.correct[c, k].sum() for c, k in runs]) * oracle.scale,
        run=run[after],
        step=step[after],
        place=place[after],
        regret=value[after - 1] - value[after],
    )


def regret(cell: ContestCell, oracle: CellOracle) -> dict[Name, Figure]:
    """Return means per contest: of all steps, by tier, position and step, and the two remainders."""
    walks = step_regrets(cell, oracle)
    if walks is None:
        return {}
    weight = common_multiple(cell.runs.tolist()) // cell.runs
    below = oracle.scale * common_multiple(cell.runs.tolist())

    def mean(contests: Ints, amounts: Ints) -> Figure:
        total = np.zeros(len(cell.contests), np.int64)
        np.add.at(total, contests, amounts)
        return Figure.of(total * weight, below)

    at = walks.contest[walks.run]
    found: dict[Name, Figure] = {("regret", ""): mean(at, walks.regret)}
    for group, there in groups(cell).items():
        if group != "all":
            mine = np.where(walks.place == NO_PROBLEM, False, there[at, walks.place])
            found["regret", group] = mean(at[mine], walks.regret[mine])
    for name, mine in {
        **{f"step {n}": walks.step == n for n in range(1, SHOWN_STEPS + 1)},
        LATER: walks.step > SHOWN_STEPS,
    }.items():
        found["regret", name] = mean(at[mine], walks.regret[mine])
    found["unspent", ""] = mean(walks.contest, walks.at_end - walks.funded)
    found["execution", ""] = mean(walks.contest, walks.funded - walks.score)
    return found


def _values(oracle: CellOracle, contest: Ints, paid: Ints, left: Ints) -> Ints:
    """Return the value that can still be bought in each state. Runs share many states: each is solved once."""
    states, inverse = np.unique(np.column_stack([contest, left, paid]), axis=0, return_inverse=True)
    which, budget, paid = states[:, 0], states[:, 1], states[:, 2:]
    costs = np.maximum(0, oracle.costs[which] - paid[:, :, None])
    return solve_batch(costs, oracle.successes[which], budget).successes[inverse.ravel()]
