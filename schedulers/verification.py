"""Coverage plus the cheap verification gate: the paper's Strategy B (its implementation's scheme C).

After coverage, a candidate that has not changed may be checked by at most one more paid step. Changing the candidate's
content opens the gate again; rewriting the same bytes does not. When every gate is shut, finishing is what is left:
the budget may stay unspent, and a changed answer opens its gate at any time. The rule is
`r3gym.schedulers.guard_rules.verification_blocks`, the same for live and simulated contests.
"""

from __future__ import annotations

from r3gym.core.state import ContestState
from r3gym.schedulers.base import Review
from r3gym.schedulers.coverage import Coverage
from r3gym.schedulers.guard_rules import checked_again, problem_counts, verification_blocks
from r3gym.schedulers.legal import reaches, where_to_go


class Verification:
    """Coverage, then one check per answer: the paper's B."""

    name = "verification"

    def __init__(self) -> None:
        self._coverage = Coverage()

    def directive(self, state: ContestState) -> str:
        """Return the rules in words, those that can ever block.

        The gate needs a step on every problem, a further one on an answer, and one more to block.
        """
        coverage = self._coverage.directive(state)
        if not reaches(state, len(state.problems) + 2):
            return coverage
        answer, one = state.domain.prompts.unchanged_answer, len(state.problems) == 1
        gate = (
            f"Verification rule{' of this run' if one else ', once every problem has had a counted action'}:\n"
            f"- {'Go on' if one else 'Go on with a problem'} only if a cheap signal of your own says that more work "
            "will help.\n"
            f"- An unchanged answer ({answer}) may be checked by one more counted action after the first; a further "
            "one is blocked at no cost.\n"
            "- Changing the content of the answer allows one check again. The rule does not know whether it is right."
        )
        return f"{coverage}\n{gate}".strip()

    def review(self, state: ContestState) -> Review:
        """Apply coverage first; then block the second check of an unchanged candidate."""
        assert state.focus is not None
        review = self._coverage.review(state)
        if review.blocked or not verification_blocks(*problem_counts(state))[state.labels.index(state.focus)]:
            return review
        gated = gated_labels(state)
        open_ones = [label for label in state.labels if label not in gated]
        return Review(
            blocked=True,
            reason=f"verification: the answer of problem {state.focus} was checked since it last changed; "
            f"change it, or: {where_to_go(open_ones)}",
        )


def covered(state: ContestState) -> bool:
    """Return whether every problem has had a paid step."""
    return all(p.paid_steps > 0 for p in state.problems)


def gated_labels(state: ContestState) -> frozenset[str]:
    """Return the problems whose candidate had its one further check since it last changed."""
    return frozenset(
        label for label, gated in zip(state.labels, checked_again(*problem_counts(state)), strict=True) if gated
    )
