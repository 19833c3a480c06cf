"""Domain randomisation: profiles drawn around the fitted ones and far beyond them, with their budgets.

A scheduler never learns which profile it serves. A scheduler that does well on all of them is not overfitted to one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from r3gym.core.domain import Domain
from r3gym.core.known_domains import domain_number
from r3gym.simulation.profiles import Habit, Profile, Signals, Tiers, TierSkill

TIERS = ("easy", "medium", "hard")


def random_profiles(domain: Domain, count: int, seed: int, around: Sequence[Profile] = ()) -> list[Profile]:
    """Draw profiles of one domain: every second one a perturbed fitted profile, the others from wide ranges.

    >>> from r3gym.core.known_domains import get_domain
    >>> from r3gym.core.known_domains import get_domain
    >>> [p.name for p in random_profiles(get_domain("ar"), 2, seed=0)]
    ['random-ar-0-0', 'random-ar-0-1']
    """
    rng = np.random.default_rng([seed, domain_number(domain.name)])
    found = []
    for number in range(count):
        name = f"random-{domain.name}-{seed}-{number}"
        if around and number % 2:
            found.append(_moved(around[int(rng.integers(len(around)))], name, rng))
        else:
            found.append(_wide(domain, name, rng))
    return found


def _wide(domain: Domain, name: str, rng: np.random.Generator) -> Profile:
    tested = domain.feedback.tested
    shape = rng.choice(["constant", "ramp", "spread"], p=[0.5, 0.2, 0.3])
    hazard = np.cumprod([rng.uniform(0.3, 0.95), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.8)])
    never = np.cumsum([rng.uniform(0, 0.1), rng.uniform(0, 0.2), rng.uniform(0, 0.4)])
    free = np.cumprod(
        [rng.uniform(0, 0.3) if tested else rng.uniform(0, 0.95), rng.uniform(0.3, 1), rng.uniform(0.2, 1)]
    )
    ramp, spread = np.zeros(3, int), np.zeros(3, int)
    if shape == "ramp":
        ramp = np.array([rng.integers(0, 2), rng.integers(0, 4), rng.integers(1, 7)])
        hazard = np.minimum(1, hazard * 1.5)
    elif shape == "spread":
        ramp = np.array([0, rng.integers(0, 3), rng.integers(1, 5)])
        spread = np.array([rng.integers(1, 4), rng.integers(2, 6), rng.integers(3, 9)])
    skills = {
        tier: TierSkill(
            free=float(free[n]),
            never=float(min(never[n], 1 - free[n])),
            hazard=float(hazard[n]),
            ramp=int(ramp[n]),
            spread=int(spread[n]),
        )
        for n, tier in enumerate(TIERS)
    }
    quiet = rng.random() < 0.3  # feedback without noise, as of a solver that knows its drafts
    signals = Signals(
        looks_right=1.0 if quiet else rng.uniform(0.8, 1) if tested else rng.uniform(0.6, 1),
        looks_wrong=0.0 if quiet else rng.uniform(0, 0.3) if tested else rng.uniform(0.05, 0.5),
        exit_looks=rng.uniform(0.95, 1),
        exit_fails=rng.uniform(0, 0.1) if tested else rng.uniform(0.1, 1),
        keeps=0.0 if rng.random() < 0.3 else rng.uniform(0.3, 1),
        drafts=rng.uniform(0, 0.2) if tested else rng.uniform(0, 0.9),
    )
    strong = float(np.exp(rng.uniform(np.log(1.0), np.log(10.0 if tested else 4.0))))
    budgets = (max(1, int(strong)), max(2, int(4 * strong + rng.uniform(0, 1))))
    habit = Habit(patience=int(rng.choice([3, 6, 100])), rechecks=int(rng.integers(0, 3)))
    return Profile(name=name, domain=domain.name, tiers=Tiers(**skills), feedback=signals, habit=habit, budgets=budgets)


def _moved(base: Profile, name: str, rng: np.random.Generator) -> Profile:
    def near(share: float) -> float:
        """Perturb a share on the scale of its odds."""
        if share in (0.0, 1.0):
            return share
        odds = np.log(share / (1 - share)) + rng.normal(0, 0.5)
        return float(1 / (1 + np.exp(-odds)))

    def skill(of: TierSkill) -> TierSkill:
        free = near(of.free)
        return TierSkill(
            free=free,
            never=min(near(of.never), 1 - free),
            hazard=max(0.01, near(of.hazard)),
            ramp=of.ramp,
            spread=of.spread,
        )

    tiers = Tiers(easy=skill(base.tiers.easy), medium=skill(base.tiers.medium), hard=skill(base.tiers.hard))
    signals = Signals(**{field: near(share) for field, share in base.feedback.model_dump().items()})
    budgets = tuple(max(1, round(units * rng.uniform(0.8, 1.25))) for units in base.budgets)
    return Profile(
        name=name, domain=base.domain, tiers=tiers, feedback=signals, habit=base.habit, budgets=(budgets[0], budgets[1])
    )
