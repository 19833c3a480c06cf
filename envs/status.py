"""The status of a contest in plain text: focus, spending and artifacts, never a verdict."""

from __future__ import annotations

from r3gym.core.contest import Contest
from r3gym.core.state import ContestState, ProblemState
from r3gym.core.unit import Unit
from r3gym.prompts.instruction import BudgetView


def status_text(state: ContestState, contest: Contest, view: BudgetView) -> str:
    """Return the answer to ``contest_status``: one line for the budget, one for each problem."""
    lines = [budget_line(state, view)]
    for problem in state.problems:
        mark = ">" if problem.label == state.focus else " "
        lines.append(f"{mark} {problem.label}  {_problem_status(problem):44} {contest.domain.artifact(problem.label)}")
    return "\n".join(lines)


def budget_line(state: ContestState, view: BudgetView) -> str:
    """Return the budget in one line, as much of it as the view shows."""
    if state.total is None:
        return f"budget: unlimited, {state.used} used"
    if view is BudgetView.HIDDEN:
        return "budget: limited, not shown"
    if view is BudgetView.TOTAL:
        return f"budget: {state.total} {Unit.ACTIONS.phrase} in all"
    return f"budget: {state.used} of {state.total} used, {state.remaining} left"


def _problem_status(problem: ProblemState) -> str:
    words = [f"{problem.paid_steps} paid", "answer recorded" if problem.candidate else "no answer"]
    if problem.shelved:
        words.append("shelved")
    if problem.last_exit is not None:
        words.append(f"last exit {problem.last_exit}")
    return ", ".join(words)
