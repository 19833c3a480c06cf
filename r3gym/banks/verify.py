"""Check a whole bank: hashes, statements, references, and answers computed a second way.

The submissions of code packages are `r3gym.judging.code.verify`'s part; everything else that can be wrong with a suite
folder is found here, problem by problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from r3gym.banks.computed import computed_answers
from r3gym.banks.statements import NEAR, gives_away, near_duplicates
from r3gym.domains import Domain
from r3gym.judging.artifacts import judge_answer
from r3gym.judging.math.judge import judge_math
from r3gym.keys import AnswerKey, ARKey, CodeKey, MathKey
from r3gym.suites.folder import read_all_keys, read_keys, read_manifest, read_problems, read_suite
from r3gym.suites.reference import SuiteError

#: Items of one generator share their instructions: only what is nearly all the same is a duplicate.
_NEAR = {Domain.CODE: NEAR, Domain.MATH: NEAR, Domain.AR: 0.97}


@dataclass(frozen=True)
class Finding:
    """One check of one problem (or of the bank, where ``problem`` is empty): whether it holds, and why not."""

    domain: Domain
    problem: str
    check: str
    ok: bool
    detail: str = ""


def verify_bank(folder: Path) -> Iterator[Finding]:
    """All findings about a suite folder, good and bad, each as soon as it is known."""
    domain = read_manifest(folder).domain
    yield _hashes(folder, domain)
    problems = read_problems(folder, domain)
    keys = read_all_keys(folder, domain, problems)
    yield from _statements(domain, {name: problem.statement for name, problem in problems.items()}, keys)
    for name, key in keys.items():
        if not isinstance(key, CodeKey):
            yield _reference(domain, name, key)
    if domain is Domain.MATH:
        yield from _computed(folder, keys)


def _hashes(folder: Path, domain: Domain) -> Finding:
    try:
        suite = read_suite(folder, folder.name)
        read_keys(folder, {problem.id for contest in suite.contests for problem in contest.problems})
    except SuiteError as error:
        return Finding(domain, "", "hashes", False, str(error))
    return Finding(domain, "", "hashes", True)


def _statements(domain: Domain, statements: dict[str, str], keys: dict[str, AnswerKey]) -> Iterator[Finding]:
    for name, statement in statements.items():
        key = keys.get(name)
        reference = key.reference if isinstance(key, MathKey | ARKey) else ""
        leaks = gives_away(statement, reference)
        yield Finding(
            domain, name, "no leaked answer", not leaks, "the answer stands in the statement" if leaks else ""
        )
    pairs = list(near_duplicates(statements, _NEAR[domain]))
    yield from (
        Finding(domain, one, "no near duplicate", False, f"{share:.0%} like {two}") for one, two, share in pairs
    )
    if not pairs:
        yield Finding(domain, "", "no near duplicate", True)


def _reference(domain: Domain, name: str, key: MathKey | ARKey) -> Finding:
    verdict = judge_answer(key.reference, key)
    return Finding(domain, name, "reference is accepted", verdict.correct, verdict.detail)


def _computed(folder: Path, keys: dict[str, AnswerKey]) -> Iterator[Finding]:
    answers = computed_answers(folder)
    for name, key in keys.items():
        assert isinstance(key, MathKey)
        found = answers.get(name)
        if found is None:
            yield Finding(Domain.MATH, name, "answer computed a second way", False, "no check computes it")
        elif isinstance(found, Exception):
            yield Finding(Domain.MATH, name, "answer computed a second way", False, str(found))
        else:
            same = judge_math(found, key).correct
            detail = "" if same else f"the check computes {found}"
            yield Finding(Domain.MATH, name, "answer computed a second way", same, detail)
