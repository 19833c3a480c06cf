"""The coverage guard: the paper's Strategy A (its implementation's scheme B).

Before a second paid step on one problem, every visible problem gets one. When the budget is too small to reach them
all the guard cannot deadlock: it blocks only the problems that had their probe, and the budget ends first. The rule is
`r3gym.schedulers.guard_rules.coverage_blocks`, the same for live and simulated contests.
"""

from __future__ import annotations

from r3gym.core.state import ContestState
from r3gym.schedulers.base import ALLOW, Review
from r3gym.schedulers.guard_rules import coverage_blocks, problem_counts
from r3gym.schedulers.legal import reaches, where_to_go


class Coverage:
    """One paid probe for every problem first: the paper's A."""

    name = "coverage"

    def directive(self, state: ContestState) -> str:
        """Return the rule in words; nothing if it can never block: one problem, or no second step to block."""
        if len(state.problems) == 1 or not reaches(state, 2):
            return ""
        return (
            f"Coverage rule of this run: each of the {len(state.problems)} problems gets one counted action before any "
            "of them gets a second.\n"
            "- A second counted action on a problem is blocked at no cost while another problem has had none; the "
            "message names the problems that are open.\n"
            "- Recording answers and finishing are never blocked."
        )

    def review(self, state: ContestState) -> Review:
        """Block a further step on a probed problem while another waits for its first."""
        assert state.focus is not None
        paid, _, _ = problem_counts(state)
        if not coverage_blocks(paid)[state.labels.index(state.focus)]:
            return ALLOW
        waiting = [p.label for p in state.problems if p.paid_steps == 0]
        return Review(
            blocked=True,
            reason=f"coverage: problem {state.focus} had its first counted action; {where_to_go(waiting)}",
        )
