"""The suite folder: a suite on disk, with keys separate from problems and a content hash for every problem.

::

        suite.json        the manifest: contests in presented order, hashes, origin of the problems and tiers
    problems.jsonl    public parts (math, AR)
    packages/ID/      ICPC packages (code): statement and samples are public, the rest is private
    keys.jsonl        private parts: tiers, reference answers, scorer metadata

Reading a suite opens only the manifest and the public parts. Keys are read separately by `read_keys`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from r3gym.core.bank import Bank
from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.domain_name import DomainName
from r3gym.core.keys import AnswerKey
from r3gym.core.known_domains import get_domain
from r3gym.core.problem import hash_problem
from r3gym.domains.rows import describe, raise_faults
from r3gym.errors import SuiteError
from r3gym.utils.hashing import hash_json

FORMAT = "r3gym-suite-1"
MANIFEST = "suite.json"


class ManifestContest(BaseModel):
    """One contest: its id and its problems in presented order."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str
    problems: tuple[str, ...]


class SuiteManifest(BaseModel):
    """``suite.json``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: str = FORMAT
    name: str
    domain: DomainName
    tiers: str
    seed: int
    provenance: str
    contests: tuple[ManifestContest, ...]
    problem_hashes: dict[str, str]
    key_hashes: dict[str, str]


def read_suite_manifest(folder: Path) -> SuiteManifest:
    """Read the manifest of a suite folder; raise `SuiteError` if it is missing or invalid."""
    path = folder / MANIFEST
    try:
        manifest = SuiteManifest.model_validate_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SuiteError(f"{path}: cannot be read ({error}); is this a suite folder?") from None
    except ValidationError as error:
        raise SuiteError(f"{path}: {describe(error)}") from None
    if manifest.format != FORMAT:
        raise SuiteError(f"{path}: format {manifest.format!r} is not {FORMAT!r}; build the suite with this version")
    return manifest


def read_suite(folder: Path, reference: str) -> Suite:
    """Read the public suite and check every problem against its hash; raise `SuiteError` that lists all faults."""
    manifest = read_suite_manifest(folder)
    domain = get_domain(manifest.domain)
    problems = bank_of(domain).read_problems(folder)
    faults = []
    for contest in manifest.contests:
        for problem_id in contest.problems:
            if problem_id not in problems:
                faults.append(f"contest {contest.id}: problem {problem_id!r} is not in the folder")
            elif hash_problem(problems[problem_id]) != manifest.problem_hashes.get(problem_id):
                faults.append(f"problem {problem_id!r} has changed since the suite was frozen; build a new suite")
    raise_faults(folder, faults)
    contests = tuple(Contest(c.id, domain, tuple(problems[p] for p in c.problems)) for c in manifest.contests)
    return Suite(
        reference=reference,
        name=manifest.name,
        domain=domain,
        tiers=manifest.tiers,
        provenance=manifest.provenance,
        content_hash=hash_json([[c.id, [manifest.problem_hashes[p] for p in c.problems]] for c in manifest.contests]),
        contests=contests,
    )


def read_keys(folder: Path, wanted: Collection[str]) -> dict[str, AnswerKey]:
    """Read the wanted keys and check each against its hash; raise `SuiteError` that lists all faults."""
    manifest = read_suite_manifest(folder)
    bank = bank_of(get_domain(manifest.domain))
    keys = bank.read_keys(folder, wanted)
    missing = sorted(set(wanted) - set(keys))
    faults = [f"problem {p!r} has no key" for p in missing]
    for problem_id, key in keys.items():
        if bank.hash_key(key) != manifest.key_hashes.get(problem_id):
            faults.append(f"the key of {problem_id!r} has changed since the suite was frozen; build a new suite")
    raise_faults(folder, faults)
    return keys


def bank_of(domain: Domain) -> Bank[Any]:
    """Return the domain's bank."""
    bank: Bank[Any] = domain.bank
    return bank


def write_suite_manifest(
    folder: Path,
    *,
    name: str,
    domain: Domain,
    tiers: str,
    seed: int,
    provenance: str,
    contests: Mapping[str, tuple[str, ...]],
) -> SuiteManifest:
    """Hash the problems and keys that the contests use and write ``suite.json``, which freezes the folder."""
    used = {p for ids in contests.values() for p in ids}
    problems = bank_of(domain).read_problems(folder)
    keys = bank_of(domain).read_keys(folder, used)
    manifest = SuiteManifest(
        name=name,
        domain=domain.name,
        tiers=tiers,
        seed=seed,
        provenance=provenance,
        contests=tuple(ManifestContest(id=i, problems=ids) for i, ids in contests.items()),
        problem_hashes={p: hash_problem(problems[p]) for p in sorted(used)},
        key_hashes={p: bank_of(domain).hash_key(keys[p]) for p in sorted(used)},
    )
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", "utf-8")
    return manifest
