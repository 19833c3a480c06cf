"""``packages:DIR``: a folder of ICPC / Kattis packages used as a suite without importing it first.

The packages state no tiers, so contests of six problems (another number with the option ``problems``) are drawn by
``seed`` (an option, default 0).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from r3gym.core.bank import Bank
from r3gym.core.contest import Contest, Suite
from r3gym.core.contest_size import check_problem_count, tier_mix
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.problem import hash_problem
from r3gym.core.tier import Tier
from r3gym.errors import MissingDomainError, SuiteError
from r3gym.suites.dealing import assign_contests, contest_id
from r3gym.suites.reference import SuiteReference
from r3gym.utils.hashing import hash_json


def read_suite(reference: SuiteReference, text: str, domain: Domain) -> Suite:
    """Read the public suite; raise `SuiteError` for unknown options or too few packages."""
    reference.check_options(("errata", "seed", "problems"))
    bank: Bank[Any] = domain.bank
    try:
        problems = bank.read_packages(Path(reference.location))
    except MissingDomainError as error:
        raise MissingDomainError(f"suite={text!r}: {error}") from None
    size = check_problem_count(reference.integer("problems", PROBLEMS_PER_CONTEST))
    dealt = assign_contests(
        dict.fromkeys(problems, Tier.UNRATED), reference.integer("seed", 0), "packages", tier_mix(size)
    )
    if not dealt.contests:
        raise SuiteError(f"suite={text!r}: {len(problems)} packages; a contest needs {size}")
    contests = tuple(
        Contest(contest_id("packages", i), domain, tuple(problems[p] for p in ids))
        for i, ids in enumerate(dealt.contests)
    )
    left = f"; in no contest: {', '.join(dealt.left_over)}" if dealt.left_over else ""
    return Suite(
        reference=text,
        name=Path(reference.location).name,
        domain=domain,
        tiers="unrated",
        provenance=f"{len(problems)} problem packages of the user's{left}",
        content_hash=hash_json([[c.id, [hash_problem(p) for p in c.problems]] for c in contests]),
        contests=contests,
    )


def read_keys(reference: SuiteReference, domain: Domain, wanted: Collection[str]) -> Mapping[str, AnswerKey]:
    """Return the keys of the wanted problems."""
    bank: Bank[Any] = domain.bank
    return bank.read_package_keys(Path(reference.location), wanted)
