"""``pool:PATH``: a pool of problems that have no contests, and perhaps no tiers yet, to be played one by one.

PATH is what ``r3gym suite build`` takes: a JSONL file or a folder of ICPC packages. Every problem of it is there, each
as a contest of one under its own id. A JSONL file does not name its domain; the option ``domain`` does.

A JSONL file is checked and split into problems and keys once for each content, in the cache folder; what is played
does not change when the file is changed meanwhile.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey
from r3gym.core.problem import Problem, hash_problem
from r3gym.core.tier import Tier
from r3gym.errors import MissingDomainError, SuiteError
from r3gym.suites.folder import MANIFEST, bank_of
from r3gym.suites.pool import stage_pool
from r3gym.suites.reference import SuiteReference
from r3gym.utils.cache_dir import cache_dir
from r3gym.utils.hashing import hash_json
from r3gym.utils.private_folders import keep_private
from r3gym.version import __version__


def read_suite(reference: SuiteReference, text: str, domain: Domain) -> Suite:
    """Read the public part; raise `SuiteError` for unknown options or a faulty pool."""
    reference.check_options(("errata", "domain"))
    if reference.options.get("domain", domain.name) != domain.name:
        raise MissingDomainError(f"suite={text!r} is a {reference.options['domain']} pool, not {domain.name}")
    source = Path(reference.location)
    if (source / MANIFEST).is_file():
        raise SuiteError(f"suite={text!r}: a suite folder, not a pool; name it without 'pool:'")
    problems = _problems(source, domain, text)
    if not problems:
        raise SuiteError(f"suite={text!r}: no problem in it")
    return Suite(
        reference=text,
        name=source.stem,
        domain=domain,
        tiers=_origin(source, domain, problems),
        provenance=f"{len(problems)} problems of the user's, without contests",
        content_hash=hash_json([[p, [hash_problem(problem)]] for p, problem in problems.items()]),
        contests=tuple(Contest(p, domain, (problem,)) for p, problem in problems.items()),
        is_pool=True,
    )


def read_keys(reference: SuiteReference, domain: Domain, wanted: Collection[str]) -> Mapping[str, AnswerKey]:
    """Return the keys of the wanted problems."""
    source = Path(reference.location)
    if source.is_dir():
        return bank_of(domain).read_package_keys(source, wanted)
    return bank_of(domain).read_keys(_split(source, domain), wanted)


def _problems(source: Path, domain: Domain, text: str) -> dict[str, Problem]:
    """Return the problems, sorted by id: the order of rows in a file has no meaning."""
    bank = bank_of(domain)
    try:
        found = bank.read_packages(source) if source.is_dir() else bank.read_problems(_split(source, domain))
    except MissingDomainError as error:
        raise MissingDomainError(f"suite={text!r}: {error}") from None
    return dict(sorted(found.items()))


def _origin(source: Path, domain: Domain, problems: Collection[str]) -> str:
    if source.is_dir():
        return "unrated"
    keys = bank_of(domain).read_keys(_split(source, domain), problems)
    return "unrated" if all(key.tier is Tier.UNRATED for key in keys.values()) else "declared"


def _split(source: Path, domain: Domain) -> Path:
    """Return the folder with the problems and keys of a JSONL file; it is made when it is not there."""
    try:
        content = sha256(source.read_bytes()).hexdigest()
    except OSError as error:
        raise SuiteError(f"{source}: cannot be read: {error.strerror}") from None
    folder = cache_dir("pools") / f"{domain.name}-{__version__}-{content[:32]}"
    keep_private(folder)
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=".pool-", dir=folder.parent))
    try:
        stage_pool(source, domain, stage)
        stage.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another process was faster, with the same content
            raise
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    return folder
