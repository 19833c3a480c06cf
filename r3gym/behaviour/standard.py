"""The standardised record: what an annotator may see of a record, and nothing that tells who played or where.

Left out are provider, model, interface (how tools were called, requests, token counts), tiers, ids of problems,
suite, scheduler and times; texts that stay are blinded (`r3gym.behaviour.blinding`). Problem statements are no part
of it: annotators do not solve problems again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from r3gym.behaviour.blinding import Blinding
from r3gym.behaviour.events import Event, EventKind, ProblemFacts, StandardRecord
from r3gym.behaviour.splitting import TextPart, split_completion, split_reasoning
from r3gym.core.charge import ChargeKind
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.record import EpisodeRecord
from r3gym.records.steps import Step
from r3gym.records.turns import ModelTurn, Reasoning

#: How much of an answer that was handed in is shown as a fact.
ANSWER_CHARS = 2000
_VERBS: Mapping[str, EventKind] = {
    "command": EventKind.COMMAND,
    "submit": EventKind.SUBMIT,
    "focus": EventKind.FOCUS,
    "shelve": EventKind.SHELVE,
    "status": EventKind.STATUS,
    "finish": EventKind.FINISH,
}
#: Markup of tool calls that a server left in the visible text.
_CALL_MARKUP = re.compile(r"<tool_call>.*?(?:</tool_call>|\Z)|<\|?[\w-]*tool[\w-]*\|?>", re.DOTALL)
_CALL_FIELDS = frozenset({"actions", "tool", "tool_calls", "name", "function", "command"})


@dataclass(frozen=True, slots=True)
class _Draft:
    """An event before it has its place in time."""

    id: str
    kind: EventKind
    text: str
    problem: str | None = None
    step: str | None = None
    charge: ChargeKind | None = None
    remaining: int | None = None
    failed: bool = False
    changed: tuple[str, ...] = ()


def standard_record(record: EpisodeRecord, selected: Iterable[str] | None = None) -> StandardRecord:
    """Return what annotators see of a record. ``selected`` are the labels that the oracle selects, None: not known."""
    blind = Blinding(own_names(record))
    drafts = list(_events(record, blind))
    chosen = None if selected is None else frozenset(selected)
    ledger, budget = record.ledger, record.settings.budget
    return StandardRecord(
        setting=record.settings.setting,
        labels=record.settings.labels,
        total=budget.total,
        unit=None if budget.unit is None else budget.unit.value,
        spent=None if ledger is None else ledger.spent,
        events=tuple(
            Event(n, d.id, d.kind, d.text, d.problem, d.step, d.charge, d.remaining, d.failed, d.changed)
            for n, d in enumerate(drafts)
        ),
        problems=_facts(record, chosen),
        available=record.result is not None,
    )


def own_names(record: EpisodeRecord) -> Iterator[str]:
    """Yield the names of a record's own contestant: policy, profile, model, and who served it."""
    one = record.contestant
    if one is not None:
        profile = one.profile or {}
        fields = (
            profile.get(name) for name in ("model", "name", "paper_name", "provider", "served_by", "organization")
        )
        yield from (value for value in (one.name, *fields) if isinstance(value, str))
    yield from {turn.served_model for turn in record.turns if turn.served_model is not None}


def _facts(record: EpisodeRecord, selected: frozenset[str] | None) -> tuple[ProblemFacts, ...]:
    verdicts = {one.label: one for one in record.result.problems} if record.result is not None else {}
    found = []
    for label in record.settings.labels:
        one = verdicts.get(label)
        chosen = None if selected is None else label in selected
        if one is None:
            found.append(ProblemFacts(label, False, None, None, None, chosen))
        else:
            found.append(ProblemFacts(label, one.correct, one.parse, one.verdict, one.spent, chosen, one.left_unsure))
    return tuple(found)


def _events(record: EpisodeRecord, blind: Blinding) -> Iterator[_Draft]:
    if record.settings.setting is Setting.TOOL_FREE or record.completion is not None:
        yield from _completion(record, blind)
    else:
        yield from _actions(record, blind)
    yield from _end(record, blind)


def _completion(record: EpisodeRecord, blind: Blinding) -> Iterator[_Draft]:
    labels = record.settings.labels
    for one in record.reasoning:
        text = blind(one.text)
        parts = split_reasoning(text, labels)
        # A thought is no heading, block or answer of what is handed in, whatever its marks.
        yield from _numbered(one.id, text, (replace(part, kind=EventKind.REASONING) for part in parts))
    done = record.completion
    if done is None:
        return
    text = blind(done.text)
    yield from _numbered(done.id, text, split_completion(text, _domain(record), labels))
    total = record.settings.budget.total
    metered = done.metered
    spent = done.spent if done.spent is not None else None if metered is None else metered.charged
    cut = metered is not None and (metered.cut or metered.cut_in_reasoning)
    said = f"{'unknown' if spent is None else spent} of {'unlimited' if total is None else total} units spent"
    yield _Draft(
        f"{done.id}.charge", EventKind.CHARGE, f"{said}; {'cut off by the budget' if cut else 'ended by itself'}"
    )
    if record.finalisation is not None and record.finalisation.text:
        text = blind(record.finalisation.text)
        parts = split_completion(text, _domain(record), labels)
        yield from _numbered("f0", text, (replace(part, kind=EventKind.ANSWER) for part in parts))


def _numbered(own: str, text: str, parts: Iterable[TextPart]) -> Iterator[_Draft]:
    for n, part in enumerate(parts, 1):
        yield _Draft(f"{own}.{n}", part.kind, text[part.start : part.end], part.problem, own)


def _domain(record: EpisodeRecord) -> Domain | None:
    try:
        return None if record.settings.domain is None else get_domain(record.settings.domain)
    except InputError:  # a domain of a package that is not here: mentions still tell the problems apart
        return None


def _actions(record: EpisodeRecord, blind: Blinding) -> Iterator[_Draft]:
    reasons = {one.turn: one for one in record.reasoning}
    notes: dict[str | None, int] = {}
    for error in record.protocol_errors:
        notes[error.turn] = notes.get(error.turn, 0) + 1
    waiting = list(record.turns)
    for step in record.steps:
        while step.turn is not None and waiting and any(turn.id == step.turn for turn in waiting):
            yield from _turn(waiting.pop(0), reasons, notes, blind)
        yield from _step(step, record, blind)
    for turn in waiting:
        yield from _turn(turn, reasons, notes, blind)


def _turn(
    turn: ModelTurn, reasons: Mapping[str | None, Reasoning], notes: Mapping[str | None, int], blind: Blinding
) -> Iterator[_Draft]:
    if turn.id in reasons and reasons[turn.id].text.strip():
        one = reasons[turn.id]
        yield _Draft(one.id, EventKind.REASONING, blind(one.text), step=turn.id)
    said = blind(_said(turn.content or ""))
    if said.strip():
        yield _Draft(turn.id, EventKind.REPLY, said, step=turn.id)
    for n in range(notes.get(turn.id, 0)):
        text = "The reply was no valid action: nothing was run or charged."
        yield _Draft(f"{turn.id}.error{n + 1}", EventKind.PROTOCOL_ERROR, text, step=turn.id)


def _step(step: Step, record: EpisodeRecord, blind: Blinding) -> Iterator[_Draft]:
    charge = None if step.charge is None else step.charge.kind
    remaining = step.state.remaining
    named = step.action.problem.strip()
    kind = _VERBS.get(step.action.verb, EventKind.COMMAND)
    text = blind(step.action.text)
    if kind is not EventKind.COMMAND:
        text = " ".join(part for part in (kind.value, named, text) if part)
    failed = step.exit is not None and (step.exit.code != 0 or step.exit.timed_out)
    changed = tuple(sorted({one.label for one in record.candidates or () if one.step == step.id}))
    if record.candidates is None and kind is EventKind.SUBMIT and step.problem is not None:
        changed = (step.problem,)
    common = (step.problem, step.id, charge, remaining, failed, changed)
    yield _Draft(step.id, kind, text, *common)
    if step.output:
        yield _Draft(f"{step.id}.output", EventKind.OUTPUT, blind(step.output), *common)
    said = _charged(step, record.settings.budget.total, blind)
    if changed:
        said = "; ".join(part for part in (said, f"answer changed: {', '.join(changed)}") if part)
    if said:
        yield _Draft(f"{step.id}.charge", EventKind.CHARGE, said, *common)


def _charged(step: Step, total: int | None, blind: Blinding) -> str:
    if step.charge is None:
        return "the sandbox failed"
    if step.charge.kind is ChargeKind.COUNTED:
        left = "" if step.state.remaining is None else f", {step.state.remaining} left"
        whole = "" if total is None else f" of {total}"
        return f"counted, on problem {step.problem or '(none)'}: {step.state.spent}{whole} units spent{left}"
    if step.charge.kind is ChargeKind.BLOCKED:
        return blind(f"blocked, not run, no cost: {step.guard or step.charge.reason}")
    return ""


def _end(record: EpisodeRecord, blind: Blinding) -> Iterator[_Draft]:
    answers = {one.label: one for one in record.answers or ()}
    for label in record.settings.labels:
        answer = answers.get(label)
        if answer is not None and answer.answer is not None:
            yield _Draft(f"answer.{label}", EventKind.HANDED_IN, blind(answer.answer[:ANSWER_CHARS]), label)
    for label, one in {} if record.result is None else {p.label: p for p in record.result.problems}.items():
        word = one.verdict.value if one.verdict is not None else "" if one.parse is None else one.parse.value
        spent = "" if one.spent is None else f", {one.spent} units spent on it"
        yield _Draft(f"outcome.{label}", EventKind.OUTCOME, f"problem {label}: {word}{spent}", label)
    if record.ending is not None:
        yield _Draft("ending", EventKind.ENDING, f"the episode ended: {record.ending.value}")
    if record.failure is not None:
        kind = "unknown" if record.failure.kind is None else record.failure.kind.value
        yield _Draft("failure", EventKind.FAILURE, blind(f"no result, {kind}: {record.failure.message}"))


def _said(content: str) -> str:
    """Return what a reply says besides its calls: their form tells the interface, and they follow as steps."""
    text = _CALL_MARKUP.sub("", content)
    first, last = text.find("{"), text.rfind("}")
    try:
        found: Any = json.loads(text[first : last + 1])
    except ValueError:
        found = None
    if not isinstance(found, dict):
        return _TORN_CALL.sub("", text)
    if not _CALL_FIELDS & set(found):
        return text
    thought = found.get("thought")
    around = re.sub(r"```\w*|Here is[^\n]*:\s*$", "", text[:first]).strip()
    return "\n".join(part for part in (around, thought if isinstance(thought, str) else "") if part)


#: A reply in JSON that is cut or broken: what cannot be read is left out from its first brace.
_TORN_CALL = re.compile(r'(?:```\w*\s*)?\{\s*"(?:thought|actions|tool|name|function|command)"\s*:.*', re.DOTALL)
