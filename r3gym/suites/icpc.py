"""``packages:DIR``: a folder of ICPC / Kattis packages played as a suite without importing it first.

The packages carry no tiers, so contests are dealt six at a time (another number with the option ``problems``) by
``seed`` (an option, default 0).
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from r3gym.core.contest import Contest, Suite
from r3gym.core.contest_size import check_problem_count, tier_mix
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.problem import Problem, hash_problem
from r3gym.core.tier import Tier
from r3gym.domains.code.packages import PackageError, read_problem, read_tests
from r3gym.suites.dealing import contest_id, deal
from r3gym.suites.folder import code_key
from r3gym.suites.reference import NoSuchDomain, SuiteError, SuiteReference
from r3gym.suites.rows import CodeKeyRow, raise_faults
from r3gym.utils.hashing import hash_json


def find_packages(folder: Path) -> dict[str, Path]:
    """The packages directly below a folder, by name."""
    found = {p.name: p for p in sorted(folder.iterdir()) if (p / "problem.yaml").is_file()}
    if not found:
        raise SuiteError(f"{folder}: no problem package in it; a package is a folder with a problem.yaml")
    return found


def read_packages(folder: Path) -> dict[str, Problem]:
    """The public parts of all packages; every faulty package is reported at once."""
    problems, faults = {}, []
    for name, package in find_packages(folder).items():
        try:
            problems[name] = read_problem(package)
            if all(case.sample for case in read_tests(package).cases):
                faults.append(f"{package}: no hidden tests; put *.in and *.ans files into data/secret")
        except PackageError as error:
            faults.append(str(error))
    raise_faults(folder, faults)
    return problems


def read_suite(reference: SuiteReference, text: str, domain: Domain) -> Suite:
    """The public suite."""
    reference.check_options(("seed", "problems"))
    if domain.name != "code":
        raise NoSuchDomain(f"suite={text!r}: problem packages are code problems, not {domain.name}")
    problems = read_packages(Path(reference.location))
    size = check_problem_count(reference.integer("problems", PROBLEMS_PER_CONTEST))
    dealt = deal(dict.fromkeys(problems, Tier.UNRATED), reference.integer("seed", 0), "packages", tier_mix(size))
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


def read_keys(reference: SuiteReference, domain: Domain, wanted: Collection[str]) -> dict[str, AnswerKey]:  # noqa: ARG001
    """The keys of the wanted problems."""
    packages = find_packages(Path(reference.location))
    return {p: code_key(packages[p], CodeKeyRow(id=p, tier=Tier.UNRATED)) for p in wanted if p in packages}
