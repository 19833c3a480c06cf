"""Loading of a suite by its reference: the public part for policies, and separately the keys for the judge."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.keys import AnswerKey
from r3gym.core.known_domains import get_domain
from r3gym.core.tier import Tier
from r3gym.errors import MissingDomainError
from r3gym.suites import errata, folder, icpc, pool_suite, r3bench
from r3gym.suites.reference import SuiteReference, absolute_reference, parse_reference
from r3gym.utils.private_folders import keep_private


def load_suite(reference: str, domain: Domain | str, *, show_difficulty: bool = False) -> Suite:
    """Load the public suite of a reference. With ``show_difficulty`` (the paper's variant) its problems have tiers.

    Raise `SuiteError` when the suite cannot be loaded, and `MissingDomainError` when it lacks the domain.

    >>> [len(c.problems) for c in load_suite("embedded", "math").contests]
    [6, 6, 6, 6, 6, 6, 6, 6, 6, 6]
    """
    domain, reference = get_domain(domain), absolute_reference(reference)
    _hide(parse_reference(reference), domain)
    suite = _load_public(reference, domain)
    if not show_difficulty:
        return suite
    tiers = {p: key.tier for p, key in load_keys(reference, domain, _ids(suite)).items()}
    return replace(suite, contests=tuple(_with_tiers(c, tiers) for c in suite.contests))


def load_keys(reference: str, domain: Domain | str, wanted: Collection[str]) -> Mapping[str, AnswerKey]:
    """Read the keys of the wanted problems without caching them; only the judge and privileged code may call this."""
    parsed, domain = parse_reference(reference), get_domain(domain)
    _hide(parsed, domain)
    return errata.apply_to_keys(_own_keys(parsed, domain, wanted), errata.read_errata(parsed, domain.name))


def corrected_problems(reference: str, domain: Domain | str) -> frozenset[str]:
    """Return the ids of the problems whose keys the suite's errata correct."""
    found = errata.read_errata(parse_reference(reference), get_domain(domain).name)
    return frozenset(one.problem for one in found if one.what == "correct")


def _own_keys(parsed: SuiteReference, domain: Domain, wanted: Collection[str]) -> Mapping[str, AnswerKey]:
    if parsed.kind == "r3bench":
        return r3bench.read_keys(parsed, domain, wanted)
    if parsed.kind == "packages":
        return icpc.read_keys(parsed, domain, wanted)
    if parsed.kind == "pool":
        return pool_suite.read_keys(parsed, domain, wanted)
    return folder.read_keys(_folder_of(parsed, domain), wanted)


@lru_cache(maxsize=16)  # public and frozen: every environment of a vector shares one copy
def _load_public(reference: str, domain: Domain) -> Suite:
    parsed = parse_reference(reference)
    return errata.apply_to_suite(_load_own(parsed, reference, domain), errata.read_errata(parsed, domain.name))


def _load_own(parsed: SuiteReference, reference: str, domain: Domain) -> Suite:
    if parsed.kind == "r3bench":
        return r3bench.read_suite(parsed, reference, domain)
    if parsed.kind == "packages":
        return icpc.read_suite(parsed, reference, domain)
    if parsed.kind == "pool":
        return pool_suite.read_suite(parsed, reference, domain)
    parsed.check_options(("errata",))
    suite = folder.read_suite(_folder_of(parsed, domain), reference)
    if suite.domain != domain:
        raise MissingDomainError(f"suite={reference!r} is a {suite.domain.name} suite, not {domain.name}")
    return suite


def _hide(parsed: SuiteReference, domain: Domain) -> None:
    """Keep the suite's folder, and that of its tests, out of every sandbox."""
    keep_private(_folder_of(parsed, domain))
    if "tests" in parsed.options:
        keep_private(parsed.options["tests"])
    if (path := errata.errata_path(parsed)) is not None:
        keep_private(path)


def _folder_of(parsed: SuiteReference, domain: Domain) -> Path:
    if parsed.kind == "embedded":
        return folder.bank_of(domain).embedded(parsed.location)
    return Path(parsed.location)


def _ids(suite: Suite) -> set[str]:
    return {p.id for c in suite.contests for p in c.problems}


def _with_tiers(contest: Contest, tiers: dict[str, Tier]) -> Contest:
    return replace(contest, problems=tuple(replace(p, shown_difficulty=tiers[p.id]) for p in contest.problems))
