"""The status of a contest in plain text: focus, spending and artifacts, never a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.core.contest import Contest
from r3gym.core.state import ContestState, ProblemState
from r3gym.core.unit import Unit
from r3gym.core.verdict import ParsedAnswer
from r3gym.parsing.remarks import reading_remark
from r3gym.prompts.instruction import BudgetView


def status_text(
    state: ContestState,
    contest: Contest,
    view: BudgetView,
    target: str | None = None,
    parsed: Sequence[ParsedAnswer] = (),
) -> str:
    """Return the answer to ``contest_status``: the budget, the focus, each problem, where answers belong.

    With a ``target`` it is the only problem that is listed. ``parsed`` is what the parser would read now: a problem
    whose answer it cannot read, or reads from several sections, has a remark.
    """
    remarks = {found.label: reading_remark(found) for found in parsed}
    lines = [budget_line(state, view), f"focus: {f'problem {state.focus}' if state.focus else 'none'}"]
    for problem in state.problems:
        if target in (None, problem.label):
            lines.append(f"problem {problem.label}: {_problem_status(problem)}{remarks.get(problem.label, '')}")
    paths = contest.domain.artifact_paths(contest.labels if target is None else (target,))
    lines.append(f"answers belong in {', '.join(paths)}")
    if target is not None:
        lines.append(f"only problem {target} may be worked on and is scored in this run")
    return "\n".join(lines)


def budget_line(state: ContestState, view: BudgetView) -> str:
    """Return the budget in one line, as much of it as the view shows."""
    if state.total is None:
        return f"budget: unlimited, {state.used} used"
    if view is BudgetView.HIDDEN:
        return "budget: limited, not shown"
    if view is BudgetView.TOTAL:
        return f"budget: {Unit.ACTIONS.amount(state.total)} in all"
    return f"budget: {state.used} of {state.total} used, {state.remaining} left"


def _problem_status(problem: ProblemState) -> str:
    words = [f"{problem.paid_steps} counted", "answer recorded" if problem.candidate else "no answer"]
    if problem.shelved:
        words.append("shelved")
    if problem.last_exit is not None:
        words.append(f"last exit {problem.last_exit}")
    return ", ".join(words)
