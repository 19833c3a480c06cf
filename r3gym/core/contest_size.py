"""How many problems a contest has, and how many of each tier.

The paper's contests have six problems: three easy, two medium, one hard. A suite may have any number from two to
twelve, the same in all its contests. Where no mixture is given, the paper's proportions are kept as nearly as whole
numbers allow (`tier_mix`).
"""

from __future__ import annotations

import re

from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST, TIER_MIX
from r3gym.core.tier import Tier
from r3gym.errors import InputError

FEWEST_PROBLEMS, MOST_PROBLEMS = 2, 12


def check_problem_count(problems: int) -> int:
    """Return the number of problems of a contest; `InputError` unless it is a whole number from 2 to 12."""
    if isinstance(problems, bool) or not isinstance(problems, int) or not is_contest_size(problems):
        raise InputError(
            f"problems={problems!r}: a contest has {FEWEST_PROBLEMS} to {MOST_PROBLEMS} problems "
            f"({PROBLEMS_PER_CONTEST} in the paper)"
        )
    return problems


def is_contest_size(problems: int) -> bool:
    """Return whether a contest may have so many problems."""
    return FEWEST_PROBLEMS <= problems <= MOST_PROBLEMS


def tier_mix(problems: int) -> dict[Tier, int]:
    """Return the numbers of easy, medium and hard problems of a contest, in the paper's proportions.

    Shares are rounded down; what is left over goes to the largest remainders, of equal ones to the harder tier.

    >>> [tuple(tier_mix(problems).values()) for problems in (2, 3, 6, 8, 12)]
    [(1, 1, 0), (1, 1, 1), (3, 2, 1), (4, 3, 1), (6, 4, 2)]
    """
    check_problem_count(problems)
    mix = {tier: problems * count // PROBLEMS_PER_CONTEST for tier, count in TIER_MIX.items()}
    remainders = {tier: problems * count % PROBLEMS_PER_CONTEST for tier, count in TIER_MIX.items()}
    hardness = {tier: number for number, tier in enumerate(TIER_MIX)}
    by_remainder = sorted(TIER_MIX, key=lambda tier: (remainders[tier], hardness[tier]), reverse=True)
    for tier in by_remainder[: problems - sum(mix.values())]:
        mix[tier] += 1
    return mix


def read_tier_mix(text: str) -> dict[Tier, int]:
    """Read a mixture written as easy/medium/hard; `InputError` unless it has 2 to 12 problems.

    >>> tuple(read_tier_mix("4/3/1").values())
    (4, 3, 1)
    """
    found = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{1,2})", text.strip(), re.ASCII)
    counts = [int(count) for count in found.groups()] if found else []
    if not is_contest_size(sum(counts)):
        raise InputError(
            f"tiers={text!r}: give the numbers of easy, medium and hard problems of a contest as in 3/2/1; "
            f"together {FEWEST_PROBLEMS} to {MOST_PROBLEMS}"
        )
    return dict(zip(TIER_MIX, counts, strict=True))
