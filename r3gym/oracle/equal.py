"""The observed-cost equal-share replay: how many problems had a success that fits into an equal share of the budget.

This is a diagnosis of recorded runs: nothing is run again, unused shares are not passed on, and a success under a large
cap counts when its observed cost fits into the share.

`r3gym.analysis.oracle_score.oracle_of` implements the same rule for all contests of a cell
(``tests/analysis/test_both_forms.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from r3gym.errors import InputError


@dataclass(frozen=True, slots=True)
class Attempt:
    """One single-problem run: its level, the judge's decision (None: never judged), and the observed cost.

    A run that is missing, malformed or unparsed is not correct. ``cost`` may be None where nothing was judged correct.
    """

    level: int
    correct: bool | None
    cost: int | None


def equal_share(budget: int, problems: int) -> int:
    """Return the share of each problem, rounded down: the paper's floor(B/6) in a contest of six.

    >>> equal_share(100, 6)
    16
    """
    if problems < 1:
        raise InputError("an equal share needs at least one problem")
    if budget < 0:
        raise InputError(f"budget {budget}: a budget is 0 or more")
    return budget // problems


def cheapest_success(attempts: Iterable[Attempt]) -> int | None:
    """Return the least cost of an attempt judged correct at a positive level; None where there is none.

    >>> cheapest_success([Attempt(2, True, 40), Attempt(1, False, 5), Attempt(3, True, 30)])
    30
    """
    return min((_cost(a) for a in attempts if a.correct and a.level > 0), default=None)


def equal_replay(attempts: Sequence[Iterable[Attempt]], budget: int) -> int:
    """Count the problems whose cheapest success is within an equal share; ``attempts`` has one list per problem."""
    share = equal_share(budget, len(attempts))
    cheapest = [cheapest_success(runs) for runs in attempts]
    return sum(cost is not None and cost <= share for cost in cheapest)


def _cost(attempt: Attempt) -> int:
    if attempt.cost is None or attempt.cost < 0:
        raise InputError(f"a correct attempt with cost {attempt.cost}: give what it used, 0 or more")
    return attempt.cost
