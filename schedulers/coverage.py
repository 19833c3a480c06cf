"""The coverage guard: the paper's Strategy A (its implementation's scheme B).

Before a second paid step on one problem, every visible problem gets one. When the budget is too small to reach them
all the guard cannot deadlock: it blocks only the problems that had their probe, and the budget ends first. The rule is
`r3gym.schedulers.guard_rules.coverage_blocks`, the same for live and simulated contests.
"""

from __future__ import annotations

from r3gym.core.state import ContestState
from r3gym.schedulers.base import ALLOW, Review
from r3gym.schedulers.guard_rules import coverage_blocks, problem_counts
from r3gym.schedulers.legal import where_to_go


class Coverage:
    """One paid probe for every problem first: the paper's A."""

    name = "coverage"

    def directive(self, state: ContestState) -> str:
        """Return the rule in words."""
        return (
            f"Coverage rule of this run: all {len(state.problems)} problems draw on one paid budget, and each of them "
            "gets one paid step before any of them gets a second.\n"
            "- Name the problem with focus_problem before a paid command, so that the step is booked on it.\n"
            "- When the rule blocks the problem you are on, shelve it and go to one that has had no paid step yet.\n"
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
            reason=f"coverage: problem {state.focus} had its first paid step; {where_to_go(waiting)}",
        )
