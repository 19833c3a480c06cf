"""Convert the core's values (actions, charges, states, ledgers, results) to the models of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from r3gym.core.actions import Action
from r3gym.core.artifact import Artifact
from r3gym.core.budget import Ledger
from r3gym.core.charge import Charge
from r3gym.core.completion import Completion
from r3gym.core.metering import MeteredCompletion
from r3gym.core.provenance import JudgeProvenance
from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.state import ContestState
from r3gym.core.verdict import NO_JUDGE, Outcome, ParsedAnswer, ParseState, Verdict
from r3gym.records.assembling import WrittenCompletion
from r3gym.records.ending import (
    ContestVerdict,
    ExtractedAnswer,
    FinalArtifact,
    LedgerAtEnd,
    ProblemVerdict,
    SecondVerdict,
    TestOutcome,
)
from r3gym.records.steps import ActionTaken, CommandExit, Metering, ProblemAfter, StateAfter, StepCharge
from r3gym.sandbox.results import ExecResult
from r3gym.utils.hashing import hash_bytes


def action_taken(action: Action) -> ActionTaken:
    """Convert an action."""
    return ActionTaken(verb=action.verb.name.lower(), problem=action.problem, text=action.text)


def step_charge(charge: Charge) -> StepCharge:
    """Convert the charge of a step."""
    return StepCharge(kind=charge.kind, category=charge.category, reason=charge.reason, word=charge.word or None)


def command_exit(ran: ExecResult) -> CommandExit:
    """Convert the result of a command to how it ended."""
    return CommandExit(
        code=ran.exit_code,
        timed_out=ran.timed_out,
        escape=ran.escape,
        out_of_memory=ran.oom,
        output_cut=ran.truncated,
    )


def state_after(state: ContestState) -> StateAfter:
    """Convert the visible state."""
    return StateAfter(
        focus=state.focus,
        spent=state.used,
        remaining=state.remaining,
        problems=tuple(ProblemAfter(**vars(problem)) for problem in state.problems),
    )


def written_completion(completion: Completion, metered: MeteredCompletion, ledger: Ledger) -> WrittenCompletion:
    """Convert a completion, with its charge."""
    ran = completion.final is not None
    return WrittenCompletion(
        text=completion.text,
        reasoning=completion.reasoning,
        tokens=completion.tokens,
        finish=completion.finish.name.lower(),
        final=completion.final,
        final_finish=completion.final_finish.name.lower() if ran else "",
        metered=Metering(**metered.summary()),
        spent=ledger.used,
    )


def ledger_at_end(ledger: Ledger) -> LedgerAtEnd:
    """Convert the ledger in its present state."""
    return LedgerAtEnd(
        unit=ledger.budget.unit,
        total=ledger.budget.total,
        spent=ledger.used,
        remaining=ledger.remaining,
        per_problem=dict(ledger.per_problem),
        unattributed=ledger.unattributed,
        free=ledger.free_count,
        blocked=ledger.blocked_count,
        protocol_errors=ledger.protocol_error_count,
    )


def final_artifacts(files: Mapping[str, Artifact], contents: dict[str, str]) -> tuple[FinalArtifact, ...]:
    """Convert the judged files; their texts are added to ``contents``."""
    found = []
    for path, file in files.items():
        own = None
        if file.content is not None and not file.refused:
            own = hash_bytes(file.content)
            contents[own] = file.content.decode("utf-8", errors="replace")
        found.append(FinalArtifact(path=path, content=own, refused=file.refused or None))
    return tuple(found)


def extracted_answers(parsed: Iterable[ParsedAnswer]) -> tuple[ExtractedAnswer, ...]:
    """Convert the answers that the parser found."""
    return tuple(
        ExtractedAnswer(
            label=p.label,
            parse=p.state,
            answer=p.answer,
            detail=p.detail,
            duplicate=p.duplicate,
            unmarked=p.unmarked,
            declined=p.declined,
        )
        for p in parsed
    )


def contest_verdict(result: ContestResult) -> ContestVerdict:
    """Convert the result of a contest."""
    return ContestVerdict(
        contest=result.contest_id,
        score=result.score,
        judge_errors=result.judge_errors,
        judges=result.judges,
        standing=result.standing,
        problems=tuple(_problem_verdict(problem) for problem in result.problems),
    )


def with_verdicts(result: ContestVerdict, verdicts: Mapping[str, Verdict]) -> ContestVerdict:
    """Return the result with these verdicts, by label, in place of its own."""
    problems = tuple(_with_verdict(problem, verdicts.get(problem.label)) for problem in result.problems)
    standings = {problem.standing for problem in problems} - {None}
    return ContestVerdict(
        contest=result.contest,
        score=sum(problem.correct for problem in problems),
        judge_errors=tuple(problem.label for problem in problems if problem.verdict is Outcome.JUDGE_ERROR),
        judges=tuple(sorted({problem.judge for problem in problems if problem.judge is not None})),
        standing=JudgeProvenance.STAND_IN if JudgeProvenance.STAND_IN in standings else next(iter(standings), None),
        problems=problems,
    )


def _with_verdict(problem: ProblemVerdict, verdict: Verdict | None) -> ProblemVerdict:
    if verdict is None:
        return problem
    parse, spent = problem.parse or ParseState.ANSWERED, problem.spent or 0
    return _problem_verdict(ProblemResult(problem.label, problem.problem_id, parse, verdict, spent))


def _problem_verdict(problem: ProblemResult) -> ProblemVerdict:
    verdict = problem.verdict
    return ProblemVerdict(
        label=problem.label,
        problem_id=problem.problem_id,
        correct=problem.correct,
        parse=problem.parse,
        verdict=None if verdict is None else verdict.outcome,
        judge=None if verdict is None or verdict.judge == NO_JUDGE else verdict.judge,
        standing=problem.standing,
        detail=problem.detail if verdict is None else verdict.detail,
        unsure=problem.unsure,
        spent=problem.spent,
        score=None if verdict is None else verdict.score,
        tests=None
        if verdict is None or verdict.tests is None
        else tuple(TestOutcome(number=number, outcome=outcome) for number, outcome in verdict.tests),
        key=None if verdict is None else verdict.key,
        second=None
        if verdict is None or verdict.second is None
        else SecondVerdict(judge=verdict.second.judge, verdict=verdict.second.outcome, score=verdict.second.score),
    )
