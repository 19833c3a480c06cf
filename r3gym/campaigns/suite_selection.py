"""Select the suites and contests of a campaign, and make its manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from r3gym.accounting import POLICY_VERSION
from r3gym.campaigns.campaign_file import Campaign
from r3gym.core.contest import Contest, Suite
from r3gym.core.domain import Domain
from r3gym.core.problem import hash_problem
from r3gym.domains.prompt_files import prompts_hash
from r3gym.errors import InputError, MissingDomainError
from r3gym.records.campaign_manifest import CampaignContest, CampaignManifest, CampaignProblem, CampaignSuite
from r3gym.records.rows import RunKind
from r3gym.suites import load_keys, load_suite
from r3gym.suites.reference import PREFIXES, parse_reference
from r3gym.version import __version__


@dataclass(frozen=True)
class ChosenSuite:
    """A suite of one domain: the campaign's reference, the absolute one that loads it, and the contests to play."""

    given: str
    reference: str
    suite: Suite
    contests: tuple[Contest, ...]

    @property
    def domain(self) -> Domain:
        """The suite's domain."""
        return self.suite.domain


def choose_suites(campaign: Campaign) -> tuple[ChosenSuite, ...]:
    """Return every suite in every domain it has, with the campaign's choice of contests."""
    found: list[ChosenSuite] = []
    for domain in campaign.file.domains:
        before = len(found)
        for given in campaign.file.suites:
            reference = _from(campaign.base, given)
            _check_pool(campaign, reference, given)
            try:
                suite = load_suite(reference, domain, show_difficulty=campaign.file.show_difficulty)
            except MissingDomainError:
                continue
            found.append(ChosenSuite(given, suite.reference, suite, _subset(campaign, suite)))
        if len(found) == before:
            raise InputError(f"domains: none of the suites has {domain} problems; leave it out, or name one that has")
        if RunKind.SINGLE in campaign.file.kinds and len(campaign.file.kinds) == 1:
            continue  # no contest is played, so their sizes need not agree
        sizes = {chosen.given: chosen.suite.problems_per_contest for chosen in found[before:]}
        if len(set(sizes.values())) > 1:
            named = ", ".join(f"{given} ({size})" for given, size in sizes.items())
            raise InputError(
                f"suites: contests of different numbers of {domain} problems in {named}; they would share one "
                "calibration: make a campaign for each"
            )
    played = {c.id for chosen in found for c in chosen.contests}
    missing = [w for w in campaign.file.contests or () if isinstance(w, str) and w not in played]
    if missing:
        raise InputError(f"contests: {', '.join(missing)}: no such id in the suites; `r3gym suite show` lists them")
    return tuple(chosen for chosen in found if chosen.contests)


def _check_pool(campaign: Campaign, reference: str, given: str) -> None:
    """Raise `InputError` when a pool is to be played in contests, or its domain is not certain."""
    parsed = parse_reference(reference)
    if parsed.kind != "pool":
        return
    others = [kind.value for kind in campaign.file.kinds if kind is not RunKind.SINGLE]
    if others:
        raise InputError(
            f"suites: {given} is a pool and has no contests, which kind {', '.join(others)} needs; play it with "
            f"kinds = ['{RunKind.SINGLE}'], or make contests with `r3gym suite build`"
        )
    if len(campaign.file.domains) > 1 and Path(parsed.location).is_file() and "domain" not in parsed.options:
        raise InputError(
            f"suites: {given} does not say its domain, and the campaign has {', '.join(campaign.file.domains)}; "
            f"say {given}?domain={campaign.file.domains[0]}, or name one domain in domains"
        )


def target_contests(contests: Sequence[Contest], wanted: int, seed: int) -> tuple[Contest, ...]:
    """Choose the contests of the target-in-suite diagnostic, stratified by length, from public text alone.

    Contests are sorted by the length of their statements and cut into ``wanted`` strata of (almost) equal size; the
    seed draws one from each. All contests are chosen when there are no more than wanted. The result is in suite order.
    """
    if len(contests) <= wanted:
        return tuple(contests)
    by_length = sorted(contests, key=lambda c: (sum(len(p.statement) for p in c.problems), c.id))
    cuts = [len(by_length) * n // wanted for n in range(wanted + 1)]
    rng = Random(f"target-in-suite:{seed}")
    drawn = {rng.choice(by_length[low:high]).id for low, high in pairwise(cuts)}
    return tuple(contest for contest in contests if contest.id in drawn)


def make_manifest(campaign: Campaign, suites: Sequence[ChosenSuite], definition: str) -> CampaignManifest:
    """Return the campaign's manifest; ``definition`` is the hash of its definition. Keys are read for the tiers."""
    return CampaignManifest(
        name=campaign.file.name,
        definition=definition,
        repeats=campaign.file.repeats,
        suites=tuple(played_suite(chosen) for chosen in suites),
        versions={
            "r3gym": __version__,
            "counting_policy": POLICY_VERSION,
            "prompts": prompts_hash(*campaign.file.domains),
        },
    )


def played_suite(chosen: ChosenSuite) -> CampaignSuite:
    """Return a suite as the manifest lists it."""
    wanted = {p.id for contest in chosen.contests for p in contest.problems}
    keys = load_keys(chosen.reference, chosen.domain, wanted)
    return CampaignSuite(
        reference=chosen.given,
        domain=chosen.domain.name,
        name=chosen.suite.name,
        content_hash=chosen.suite.content_hash,
        tiers=chosen.suite.tiers,
        contests=tuple(
            CampaignContest(id=c.id, problems=tuple(CampaignProblem(id=p.id, tier=keys[p.id].tier) for p in c.problems))
            for c in chosen.contests
        ),
        problem_hashes={p.id: hash_problem(p) for c in chosen.contests for p in c.problems},
    )


def _subset(campaign: Campaign, suite: Suite) -> tuple[Contest, ...]:
    wanted = campaign.file.contests
    if wanted is None:
        return suite.contests
    ids = {suite.contest(which).id for which in wanted if isinstance(which, int)}
    ids |= {which for which in wanted if isinstance(which, str)}
    return tuple(contest for contest in suite.contests if contest.id in ids)


def _from(base: Path, given: str) -> str:
    """Return the reference with its folder resolved from ``base``."""
    head, mark, options = given.partition("?")
    kind, colon, location = head.partition(":")
    if head.startswith("embedded"):
        return given
    moved = f"{kind}:{base / location}" if colon and kind in PREFIXES else str(base / head)
    parse_reference(moved)  # a folder that is not there is reported under the name it was looked for
    if "tests=" in options:
        pairs = (pair.partition("=") for pair in options.split("&"))
        options = "&".join(f"{k}={base / v}" if k == "tests" else f"{k}{s}{v}" for k, s, v in pairs)
    return f"{moved}{mark}{options}"
