"""The instruction of an agentic contest: role, tools, costs, scheduler rule, problems, submission.

Stable text comes first and text that differs between runs last, so that providers can reuse a cached prefix. Tiers
appear only in problems whose difficulty is shown, and nothing else private can appear: the input is public.
"""

from __future__ import annotations

from enum import StrEnum

from r3gym.core.budget import Budget, Ledger
from r3gym.core.contest import Contest
from r3gym.prompts.problem_text import problem_block
from r3gym.prompts.templates import fill, prompt


class BudgetView(StrEnum):
    """How much of the budget the contestant sees; the paper's runs show the running balance."""

    HIDDEN = "hidden"
    TOTAL = "total"
    RUNNING = "running"


def compose_instruction(
    contest: Contest, budget: Budget, *, view: BudgetView, directive: str = "", target: str | None = None
) -> str:
    """Return the whole instruction as one text.

    ``view`` says how much of the budget is shown, ``directive`` is the scheduler's rule, and ``target`` is the only
    problem to work on in target-in-suite mode.
    """
    words = contest.domain.prompts
    tools = prompt(
        "agentic_tools",
        labels=", ".join(contest.labels),
        submit_word=words.submit_note,
        cost_rule=prompt("agentic_costs", own_artifact=words.own_artifact),
    )
    task = prompt(
        "agentic_contest",
        count=len(contest.problems),
        plural="s" if len(contest.problems) > 1 else "",
        target_note="" if target is None else f"\n\n{_target_note(target)}",
        budget_note=budget_note(Ledger.opened(budget, contest.labels), view),
        samples_note=words.samples_note,
        problems="\n\n".join(problem_block(label, contest.problem(label)) for label in contest.labels),
    )
    handing_in = prompt("agentic_submission", where=_where(contest), format=contest.domain.prompts.format)
    parts = [prompt("agentic_role"), tools, directive, task, handing_in]
    return "\n\n".join(p for p in parts if p)


def budget_note(ledger: Ledger, view: BudgetView) -> str:
    """Return the budget as the contestant sees it: before the start, and after each turn in the running view."""
    unit = ledger.budget.unit.phrase
    if ledger.budget.total is None:
        return f"There is no limit on {unit} in this run."
    if view is BudgetView.HIDDEN:
        return f"The number of {unit} is limited; the limit is not shown."
    lines = [f"Shared budget: {ledger.budget.total} {unit} for all problems together."]
    if view is BudgetView.RUNNING:
        lines += [f"- used: {ledger.used}", f"- remaining: {ledger.remaining}"]
        if len(ledger.per_problem) > 1:
            lines.append(
                f"What remains is for all {len(ledger.per_problem)} problems: spend it where it adds most score."
            )
    return "\n".join(lines)


def finalization(contest: Contest) -> str:
    """Return the message that an agent receives once, when its budget is spent."""
    fewer = f" Fewer than {len(contest.problems)} answers are fine." if len(contest.problems) > 1 else ""
    return prompt(
        "agentic_finalization",
        fewer=fewer,
        where=_where(contest),
        format=contest.domain.prompts.format,
    )


def _target_note(target: str) -> str:
    return (
        f"Work on problem {target} only: it is the one that is scored. The others are shown as they are in a full "
        "contest; computing for them is blocked."
    )


def _where(contest: Contest) -> str:
    files = ", ".join(contest.domain.artifact_paths(contest.labels))
    return fill(contest.domain.prompts.where, files=files, heading=f"Problem {contest.labels[0]}")
