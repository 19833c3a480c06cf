"""Read records of the first format (``r3gym-record-1``). Values that such a file does not hold are None."""

from __future__ import annotations

from typing import Any

from r3gym.core.charge import ChargeKind
from r3gym.core.provenance import JudgeProvenance
from r3gym.core.setting import Setting
from r3gym.core.unit import Unit
from r3gym.core.verdict import Outcome, ParseState
from r3gym.records import loose_json as loose
from r3gym.records.assembling import EndOfEpisode, EpisodeParts, WrittenCompletion, assemble, problem_of
from r3gym.records.ending import (
    ContestVerdict,
    EpisodeEnding,
    EpisodeFailure,
    FailureClass,
    FinalArtifact,
    LedgerAtEnd,
    ProblemVerdict,
)
from r3gym.records.model_base import writable
from r3gym.records.record import EpisodeRecord
from r3gym.records.settings import BudgetGiven, EpisodeSettings, LimitsGiven, ProblemReference, SuiteName, Versions
from r3gym.records.steps import ActionTaken, CommandExit, Metering, StateAfter, Step, StepCharge
from r3gym.records.suite_name import portable_reference
from r3gym.utils.hashing import hash_bytes

FORMAT_1 = "r3gym-record-1"

#: What a language-model policy notes when its service fails.
_SERVICE_FAILED = "the model service failed"


def from_format1(old: dict[str, Any]) -> EpisodeRecord:
    """Return the record of a file of the first format; ``old`` is its parsed JSON."""
    settings = _settings(old)
    written = next((step for step in loose.rows(old, "steps") if "verb" not in step), None)
    artifacts, contents = _artifacts(old)
    return assemble(
        EpisodeParts(
            settings=settings,
            versions=Versions(
                r3gym=loose.text(old, "r3gym"),
                counting_policy=loose.text(old, "counting_policy"),
                prompts=loose.text(old, "prompts"),
            ),
            instruction=loose.text(old, "instruction"),
            finalization=loose.text(old, "finalization"),
            notes=_notes(old, written),
            steps=_steps(old, settings),
            completion=None if not written else _completion(written),
            contents=contents,
            end=EndOfEpisode(
                ledger=_ledger(old),
                artifacts=artifacts,
                result=_result(old),
                ending=_ending(old),
                failure=_failure(old),
            ),
        )
    )


def _settings(old: dict[str, Any]) -> EpisodeSettings:
    setting = loose.word(Setting, old, "setting")
    suite = loose.text(old, "suite")
    limits = loose.mapping(old, "limits")
    unit = loose.word(Unit, old, "ledger", "unit") or (None if setting is None else setting.unit)
    return EpisodeSettings(
        env=loose.text(old, "env"),
        setting=setting,
        domain=loose.text(old, "domain"),
        suite=SuiteName(
            reference=None if suite is None else portable_reference(suite), content_hash=loose.text(old, "suite_hash")
        ),
        contest=loose.text(old, "contest"),
        problems=_problems(old),
        seed=loose.whole(old, "seed"),
        budget=BudgetGiven(total=loose.count(old, "budget"), unit=unit),
        scheduler=loose.text(old, "scheduler"),
        sandbox=loose.text(old, "sandbox"),
        judges=loose.mapping(old, "judges"),
        budget_view=loose.text(old, "budget_view"),
        protocol=loose.text(old, "protocol"),
        target=loose.text(old, "target"),
        show_difficulty=loose.flag(old, "show_difficulty"),
        limits=None if limits is None else _limits(limits),
    )


def _limits(limits: dict[str, Any]) -> LimitsGiven:
    return LimitsGiven(
        command_timeout_s=loose.number(limits, "command_timeout_s"),
        output_bytes=loose.whole(limits, "output_bytes"),
        free_step_cap=loose.whole(limits, "free_step_cap"),
        wall_clock_s=loose.number(limits, "wall_clock_s"),
        memory_mb=loose.whole(limits, "memory_mb"),
    )


def _problems(old: dict[str, Any]) -> tuple[ProblemReference, ...]:
    """Return the problems with their labels, which the ledger lists in presented order."""
    ids = loose.texts(old, "problems")
    labels: list[str | None] = list(loose.mapping(old, "ledger", "per_problem") or ())
    labels = labels if len(labels) == len(ids) else [None] * len(ids)
    return tuple(ProblemReference(label=label, problem_id=own) for label, own in zip(labels, ids, strict=True))


def _notes(old: dict[str, Any], written: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the policy's notes; the solver's stages get their texts from the completion, where the format has them."""
    notes = loose.mapping(old, "policy")
    if notes is None or written is None or loose.text(notes, "name") != "tool-free-solver":
        return notes
    drafted = {"content": written.get("text"), "reasoning": written.get("reasoning")}
    said = {1: drafted, 2: {"content": written.get("final")}}
    stages = [
        stage if loose.text(stage, "failure") else {**said.get(loose.whole(stage, "stage") or 0, {}), **stage}
        for stage in loose.rows(notes, "stages")
    ]
    return {**notes, "stages": stages}


def _steps(old: dict[str, Any], settings: EpisodeSettings) -> tuple[Step, ...]:
    found: list[Step] = []
    focus: str | None = None
    for place, step in enumerate(loose.rows(old, "steps")):
        if "verb" not in step:
            continue
        word, before, focus = loose.text(step, "problem") or "", focus, loose.text(step, "focus")
        spent, total = loose.count(step, "used") or 0, settings.budget.total
        charge, code = _charge(step), loose.whole(step, "exit_code")
        found.append(
            Step(
                id=f"s{place}",
                action=ActionTaken(
                    verb=loose.text(step, "verb") or "", problem=word, text=loose.text(step, "text") or ""
                ),
                problem=problem_of(word, before, settings),
                charge=charge,
                output=loose.text(step, "output"),
                exit=None
                if code is None
                else CommandExit(
                    code=code,
                    timed_out=loose.flag(step, "timed_out") or False,
                    escape=loose.flag(step, "escape") or False,
                ),
                guard=charge.reason if charge is not None and charge.category == "scheduler" else None,
                state=StateAfter(focus=focus, spent=spent, remaining=None if total is None else total - spent),
            )
        )
    return tuple(found)


def _charge(step: dict[str, Any]) -> StepCharge | None:
    kind = loose.word(ChargeKind, step, "charge", "kind")
    if kind is None:
        return None
    return StepCharge(
        kind=kind,
        category=loose.text(step, "charge", "category") or "",
        reason=loose.text(step, "charge", "reason") or "",
    )


def _completion(step: dict[str, Any]) -> WrittenCompletion:
    metered = loose.mapping(step, "metered")
    final = loose.at(step, "final")
    return WrittenCompletion(
        text=loose.text(step, "text") or "",
        reasoning=loose.text(step, "reasoning") or "",
        tokens=loose.whole(step, "tokens"),
        finish=loose.text(step, "finish") or "",
        final=final if isinstance(final, str) else None,
        final_finish=loose.text(step, "final_finish") or "",
        metered=None if metered is None else _metering(metered),
        spent=loose.count(step, "used"),
    )


def _metering(metered: dict[str, Any]) -> Metering:
    noticed = {name: loose.flag(metered, name) or False for name in Metering.model_fields if name != "charged"}
    return Metering(charged=loose.count(metered, "charged") or 0, **noticed)


def _artifacts(old: dict[str, Any]) -> tuple[tuple[FinalArtifact, ...], dict[str, str]]:
    found, contents = [], {}
    for path, content in (loose.mapping(old, "artifacts") or {}).items():
        refused, own = None, None
        if isinstance(content, str):
            if content.startswith("[refused: ") and content.endswith("]"):
                refused = content[len("[refused: ") : -1]
            else:
                content = str(writable(content))
                own = hash_bytes(content.encode())
                contents[own] = content
        found.append(FinalArtifact(path=path, content=own, refused=refused))
    return tuple(found), contents


def _ledger(old: dict[str, Any]) -> LedgerAtEnd | None:
    ledger = loose.mapping(old, "ledger")
    if ledger is None:
        return None
    per_problem = loose.mapping(ledger, "per_problem") or {}
    return LedgerAtEnd(
        unit=loose.word(Unit, ledger, "unit"),
        total=loose.count(ledger, "total"),
        spent=loose.count(ledger, "used"),
        remaining=loose.whole(ledger, "remaining"),
        per_problem={label: loose.count(spent) or 0 for label, spent in per_problem.items()},
        unattributed=loose.count(ledger, "unattributed"),
        free=loose.count(ledger, "free"),
        blocked=loose.count(ledger, "blocked"),
        protocol_errors=loose.count(ledger, "protocol_errors"),
    )


def _result(old: dict[str, Any]) -> ContestVerdict | None:
    result = loose.mapping(old, "result")
    if result is None or loose.count(result, "score") is None:
        return None
    return ContestVerdict(
        contest=loose.text(result, "contest"),
        score=loose.count(result, "score"),
        judge_errors=loose.texts(result, "judge_errors"),
        judges=loose.texts(result, "judges"),
        standing=loose.word(JudgeProvenance, result, "standing"),
        problems=tuple(_verdict(problem) for problem in loose.rows(result, "problems")),
    )


def _verdict(problem: dict[str, Any]) -> ProblemVerdict:
    return ProblemVerdict(
        label=loose.text(problem, "label") or "",
        problem_id=loose.text(problem, "problem") or "",
        correct=loose.flag(problem, "correct") or False,
        parse=loose.word(ParseState, problem, "parse"),
        verdict=loose.word(Outcome, problem, "verdict"),
        judge=loose.text(problem, "judge"),
        standing=loose.word(JudgeProvenance, problem, "standing"),
        detail=loose.text(problem, "detail") or "",
        spent=loose.count(problem, "spent"),
    )


def _ending(old: dict[str, Any]) -> EpisodeEnding | None:
    said = loose.word(EpisodeEnding, old, "ending")
    return EpisodeEnding.VOID if said is None and loose.text(old, "error") is not None else said


def _failure(old: dict[str, Any]) -> EpisodeFailure | None:
    """Return why there is no result and which component failed, as far as the contestant's notes say."""
    message = loose.text(old, "error")
    if message is None:
        return None
    stages = loose.rows(old, "policy", "stages")
    model = loose.text(old, "policy", "ended") == _SERVICE_FAILED or any(loose.text(s, "failure") for s in stages)
    return EpisodeFailure(kind=FailureClass.MODEL if model else None, message=message)
