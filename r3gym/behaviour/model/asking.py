"""The questions: a prompt made from the codebook, a schema for the reply, and the reading of what comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from r3gym.behaviour.codebook import CAUSE_RULES, CODEBOOK, MISS_CAUSE, OMISSION, Kind
from r3gym.behaviour.events import StandardRecord
from r3gym.behaviour.label import ANY_ROLE, Annotator, Label, Quotation
from r3gym.behaviour.model.windows import facts

#: The version of the questions, part of what replies are kept under.
PROMPT_VERSION = "questions-1"
#: Kinds that are asked for in every window, and those that need the whole episode.
IN_WINDOWS = tuple(name for name in CODEBOOK if name not in (MISS_CAUSE, OMISSION))


class FoundQuotation(BaseModel):
    """Words that the model quotes."""

    model_config = ConfigDict(extra="ignore")

    event: str
    text: str
    role: str = ANY_ROLE


class Finding(BaseModel):
    """One label that the model proposes."""

    model_config = ConfigDict(extra="ignore")

    kind: str
    problem: str | None = None
    value: str
    quotations: list[FoundQuotation] = Field(default_factory=list)

    def label(self, episode: str, record: StandardRecord, annotator: Annotator) -> Label | None:
        """Return the label, None where kind or problem are none of the codebook or the contest."""
        kind, problem = CODEBOOK.get(self.kind), self.problem or None
        if kind is None or (problem is not None and problem not in record.labels):
            return None
        single = len(kind.components) == 1
        role = kind.components[0].role
        quoted = tuple(
            Quotation(event=_event_id(one.event), text=one.text, role=role if single else one.role)
            for one in self.quotations
            if one.text
        )
        return Label(
            episode=episode, kind=kind.name, problem=problem, value=self.value, quotations=quoted, annotator=annotator
        )


def _event_id(named: str) -> str:
    """Return the id in what a model calls an event: ``s3``, ``[s3]``, ``s3 command``."""
    words = named.strip("[](), ").split()
    return words[0].rstrip("],") if words else named


class Findings(BaseModel):
    """A reply."""

    model_config = ConfigDict(extra="ignore")

    findings: list[Finding]


def schema(kinds: Sequence[str], labels: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of a reply about these kinds."""
    values = sorted({value for name in kinds for value in CODEBOOK[name].values})
    roles = sorted({component.role for name in kinds for component in CODEBOOK[name].components})
    quotation = _object(event={"type": "string"}, text={"type": "string"}, role={"enum": roles})
    finding = _object(
        kind={"enum": list(kinds)},
        problem={"enum": [*labels, None]},
        value={"enum": values},
        quotations={"type": "array", "items": quotation, "maxItems": 6},
    )
    return _object(findings={"type": "array", "items": finding, "maxItems": 24})


def rubric(kinds: Sequence[str]) -> str:
    """Return what an annotator is told: the rules of evidence, and the kinds with their components."""
    parts = [_RULES, *(_kind(CODEBOOK[name]) for name in kinds)]
    if MISS_CAUSE in kinds:
        parts += [f"- {cause.value}: {rule}" for cause, rule in CAUSE_RULES.items()]
    return "\n".join(parts)


def question(record: StandardRecord, text: str, kinds: Sequence[str], noted: str) -> tuple[Mapping[str, Any], ...]:
    """Return the messages of a question about some events; ``noted`` is what was quoted of earlier events."""
    earlier = f"\nQuoted from earlier events:\n{noted}\n" if noted else ""
    user = f"Facts (frozen):\n{facts(record)}\n{earlier}\nEvents:\n{text}\n\nReport what these events show."
    return ({"role": "system", "content": rubric(kinds)}, {"role": "user", "content": user})


def again(asked: Sequence[Mapping[str, Any]], reply: str, reasons: Sequence[str]) -> tuple[Mapping[str, Any], ...]:
    """Return the messages that ask once more, with the reasons why labels were refused."""
    said = "\n".join(f"- {reason}" for reason in reasons)
    text = f"These were refused:\n{said}\nReport only these once more, with exact quotations, or leave them out."
    return (*asked, {"role": "assistant", "content": reply}, {"role": "user", "content": text})


def read_findings(reply: str) -> tuple[Finding, ...] | None:
    """Return the findings of a reply, None for a reply that is none."""
    first, last = reply.find("{"), reply.rfind("}")
    try:
        return tuple(Findings.model_validate(json.loads(reply[first : last + 1])).findings)
    except (ValueError, ValidationError, RecursionError):
        return None


_RULES = (
    "You label the behaviour of a contestant who works on several problems under one shared budget. You do not solve "
    "problems and do not judge answers: outcomes are given. A positive label (true, or a cause) quotes exact words of "
    "an event, copied letter by letter, with the event's id, for every component that is listed. Where a component is "
    "missing or only guessed, leave the label out. Reply with one JSON object. The labels:"
)


def _kind(kind: Kind) -> str:
    parts = "; ".join(f"{one.role} = {one.rule}" for one in kind.components)
    return f"* {kind.name} ({', '.join(kind.values)}): {kind.rule} Quote: {parts}"


def _object(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
