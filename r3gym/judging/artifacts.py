"""Judging of a whole contest from the artifacts at the end of an episode.

Answers are compared with keys only here. Keys are loaded inside the call and not kept: code that runs the contest has a
suite reference and a contest, and gets a result without any keys. Nothing here raises: a judge that fails, keys that
cannot be read and tests that are missing are a ``judge_error`` of the answers concerned, as the paper says.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from r3gym.core.bank import Bank
from r3gym.core.contest import Contest
from r3gym.core.keys import AnswerKey
from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import NO_JUDGE, Outcome, ParsedAnswer, Verdict
from r3gym.errors import InputError, ModelFailure
from r3gym.judging.judges import Judges, offline
from r3gym.sandbox.interface import AGENT_FILE_BYTES
from r3gym.sandbox.results import SandboxError
from r3gym.suites import corrected_problems, load_keys

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
    try:
        keys = load_keys(suite, contest.domain, set(ids.values())) if answers else {}
        corrected = corrected_problems(suite, contest.domain)
    except Exception as error:
        failed = _judge_error(f"the keys cannot be read: {_fault_text(error)}")
        return dict.fromkeys(answers, failed)
    settings = judges.of(contest.domain.name)

    def judge(label: str) -> Verdict:
        if stopping():
            return NOT_JUDGED
        key: AnswerKey | None = keys.get(ids[label])
        if key is None:
            return _judge_error(f"the suite has no key for {ids[label]}")
        try:
            verdict = bank.judge(answers[label], key, settings, sandbox)
        except Exception as error:
            return _judge_error(f"the judge failed: {_fault_text(error)}")
        if ids[label] in corrected:
            verdict = replace(verdict, detail=f"{verdict.detail} (key corrected by the suite's errata)")
        return replace(verdict, key=hash_key(bank, key))

    at_once = max(2, len(answers)) if judges.waits_for_network(contest.domain) else 2
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        return dict(zip(answers, pool.map(judge, answers), strict=True))


def _judge_error(reason: str) -> Verdict:
    return Verdict(Outcome.JUDGE_ERROR, NO_JUDGE, reason)


def _fault_text(error: Exception) -> str:
    """Describe an error without the host's folders, and without a message that might quote a key."""
    if isinstance(error, InputError | SandboxError | ModelFailure):
        return re.sub(r"(?<![\w.])/(?:[^\s/:,;'\"()]+/)+", "", str(error))
    if isinstance(error, OSError):
        place = f" ({Path(str(error.filename)).name})" if error.filename else ""
        return f"{error.strerror or type(error).__name__}{place}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {where.name} ({Path(where.filename).name}, line {where.lineno})"
