"""A campaign's manifest: its contests, problem by problem, with their tiers.

It makes a campaign's folder readable without the suites it was played on. It is written by the host for the analysis
and is never shown to a contestant.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.domain_name import DomainName
from r3gym.core.paper_constants import CURVE_GRID
from r3gym.core.tier import Tier

MANIFEST_FORMAT = "r3gym-campaign-1"


class _ManifestModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CampaignProblem(_ManifestModel):
    """A problem and its tier."""

    id: str
    tier: Tier


class CampaignContest(_ManifestModel):
    """A contest: its problems in presented order."""

    id: str
    problems: tuple[CampaignProblem, ...]


class CampaignSuite(_ManifestModel):
    """A suite as it was played. ``tiers`` is the origin of the tiers (`r3gym.core.contest.Suite`).

    ``problem_hashes``: the hash of the public part of each problem, by id; empty in older manifests.
    """

    reference: str
    domain: DomainName
    name: str
    content_hash: str
    tiers: str
    contests: tuple[CampaignContest, ...]
    problem_hashes: dict[str, str] = Field(default_factory=dict)


class CampaignManifest(_ManifestModel):
    """The manifest of a campaign's folder; ``definition`` is the hash of the campaign's definition."""

    format: str = MANIFEST_FORMAT
    name: str
    definition: str
    repeats: int = Field(ge=1)
    grid: tuple[float, ...] = CURVE_GRID
    suites: tuple[CampaignSuite, ...]
    versions: dict[str, str] = Field(default_factory=dict)
