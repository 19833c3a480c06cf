"""The paper's public data, as it is: 300 problems per domain in 50 suites of 3 easy, 2 medium, 1 hard.

Reference ``r3bench:DIR``, with options ``order=seed`` (default: each contest is shuffled by ``seed``, since the public
AR file is sorted by tier) or ``order=file``, and ``tests=DIR2`` with a folder of hidden tests per code problem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints

from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey, ARKey, CodeKey, MathKey
from r3gym.core.known_domains import get_domain
from r3gym.core.paper_constants import CONTESTS_PER_DOMAIN, PROBLEMS_PER_CONTEST, TIER_MIX
from r3gym.core.problem import Problem, ProblemLimits, hash_problem
from r3gym.core.tier import Tier
from r3gym.suites.dealing import presented_order
from r3gym.suites.reference import NoSuchDomain, SuiteError, SuiteReference
from r3gym.suites.rows import ProblemId, raise_faults, read_rows
from r3gym.suites.statement_samples import samples_of
from r3gym.utils.hashing import hash_bytes, hash_json

FILES: Mapping[Domain, str] = {
    get_domain("math"): "math.jsonl",
    get_domain("code"): "coding.jsonl",
    get_domain("ar"): "abstract_reasoning.jsonl",
}
PROBLEMS = CONTESTS_PER_DOMAIN * PROBLEMS_PER_CONTEST

#: Not stripped: the statement hashes are of the text as it was published.
NonEmpty = Annotated[str, StringConstraints(min_length=1)]


class PublicRow(BaseModel):
    """What the three files share; further fields of theirs are provenance and stay unread."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    problem_id: ProblemId
    suite_id: NonEmpty
    position: int
    difficulty: Tier
    statement_sha256: str | None = None

    @property
    def public_id(self) -> str:
        """The id that contestants see."""
        return self.problem_id


class MathRow(PublicRow):
    """A row of ``math.jsonl``."""

    problem: NonEmpty
    answer: NonEmpty
    solution: str = ""

    def public(self) -> Problem:
        """The public part."""
        return Problem(self.public_id, "math", "", self.problem)

    def key(self, tests: Path | None) -> AnswerKey:  # noqa: ARG002
        """The private part."""
        return MathKey(self.public_id, self.difficulty, self.answer, self.solution)


class CodeRow(PublicRow):
    """A row of ``coding.jsonl``: the time limit is in milliseconds, the memory limit in megabytes."""

    title: str
    problem_statement: NonEmpty
    time_limit: int
    memory_limit: int

    def public(self) -> Problem:
        """The public part, with the samples that the statement prints."""
        samples = samples_of(self.problem_statement)
        return Problem(
            id=self.public_id,
            domain="code",
            title=self.title,
            statement=self.problem_statement,
            limits=self._limits(),
            samples=samples,
            statement_has_samples=bool(samples),
        )

    def key(self, tests: Path | None) -> AnswerKey:
        """The private part: hidden tests only where the user has them."""
        folder = None if tests is None else tests / self.problem_id
        return CodeKey(self.public_id, self.difficulty, folder if folder and folder.is_dir() else None, self._limits())

    def _limits(self) -> ProblemLimits:
        return ProblemLimits(self.time_limit / 1000, self.memory_limit)


class ARRow(PublicRow):
    """A row of ``abstract_reasoning.jsonl``."""

    question: NonEmpty
    answer: str
    generator: NonEmpty
    metadata: dict[str, Any]

    @property
    def public_id(self) -> str:
        """A neutral id: the published one names the generator's difficulty setting, which is a hint."""
        return f"{self.generator}-{hash_bytes(self.problem_id.encode())[:8]}"

    def public(self) -> Problem:
        """The public part."""
        return Problem(self.public_id, "ar", "", self.question)

    def key(self, tests: Path | None) -> AnswerKey:  # noqa: ARG002
        """The private part: what the item's own generator noted down for its scorer."""
        metadata = self.metadata.get("generator_metadata", {})
        return ARKey(self.public_id, self.difficulty, self.answer, self.generator, metadata)


AnyRow = MathRow | CodeRow | ARRow
_ROW: Mapping[Domain, type[MathRow] | type[CodeRow] | type[ARRow]] = {
    get_domain("math"): MathRow,
    get_domain("code"): CodeRow,
    get_domain("ar"): ARRow,
}


def read_suite(reference: SuiteReference, text: str, domain: Domain) -> Suite:
    """The public suite of one domain, checked for counts, tiers and statement hashes."""
    reference.check_options(("order", "seed", "tests"))
    order = reference.options.get("order", "seed")
    if order not in ("seed", "file"):
        raise SuiteError(f"suite option order={order!r}: choose order=seed or order=file")
    seed = reference.integer("seed", 0)
    rows = _read(reference, domain)
    problems = {r.public_id: r.public() for r in rows}
    contests = []
    for suite_id, members in _grouped(rows).items():
        ids = [r.public_id for r in members]
        shown = presented_order(ids, seed, suite_id) if order == "seed" else ids
        contests.append(Contest(suite_id, domain, tuple(problems[i] for i in shown)))
    return Suite(
        reference=text,
        name=f"r3bench-{domain.name}",
        domain=domain,
        tiers="measured",
        provenance="public data of the R3-Bench paper; tiers by mean output length of its three reference models",
        content_hash=hash_json([[c.id, [hash_problem(p) for p in c.problems]] for c in contests]),
        contests=tuple(contests),
    )


def read_keys(reference: SuiteReference, domain: Domain, wanted: Collection[str]) -> dict[str, AnswerKey]:
    """The keys of the wanted problems."""
    tests = reference.options.get("tests")
    if tests is not None and not Path(tests).is_dir():
        raise SuiteError(f"suite option tests={tests!r}: there is no such folder")
    folder = Path(tests) if tests is not None else None
    return {r.public_id: r.key(folder) for r in _read(reference, domain) if r.public_id in wanted}


def _read(reference: SuiteReference, domain: Domain) -> Sequence[AnyRow]:
    path = Path(reference.location) / FILES[domain]
    if not path.is_file():
        raise NoSuchDomain(f"{path}: not found; the {domain.name} domain of the public data is {FILES[domain]}")
    rows: Sequence[AnyRow] = read_rows(path, _ROW[domain])
    raise_faults(path, _faults(rows))
    return rows


def _grouped(rows: Sequence[AnyRow]) -> dict[str, list[AnyRow]]:
    groups: dict[str, list[AnyRow]] = {}
    for row in rows:
        groups.setdefault(row.suite_id, []).append(row)
    return {i: sorted(groups[i], key=lambda r: r.position) for i in sorted(groups)}


def _faults(rows: Sequence[AnyRow]) -> list[str]:
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
