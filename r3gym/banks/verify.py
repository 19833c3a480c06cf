"""Check a whole bank: hashes, statements, references, and answers computed a second way.

The submissions of code packages are `r3gym.domains.code.judging.verify`'s part; everything else that can be wrong with
a suite folder is found here, problem by problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from r3gym.banks.computed import computed_answers
from r3gym.banks.statements import NEAR, gives_away, near_duplicates
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey, ARKey, CodeKey, MathKey
from r3gym.core.known_domains import get_domain
from r3gym.domains.code.packages import open_tests
from r3gym.domains.code.packages.hashing import hash_case
from r3gym.domains.math.judging.judge import judge_math
from r3gym.judging.artifacts import judge_answer
from r3gym.suites.folder import read_all_keys, read_keys, read_manifest, read_problems, read_suite
from r3gym.suites.reference import SuiteError
from r3gym.suites.rows import MathKeyRow, read_rows

#: Begins the other derivation in the solution of an answer that only a proof confirms.
SECOND_DERIVATION = "Second derivation:"
#: Items of one generator share their instructions: only what is nearly all the same is a duplicate.
_NEAR = {get_domain("code"): NEAR, get_domain("math"): NEAR, get_domain("ar"): 0.97}


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
    domain = get_domain(read_manifest(folder).domain)
    yield _hashes(folder, domain)
    problems = read_problems(folder, domain)
    keys = read_all_keys(folder, domain, problems)
    yield from _statements(domain, {name: problem.statement for name, problem in problems.items()}, keys)
    for name, key in keys.items():
        yield _tests(name, key) if isinstance(key, CodeKey) else _reference(domain, name, key)
    if domain.name == "math":
        yield from _computed(folder, keys)
        yield from _proved(folder)


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
        if not isinstance(key, MathKey | ARKey):
            continue
        leaks = gives_away(statement, key.reference)
        yield Finding(
            domain, name, "no leaked answer", not leaks, "the answer stands in the statement" if leaks else ""
        )
    pairs = list(near_duplicates(statements, _NEAR[domain]))
    yield from (
        Finding(domain, one, "no near duplicate", False, f"{share:.0%} like {two}") for one, two, share in pairs
    )
    if not pairs:
        yield Finding(domain, "", "no near duplicate", True)


def _tests(name: str, key: CodeKey) -> Finding:
    """A hidden test that repeats a sample has its answer in the statement; one that repeats another tests nothing."""
    first: dict[str, str] = {}
    repeated = []
    for case in open_tests(key.tests).cases if key.tests else ():
        digest, _ = hash_case(case)
        if digest in first:
            repeated.append(f"{case.name} repeats {first[digest]}")
        first.setdefault(digest, case.name)
    return Finding(get_domain("code"), name, "no repeated test", not repeated, "; ".join(repeated))


def _reference(domain: Domain, name: str, key: MathKey | ARKey) -> Finding:
    verdict = judge_answer(key.reference, key)
    return Finding(domain, name, "reference is accepted", verdict.correct, verdict.detail)


def _computed(folder: Path, keys: dict[str, AnswerKey]) -> Iterator[Finding]:
    answers = computed_answers(folder)
    for name, key in keys.items():
        assert isinstance(key, MathKey)
        found = answers.get(name)
        if found is None:
            yield Finding(get_domain("math"), name, "answer computed a second way", False, "no check computes it")
        elif isinstance(found, Exception):
            yield Finding(get_domain("math"), name, "answer computed a second way", False, str(found))
        else:
            same = judge_math(found, key).correct
            detail = "" if same else f"the check computes {found}"
            yield Finding(get_domain("math"), name, "answer computed a second way", same, detail)


def _proved(folder: Path) -> Iterator[Finding]:
    """Answers that a computation can support but not settle keep two derivations with their key."""
    for row in read_rows(folder / "keys.jsonl", MathKeyRow):
        if row.by_proof:
            twice = SECOND_DERIVATION in row.solution
            detail = "" if twice else f"the solution has no part that begins with {SECOND_DERIVATION!r}"
            yield Finding(get_domain("math"), row.id, "two derivations", twice, detail)
