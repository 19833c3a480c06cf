"""Signals of a problem's progress in the visible state. They are hints: correctness is not known at run time."""

from __future__ import annotations

from r3gym.core.state import ProblemState


def looks_solved(problem: ProblemState) -> bool:
    """Return whether there is an answer and the last paid step on the problem ended with exit 0.

    In code that is a program that compiled and passed the tests it was given; in mathematics and abstract reasoning
    only a computation that ran through, which says less.
    """
    return problem.candidate and problem.last_exit == 0
