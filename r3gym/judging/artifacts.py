"""Judging of a whole contest from the artifacts at the end of an episode.

Answers are compared with keys only here. Keys are loaded inside the call and not kept: code that runs the contest has a
suite reference and a contest, and gets a result without any keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from r3gym.core.bank import Bank
from r3gym.core.contest import Contest
from r3gym.core.result import ContestResult, ProblemResult
from r3gym.core.verdict import ParsedAnswer
from r3gym.judging.judges import Judges, offline
from r3gym.sandbox.interface import AGENT_FILE_BYTES
from r3gym.suites import corrected_problems, load_keys

#: Larger artifacts are refused without reading them; real C++ programs are far smaller.
MAX_ARTIFACT_BYTES = AGENT_FILE_BYTES


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
) -> ContestResult:
    """Judge parsed answers, each by its domain's judge, and return the result of the contest.

    With ``target`` only the answer with this label is judged. ``spent`` maps labels to spent units. Problems without an
    answer get no verdict.
    """
    judges = offline() if judges is None else judges
    bank: Bank[Any] = contest.domain.bank
    parsed = [p for p in answers if target in (None, p.label)]
    answered = {p.label: p.answer for p in parsed if p.answer is not None}
    keys = load_keys(suite, contest.domain, {contest.problem(label).id for label in answered})
    settings = judges.of(contest.domain.name)
    at_once = max(2, len(answered)) if judges.waits_for_network(contest.domain) else 2
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        verdicts = dict(
            zip(
                answered,
                pool.map(
                    lambda label: bank.judge(answered[label], keys[contest.problem(label).id], settings, sandbox),
                    answered,
                ),
                strict=True,
            )
        )
    hashes = {label: hash_key(bank, keys[contest.problem(label).id]) for label in answered}
    corrected = corrected_problems(suite, contest.domain)
    for label, verdict in verdicts.items():
        if contest.problem(label).id in corrected:
            verdicts[label] = replace(verdict, detail=f"{verdict.detail} (key corrected by the suite's errata)")
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
                key=hashes.get(p.label),
            )
            for p in parsed
        ),
    )
