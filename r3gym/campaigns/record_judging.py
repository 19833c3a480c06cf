"""Judge an episode from its record: the stored answers, the suite's keys, any judges. Nothing is played.

The same function judges an episode right after it was played and years later, so both give the same verdicts. It does
not raise for a judge that fails: such answers are a ``judge_error``, which counts zero and can be judged again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from r3gym.core.contest import Contest
from r3gym.core.verdict import AWAITING, NO_JUDGE, Outcome, Verdict
from r3gym.errors import InputError
from r3gym.judging.artifacts import NOT_JUDGED, judge_answers
from r3gym.judging.judges import Judges
from r3gym.records.ending import ContestVerdict, EarlierVerdicts, ProblemVerdict
from r3gym.records.from_core import with_verdicts
from r3gym.records.planned import PlannedEpisode
from r3gym.records.record import EpisodeRecord
from r3gym.records.run_kind import SINGLE_PROBLEM
from r3gym.suites import load_suite


def can_be_judged(record: EpisodeRecord) -> bool:
    """Return whether the episode was played to its end, so that its answers are in the record."""
    return record.answers is not None and record.ledger is not None


def awaiting(record: EpisodeRecord) -> tuple[str, ...]:
    """Return the labels of the answers that a judge has still to decide."""
    return _result(record).awaiting if can_be_judged(record) else ()


@dataclass(frozen=True)
class JudgedRecord:
    """A record with verdicts: how many answers were judged, how many verdicts changed, and which the judge failed on.

    The same verdict by another judge is recorded and is no change.
    ``failed`` holds the reasons by label. An answer in it that had a verdict before keeps that. ``stopped``: not all
    answers that were to be judged have been.
    """

    record: EpisodeRecord
    judged: int
    changed: int
    failed: Mapping[str, str]
    stopped: bool


def judge_record(
    record: EpisodeRecord,
    episode: PlannedEpisode,
    suite: str,
    judges: Judges,
    *,
    again: bool = False,
    stopping: Callable[[], bool] = lambda: False,
) -> JudgedRecord:
    """Return the record with verdicts for the answers that await one, or (``again``) new ones for all answers.

    What is not judged, because ``stopping`` said yes or a judge failed that had decided before, keeps its verdict.
    Verdicts that are replaced are kept in ``earlier_verdicts``. Raises `InputError` when the record has no answers.
    """
    if not can_be_judged(record):
        raise InputError(f"episode {episode.id}: it was not played to its end, so there is nothing to judge")
    before = _result(record)
    answers = {one.label: one.answer for one in record.answers or () if one.answer is not None}
    wanted = {p.label for p in before.problems if p.label in answers and (again or p.verdict in AWAITING)}
    chosen = {label: text for label, text in answers.items() if label in wanted}
    try:
        contest = _contest(record, episode, suite)
    except InputError as error:
        verdicts = dict.fromkeys(chosen, Verdict(Outcome.JUDGE_ERROR, NO_JUDGE, str(error)))
    else:
        sandbox = record.settings.sandbox or "bubblewrap"
        verdicts = judge_answers(suite, contest, chosen, sandbox=sandbox, judges=judges, stopping=stopping)
    failed = {label: verdict.detail for label, verdict in verdicts.items() if verdict.outcome is Outcome.JUDGE_ERROR}
    stopped = any(verdict.outcome is Outcome.UNJUDGED for verdict in verdicts.values())
    decided = {p.label for p in before.problems if p.verdict not in AWAITING}
    given = {
        label: verdict
        for label, verdict in verdicts.items()
        if verdict.outcome is not Outcome.UNJUDGED and not (label in decided and label in failed)
    }
    after = with_verdicts(before, given)
    changed = sum(_verdict(old) != _verdict(new) for old, new in zip(before.problems, after.problems, strict=True))
    judged = sum(verdict.outcome not in AWAITING for verdict in verdicts.values())
    return JudgedRecord(_with_result(record, after, judges.to_record()), judged, changed, failed, stopped)


def _with_result(record: EpisodeRecord, result: ContestVerdict, judges: dict[str, Any]) -> EpisodeRecord:
    """Return the record with another result; one that says the same leaves the record as it is."""
    before = record.result
    if before is not None and record.failure is None and all(map(_same, before.problems, result.problems)):
        return record
    replaced = before is not None and any(
        old.verdict not in (None, Outcome.UNJUDGED) and not _same(old, new)
        for old, new in zip(before.problems, result.problems, strict=True)
    )
    update: dict[str, Any] = {"result": result, "failure": None}
    if replaced:
        assert before is not None
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        by = record.judged_by or record.settings.judges
        update["earlier_verdicts"] = (
            *record.earlier_verdicts,
            EarlierVerdicts(result=before, judges=by, replaced=now),
        )
    update["judged_by"] = None if judges == record.settings.judges else judges
    return record.model_copy(update=update)


def _same(old: ProblemVerdict, new: ProblemVerdict) -> bool:
    return old.verdict is Outcome.JUDGE_ERROR is new.verdict or _told(old) == _told(new)


def _verdict(problem: ProblemVerdict) -> tuple[object, ...]:
    return problem.verdict, problem.score, problem.left_unsure


def _told(problem: ProblemVerdict) -> tuple[object, ...]:
    return problem.verdict, problem.judge, problem.score, problem.left_unsure, problem.second


def _result(record: EpisodeRecord) -> ContestVerdict:
    """Return the record's result; of an episode that lost its judging, one in which every answer is unjudged."""
    if record.result is not None:
        return record.result
    settings, ledger = record.settings, record.ledger
    ids = {problem.label: problem.problem_id for problem in settings.problems}
    spent = {} if ledger is None else ledger.per_problem
    parsed = [one for one in record.answers or () if settings.target in (None, one.label)]
    problems = tuple(
        ProblemVerdict(
            label=one.label,
            problem_id=ids[one.label] or "",
            correct=False,
            parse=one.parse,
            verdict=None if one.answer is None else NOT_JUDGED.outcome,
            judge=None,
            standing=None,
            detail=one.detail if one.answer is None else NOT_JUDGED.detail,
            spent=spent.get(one.label, 0),
        )
        for one in parsed
    )
    return ContestVerdict(
        contest=settings.contest, score=0, judge_errors=(), judges=(), standing=None, problems=problems
    )


def _contest(record: EpisodeRecord, episode: PlannedEpisode, suite: str) -> Contest:
    """Return the contest that was played; raise `InputError` when the suite has other problems in its place."""
    found = load_suite(suite, episode.domain)
    single = episode.kind in SINGLE_PROBLEM
    contest = found.single(episode.problem_id or "") if single else found.contest(episode.contest)
    now = {label: problem.id for label, problem in zip(contest.labels, contest.problems, strict=True)}
    if now != {problem.label: problem.problem_id for problem in record.settings.problems}:
        raise InputError(f"contest {contest.id} of the suite has other problems than those that were played")
    return contest
