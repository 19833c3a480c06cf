"""The numbers that the paper fixes for a contest, a campaign and a response curve, each written once.

They are defaults: a suite may have another number of problems, and a campaign file other pressures and repeats.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from r3gym.core.tier import Tier

#: The number of problems of a contest.
PROBLEMS_PER_CONTEST = 6

#: How many problems of each tier a contest has.
TIER_MIX: Mapping[Tier, int] = MappingProxyType({Tier.EASY: 3, Tier.MEDIUM: 2, Tier.HARD: 1})

#: The number of contests of each domain.
CONTESTS_PER_DOMAIN = 50

#: A contest's budget as a share of the model's own unbudgeted use.
STRONG_PRESSURE, MODERATE_PRESSURE = 0.2, 0.8
PRESSURES = (STRONG_PRESSURE, MODERATE_PRESSURE)

#: The levels of a response curve as shares of the unbudgeted use. Level 0, the synthetic zero option, is never run.
CURVE_GRID = (0.05, 0.1, 0.2, 0.4, 0.8)

#: The number of independent runs of a contest, and of a problem at one level of its curve.
REPEATS = 5
