"""The old view of a record: what a file of the first format would say of the same episode.

It is the proof that nothing of an old file is lost, and lets tests read new records by the names of the old ones.
"""

from __future__ import annotations

from typing import Any

from r3gym.records.contestant import Contestant
from r3gym.records.ending import ContestVerdict, ProblemVerdict
from r3gym.records.record import EpisodeRecord
from r3gym.records.turns import ModelTurn

#: Fields that files of the first format did not have.
_NEW_LIMITS = {"record_output_bytes", "stall_cap"}
_NEW_SUMS = {"failed", "doubtful", "unsettled", "unsettled_tokens", "unsettled_cost", "unreported_cost"}


def format1_view(record: EpisodeRecord) -> dict[str, Any]:
    """The record as ``r3gym-record-1``. The suite's reference is without its folder, as records keep it now."""
    settings = record.settings
    agentic = settings.setting is not None and settings.setting.value == "agentic"
    limits = {} if settings.limits is None else {"limits": settings.limits.model_dump(exclude=_NEW_LIMITS)}
    shown = (
        {"scheduler": settings.scheduler, "budget_view": settings.budget_view, **limits}
        if agentic
        else {"protocol": settings.protocol, "finalization": record.opening.finalization}
    )
    return {
        "format": "r3gym-record-1",
        "r3gym": record.versions.r3gym,
        "counting_policy": record.versions.counting_policy,
        "prompts": record.versions.prompts,
        "env": settings.env,
        "setting": settings.setting,
        "domain": settings.domain,
        "suite": settings.suite.reference,
        "suite_hash": settings.suite.content_hash,
        "contest": settings.contest,
        "problems": [problem.problem_id for problem in settings.problems],
        "seed": settings.seed,
        "budget": settings.budget.total,
        "sandbox": settings.sandbox,
        "judges": settings.judges,
        "target": settings.target,
        "show_difficulty": settings.show_difficulty,
        "instruction": record.opening.instruction,
        **shown,
        "policy": policy_view(record),
        "steps": _steps(record),
        **_end(record),
    }


def _end(record: EpisodeRecord) -> dict[str, Any]:
    ledger, result = record.ledger, record.result
    if ledger is None and record.ending is None:
        return {}
    ending = record.ending if record.settings.setting == "agentic" and record.ending != "void" else None
    return {
        "ledger": None if ledger is None else _renamed(ledger.model_dump(mode="json"), spent="used"),
        "artifacts": {
            one.path: f"[refused: {one.refused}]"
            if one.refused is not None
            else (None if one.content is None else record.contents[one.content])
            for one in record.artifacts
        },
        "result": None
        if result is None
        else {
            **result.model_dump(mode="json", exclude={"problems"}),
            **({"unsure": [p.label for p in result.problems if p.unsure]} if _says_unsure(result) else {}),
            "problems": [
                _renamed(one.model_dump(mode="json", exclude=_unset(one)), problem_id="problem")
                for one in result.problems
            ],
        },
        "error": None if record.failure is None else record.failure.message,
        "ending": ending,
    }


def _says_unsure(result: ContestVerdict) -> bool:
    """Whether the record is newer than the field; old files have no such key."""
    return any(one.unsure is not None for one in result.problems)


def _unset(problem: ProblemVerdict) -> set[str]:
    """Fields that the first format did not have: shown where a verdict has them, as in a result."""
    return {"tests", *(name for name in ("score", "second", "unsure", "key") if getattr(problem, name) is None)}


def _renamed(fields: dict[str, Any], **names: str) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in fields.items()}


def _steps(record: EpisodeRecord) -> list[dict[str, Any]]:
    if record.completion is not None:
        return [_completion(record)]
    found = []
    for step in record.steps:
        one: dict[str, Any] = step.action.model_dump()
        if step.charge is not None:
            one |= {"charge": step.charge.model_dump(mode="json", exclude={"word"}), "output": step.output}
        if step.exit is not None:
            one |= {"exit_code": step.exit.code, "timed_out": step.exit.timed_out, "escape": step.exit.escape}
        found.append({**one, "focus": step.state.focus, "used": step.state.spent})
    return found


def _completion(record: EpisodeRecord) -> dict[str, Any]:
    taken, final = record.completion, record.finalisation
    assert taken is not None
    return {
        "text": taken.text,
        "reasoning": reasoning(record, taken.reasoning),
        "tokens": taken.tokens,
        "finish": taken.finish,
        "final": None if final is None else final.text,
        "final_finish": "" if final is None else final.finish or "",
        "metered": None if taken.metered is None else taken.metered.model_dump(),
        "used": taken.spent,
    }


def reasoning(record: EpisodeRecord, address: str | None) -> str:
    return "" if address is None else record.quote(address)


def policy_view(record: EpisodeRecord) -> dict[str, Any] | None:
    """What the policy noted of itself."""
    who = record.contestant
    if who is None:
        return None
    usage = None if who.usage is None else who.usage.model_dump(exclude=_NEW_SUMS)
    own = {
        "name": who.name,
        "profile": who.profile,
        "run": who.run,
        "seed": who.seed,
    }
    if who.name == "llm-agent":
        own |= {
            "tools": None if who.tools is None else {"mode": who.tools.mode, "seen": who.tools.seen},
            "caps": who.caps,
            "calls": [_call(record, turn) for turn in record.turns],
            "protocol_errors": [
                {**error.model_dump(), "turn": _number(error.turn)} for error in record.protocol_errors
            ],
            "trims": [
                {**trim.model_dump(), "turn": _number(trim.turn), "before_turn": _number(trim.before_turn)}
                for trim in record.trims
            ],
            "finalized_after": _number(who.finalized_after),
            "ended": who.ended,
            "usage": usage,
        }
    elif who.name == "tool-free-solver":
        final = record.finalisation
        own |= {
            "protocol": who.protocol,
            "stages": [_stage(turn) for turn in record.turns],
            "trace": None if final is None or final.trace_dropped is None else {"dropped": final.trace_dropped},
            "usage": usage,
            "audit": None if final is None or final.audit is None else final.audit.model_dump(mode="json"),
        }
    else:
        own = {name: value for name, value in own.items() if value is not None}
    return {**own, **who.more, **_driver(who)}


def _driver(who: Contestant) -> dict[str, Any]:
    return {} if who.driven_by is None else {"driven_by": who.driven_by}


def _call(record: EpisodeRecord, turn: ModelTurn) -> dict[str, Any]:
    return {
        "turn": _number(turn.id),
        "messages": turn.messages,
        "max_tokens": turn.max_tokens,
        "content": turn.content,
        "reasoning": reasoning(record, turn.reasoning),
        "tool_calls": [call.model_dump() for call in turn.tool_calls],
        "finish": turn.finish,
        "usage": None if turn.usage is None else turn.usage.model_dump(),
        "served_model": turn.served_model,
        "attempts": turn.attempts,
        "cost": turn.cost,
        "steps": [int(step[1:]) for step in turn.steps],
        "said": list(turn.said),
    }


def _stage(turn: ModelTurn) -> dict[str, Any]:
    assert turn.stage is not None
    return {
        "stage": turn.stage.number,
        "cap": turn.max_tokens,
        "cap_kind": turn.stage.cap_kind,
        "charged": turn.stage.charged,
        "thinking": turn.stage.thinking,
        "outcome": turn.stage.outcome,
        "finish": turn.finish,
        "usage": None if turn.usage is None else turn.usage.model_dump(),
        "attempts": turn.attempts,
        "served_model": turn.served_model,
        "failure": turn.failure,
    }


def _number(address: str | None) -> int | None:
    return None if address is None else int(address[1:])
