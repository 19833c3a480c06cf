"""A campaign's manifest: which contests it is about, problem by problem, with their tiers.

It makes a campaign's folder readable without the suites it was played on. It is written by the host for the analysis
and is nothing that a contestant ever sees.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.domain_name import DomainName
from r3gym.core.paper_constants import CURVE_GRID
from r3gym.core.tier import Tier

MANIFEST_FORMAT = "r3gym-campaign-1"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlayedProblem(_Frozen):
    """A problem and its tier."""

    id: str
    tier: Tier


class PlayedContest(_Frozen):
    """A contest: its problems in presented order."""

    id: str
    problems: tuple[PlayedProblem, ...]


class PlayedSuite(_Frozen):
    """A suite as it was played. ``tiers`` says how they came about (`r3gym.core.contest.Suite`)."""

    reference: str
    domain: DomainName
    name: str
    content_hash: str
    tiers: str
    contests: tuple[PlayedContest, ...]


class Manifest(_Frozen):
    """What a campaign's folder says of itself; ``definition`` is the hash of all that the campaign file decides."""

    format: str = MANIFEST_FORMAT
    name: str
    definition: str
    repeats: int = Field(ge=1)
    grid: tuple[float, ...] = CURVE_GRID
    suites: tuple[PlayedSuite, ...]
    versions: dict[str, str] = Field(default_factory=dict)
