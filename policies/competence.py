"""How competent a scripted solver is: per problem, how many paid steps until its draft is right, or never; and what its
own checks tell it of a draft."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from r3gym.core.tier import Tier


@dataclass(frozen=True)
class Skill:
    """For one tier: the first draft that is right is drawn evenly from ``fewest`` to ``most``; ``never`` is a share."""

    fewest: int
    most: int
    never: float


#: Made up, not measured: harder tiers need more steps and stay unsolved more often.
DEFAULT_PROFILE: Mapping[Tier, Skill] = {
    Tier.EASY: Skill(1, 2, 0.05),
    Tier.MEDIUM: Skill(2, 4, 0.15),
    Tier.HARD: Skill(4, 8, 0.35),
    Tier.UNRATED: Skill(1, 6, 0.2),
}


def draw_competence(seed: int, problem_id: str, tier: Tier, profile: Mapping[Tier, Skill]) -> int | None:
    """Return the number of paid steps after which the draft of this problem is right, None for never.

    Drawn from the seed and the problem alone, so it is the same in every contest, order and budget.
    """
    rng, skill = random.Random(f"competence:{seed}:{problem_id}"), profile[tier]
    never, steps = rng.random() < skill.never, rng.randint(skill.fewest, skill.most)
    return None if never else steps


#: What a solver's own check of a draft tells it. ``sharp``: right from wrong. ``blind``: nothing; whether it believes
#: that a draft is right is drawn at random, independently of the draft.
FEEDBACKS = ("sharp", "blind")

#: Probability that a blind solver believes its draft. Chosen, not measured.
BLIND_BELIEF_RATE = 0.5


def blind_belief(seed: int, problem_id: str, attempt: int) -> bool:
    """Return whether a blind solver believes in its draft: drawn from the seed, the problem and the attempt alone."""
    return random.Random(f"belief:{seed}:{problem_id}:{attempt}").random() < BLIND_BELIEF_RATE
