"""`Profile`: a parametric solver model, and the world of contests that it defines.

A profile is a *model*: assumed, or fitted to published averages (`r3gym.simulation.fitting`), never a measurement of a
language model. It says per tier how many paid steps of work a problem takes, what feedback those steps give, and what
the solver does when it is not scheduled (its habit).

Profiles are fitted to contests of six problems. For another number the tiers are mixed as `tier_mix` mixes them, every
problem follows the law of its tier as before, and budgets grow with the number as published ones do (`scaled_cap`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field

from r3gym.calibration.caps import scaled_cap
from r3gym.core.contest_size import tier_mix
from r3gym.core.domain_name import DomainName
from r3gym.core.known_domains import domain_number
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.simulation.world import ATOMS, LARGEST_BUDGET, NEVER, Feedback, World

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0, le=100)]
BudgetUnits = Annotated[int, Field(ge=1, le=254)]


class _ProfileModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TierSkill(_ProfileModel):
    """The problems of one tier.

    A share ``free`` is right without a paid step, a share ``never`` never. The others need ``ramp`` steps of work in
    which nothing can succeed, and then succeed with probability ``hazard`` at each step; or, with ``spread``, at a step
    drawn evenly from the next ``spread`` ones (a hazard that rises to one).
    """

    free: Share = 0.0
    never: Share = 0.0
    hazard: Annotated[float, Field(gt=0, le=1)] = 1.0
    ramp: Count = 0
    spread: Count = 0

    def law(self) -> npt.NDArray[np.uint8]:
        """Return the paid steps of work until right, as 256 equally likely values in rising order."""
        steps = np.arange(1, NEVER - self.ramp)
        later = np.minimum(steps / self.spread, 1.0) if self.spread else 1.0 - (1.0 - self.hazard) ** steps
        paid = max(0.0, 1.0 - self.free - self.never)
        reached = np.concatenate([[self.free], np.full(self.ramp, self.free), self.free + paid * later])
        middles = (np.arange(ATOMS) + 0.5) / ATOMS
        found = np.searchsorted(reached, middles, side="right")
        return np.where((found > NEVER - 1) | (middles > 1 - self.never), NEVER, found).astype(np.uint8)


class Tiers(_ProfileModel):
    """A skill for each tier."""

    easy: TierSkill
    medium: TierSkill
    hard: TierSkill


class Habit(_ProfileModel):
    """The solver's unscheduled behaviour: problems in presented order, each until it looks solved or patience ends.

    ``rechecks``: paid checks of a draft that it believes to be right before it moves on.
    """

    patience: Annotated[int, Field(ge=1, le=100)] = 100
    rechecks: Count = 0


class Signals(_ProfileModel):
    """`r3gym.simulation.world.Feedback` as it is written in a file."""

    looks_right: Share = 1.0
    looks_wrong: Share = 0.0
    exit_looks: Share = 1.0
    exit_fails: Share = 0.0
    keeps: Share = 1.0
    drafts: Share = 0.0


class Profile(_ProfileModel):
    """One solver model in one domain, with its budgets for six problems at strong and moderate pressure."""

    name: str
    domain: DomainName
    tiers: Tiers
    feedback: Signals = Signals()
    habit: Habit = Habit()
    budgets: tuple[BudgetUnits, BudgetUnits]


def profile_world(
    profiles: Iterable[Profile], budgets: Sequence[int] | None = None, problems: int = PROBLEMS_PER_CONTEST
) -> World:
    """Make the world in which every contest is one of the profiles, its tiers mixed and in a random order."""
    listed = list(profiles)
    laws, slots = [], []
    for number, profile in enumerate(listed):
        laws += [profile.tiers.easy.law(), profile.tiers.medium.law(), profile.tiers.hard.law()]
        slots.append(3 * number + np.repeat(np.arange(3), list(tier_mix(problems).values())))
    feedbacks = [Feedback(**profile.feedback.model_dump()) for profile in listed]
    world = World(
        names=tuple(profile.name for profile in listed),
        domain=np.array([domain_number(profile.domain) for profile in listed], np.uint8),
        laws=np.array(laws, np.uint8),
        slots=np.array(slots, np.int64),
        outcomes=np.array([feedback.outcomes() for feedback in feedbacks], np.uint8),
        drafts=np.array([feedback.drafted() for feedback in feedbacks], np.uint16),
        budgets=np.array([profile_budgets(profile, problems) for profile in listed], np.uint8),
        patience=np.array([profile.habit.patience for profile in listed], np.uint8),
        rechecks=np.array([profile.habit.rechecks for profile in listed], np.uint8),
    )
    return world if budgets is None else world.with_budgets(*budgets)


def profile_skills(profile: Profile, problems: int = PROBLEMS_PER_CONTEST) -> tuple[TierSkill, ...]:
    """Return the skill that applies to each problem of a contest, easy ones first."""
    tiers = profile.tiers
    counts = tier_mix(problems).values()
    return tuple(
        skill for skill, count in zip((tiers.easy, tiers.medium, tiers.hard), counts, strict=True) for _ in range(count)
    )


def profile_budgets(profile: Profile, problems: int = PROBLEMS_PER_CONTEST) -> tuple[int, int]:
    """Return the budgets of a contest of so many problems at strong and moderate pressure."""
    strong, moderate = (min(scaled_cap(units, problems), LARGEST_BUDGET) for units in profile.budgets)
    return strong, moderate
