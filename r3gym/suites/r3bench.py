"""The paper's public data, unchanged: 300 problems per domain in 50 suites of 3 easy, 2 medium, 1 hard.

Reference ``r3bench:DIR``, with options ``order=published`` (default: the published order, but a file that is sorted by
tier, as the AR file is, has each contest shuffled by ``seed``), ``order=seed`` (all shuffled) or ``order=file`` (none),
and ``tests=DIR2`` with a folder of hidden tests per code problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from r3gym.core.bank import Bank, PublicRow
from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey
from r3gym.core.paper_constants import CONTESTS_PER_DOMAIN, PROBLEMS_PER_CONTEST, TIER_MIX
from r3gym.core.problem import hash_problem
from r3gym.domains.rows import raise_faults, read_rows
from r3gym.errors import MissingDomainError, SuiteError
from r3gym.suites.dealing import presented_order
from r3gym.suites.reference import SuiteReference
from r3gym.utils.hashing import hash_bytes, hash_json

#: How the problems of a contest are ordered.
ORDERS = ("published", "seed", "file")
PROBLEMS = CONTESTS_PER_DOMAIN * PROBLEMS_PER_CONTEST


def read_suite(reference: SuiteReference, text: str, domain: Domain) -> Suite:
    """Read the public suite of one domain; raise `SuiteError` for wrong counts, tiers or statement hashes."""
    reference.check_options(("errata", "order", "seed", "tests"))
    order = reference.options.get("order", "published")
    if order not in ORDERS:
        raise SuiteError(f"suite option order={order!r}: choose {', '.join(f'order={name}' for name in ORDERS)}")
    seed = reference.integer("seed", 0)
    rows = _read(reference, domain)
    problems = {r.public_id: r.public() for r in rows}
    contests = []
    shuffled = order == "seed" or (order == "published" and _sorted_by_tier(rows))
    for suite_id, members in _grouped(rows).items():
        ids = [r.public_id for r in members]
        shown = presented_order(ids, seed, suite_id) if shuffled else ids
        contests.append(Contest(suite_id, domain, tuple(problems[i] for i in shown)))
    return Suite(
        reference=text,
        name=f"r3bench-{domain.name}",
        domain=domain,
        tiers="measured",
        provenance="public data of the R3-Bench paper; tiers by mean output length of its three reference models; "
        + (f"each contest shuffled by seed {seed}" if shuffled else "in the published order"),
        content_hash=hash_json([[c.id, [hash_problem(p) for p in c.problems]] for c in contests]),
        contests=tuple(contests),
    )


def read_keys(reference: SuiteReference, domain: Domain, wanted: Collection[str]) -> dict[str, AnswerKey]:
    """Return the keys of the wanted problems."""
    tests = reference.options.get("tests")
    if tests is not None and not Path(tests).is_dir():
        raise SuiteError(f"suite option tests={tests!r}: there is no such folder")
    folder = Path(tests) if tests is not None else None
    return {r.public_id: r.key(folder) for r in _read(reference, domain) if r.public_id in wanted}


def _read(reference: SuiteReference, domain: Domain) -> Sequence[PublicRow]:
    bank: Bank[Any] = domain.bank
    if bank.public_file is None:
        raise MissingDomainError(f"{reference.location}: the public data have no {domain.name} problems")
    path = Path(reference.location) / bank.public_file
    if not path.is_file():
        raise MissingDomainError(
            f"{path}: not found; the {domain.name} domain of the public data is {bank.public_file}"
        )
    rows: Sequence[PublicRow] = read_rows(path, bank.public_row)
    raise_faults(path, _faults(rows))
    return rows


def _grouped(rows: Sequence[PublicRow]) -> dict[str, list[PublicRow]]:
    groups: dict[str, list[PublicRow]] = {}
    for row in rows:
        groups.setdefault(row.suite_id, []).append(row)
    return {i: sorted(groups[i], key=lambda r: r.position) for i in sorted(groups)}


def _sorted_by_tier(rows: Sequence[PublicRow]) -> bool:
    """Return whether every contest of the file goes from easy to hard: such an order would tell the tiers."""
    tiers = list(TIER_MIX)
    places = [[tiers.index(row.difficulty) for row in members] for members in _grouped(rows).values()]
    return all(place == sorted(place) for place in places)


def _faults(rows: Sequence[PublicRow]) -> list[str]:
    groups = _grouped(rows)
    faults = []
    if len(rows) != PROBLEMS or len(groups) != CONTESTS_PER_DOMAIN:
        faults.append(
            f"{len(rows)} problems in {len(groups)} suites; the public file has {PROBLEMS} in {CONTESTS_PER_DOMAIN}"
        )
    for suite_id, members in groups.items():
        if [r.position for r in members] != list(range(1, PROBLEMS_PER_CONTEST + 1)):
            faults.append(f"{suite_id}: positions {[r.position for r in members]}; each suite has positions 1 to 6")
        if Counter(r.difficulty for r in members) != Counter(dict(TIER_MIX)):
            faults.append(
                f"{suite_id}: tiers {[r.difficulty.value for r in members]}; each suite is 3 easy, 2 medium, 1 hard"
            )
    for row in rows:
        statement = row.public().statement
        if row.statement_sha256 is not None and hash_bytes(statement.encode()) != row.statement_sha256:
            faults.append(f"{row.problem_id}: the statement does not match its statement_sha256; fetch the file again")
    return faults
