"""Verification plus stopping: scheme D of the paper's implementation, which names it and reports no results for it.

The rule is r3gym's own. After coverage, a problem whose answer is recorded and whose last paid step ended well (exit 0)
is final: it gets no further paid step, even if its answer is rewritten. Its unused steps go to the problems that are
still open, and when all are final the agent is told to finish. Like the other guards it uses the visible state only: a
program that ran without error may still be wrong.
"""

from __future__ import annotations

from r3gym.core.state import ContestState
from r3gym.schedulers.base import Review
from r3gym.schedulers.legal import reaches, where_to_go
from r3gym.schedulers.signals import looks_solved
from r3gym.schedulers.verification import Verification, covered, gated_labels


class Stop:
    """Verification, then stop where it looks solved: scheme D."""

    name = "stop"

    def __init__(self) -> None:
        self._verification = Verification()

    def directive(self, state: ContestState) -> str:
        """Return the rules in words, those that can ever block: stopping needs a step on every problem and one more."""
        before = self._verification.directive(state)
        if not reaches(state, len(state.problems) + 1):
            return before
        if len(state.problems) == 1:
            stopping = (
                "Stopping rule of this run:\n"
                "- With a recorded answer and exit 0 of the last counted action the work is final: further counted "
                "actions are blocked at no cost.\n"
                "- Then finish; unused budget costs no score."
            )
        else:
            stopping = (
                "Stopping rule, once every problem has had a counted action:\n"
                "- A problem with a recorded answer whose last counted action had exit 0 is final: further counted "
                "actions on it are blocked at no cost.\n"
                "- Spend what is left on the problems that are not final.\n"
                "- When all are final, finish; unused budget costs no score."
            )
        return f"{before}\n{stopping}".strip()

    def review(self, state: ContestState) -> Review:
        """Apply verification first; then block every step on a final problem."""
        assert state.focus is not None
        review = self._verification.review(state)
        if review.blocked or not covered(state) or not looks_solved(state.problem(state.focus)):
            return review
        gated = gated_labels(state)
        open_ones = [p.label for p in state.problems if not looks_solved(p) and p.label not in gated]
        return Review(
            blocked=True,
            reason=f"stop: problem {state.focus} has an answer and its last counted action ended well, so it is final; "
            + where_to_go(open_ones),
        )
