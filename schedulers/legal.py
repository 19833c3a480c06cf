"""Which paid steps a scheduler allows now: used for action masks, drivers and blocking reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from r3gym.core.state import ContestState
from r3gym.schedulers.base import Scheduler


def legal_steps(scheduler: Scheduler, state: ContestState) -> tuple[str, ...]:
    """Return the labels of the problems that may get the next paid step; none when the budget is spent.

    >>> from r3gym.core.known_domains import get_domain
    >>> from r3gym.schedulers import Coverage
    >>> from r3gym.core.state import ProblemState
    >>> state = ContestState(get_domain("math"), (ProblemState("1", paid_steps=1), ProblemState("2")), "1", 5, 1, 4)
    >>> legal_steps(Coverage(), state)
    ('2',)
    """
    if state.exhausted:
        return ()
    return tuple(label for label in state.labels if not scheduler.review(replace(state, focus=label)).blocked)


def reaches(state: ContestState, steps: int) -> bool:
    """Return whether the budget has at least so many paid steps in all, so that a rule can matter."""
    return state.total is None or state.total >= steps


def where_to_go(labels: Iterable[str]) -> str:
    """Phrase the end of a blocking reason: which problems are open, or that only finishing is.

    >>> where_to_go("CE"), where_to_go("")
    ('next is one of C, E (focus_problem C)', 'nothing else is open: finish (mark_task_complete)')
    """
    found = tuple(labels)
    if not found:
        return "nothing else is open: finish (mark_task_complete)"
    return f"next is {'one of ' if len(found) > 1 else ''}{', '.join(found)} (focus_problem {found[0]})"
