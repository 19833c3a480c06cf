"""Checks of a whole bank: hashes, statements, and the checks of its domain (references, tests, computed answers).

The submissions of code packages are checked by `r3gym.domains.code.judging.verify`; all other checks of a suite folder
are here, problem by problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from r3gym.core.bank import BankCheck
from r3gym.core.known_domains import get_domain
from r3gym.domains.statement_checks import near_duplicates
from r3gym.errors import SuiteError
from r3gym.suites.folder import bank_of, read_keys, read_suite, read_suite_manifest


def verify_bank(folder: Path) -> Iterator[BankCheck]:
    """Yield all results about a suite folder, passed and failed, each as soon as it is known."""
    domain = read_suite_manifest(folder).domain
    bank = bank_of(get_domain(domain))
    yield _hashes(folder, domain)
    problems = bank.read_problems(folder)
    keys = bank.read_keys(folder, problems)
    yield from bank.check_statements(problems, keys)
    pairs = list(near_duplicates({name: problem.statement for name, problem in problems.items()}, bank.near_duplicate))
    for one, two, share in pairs:
        yield BankCheck(domain, one, "no near duplicate", False, f"{share:.0%} like {two}")
    if not pairs:
        yield BankCheck(domain, "", "no near duplicate", True)
    yield from bank.check_keys(folder, keys)


def _hashes(folder: Path, domain: str) -> BankCheck:
    try:
        suite = read_suite(folder, folder.name)
        read_keys(folder, {problem.id for contest in suite.contests for problem in contest.problems})
    except SuiteError as error:
        return BankCheck(domain, "", "hashes", False, str(error))
    return BankCheck(domain, "", "hashes", True)
