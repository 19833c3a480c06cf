"""Judging of a whole contest from the artifacts at the end of an episode.

Answers are compared with keys only here. Keys are loaded inside the call and not kept: code that runs the contest has a
suite reference and a contest, and gets a result without any keys. Nothing here raises: a judge that fails, keys that
cannot be read and tests that are missing are a ``judge_error`` of the answers concerned, as the paper says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from r3gym.core.bank import Bank
from r3gym.core.contest import Contest
from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import NO_JUDGE, Outcome, ParsedAnswer, Verdict
from r3gym.errors import InputError
from r3gym.judging.judges import Judges, offline
from r3gym.judging.readable_keys import error_text, readable_keys
from r3gym.sandbox.interface import AGENT_FILE_BYTES
from r3gym.suites import corrected_problems

#: Larger artifacts are refused without reading them; real C++ programs are far smaller.
MAX_ARTIFACT_BYTES = AGENT_FILE_BYTES

#: The verdict on an answer that no judge has seen.
NOT_JUDGED = Verdict(Outcome.UNJUDGED, NO_JUDGE, "not judged yet")


def hash_key(bank: Bank[Any], key: Any) -> str:
    """Return the short hash of an answer key with its tests: what results and campaigns compare keys by."""
    return bank.hash_key(key)[:16]


def judge_parsed(
    suite: str,
    contest: Contest,
    answers: Sequence[ParsedAnswer],
    spent: Mapping[str, int],
    *,
    sandbox: str = "bubblewrap",
    judges: Judges | None = None,
    target: str | None = None,
    later: bool = False,
) -> ContestResult:
    """Judge parsed answers, each by its domain's judge, and return the result of the contest.

    With ``target`` only the answer with this label is judged. ``spent`` maps labels to spent units. Problems without an
    answer get no verdict. With ``later`` nothing is judged: every answer is ``unjudged``.
    """
    parsed = [p for p in answers if target in (None, p.label)]
    answered = {p.label: p.answer for p in parsed if p.answer is not None}
    if later:
        verdicts = dict.fromkeys(answered, NOT_JUDGED)
    else:
        verdicts = judge_answers(suite, contest, answered, sandbox=sandbox, judges=judges)
    return ContestResult(
        contest_id=contest.id,
        problems=tuple(
            ProblemResult(
                label=p.label,
                problem_id=contest.problem(p.label).id,
                parse=p.state,
                verdict=verdicts.get(p.label),
                spent=spent.get(p.label, 0),
                detail=p.detail,
            )
            for p in parsed
        ),
    )


def judge_answers(
    suite: str,
    contest: Contest,
    answers: Mapping[str, str],
    *,
    sandbox: str = "bubblewrap",
    judges: Judges | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> dict[str, Verdict]:
    """Judge answers by label, and return the verdict on each. Never raise.

    ``stopping`` is asked before each answer; once it says yes the rest is ``unjudged``.
    """
    judges = offline() if judges is None else judges
    bank: Bank[Any] = contest.domain.bank
    ids = {label: contest.problem(label).id for label in answers}
    found = readable_keys(suite, contest.domain, set(ids.values()))
    corrected = _corrected(suite, contest)
    settings = judges.of(contest.domain.name)

    def judge(label: str) -> Verdict:
        if stopping():
            return NOT_JUDGED
        if ids[label] in found.faults:
            return _judge_error(found.faults[ids[label]])
        try:
            verdict = bank.judge(answers[label], found.keys[ids[label]], settings, sandbox)
        except Exception as error:
            return _judge_error(f"the judge failed: {error_text(error)}")
        if ids[label] in corrected:
            verdict = replace(verdict, detail=f"{verdict.detail} (key corrected by the suite's errata)")
        return replace(verdict, key=hash_key(bank, found.keys[ids[label]]))

    at_once = max(2, len(answers)) if judges.waits_for_network(contest.domain) else 2
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        return dict(zip(answers, pool.map(judge, answers), strict=True))


def _judge_error(reason: str) -> Verdict:
    return Verdict(Outcome.JUDGE_ERROR, NO_JUDGE, reason)


def _corrected(suite: str, contest: Contest) -> frozenset[str]:
    try:
        return corrected_problems(suite, contest.domain)
    except (InputError, OSError):  # then the keys cannot be read either, and say so
        return frozenset()
