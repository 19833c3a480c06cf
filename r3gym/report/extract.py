"""What an account takes from a record. Records of other versions lack some of it, and that is fine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from r3gym.report.account import (
    Account,
    Audit,
    Completion,
    Facts,
    Fault,
    ProblemLine,
    Stage,
    Step,
    Trim,
    Turn,
    Usage,
)
from r3gym.report.dig import compact, count, dig, number, rows, texts, words, yes
from r3gym.report.text import plain

#: Parts of a record, and of a policy's notes, that have a place of their own in the account.
PLACED = frozenset(
    "format env setting domain contest problems budget instruction finalization policy steps ledger artifacts "
    "result error".split()
)
NOTED = frozenset("calls protocol_errors trims ended usage stages audit".split())
HASH = 64


def account_of(record: dict[str, Any], name: str) -> Account:
    """The account of one record."""
    notes, ledger = dig(record, "policy"), dig(record, "ledger")
    turns = tuple(_turn(call, place) for place, call in enumerate(rows(notes, "calls"), 1))
    turn_of = {step: turn.number for turn in turns for step in turn.steps}
    taken = list(enumerate(rows(record, "steps")))
    stages = tuple(map(_stage, rows(notes, "stages")))
    return Account(
        record=name,
        environment=words(record, "env"),
        setting=words(record, "setting"),
        domain=words(record, "domain"),
        contest=words(record, "contest"),
        scheduler=words(record, "scheduler"),
        contestant=words(notes, "profile", "model") or words(notes, "profile", "name") or words(notes, "name"),
        settings=_facts(record, PLACED),
        policy=_facts(notes, NOTED),
        unit=words(ledger, "unit"),
        total=count(ledger, "total"),
        used=count(ledger, "used"),
        counts=tuple(
            (key, value)
            for key in ("free", "blocked", "protocol_errors", "unattributed")
            if (value := count(ledger, key)) is not None
        ),
        score=count(record, "result", "score"),
        error=words(record, "error"),
        ended=words(notes, "ended"),
        problems=_problems(record),
        steps=tuple(_step(step, n, turn_of.get(n)) for n, step in taken if "verb" in step),
        completions=tuple(_completion(step) for _, step in taken if "verb" not in step),
        turns=turns,
        faults=tuple(
            Fault(count(fault, "turn"), words(fault, "kind"), words(fault, "detail"), words(fault, "answer"))
            for fault in rows(notes, "protocol_errors")
        ),
        trims=tuple(
            Trim(count(t, "before_turn"), words(t, "what"), count(t, "turn"), count(t, "chars"), words(t, "why"))
            for t in rows(notes, "trims")
        ),
        stages=stages,
        audit=_audit(dig(notes, "audit")),
        usage=_usage(dig(notes, "usage")) if isinstance(dig(notes, "usage"), dict) else _sum(s.usage for s in stages),
        instruction=words(record, "instruction"),
        finalization=words(record, "finalization"),
        artifacts=_artifacts(dig(record, "artifacts")),
    )


def _facts(value: Any, apart: frozenset[str]) -> Facts:
    """Everything else there is to say, in the order of the record."""
    if not isinstance(value, dict):
        return ()
    named = [(plain(str(key)).replace("_", " "), compact(part)) for key, part in value.items() if key not in apart]
    return tuple((key, _short_hash(part)) for key, part in named if part)


def _short_hash(text: str) -> str:
    return text[:12] if len(text) == HASH and all(c in "0123456789abcdef" for c in text) else text


def _problems(record: dict[str, Any]) -> tuple[ProblemLine, ...]:
    judged = rows(record, "result", "problems")
    if judged:
        return tuple(
            ProblemLine(
                label=words(p, "label"),
                problem=words(p, "problem"),
                parse=words(p, "parse"),
                verdict=words(p, "verdict"),
                judge=words(p, "judge"),
                standing=words(p, "standing"),
                detail=words(p, "detail"),
                spent=count(p, "spent"),
                correct=yes(p, "correct"),
            )
            for p in judged
        )
    spent = dig(record, "ledger", "per_problem")  # a void episode: what was worked on, and nothing judged
    ids = texts(record, "problems")
    if not isinstance(spent, dict):
        return tuple(ProblemLine(str(place), name) for place, name in enumerate(ids, 1))
    names = [*ids, *[""] * len(spent)]
    return tuple(
        ProblemLine(plain(str(label)), names[place], spent=count(spent, label)) for place, label in enumerate(spent)
    )


def _step(step: dict[str, Any], at: int, turn: int | None) -> Step:
    return Step(
        number=at,
        verb=words(step, "verb"),
        problem=words(step, "problem"),
        text=words(step, "text"),
        charge=words(step, "charge", "kind"),
        reason=words(step, "charge", "reason"),
        output=words(step, "output"),
        focus=words(step, "focus"),
        used=count(step, "used"),
        turn=turn,
    )


def _completion(step: dict[str, Any]) -> Completion:
    remarks = {
        "cut": "stopped by a cap",
        "cut_in_reasoning": "the budget was gone before any visible text",
        "over_cap": "the server wrote more than the budget",
        "hit_safety_cap": "an unbudgeted run that was stopped",
    }
    said = [remark for key, remark in remarks.items() if yes(step, "metered", key)]
    if dig(step, "metered", "reported") is False:
        said.append("the server did not report its tokens")
    return Completion(
        text=words(step, "text"),
        reasoning=words(step, "reasoning"),
        tokens=count(step, "tokens"),
        finish=words(step, "finish"),
        final=words(step, "final") if isinstance(dig(step, "final"), str) else None,
        final_finish=words(step, "final_finish"),
        charged=count(step, "metered", "charged"),
        remarks=tuple(said),
    )


def _turn(call: dict[str, Any], place: int) -> Turn:
    steps = dig(call, "steps")
    return Turn(
        number=count(call, "turn") or place,
        content=words(call, "content"),
        reasoning=words(call, "reasoning"),
        tool_calls=tuple((words(tool, "name"), words(tool, "arguments")) for tool in rows(call, "tool_calls")),
        finish=words(call, "finish"),
        usage=_usage({"cost": dig(call, "cost"), "attempts": dig(call, "attempts"), **_object(call, "usage")}),
        steps=tuple(step for step in steps if isinstance(step, int)) if isinstance(steps, list) else (),
        said=texts(call, "said"),
    )


def _stage(stage: dict[str, Any]) -> Stage:
    return Stage(
        stage=words(stage, "stage"),
        cap=count(stage, "cap"),
        cap_kind=words(stage, "cap_kind"),
        charged=yes(stage, "charged"),
        thinking=yes(stage, "thinking"),
        outcome=words(stage, "outcome"),
        finish=words(stage, "finish"),
        usage=_usage({"attempts": dig(stage, "attempts"), **_object(stage, "usage")}),
        failure=words(stage, "failure"),
    )


def _audit(value: Any) -> Audit | None:
    if not isinstance(value, dict):
        return None
    return Audit(tuple(words(answer, "label") for answer in rows(value, "answers")), texts(value, "flagged"))


def _usage(value: Any) -> Usage:
    return Usage(
        calls=count(value, "calls"),
        attempts=count(value, "attempts"),
        prompt_tokens=count(value, "prompt_tokens"),
        completion_tokens=count(value, "completion_tokens"),
        reasoning_tokens=count(value, "reasoning_tokens"),
        cached_tokens=count(value, "cached_tokens"),
        unreported=count(value, "unreported"),
        cost=number(value, "cost"),
        currency=words(value, "currency"),
    )


def _object(value: Any, *path: str) -> dict[str, Any]:
    found = dig(value, *path)
    return found if isinstance(found, dict) else {}


def _sum(parts: Iterable[Usage]) -> Usage | None:
    """The stages' tokens added up, for notes that hold no totals."""
    known = list(parts)
    if not known:
        return None
    return Usage(
        calls=len(known),
        prompt_tokens=sum(u.prompt_tokens or 0 for u in known),
        completion_tokens=sum(u.completion_tokens or 0 for u in known),
        reasoning_tokens=sum(u.reasoning_tokens or 0 for u in known),
        unreported=sum(u.completion_tokens is None for u in known),
    )


def _artifacts(value: Any) -> Facts:
    if not isinstance(value, dict):
        return ()
    return tuple((plain(str(path)), words(content)) for path, content in value.items() if isinstance(content, str))
