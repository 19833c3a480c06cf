"""The instruction of an agentic run: role, actions, costs, scheduler rule, problems, how to hand in.

There is one whole text for each kind of run (`RunKind`): a contest, a single problem, and one target problem of a
contest. Examples use labels of the run itself, because weak models copy placeholders. Stable text comes first and text
that differs between runs last, so that providers can reuse a cached prefix. Tiers appear only in problems whose
difficulty is shown, and nothing else private can appear: the input is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from r3gym.core.budget import Budget, Ledger
from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.prompts.problem_text import problem_block
from r3gym.prompts.templates import fill, prompt, prompt_table

#: About how many bytes of a command's output the agent sees.
SHOWN_BYTES = 16 * 1024


#: The heading after the role, in every kind of run.
_TASK = "How to act"


class BudgetView(StrEnum):
    """How much of the budget the contestant sees; the paper's runs show the running balance."""

    HIDDEN = "hidden"
    TOTAL = "total"
    RUNNING = "running"


class RunKind(StrEnum):
    """What a run is about, which decides the text of its instruction."""

    CONTEST = "contest"
    SINGLE = "single"
    TARGET = "target"


def run_kind(labels: Sequence[str], target: str | None) -> RunKind:
    """Return the kind of a run with these problems, of which ``target`` is the only one to work on, if given."""
    if len(labels) == 1:
        return RunKind.SINGLE
    return RunKind.CONTEST if not target else RunKind.TARGET


def compose_instruction(
    contest: Contest,
    budget: Budget,
    *,
    view: BudgetView,
    directive: str = "",
    target: str | None = None,
    toolbox: str = "",
    output_bytes: int = SHOWN_BYTES,
) -> str:
    """Return the whole instruction as one text.

    ``view`` says how much of the budget is shown, ``directive`` is the scheduler's rule, and ``target`` is the only
    problem to work on in target-in-suite mode. ``toolbox`` names what is installed ("Python 3.11 with numpy 2.3.4,
    g++ 12"), and ``output_bytes`` is where a command's output is cut.
    """
    words, domain = contest.domain.prompts, contest.domain
    kind = run_kind(contest.labels, target)
    label = target or contest.labels[0]
    unlimited = budget.total is None
    shown = contest.labels if kind is RunKind.CONTEST else (label,)
    notes = [_phrase("output_note", size=_size(output_bytes))]
    notes += [_phrase("toolbox_note", toolbox=toolbox)] if toolbox else []
    own = scratch_area(label) if domain.shares_artifact else f"{scratch_area(label)}, {domain.artifact(label)}"
    budgeted = "budgeted_contest" if kind is RunKind.CONTEST else "budgeted_one"
    return prompt(
        f"agentic_{kind}",
        count=len(contest.problems),
        label=label,
        labels=", ".join(contest.labels),
        target=label,
        budgeted="" if unlimited else _phrase(budgeted, unit=budget.unit.phrase),
        submit_note=fill(words.submit_note, label=label),
        own_files=own,
        answer_file=_phrase("answer_file", file=domain.artifact(label)) if domain.shares_artifact else "",
        shell_notes="\n".join(notes),
        costs=prompt("agentic_costs", spent_rule="" if unlimited else _phrase("spent_rule")),
        within_rule=_phrase("within_rule") if directive else "",
        directive=f"\n\n{directive}" if directive else "",
        budget_note=budget_note(Ledger.opened(budget, contest.labels), view, target),
        folders=_range([scratch_area(label) for label in shown]),
        samples_note=words.samples_note,
        problems="\n\n".join(problem_block(label, contest.problem(label)) for label in contest.labels),
        where=_where(contest, target),
        format=words.format,
    )


def split_role(instruction: str) -> tuple[str, str]:
    """Return an instruction's role, which goes out as the system message, and its task; ("", all) without a role."""
    role, heading, task = instruction.partition(f"\n\n{_TASK}\n")
    return (role, f"{_TASK}\n{task}") if heading else ("", instruction)


def budget_note(ledger: Ledger, view: BudgetView, target: str | None = None) -> str:
    """Return the budget as the contestant sees it: before the start, and after each turn in the running view."""
    unit, labels = ledger.budget.unit.phrase, tuple(ledger.per_problem)
    if ledger.budget.total is None:
        return _phrase("unlimited", unit=unit)
    if view is BudgetView.HIDDEN:
        return _phrase("hidden", unit=unit)
    kind = run_kind(labels, target)
    total = _phrase(
        f"budget_{kind}", amount=ledger.budget.unit.amount(ledger.budget.total), count=len(labels), target=target or ""
    )
    if view is BudgetView.TOTAL:
        return f"{total}\n{_phrase('no_balance')}"
    lines = [total, _phrase("balance", used=ledger.used, remaining=ledger.remaining)]
    if ledger.exhausted:
        lines.append(_phrase("spent"))
    elif kind is RunKind.CONTEST:
        lines.append(_phrase("spend"))
    return "\n".join(lines)


def finalization(contest: Contest, target: str | None = None) -> str:
    """Return the message that an agent receives once, when its budget is spent."""
    values = {"where": _where(contest, target), "format": contest.domain.prompts.format}
    kind = run_kind(contest.labels, target)
    if kind is RunKind.CONTEST:
        return prompt("agentic_finalization", count=len(contest.problems), **values)
    of_target = f" of problem {target}" if kind is RunKind.TARGET else ""
    return prompt("agentic_finalization_one", of_target=of_target, **values)


def _where(contest: Contest, target: str | None) -> str:
    domain, kind = contest.domain, run_kind(contest.labels, target)
    labels = contest.labels if kind is RunKind.CONTEST else (target or contest.labels[0],)
    words = domain.prompts.where if kind is RunKind.CONTEST else domain.prompts.where_one or domain.prompts.where
    return fill(words, files=_range(domain.artifact_paths(labels)), heading=f"Problem {labels[0]}")


def _range(paths: Sequence[str]) -> str:
    """Return paths that count up, by the first and the last of them.

    >>> _range(["/app/problem_A", "/app/problem_B", "/app/problem_C"]), _range(["answer.txt"])
    ('/app/problem_A to /app/problem_C', 'answer.txt')
    """
    if len(paths) == 2:
        return " and ".join(paths)
    return paths[0] if len(paths) == 1 else f"{paths[0]} to {paths[-1]}"


def _size(count: int) -> str:
    return f"{count // 1024} kB" if count >= 1024 else f"{count} bytes"


def _phrase(name: str, **values: object) -> str:
    return fill(prompt_table("agentic_phrases")[name], **values)
