"""Fit profiles to the paper's published averages: simulated stand-ins, not measurements of the models.

The paper publishes, per model and domain, contest scores by tier at two pressures, the oracle's score, and for three
models the scores under its two schedulers. A profile is fitted so that simulated contests come close to those numbers.
Many profiles do: a fit shows that the model can reproduce the numbers, not that a language model works like it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from r3gym.calibration.caps import calibrated_models, published_cap
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.paper_constants import (
    CURVE_GRID,
    MODERATE_PRESSURE,
    PRESSURES,
    PROBLEMS_PER_CONTEST,
    REPEATS,
    STRONG_PRESSURE,
    TIER_MIX,
)
from r3gym.oracle.batch import solve_batch
from r3gym.paper.published import published
from r3gym.simulation.playing import play_habit
from r3gym.simulation.profiles import (
    Habit,
    Profile,
    Signals,
    Tiers,
    TierSkill,
    profile_budgets,
    profile_skills,
    profile_world,
)

Floats = npt.NDArray[np.float64]

PATIENCE = (2, 3, 4, 6, 10, 100)
RECHECKS = (0, 1, 2, 3)
_SHARES = 13  # free, never, hazard per tier; looks_right, looks_wrong, keeps, drafts


@dataclass(frozen=True)
class Residual:
    """One published number beside what the fitted profile gives in simulation; both in solved problems of a contest."""

    quantity: str
    published: float
    simulated: float

    @property
    def difference(self) -> float:
        """Simulated minus published."""
        return self.simulated - self.published


def fitted_models() -> tuple[str, ...]:
    """Return the models whose published tables profiles are fitted to."""
    return calibrated_models()


def targets(model: str, domain: Domain) -> dict[str, float]:
    """Return the published numbers of a model in a domain, agentic setting, in solved problems of a contest."""
    tables = published()
    found: dict[str, float] = {}
    for pressure in PRESSURES:
        where = {"model": model, "pressure": pressure, "domain": domain.name}
        tiers = tables.table("tiers-agentic").one(**where)
        found |= {f"none {pressure} {tier}": count * tiers[tier] / 100 for tier, count in TIER_MIX.items()}
        if pressure == STRONG_PRESSURE:
            for row in tables.table("schedulers").records(model=model, domain=domain.name):
                found |= {f"{name} {pressure}": row[name] for name in ("coverage", "verification")}
        found[f"oracle {pressure}"] = tables.table("full").one(setting="agentic", **where)["oracle"]
    return found


def fit_profile(
    model: str,
    domain: Domain,
    *,
    seed: int = 0,
    rounds: int = 30,
    candidates: int = 48,
    contests: int = 256,
    on_round: Callable[[int], None] | None = None,
) -> Profile:
    """Search for the profile whose simulated contests come nearest to the published numbers (cross-entropy)."""
    rng = np.random.default_rng([seed, *map(ord, model + domain.name)])
    wanted = targets(model, domain)
    mean = np.concatenate([np.tile([0.0, -2.0, 0.0], 3), [1.0, -0.5, 1.0, -1.0], [0.0, 0.0]])
    if domain.feedback.tested:  # nothing is solved without a step
        mean[[0, 3, 6]] = -3.0
    spread = np.full(len(mean), 1.2)
    best, least = mean, np.inf
    for number in range(rounds):
        points = np.vstack([best, mean + spread * rng.standard_normal((candidates - 1, len(mean)))])
        profiles = [_profile(model, domain, point) for point in points]
        found = simulated(profiles, contests, seed=seed + 1)
        losses = sum((found[name] - value) ** 2 for name, value in wanted.items())
        losses = losses + 0.002 * (points**2).sum(axis=1)  # prefer the least extreme of equally good fits
        order = np.argsort(losses)
        if losses[order[0]] < least:
            best, least = points[order[0]], float(losses[order[0]])
        elite = points[order[: candidates // 6]]
        mean, spread = 0.3 * mean + 0.7 * elite.mean(axis=0), np.maximum(0.3 * spread + 0.7 * elite.std(axis=0), 0.05)
        if on_round is not None:
            on_round(number + 1)
    return _profile(model, domain, best)


def residuals(profile: Profile, *, contests: int = 4096, seed: int = 7) -> list[Residual]:
    """Compare every published number of the profile's model with a simulation by seeds that the fit has not used."""
    found = simulated([profile], contests, seed)
    return [
        Residual(name, value, float(found[name][0]))
        for name, value in targets(profile.name, get_domain(profile.domain)).items()
    ]


def simulated(profiles: list[Profile], contests: int, seed: int) -> dict[str, Floats]:
    """Simulate every number that can be published of a model, one entry per profile."""
    found: dict[str, Floats] = {}
    world = profile_world(profiles)
    for place, pressure in enumerate(PRESSURES):
        budgets = np.repeat(world.budgets[:, place : place + 1], 2, axis=1)
        here = world.with_budget_table(budgets)
        played = play_habit(here, contests, seed)
        tier_of_slot = np.repeat(np.arange(len(TIER_MIX)), list(TIER_MIX.values()))
        for number, tier in enumerate(TIER_MIX):
            of_tier = tier_of_slot[played.order] == number
            found[f"none {pressure} {tier}"] = _mean(of_tier & played.right, contests)
        if pressure == STRONG_PRESSURE:
            for guard in ("coverage", "verification"):
                guarded = play_habit(here, contests, seed, guard)
                found[f"{guard} {pressure}"] = _mean(guarded.right, contests)
        found[f"oracle {pressure}"] = np.array(
            [oracle_score(profile, profile.budgets[place], min(contests, 512), seed) for profile in profiles]
        )
    return found


def oracle_score(
    profile: Profile, budget: int, contests: int, seed: int, problems: int = PROBLEMS_PER_CONTEST
) -> float:
    """Return the mean score of the response-curve oracle on simulated curves, measured as the paper measures.

    Levels are the grid's shares of the unbudgeted use, five independent runs each. Whether a problem can be solved at
    all belongs to the problem, not to the run.
    """
    _, moderate = profile_budgets(profile, problems)
    levels = np.floor(np.array(CURVE_GRID) * moderate / CURVE_GRID[-1] + 1e-9).astype(np.int64)
    rng = np.random.default_rng(seed)
    skills = profile_skills(profile, problems)
    solvable = rng.random((contests, len(skills))) >= np.array([skill.never for skill in skills])
    chance = np.array([[_reached(skill, int(level)) for level in levels] for skill in skills])
    won = rng.random((contests, len(skills), len(levels), REPEATS)) < chance[None, :, :, None]
    successes = (won & solvable[:, :, None, None]).sum(axis=3)
    zero = np.zeros((*successes.shape[:2], 1), np.int64)
    found = solve_batch(np.concatenate([[0], levels]), np.concatenate([zero, successes], axis=2), [budget] * contests)
    return float(found.successes.mean() / REPEATS)


def _reached(skill: TierSkill, steps: int) -> float:
    """Return the probability that a solvable problem is right within these paid steps."""
    law = skill.law()
    solvable = (law < 255).sum()
    return float((law <= steps).sum() / solvable) if solvable else 0.0


def _mean(solved: npt.NDArray[np.bool_], contests: int) -> Floats:
    found: Floats = solved.sum(axis=1).reshape(-1, contests).mean(axis=1)
    return found


def _profile(model: str, domain: Domain, point: Floats) -> Profile:
    """Return the profile at a point of the search: shares on the scale of their odds, habits by thirds."""
    shares = np.round(1 / (1 + np.exp(-point[:_SHARES])), 3).tolist()
    skills = [
        TierSkill(free=shares[n], never=round(shares[n + 1] * (1 - shares[n]), 3), hazard=max(shares[n + 2], 0.01))
        for n in (0, 3, 6)
    ]
    return Profile(
        name=model,
        domain=domain.name,
        tiers=Tiers(easy=skills[0], medium=skills[1], hard=skills[2]),
        feedback=Signals(
            # A signal that says the opposite of the truth would fit some cells better, but is implausible.
            looks_right=round(0.5 + shares[9] / 2, 3),
            looks_wrong=round(shares[10] / 2, 3),
            exit_looks=domain.feedback.exit_looks,
            exit_fails=domain.feedback.exit_fails,
            keeps=shares[11],
            drafts=shares[12],
        ),
        habit=Habit(patience=_of(PATIENCE, point[13]), rechecks=_of(RECHECKS, point[14])),
        budgets=(
            published_cap(model, domain.name, STRONG_PRESSURE),
            published_cap(model, domain.name, MODERATE_PRESSURE),
        ),
    )


def _of(values: tuple[int, ...], coordinate: float) -> int:
    place = int(len(values) / (1 + np.exp(-coordinate)))
    return values[min(place, len(values) - 1)]
