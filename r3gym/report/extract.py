"""Extract the values of a report from a record, with every text sanitised."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from r3gym.core.setting import Setting
from r3gym.records.attribution import attribution
from r3gym.records.ending import EpisodeEnding, LedgerAtEnd, ProblemVerdict
from r3gym.records.protocol_facts import reading_facts
from r3gym.records.record import EpisodeRecord
from r3gym.records.turns import ModelTurn, TokenUsage, UsageSums
from r3gym.report.compact import compact
from r3gym.report.episode_report import (
    EpisodeReport,
    Facts,
    ReportAudit,
    ReportCompletion,
    ReportProblem,
    ReportProtocolError,
    ReportStage,
    ReportStep,
    ReportTrim,
    ReportTurn,
    ReportUsage,
)
from r3gym.report.outcomes import episode_outcomes, reading_phrase
from r3gym.report.text import plain
from r3gym.report.work_phrases import booking, effects

#: The flags of a completion, in words.
REMARKS = {
    "cut": "stopped by a cap",
    "cut_in_reasoning": "the budget was gone before any visible text",
    "over_cap": "the server wrote more than the budget",
    "hit_safety_cap": "an unbudgeted run that was stopped",
}
HASH = 64


def make_report(record: EpisodeRecord, name: str) -> EpisodeReport:
    """Return the report of one record; ``name`` is the record's file."""
    settings, ledger, who = record.settings, record.ledger, record.contestant
    stages = tuple(_stage(turn) for turn in record.turns if turn.stage is not None)
    return EpisodeReport(
        record=name,
        environment=_text(settings.env),
        setting=_text(settings.setting),
        domain=_text(settings.domain),
        contest=_text(settings.contest),
        scheduler=_text(settings.scheduler),
        contestant="" if who is None else plain(who.display_name),
        settings=_settings(record),
        policy=_policy(record),
        unit="" if ledger is None else _text(ledger.unit),
        total=None if ledger is None else ledger.total,
        used=None if ledger is None else ledger.spent,
        counts=() if ledger is None else _counts(ledger),
        score=None if record.result is None else record.result.score,
        error=_error(record),
        ended=_ended(record),
        problems=_problems(record),
        steps=_steps(record),
        completions=_completions(record),
        turns=tuple(_turn(record, turn) for turn in record.turns if turn.stage is None),
        faults=tuple(
            ReportProtocolError(_number(error.turn), plain(error.kind), plain(error.detail), plain(error.answer))
            for error in record.protocol_errors
        ),
        trims=tuple(
            ReportTrim(_number(trim.before_turn), plain(trim.what), _number(trim.turn), trim.chars, plain(trim.why))
            for trim in record.trims
        ),
        stages=stages,
        audit=_audit(record),
        usage=_sum(stage.usage for stage in stages) if who is None or who.usage is None else _sums(who.usage),
        instruction=_text(record.opening.instruction),
        finalization=_text(record.opening.finalization),
        artifacts=_artifacts(record),
        counting_policy=_counting_policy(record),
        outcomes=episode_outcomes(record),
    )


def _text(value: str | None) -> str:
    return "" if value is None else plain(str(value))


def _number(address: str | None) -> int | None:
    """Return the number in a step's or turn's id."""
    digits = "" if address is None else address[1:]
    return int(digits) if digits.isdecimal() and len(digits) < HASH else None


def _error(record: EpisodeRecord) -> str:
    if record.failure is not None:
        return plain(record.failure.message)
    return "the episode was interrupted" if record.ending == "interrupted" else ""


#: Where the environment ended an episode that has a result.
_STOPPED = {
    EpisodeEnding.STEP_CAP: "at the step cap (too many steps without cost); judged as it was",
    EpisodeEnding.WALL_CLOCK: "at the wall clock (it took too long); judged as it was",
    EpisodeEnding.STALLED: "stalled (too many steps in a row without progress); judged as it was",
}


def _ended(record: EpisodeRecord) -> str:
    """Say how it ended: where the environment stopped it, that; and what the contestant recorded."""
    stopped = "" if record.ending is None else _STOPPED.get(record.ending, "")
    own = "" if record.contestant is None else _text(record.contestant.ended)
    return "; ".join(filter(None, (stopped, "" if stopped and own == "finished" else own)))


def _facts(values: dict[str, Any]) -> Facts:
    """Return the values that are known, by name; hashes are shortened."""
    named = [(plain(str(key)).replace("_", " "), compact(part)) for key, part in values.items()]
    return tuple((key, _short_hash(part)) for key, part in named if part)


def _short_hash(text: str) -> str:
    return text[:12] if len(text) == HASH and all(c in "0123456789abcdef" for c in text) else text


def _settings(record: EpisodeRecord) -> Facts:
    settings = record.settings
    return _facts({
        **record.versions.model_dump(mode="json"),
        "suite": settings.suite.reference,
        "suite_hash": settings.suite.content_hash,
        "seed": settings.seed,
        "scheduler": settings.scheduler,
        "protocol": settings.protocol,
        "sandbox": settings.sandbox,
        "judges": settings.judges,
        "budget_view": settings.budget_view,
        "target": settings.target,
        "show_difficulty": settings.show_difficulty,
        "limits": None if settings.limits is None else settings.limits.model_dump(),
        "ending": record.ending,
    })  # fmt: skip


def _policy(record: EpisodeRecord) -> Facts:
    who = record.contestant
    if who is None:
        return ()
    placed = {"finalized_after", "ended", "usage", "more"}
    dropped = None if record.finalisation is None else record.finalisation.trace_dropped
    return _facts({
        **who.model_dump(mode="json", exclude=placed),
        "finalized_after": _number(who.finalized_after),
        "trace": None if dropped is None else {"dropped": dropped},
        **who.more,
    })  # fmt: skip


def _counts(ledger: LedgerAtEnd) -> tuple[tuple[str, int], ...]:
    named = (
        ("free", ledger.free),
        ("blocked", ledger.blocked),
        ("protocol_errors", ledger.protocol_errors),
        ("unattributed", ledger.unattributed),
    )
    return tuple((name, count) for name, count in named if count is not None)


def _counting_policy(record: EpisodeRecord) -> str:
    """Return the rules that counted the actions; "" in the tool-free setting, where none are counted."""
    return "" if record.settings.setting is Setting.TOOL_FREE else _text(record.versions.counting_policy)


def _problems(record: EpisodeRecord) -> tuple[ReportProblem, ...]:
    work, read = attribution(record), reading_facts(record)
    if record.result is not None and record.result.problems:
        return tuple(
            ReportProblem(
                label=plain(problem.label),
                problem=plain(problem.problem_id),
                parse=_text(problem.parse),
                verdict=_text(problem.verdict),
                judge=_text(problem.judge),
                standing=_text(problem.standing),
                detail=plain(_detail(problem)),
                spent=problem.spent,
                correct=problem.correct,
                booking=booking(work.get(problem.label), problem.correct),
                unsure=problem.left_unsure,
                reading=reading_phrase(read.get(problem.label)),
            )
            for problem in record.result.problems
        )
    # A void episode: the problems with their spending, none of them judged.
    spent = {} if record.ledger is None else record.ledger.per_problem
    return tuple(
        ReportProblem(
            plain(problem.label or str(place)), plain(problem.problem_id), spent=spent.get(problem.label or "")
        )
        for place, problem in enumerate(record.settings.problems, 1)
    )


def _detail(problem: ProblemVerdict) -> str:
    """Return the verdict's detail, with partial credit (which does not count) and another judge's verdict."""
    parts = [problem.detail]
    if problem.score is not None and 0 < problem.score < 1:
        parts.append(f"score {problem.score:g}")
    if problem.second is not None:
        parts.append(f"{problem.second.judge}: {problem.second.verdict.value}")
    return "; ".join(filter(None, parts))


def _steps(record: EpisodeRecord) -> tuple[ReportStep, ...]:
    return tuple(
        ReportStep(
            number=number,
            verb=plain(step.action.verb),
            problem=plain(step.action.problem),
            text=plain(step.action.text),
            charge="" if step.charge is None else step.charge.kind.value,
            reason="" if step.charge is None else plain(step.charge.reason),
            output=_text(step.output),
            focus=_text(step.state.focus),
            used=step.state.spent,
            turn=_number(step.turn),
            word="" if step.charge is None else _text(step.charge.word),
            effects=plain(effects(step.effects)),
            full_output="" if step.full_output is None else plain(record.quote(f"{step.id}.full_output")),
        )
        for step in record.steps
        if (number := _number(step.id)) is not None
    )


def _completions(record: EpisodeRecord) -> tuple[ReportCompletion, ...]:
    taken, final, metered = record.completion, record.finalisation, None
    if taken is None:
        return ()
    metered = taken.metered
    said = [] if metered is None else [remark for name, remark in REMARKS.items() if getattr(metered, name)]
    if metered is not None and not metered.reported:
        said.append("the server did not report its tokens")
    return (
        ReportCompletion(
            text=plain(taken.text),
            reasoning=_reasoning(record, taken.reasoning),
            tokens=taken.tokens,
            finish=plain(taken.finish),
            final=None if final is None or final.text is None else plain(final.text),
            final_finish="" if final is None else _text(final.finish),
            charged=None if metered is None else metered.charged,
            remarks=tuple(said),
        ),
    )


def _reasoning(record: EpisodeRecord, address: str | None) -> str:
    return "" if address is None else plain(record.quote(address))


def _turn(record: EpisodeRecord, turn: ModelTurn) -> ReportTurn:
    return ReportTurn(
        number=_number(turn.id) or 0,
        content=_text(turn.content),
        reasoning=_reasoning(record, turn.reasoning),
        tool_calls=tuple((plain(call.name), plain(call.arguments)) for call in turn.tool_calls),
        finish=_text(turn.finish),
        usage=_usage(turn.usage, turn.attempts, turn.cost),
        steps=tuple(number for step in turn.steps if (number := _number(step)) is not None),
        said=tuple(map(plain, turn.said)),
    )


def _stage(turn: ModelTurn) -> ReportStage:
    assert turn.stage is not None
    return ReportStage(
        stage=str(turn.stage.number),
        cap=turn.max_tokens,
        cap_kind=_text(turn.stage.cap_kind),
        charged=turn.stage.charged is True,
        thinking=turn.stage.thinking,
        outcome=_text(turn.stage.outcome),
        finish=_text(turn.finish),
        usage=_usage(turn.usage, turn.attempts),
        failure=_text(turn.failure),
    )


def _audit(record: EpisodeRecord) -> ReportAudit | None:
    audit = None if record.finalisation is None else record.finalisation.audit
    if audit is None:
        return None
    return ReportAudit(tuple(plain(answer.label) for answer in audit.answers), tuple(map(plain, audit.flagged)))


def _usage(usage: TokenUsage | None, attempts: int | None, cost: float | None = None) -> ReportUsage:
    if usage is None:
        return ReportUsage(attempts=attempts, cost=cost)
    return ReportUsage(
        attempts=attempts,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        reasoning_tokens=usage.reasoning_tokens,
        cached_tokens=usage.cached_tokens,
        cost=cost,
    )


def _sums(usage: UsageSums) -> ReportUsage:
    counts: dict[str, Any] = {**usage.model_dump(), "currency": _text(usage.currency)}
    if usage.calls and usage.unreported == usage.calls:  # a sum over nothing is unknown, not 0
        counts |= {"prompt_tokens": None, "completion_tokens": None}
    return ReportUsage(**counts)


def _sum(parts: Iterable[ReportUsage]) -> ReportUsage | None:
    """Return the sum of the stages' tokens, for notes that hold no totals."""
    known = list(parts)
    if not known:
        return None
    return ReportUsage(
        calls=len(known),
        prompt_tokens=sum(u.prompt_tokens or 0 for u in known),
        completion_tokens=sum(u.completion_tokens or 0 for u in known),
        reasoning_tokens=sum(u.reasoning_tokens or 0 for u in known),
        unreported=sum(u.completion_tokens is None for u in known),
    )


def _artifacts(record: EpisodeRecord) -> Facts:
    found = []
    for artifact in record.artifacts:
        if artifact.refused is not None:
            found.append((plain(artifact.path), f"[refused: {plain(artifact.refused)}]"))
        elif artifact.content is not None:
            found.append((plain(artifact.path), plain(record.contents.get(artifact.content, ""))))
    return tuple(found)
