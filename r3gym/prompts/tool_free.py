"""The prompts of the tool-free setting: contests and single problems, in one stage and in two.

Stable text comes first and text that differs between runs last, so that providers can reuse a cached prefix. The prompt
states the budget as the same number that the API receives as the cap; an unbudgeted baseline does not mention a budget.
Nothing private can appear: the input is public, and the finaliser's prompt is made without the problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from r3gym.core.completion import ToolFreeProtocol
from r3gym.core.contest import Contest
from r3gym.core.domain import Domain
from r3gym.prompts.problem_text import problem_block, problem_body
from r3gym.prompts.templates import fill, prompt

Message = Mapping[str, str]


@dataclass(frozen=True)
class ToolFreePrompt:
    """The messages for the model, and the finaliser's instruction before the trace ("" where none can run)."""

    messages: tuple[Message, ...]
    finalization: str = ""

    @property
    def text(self) -> str:
        """The messages as one text."""
        return "\n\n".join(m["content"] for m in self.messages)


def compose_prompt(
    contest: Contest, budget: int | None, protocol: ToolFreeProtocol, target: str | None = None
) -> ToolFreePrompt:
    """Return the prompt for a contest or for a single problem.

    ``target`` is the only problem to work on in target-in-suite mode.
    """
    finalization = ""
    if protocol.may_finalise:
        finalization = _finalization(contest.domain, contest.labels if target is None else (target,), contest)
    if protocol is ToolFreeProtocol.TWO_STAGE:
        return ToolFreePrompt(_stage_one(contest, budget, target), finalization)
    said = _single(contest, budget) if _is_single(contest) else _contest(contest, budget, target)
    return ToolFreePrompt(said, finalization)


def finaliser_messages(finalization: str, reasoning: str, visible: str) -> tuple[Message, ...]:
    """Return the messages for the finaliser: its instruction, and the trace as the only source."""
    parts = [f"[{name}]\n{text.strip()}" for name, text in (("reasoning", reasoning), ("output", visible)) if text]
    return _messages(finalization, prompt("tool_free_trace", trace="\n\n".join(parts)))


def _is_single(contest: Contest) -> bool:
    return len(contest.problems) == 1


def _messages(system: str, user: str) -> tuple[Message, ...]:
    said = (("system", system), ("user", user))
    return tuple({"role": role, "content": content} for role, content in said if content)


def _contest(contest: Contest, budget: int | None, target: str | None) -> tuple[Message, ...]:
    role = prompt(
        "tool_free_role",
        within_budget="" if budget is None else " that one shared budget of response tokens allows",
    )
    task = prompt(
        "tool_free_contest",
        form=_section(contest.domain, contest.labels[0]),
        rule=contest.domain.prompts.rule,
        labels=", ".join(f"Problem {label}" for label in contest.labels),
        count=len(contest.problems),
        budget_note="" if budget is None else "\n\n" + _budget(budget, target),
        target_note=_target_note(target),
        problems=_blocks(contest),
    )
    return _messages(role, task)


def _budget(budget: int, target: str | None) -> str:
    """Return the budget; with a target nothing is shared."""
    return prompt("tool_free_single_budget" if target else "tool_free_budget", budget=budget)


def _single(contest: Contest, budget: int | None) -> tuple[Message, ...]:
    role = contest.domain.prompts.single_role
    task = fill(
        contest.domain.prompts.single,
        budget_note="" if budget is None else "\n\n" + prompt("tool_free_single_budget", budget=budget),
        problem=_lone_problem(contest),
    )
    return _messages(role, task)


def _stage_one(contest: Contest, budget: int | None, target: str | None) -> tuple[Message, ...]:
    single = _is_single(contest)
    label, name = contest.labels[0], contest.domain.long_name
    within = "" if budget is None else " that your budget allows"
    work = prompt("tool_free_stage1_single", within_budget="" if budget is None else " or your budget ends")
    if not single:
        work = prompt("tool_free_stage1_contest", count=len(contest.problems), label=label, within_budget=within)
    heading = "Candidate:" if single else f"Problem {label}: candidate"
    role = prompt(
        "tool_free_stage1",
        task=f"a problem of {name}" if single else f"a contest of {name}",
        work=work,
        candidate=fill(contest.domain.prompts.candidate, heading=heading),
    )
    sharing = "" if single or target else ", shared by all problems"
    notes = [] if budget is None else [prompt("tool_free_stage1_budget", budget=budget, sharing=sharing)]
    notes += [_target_note(target).strip()] if target else []
    problems = _lone_problem(contest) if single else _blocks(contest)
    return _messages(role, "\n\n".join([*notes, problems]))


def _finalization(domain: Domain, labels: Sequence[str], contest: Contest) -> str:
    marker = domain.prompts.no_answer
    single = _is_single(contest)
    scope = "" if single else f" for each of {', '.join(f'Problem {label}' for label in labels)}"
    return fill(
        domain.prompts.finaliser,
        scope=scope,
        form=domain.prompts.form if single else _section(domain, labels[0]),
        nothing=marker if single else f"Problem {labels[0]}\n{marker}",
    )


def _section(domain: Domain, label: str) -> str:
    return f"Problem {label}\n{domain.prompts.form}"


def _blocks(contest: Contest) -> str:
    return "\n\n".join(problem_block(label, contest.problem(label)) for label in contest.labels)


def _lone_problem(contest: Contest) -> str:
    problem = contest.problems[0]
    return f"{problem.title}\n\n{problem_body(problem)}" if problem.title else problem_body(problem)


def _target_note(target: str | None) -> str:
    if target is None:
        return ""
    return (
        f"\n\nWork on problem {target} only: it is the one that is scored. The others are shown as they are in a full "
        "contest."
    )
