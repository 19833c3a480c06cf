"""Coverage plus the cheap verification gate: the paper's Strategy B (its implementation's scheme C).

After coverage, a candidate that has not changed may be checked by at most one more paid step. Changing the candidate's
content opens the gate again; rewriting the same bytes does not.
"""

from __future__ import annotations

from r3gym.schedulers.base import Review
from r3gym.schedulers.coverage import Coverage
from r3gym.state import ContestState, ProblemState


class Verification:
    """Coverage, then at most one further paid check of an unchanged candidate."""

    name = "verification"

    def __init__(self) -> None:
        self._coverage = Coverage()

    def directive(self, state: ContestState) -> str:
        """The rule in words."""
        return (
            self._coverage.directive(state) + "\nVerification rule, once every problem has had a paid step:\n"
            "- Go on with a problem only where a cheap signal of your own says that more work will help.\n"
            "- An answer that stands unchanged may be checked by one more paid step, not by two.\n"
            "- Changing the answer's content allows one check again; nobody here knows whether the answer is right."
        )

    def review(self, state: ContestState) -> Review:
        """Coverage first; then block the second check of an unchanged candidate."""
        assert state.focus is not None
        review = self._coverage.review(state)
        problem = state.problem(state.focus)
        covered = all(p.paid_steps > 0 for p in state.problems)
        if review.blocked or not covered or not problem.candidate or _further_checks(problem) < 1:
            return review
        return Review(
            blocked=True,
            reason=f"verification: the answer of problem {state.focus} was checked since it last changed; "
            "change it, or work on another problem",
        )


def _further_checks(problem: ProblemState) -> int:
    """Paid checks of the unchanged candidate, not counting the coverage probe when that came after the last change."""
    return problem.checks_since_change - (problem.checks_since_change == problem.paid_steps)
