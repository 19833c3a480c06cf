"""Convert a policy's notes on its episode (`r3gym.policies.Policy.notes`) to the typed parts of a record.

The notes of the built-in language-model policies have a fixed shape; those of other packages may hold anything. Notes
of the known shape become typed fields, all others are kept unchanged in `Contestant.more`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from r3gym.records import loose_json as loose
from r3gym.records.contestant import Contestant, ToolModeUsed
from r3gym.records.steps import Audit, AuditedAnswer
from r3gym.records.turns import (
    ModelTurn,
    ProtocolErrorNote,
    Reasoning,
    SentMessages,
    StageCall,
    TokenUsage,
    ToolCallMade,
    Trim,
    UsageSums,
)

#: Notes that become typed fields when they are lists of objects, and when they are objects.
_LISTS = ("calls", "stages", "protocol_errors", "trims")
_OBJECTS = ("profile", "tools", "caps", "driven_by", "usage", "opening", "trace", "audit")
_TEXTS = ("name", "run", "protocol", "protocol_by", "ended", "toolset")
_NUMBERS = ("seed", "finalized_after")


@dataclass(frozen=True)
class PolicyNotes:
    """The notes, typed. ``tools`` and ``reply_schema`` were sent with every request."""

    contestant: Contestant | None = None
    turns: tuple[ModelTurn, ...] = ()
    reasoning: tuple[Reasoning, ...] = ()
    protocol_errors: tuple[ProtocolErrorNote, ...] = ()
    trims: tuple[Trim, ...] = ()
    tools: tuple[dict[str, Any], ...] | None = None
    reply_schema: dict[str, Any] | None = None
    trace_dropped: int | None = None
    audit: Audit | None = None


def read_notes(notes: Mapping[str, Any] | None) -> PolicyNotes:
    """Convert the notes of a policy; ``notes`` is None when the contestant is not known."""
    if notes is None:
        return PolicyNotes()
    known = {name: value for name, value in notes.items() if _has_shape(name, value)}
    calls = loose.rows(known, "calls") + loose.rows(known, "stages")
    turns = tuple(_turn(call, place) for place, call in enumerate(calls, 1))
    schemas = loose.rows(known, "opening", "tools")
    return PolicyNotes(
        contestant=_contestant(known, {name: value for name, value in notes.items() if name not in known}),
        turns=turns,
        reasoning=tuple(
            Reasoning(id=f"r{turn.id[1:]}", turn=turn.id, text=thought)
            for turn, call in zip(turns, calls, strict=True)
            if (thought := loose.text(call, "reasoning"))
        ),
        protocol_errors=tuple(
            ProtocolErrorNote(
                turn=turn_id(loose.whole(error, "turn")),
                call=loose.whole(error, "call"),
                kind=loose.text(error, "kind") or "",
                detail=loose.text(error, "detail") or "",
                answer=loose.text(error, "answer") or "",
            )
            for error in loose.rows(known, "protocol_errors")
        ),
        trims=tuple(
            Trim(
                before_turn=turn_id(loose.whole(trim, "before_turn")),
                what=loose.text(trim, "what") or "",
                turn=turn_id(loose.whole(trim, "turn")),
                chars=loose.whole(trim, "chars"),
                why=loose.text(trim, "why") or "",
            )
            for trim in loose.rows(known, "trims")
        ),
        tools=tuple(schemas) if schemas else None,
        reply_schema=loose.mapping(known, "opening", "schema"),
        trace_dropped=loose.count(known, "trace", "dropped"),
        audit=_audit(loose.mapping(known, "audit")),
    )


def turn_id(number: int | None) -> str | None:
    """Return the id of a turn from its number."""
    return None if number is None else f"t{number}"


def _has_shape(name: str, value: Any) -> bool:
    if name in _LISTS:
        return isinstance(value, list | tuple) and all(isinstance(part, dict) for part in value)
    if name in _OBJECTS:
        return isinstance(value, dict)
    if name in _TEXTS:
        return isinstance(value, str)
    return name in _NUMBERS and loose.whole(value) is not None


def _contestant(known: Mapping[str, Any], more: dict[str, Any]) -> Contestant:
    tools, usage = loose.mapping(known, "tools"), loose.mapping(known, "usage")
    return Contestant(
        name=known.get("name"),
        profile=known.get("profile"),
        tools=None if tools is None else _tool_mode(tools),
        toolset=known.get("toolset"),
        caps=known.get("caps"),
        run=known.get("run"),
        seed=known.get("seed"),
        protocol=known.get("protocol"),
        protocol_by=known.get("protocol_by"),
        driven_by=known.get("driven_by"),
        finalized_after=turn_id(known.get("finalized_after")),
        ended=known.get("ended"),
        usage=None if usage is None else _sums(usage),
        more=more,
    )


def _tool_mode(tools: dict[str, Any]) -> ToolModeUsed:
    usage = loose.mapping(tools, "usage")
    return ToolModeUsed(
        mode=loose.text(tools, "mode") or "",
        seen=loose.text(tools, "seen") or "",
        usage=None if usage is None else _sums(usage),
    )


def _sums(usage: dict[str, Any]) -> UsageSums:
    amounts = ("cost", "unsettled_cost", "unreported_cost")
    names = [name for name in UsageSums.model_fields if name not in (*amounts, "currency")]
    counts: dict[str, Any] = {name: loose.count(usage, name) or 0 for name in names}
    counts |= {name: loose.number(usage, name) for name in amounts}
    return UsageSums(**counts, currency=loose.text(usage, "currency"))


def _turn(call: dict[str, Any], place: int) -> ModelTurn:
    stage = loose.whole(call, "stage")
    number = loose.count(call, "turn") or place
    usage, sent = loose.mapping(call, "usage"), loose.mapping(call, "sent")
    steps = loose.at(call, "steps")
    return ModelTurn(
        id=f"t{number}",
        sent=None if sent is None else _sent(sent),
        messages=loose.count(call, "messages"),
        max_tokens=loose.whole(call, "cap" if stage is not None else "max_tokens"),
        content=loose.text(call, "content"),
        reasoning=f"r{number}" if loose.text(call, "reasoning") else None,
        tool_calls=tuple(
            ToolCallMade(
                id=loose.text(tool, "id") or "",
                name=loose.text(tool, "name") or "",
                arguments=loose.text(tool, "arguments") or "",
            )
            for tool in loose.rows(call, "tool_calls")
        ),
        finish=loose.text(call, "finish"),
        usage=None if usage is None else _token_usage(usage),
        cost=loose.number(call, "cost"),
        served_model=loose.text(call, "served_model"),
        attempts=loose.whole(call, "attempts"),
        unsettled=loose.whole(call, "unsettled"),
        doubtful=loose.text(call, "doubtful"),
        steps=tuple(f"s{step}" for step in steps if loose.count(step) is not None) if isinstance(steps, list) else (),
        said=loose.texts(call, "said"),
        tolerated=loose.texts(call, "tolerated"),
        stage=None if stage is None else _stage(stage, call),
        failure=loose.text(call, "failure"),
    )


def _sent(sent: dict[str, Any]) -> SentMessages:
    return SentMessages(kept=loose.count(sent, "kept") or 0, added=tuple(loose.rows(sent, "added")))


def _token_usage(usage: dict[str, Any]) -> TokenUsage | None:
    asked, written = loose.whole(usage, "prompt_tokens"), loose.whole(usage, "completion_tokens")
    if asked is None or written is None:
        return None
    return TokenUsage(
        prompt_tokens=asked,
        completion_tokens=written,
        reasoning_tokens=loose.whole(usage, "reasoning_tokens"),
        cached_tokens=loose.whole(usage, "cached_tokens"),
    )


def _stage(number: int, call: dict[str, Any]) -> StageCall:
    return StageCall(
        number=number,
        cap_kind=loose.text(call, "cap_kind"),
        charged=loose.flag(call, "charged"),
        thinking=loose.flag(call, "thinking"),
        outcome=loose.text(call, "outcome"),
    )


def _audit(value: dict[str, Any] | None) -> Audit | None:
    if value is None:
        return None
    return Audit(
        flagged=loose.texts(value, "flagged"),
        answers=tuple(
            AuditedAnswer(
                label=loose.text(answer, "label") or "",
                found=loose.flag(answer, "found") or False,
                coverage=loose.number(answer, "coverage") or 0.0,
            )
            for answer in loose.rows(value, "answers")
        ),
    )
