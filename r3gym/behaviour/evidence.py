"""The rules that the program enforces on every label, whoever makes it.

- A value is one of its kind's. A positive one (true, or a cause) quotes every required component, exactly, from the
  event that it names. Without evidence the label is negative, unknown or insufficient (`withheld`).
- Facts of the run (charges, outcomes) are evidence where the component allows it; they are no behaviour.
- Work is never shown by focus, shelving, status, blocked actions or bare answers.
- Events stand in the order that the rubric asks for: ``t_prior < t_trigger <= t_revision``.
- A cause belongs to a problem that the contest misses and the oracle selects; there is one for each annotator.
- Verdicts and the oracle's choice cannot be part of a label; one made on other verdicts than the record's is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from r3gym.behaviour.codebook import (
    CODEBOOK,
    COVERAGE,
    ENGINEERING,
    MISS_CAUSE,
    OMISSION,
    About,
    Component,
    Kind,
)
from r3gym.behaviour.events import BOOKKEEPING, FACTS, Event, StandardRecord
from r3gym.behaviour.label import ANY_ROLE, Label, Quotation
from r3gym.core.charge import ChargeKind
from r3gym.core.setting import Setting
from r3gym.errors import InputError


class LabelRefused(InputError):
    """A label that breaks a rule; ``reasons`` are sentences that name the rule and what would mend it."""

    def __init__(self, label: Label, reasons: Sequence[str]) -> None:
        self.label, self.reasons = label, tuple(reasons)
        where = f"{label.kind}{'' if label.problem is None else f' of problem {label.problem}'} = {label.value}"
        super().__init__(f"{label.episode}: {where} is refused: {'; '.join(reasons)}")


def check_label(
    label: Label, record: StandardRecord, others: Iterable[Label] = (), *, components: bool = True
) -> Label:
    """Return the label with the hash of the record's facts; raise `LabelRefused` with every rule that it breaks.

    ``others`` are the annotator's labels of the episode that stand already. With ``components=False`` a positive label
    needs one exact quotation and no roles: the standard of label sets that say no more.
    """
    reasons = list(_broken(label, record, [one for one in others if one.place != label.place], components))
    if reasons:
        raise LabelRefused(label, reasons)
    return label.model_copy(update={"facts": record.facts})


def withheld(label: Label, note: str = "") -> Label:
    """Return the label as it is without evidence: unknown, or insufficient, with no quotations."""
    kind = CODEBOOK[label.kind]
    return label.model_copy(update={"value": kind.fallback, "quotations": (), "note": note or label.note})


def _broken(label: Label, record: StandardRecord, others: Sequence[Label], components: bool) -> Iterator[str]:
    kind = CODEBOOK.get(label.kind)
    if kind is None:
        yield f"the codebook has no kind {label.kind!r}; it has {', '.join(CODEBOOK)}"
        return
    if label.facts is not None and label.facts != record.facts:
        yield "it was made on other verdicts than the record has now; look at it again"
    if label.withdrawn:
        return
    if label.value not in kind.values:
        yield f"{kind.name} is one of {', '.join(kind.values)}, not {label.value!r}"
        return
    if label.problem is None and kind.about is About.PROBLEM:
        yield f"{kind.name} is about one problem; name it ({', '.join(record.labels)})"
    if label.problem is not None and label.problem not in record.labels:
        yield f"the contest has no problem {label.problem!r}; it has {', '.join(record.labels)}"
        return
    misplaced = [why for one in label.quotations if (why := _misquoted(one, record)) is not None]
    yield from misplaced
    if label.kind == MISS_CAUSE:
        yield from _no_miss(label, record)
    if label.kind == OMISSION and record.setting is not Setting.TOOL_FREE:
        yield "omissions are told apart in completions; in an agentic episode a miss has a cause"
    if kind.positive(label.value):
        if not label.quotations:
            yield "a positive label needs an exact quotation and its event; without one it is " + kind.fallback
        elif not misplaced:
            yield from _short_of_evidence(kind, label, record, others, components)


def _misquoted(one: Quotation, record: StandardRecord) -> str | None:
    event = record.by_id.get(one.event)
    if event is None:
        return f"there is no event {one.event!r} in this record"
    if not one.text.strip():
        return f"the quotation of {one.event} is blank; quote the words that show it"
    if one.text not in event.text:
        return f"{one.event} does not hold {_short(one.text)}; quote its exact words"
    return None


def _no_miss(label: Label, record: StandardRecord) -> Iterator[str]:
    facts = record.facts_of(label.problem)
    if label.instance != 1:
        yield "a miss has exactly one primary cause; change the first"
    if facts is None or not record.available:
        yield "the episode has no result, so that nothing is missed"
    elif facts.correct:
        yield f"problem {label.problem} is solved, says the frozen verdict; a cause belongs to a miss"
    elif facts.selected is False:
        yield f"the oracle does not select problem {label.problem}; causes belong to selected misses"


def _short_of_evidence(
    kind: Kind, label: Label, record: StandardRecord, others: Sequence[Label], components: bool
) -> Iterator[str]:
    if not components:
        usable = [one for one in label.quotations if _counts(kind, kind.components[0], record.event(one.event))]
        if not usable and kind.name == COVERAGE:
            yield _NO_WORK
        return
    roles = {component.role: component for component in kind.components}
    single = len(roles) == 1
    for one in label.quotations:
        if one.role not in roles and not (single and one.role == ANY_ROLE):
            yield f"a quotation of {kind.name} shows one of {', '.join(roles)}, not {one.role!r}"
    found = {role: label.quotations if single else label.quoted(role) for role in roles}
    for role, component in roles.items():
        usable = [one for one in found[role] if _counts(kind, component, record.event(one.event))]
        steps = {record.event(one.event).step or one.event for one in usable}
        if found[role] and not usable:
            yield (
                _NO_WORK
                if kind.name == COVERAGE
                else f"{role}: facts of the run are no behaviour; quote the contestant"
            )
        elif len(steps) < component.least:
            yield _lacking(component, kind)
    times = {role: [record.event(one.event).number for one in ones] for role, ones in found.items()}
    for first, second, strictly in kind.order:
        if times[first] and times[second] and not _in_order(times[first], times[second], strictly):
            yield f"{first} must stand {'before' if strictly else 'no later than'} {second} in the record"
    if kind.focal is not None:
        yield from _without_focal(kind, label, record, others)


_NO_WORK = (
    "focus, shelving, status, blocked actions, headings and bare answers are no work; quote reasoning, a program or an "
    "executed action"
)


def _lacking(component: Component, kind: Kind) -> str:
    many = "" if component.least == 1 else f" in {component.least} different steps"
    said = f"the component {component.role} is not quoted{many} ({component.rule})"
    return f"{said}; without it the label is {kind.fallback}"


def _counts(kind: Kind, component: Component, event: Event) -> bool:
    """Return whether words of this event can be this component."""
    if kind.name == COVERAGE:
        return event.kind not in BOOKKEEPING and event.charge is not ChargeKind.BLOCKED
    return component.facts or kind.name == ENGINEERING or event.kind not in FACTS


def _in_order(first: Sequence[int], second: Sequence[int], strictly: bool) -> bool:
    return min(first) < max(second) if strictly else min(first) <= max(second)


def _without_focal(kind: Kind, label: Label, record: StandardRecord, others: Sequence[Label]) -> Iterator[str]:
    focal = [
        one
        for one in others
        if one.kind == kind.focal
        and CODEBOOK[one.kind].positive(one.value)
        and one.annotator == label.annotator
        and (label.problem in (None, one.problem) or one.problem is None)
    ]
    if not focal:
        yield f"{kind.name} builds on a positive {kind.focal} of the same annotator; label that first"
        return
    later = [record.event(one.event).number for one in label.quoted("shortfall")]
    if later and all(
        min(later) <= max((record.event(q.event).number for q in one.quoted("revision")), default=-1) for one in focal
    ):
        yield "the shortfall must show strictly later than the revision"


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")
