"""The lanes of an episode: one for each problem, over units of the budget.

A paid step fills the unit that it took. Steps that cost nothing lie between the unit before and the next, in order. A
completion has no steps: its lane shows where its text, or its reasoning, is about the problem, as shares of what was
charged (`r3gym.parsing.attribution`).
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from r3gym.core.charge import ChargeKind
from r3gym.core.known_domains import get_domain
from r3gym.errors import InputError
from r3gym.parsing.attribution import TextSpan, mention_spans, section_spans
from r3gym.records.record import EpisodeRecord
from r3gym.records.steps import Step


def lanes(record: EpisodeRecord) -> dict[str, Any]:
    """Return the lanes of a record, in presented order, and the budget that they lie over.

    ``spans`` are [from, to, step, about]: units that were paid. ``marks`` are [x, kind, step, about]: what was free,
    blocked (``guard`` where a guard did it) or not understood. ``versions`` are [x, version, step] of answers.
    """
    total = record.settings.budget.total
    ledger = record.ledger
    spent = ledger.spent if ledger is not None and ledger.spent is not None else _last_spent(record)
    own = _completion_lanes(record, spent) if record.completion is not None else _step_lanes(record)
    labels = record.settings.labels or tuple(dict.fromkeys(lane for lane in own if lane))
    unit = record.settings.budget.unit or (None if ledger is None else ledger.unit)
    return {
        "unit": "" if unit is None else unit.value,
        "total": total,
        "spent": spent,
        "steps": record.completion is None,
        "lanes": [{"label": label, **own.get(label, _empty())} for label in labels],
        "elsewhere": own.get("", _empty()),
        "drivers": _drivers(record),
    }


def places(steps: tuple[Step, ...]) -> dict[str, float]:
    """Return where each step lies: a paid step at the end of its unit, the others between units, in order."""
    found: dict[str, float] = {}
    for spent, mates in groupby(steps, key=lambda step: step.state.spent):
        together = list(mates)
        idle = [step for step in together if not _paid(step)]
        found |= {step.id: float(spent) for step in together if _paid(step)}
        found |= {step.id: round(spent + n / (len(idle) + 1), 4) for n, step in enumerate(idle, 1)}
    return found


def _step_lanes(record: EpisodeRecord) -> dict[str, dict[str, list[Any]]]:
    own: dict[str, dict[str, list[Any]]] = {label: _empty() for label in ("", *record.settings.labels)}
    at = places(record.steps)
    before = 0
    for step in record.steps:
        lane = own.setdefault(step.problem or "", _empty())
        about = " ".join(filter(None, (step.action.verb, step.action.problem)))
        if _paid(step):
            lane["spans"].append([before, step.state.spent, step.id, about])
        else:
            kind = "failed" if step.charge is None else "guard" if step.guard is not None else step.charge.kind.value
            reason = step.guard or ("the sandbox failed" if step.charge is None else step.charge.reason)
            lane["marks"].append([at[step.id], kind, step.id, f"{about}: {reason}"])
        before = step.state.spent
    for version in record.candidates or ():
        lane = own.setdefault(version.label, _empty())
        lane["versions"].append([at.get(version.step, 0.0), version.version, version.step])
    return own


def _completion_lanes(record: EpisodeRecord, spent: int) -> dict[str, dict[str, list[Any]]]:
    """Return spans of the charge: reasoning first, then the visible text, each by its share of all characters."""
    own: dict[str, dict[str, list[Any]]] = {label: _empty() for label in ("", *record.settings.labels)}
    reasoning, text = completion_texts(record)
    scale = spent / max(1, len(reasoning) + len(text))
    thoughts, sections = completion_spans(record)
    for about, spans, shift in (("reasoning", thoughts, 0), ("text", sections, len(reasoning))):
        for span in spans:
            where = [round((span.start + shift) * scale, 2), round((span.end + shift) * scale, 2)]
            own.setdefault(span.label, _empty())["spans"].append([*where, "s0", about])
    return own


def completion_texts(record: EpisodeRecord) -> tuple[str, str]:
    """Return the reasoning and the visible text of a completion."""
    if record.completion is None:
        return "", ""
    address = record.completion.reasoning
    return ("" if address is None else record.quote(address)), record.completion.text


def completion_spans(record: EpisodeRecord) -> tuple[tuple[TextSpan, ...], tuple[TextSpan, ...]]:
    """Return the parts of the reasoning, and of the visible text, that are about one problem each."""
    reasoning, text = completion_texts(record)
    labels = record.settings.labels
    try:
        sections = section_spans(text, get_domain(record.settings.domain or ""), labels)
    except InputError:  # a domain of a package that is not installed here
        sections = mention_spans(text, labels)
    return mention_spans(reasoning, labels), sections


def _drivers(record: EpisodeRecord) -> list[list[Any]]:
    at = places(record.steps)
    return [[at[step.id], step.driver.next_problem, step.id] for step in record.steps if step.driver is not None]


def _last_spent(record: EpisodeRecord) -> int:
    return record.steps[-1].state.spent if record.steps else 0


def _paid(step: Step) -> bool:
    return step.charge is not None and step.charge.kind is ChargeKind.COUNTED


def _empty() -> dict[str, list[Any]]:
    return {"spans": [], "marks": [], "versions": []}
