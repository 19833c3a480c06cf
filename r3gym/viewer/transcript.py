"""The transcript of an episode: every turn with all that was sent, thought, said, called, done and answered."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from r3gym.records.record import EpisodeRecord
from r3gym.records.steps import Step
from r3gym.records.turns import ModelTurn
from r3gym.report import phrases
from r3gym.report.episode_report import ReportUsage
from r3gym.report.work_phrases import effects
from r3gym.viewer.highlighting import json_source, plain_source, shell_source
from r3gym.viewer.lanes import completion_spans, completion_texts


def transcript(record: EpisodeRecord) -> list[dict[str, Any]]:
    """Return the entries in order: turns with their steps, and steps that no turn caused."""
    seconds = _seconds(record)
    steps = {step.id: _step(record, step, seconds) for step in record.steps}
    told = {own for turn in record.turns for own in turn.steps}
    entries: list[tuple[int, dict[str, Any]]] = []
    place = {step.id: n for n, step in enumerate(record.steps)}
    last = -1
    for turn in record.turns:
        own = [steps[one] for one in turn.steps if one in steps]
        last = max([last, *(place[step["id"]] for step in own)])
        entries.append((last if not own else place[own[0]["id"]], _turn(record, turn, own, seconds)))
    entries += [(place[own], {"type": "step", "step": step}) for own, step in steps.items() if own not in told]
    entries.sort(key=lambda entry: entry[0])
    return [entry for _, entry in entries]


def completion(record: EpisodeRecord) -> dict[str, Any] | None:
    """Return the completion of a tool-free episode, cut into the sections of its problems; None without one."""
    taken = record.completion
    if taken is None:
        return None
    reasoning, text = completion_texts(record)
    thoughts, sections = completion_spans(record)
    final = record.finalisation
    return {
        "tokens": taken.tokens,
        "finish": taken.finish,
        "charged": None if taken.metered is None else taken.metered.charged,
        "reasoning": _sections(reasoning, thoughts),
        "text": _sections(text, sections),
        "final": None if final is None else final.text,
        "final_finish": None if final is None else final.finish,
        "trace_dropped": None if final is None else final.trace_dropped,
        "audit": []
        if final is None or final.audit is None
        else [[answer.label, answer.found, answer.coverage] for answer in final.audit.answers],
    }


def _sections(text: str, spans: tuple[Any, ...]) -> list[list[str]]:
    """Return [label, text] pairs whose texts put together are the whole text; "" is about no problem."""
    found, at = [], 0
    for span in sorted(spans, key=lambda span: span.start):
        if span.start > at:
            found.append(["", text[at : span.start]])
        found.append([span.label, text[max(at, span.start) : span.end]])
        at = max(at, span.end)
    found.append(["", text[at:]])
    return [[label, part] for label, part in found if part]


def _turn(
    record: EpisodeRecord, turn: ModelTurn, steps: list[dict[str, Any]], seconds: dict[str, float]
) -> dict[str, Any]:
    errors = [error for error in record.protocol_errors if error.turn == turn.id]
    return {
        "type": "turn",
        "id": turn.id,
        "facts": _turn_facts(turn, seconds),
        "kept": None if turn.sent is None else turn.sent.kept,
        "messages": [] if turn.sent is None else [_message(message) for message in turn.sent.added],
        "reasoning": "" if turn.reasoning is None else record.quote(turn.reasoning),
        "content": turn.content or "",
        "calls": [[call.name, json_source(call.arguments)] for call in turn.tool_calls],
        "errors": [[error.kind, error.detail, error.answer] for error in errors],
        "tolerated": list(turn.tolerated),
        "failure": turn.failure or "",
        "steps": steps,
        "said": list(turn.said),
    }


def _turn_facts(turn: ModelTurn, seconds: dict[str, float]) -> list[str]:
    stage = turn.stage
    said = [
        f"stage {stage.number}" if stage is not None else "",
        phrases.usage(_usage(turn)),
        f"cap {turn.max_tokens:,}" if turn.max_tokens is not None else "",
        f"finish {turn.finish}" if turn.finish else "",
        f"outcome {stage.outcome}" if stage is not None and stage.outcome else "",
        f"served by {turn.served_model}" if turn.served_model else "",
        f"doubtful: {turn.doubtful}" if turn.doubtful else "",
        f"{seconds[turn.id]:.1f} s" if turn.id in seconds else "",
    ]
    return [fact for fact in said if fact]


def _usage(turn: ModelTurn) -> ReportUsage:
    counts = {} if turn.usage is None else turn.usage.model_dump()
    return ReportUsage(attempts=turn.attempts, cost=turn.cost, **counts)


def _message(message: dict[str, Any]) -> list[Any]:
    """Return the role and the text of a message in the chat-completions form; what is no text is shown as JSON."""
    role, content = message.get("role"), message.get("content")
    more = {name: value for name, value in message.items() if name not in ("role", "content") and value}
    texts = [content] if isinstance(content, str) else [] if content is None else [_json(content)]
    return [str(role), "\n".join([*texts, *([_json(more)] if more else [])])]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _step(record: EpisodeRecord, step: Step, seconds: dict[str, float]) -> dict[str, Any]:
    charge, after = step.charge, step.state
    return {
        "id": step.id,
        "verb": step.action.verb,
        "named": step.action.problem,
        "problem": step.problem or "",
        "focus": after.focus or "",
        "source": shell_source(step.action.text) if step.action.verb == "command" else plain_source(step.action.text),
        "charge": "failed" if charge is None else charge.kind.value,
        "category": "" if charge is None else charge.category,
        "reason": "the sandbox failed" if charge is None else charge.reason,
        "word": "" if charge is None else charge.word or "",
        "output": step.output or "",
        "full_output": "" if step.full_output is None else record.quote(f"{step.id}.full_output"),
        "exit": _exit(step),
        "effects": effects(step.effects),
        "guard": step.guard or "",
        "driver": None if step.driver is None else step.driver.next_problem or "no more paid steps",
        "spent": after.spent,
        "remaining": after.remaining,
        "seconds": seconds.get(step.id),
        "versions": [[v.label, v.version] for v in record.candidates or () if v.step == step.id],
    }


def _exit(step: Step) -> str:
    ended = step.exit
    if ended is None:
        return ""
    flags = {
        "timed out": ended.timed_out,
        "tried to run what is not passive": ended.escape,
        "out of memory": ended.out_of_memory,
        "output cut": ended.output_cut,
    }
    return ", ".join([f"exit {ended.code}", *(name for name, holds in flags.items() if holds)])


def _seconds(record: EpisodeRecord) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    if record.clock is not None:
        found.update({one.step: one.wall_s for one in record.clock.steps})
        found.update({one.turn: one.wall_s for one in record.clock.turns})
    return dict(found)
