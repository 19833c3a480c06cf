"""Read a campaign's folder for analysis: the manifest lists the planned episodes, the rows hold their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from r3gym.cells.table import EpisodeTable, Ints, read_table
from r3gym.core.known_domains import get_domain
from r3gym.core.tier import Tier
from r3gym.errors import InputError
from r3gym.records.campaign_folder import ROWS, read_manifest
from r3gym.records.campaign_manifest import CampaignSuite
from r3gym.records.row_file import Progress
from r3gym.records.rows import EpisodeRow

#: Tiers in the order of their numbers; what is unrated is left out of analyses by tier.
TIERS = (Tier.EASY, Tier.MEDIUM, Tier.HARD, Tier.UNRATED)


@dataclass(frozen=True, slots=True, eq=False)
class SuiteArrays:
    """A played suite as arrays: the problem at each position, and its tier."""

    reference: str
    domain: str
    contests: tuple[str, ...]
    problems: tuple[str, ...]
    #: Contests x positions, numbers into ``problems``.
    order: Ints
    #: Contests x positions, numbers into `TIERS`.
    tiers: Ints
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of problems in a contest."""
        return len(self.labels)


@dataclass(frozen=True, slots=True, eq=False)
class CampaignData:
    """One campaign, or several that belong together: same grid, same repeats, the same suites."""

    paths: tuple[Path, ...]
    table: EpisodeTable
    suites: dict[tuple[str, str], SuiteArrays]
    grid: tuple[float, ...]
    repeats: int

    def suite(self, reference: str, domain: str) -> SuiteArrays:
        """Return the suite that a row names."""
        found = self.suites.get((reference, domain))
        if found is None:
            known = ", ".join(f"{r} ({d})" for r, d in self.suites)
            raise InputError(f"a row names the suite {reference!r} ({domain}), the manifest only {known}")
        return found


def read_campaign(
    paths: Sequence[Path], progress: Progress | None = None, on_row: Callable[[EpisodeRow], None] | None = None
) -> CampaignData:
    """Read campaigns that are to be analysed together, for instance curves in one folder and contests in another.

    ``on_row`` sees every row while it is read.
    """
    if not paths:
        raise InputError("give at least one campaign's folder")
    manifests = [read_manifest(path) for path in paths]
    first = manifests[0]
    for path, other in zip(paths, manifests, strict=True):
        if (other.grid, other.repeats) != (first.grid, first.repeats):
            raise InputError(
                f"{path}: grid {other.grid}, {other.repeats} repeats; {paths[0]}: grid {first.grid}, {first.repeats} "
                "repeats: campaigns with different designs are analysed one by one"
            )
    suites: dict[tuple[str, str], CampaignSuite] = {}
    for path, manifest in zip(paths, manifests, strict=True):
        for suite in manifest.suites:
            known = suites.setdefault((suite.reference, suite.domain), suite)
            if known.content_hash != suite.content_hash or known.contests != suite.contests:
                raise InputError(
                    f"{path}: its suite {suite.reference!r} ({suite.domain}) is not the same as in the other "
                    "campaigns: analyse them one by one"
                )
    for path in paths:
        if not (path / ROWS).is_file():
            raise InputError(f"{path}: no {ROWS} yet: nothing was played; `r3gym campaign run` plays")
    table = read_table((path / ROWS for path in paths), progress, on_row)
    return CampaignData(tuple(paths), table, {k: _arrays(s) for k, s in suites.items()}, first.grid, first.repeats)


def _arrays(suite: CampaignSuite) -> SuiteArrays:
    sizes = {len(contest.problems) for contest in suite.contests}
    if len(sizes) != 1:
        raise InputError(f"suite {suite.reference!r}: contests of {sorted(sizes)} problems; one size is needed")
    problems = tuple(dict.fromkeys(p.id for contest in suite.contests for p in contest.problems))
    number = {id: n for n, id in enumerate(problems)}
    return SuiteArrays(
        suite.reference,
        suite.domain,
        tuple(contest.id for contest in suite.contests),
        problems,
        np.array([[number[p.id] for p in contest.problems] for contest in suite.contests]),
        np.array([[TIERS.index(p.tier) for p in contest.problems] for contest in suite.contests]),
        get_domain(suite.domain).labels(sizes.pop()),
    )
