"""Compare every scheduler with the Bayes-optimal ceiling of online policies and with the offline oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from r3gym.core.domain import Domain
from r3gym.core.paper_constants import PRESSURES, PROBLEMS_PER_CONTEST
from r3gym.schedulers.learned import Network
from r3gym.simulation.ceiling import cached_ceiling
from r3gym.simulation.fitting import oracle_score
from r3gym.simulation.library import profiles_named
from r3gym.simulation.profiles import profile_world
from r3gym.train.evaluation import fixed_schedulers, fixed_scores, half_width, scheduler_scores

#: Pooled over all profiles of the split, and over those whose ceiling is known exactly.
ALL, EXACT = "all profiles", "exact ceilings"


@dataclass(frozen=True)
class SchedulerResult:
    """One scheduler in one cell (domain, pressure, group of profiles).

    ``margin`` is learned minus this scheduler, contest by contest, with its 95 % half-width ``within``. ``ceiling`` is
    the mean over the group's profiles of the Bayes-optimal value, or of an upper bound where ``exact`` is False.
    ``of_ceiling`` is the share of it reached, ``of_gap`` the share of the way from `none` to the oracle.
    """

    domain: Domain
    pressure: float
    group: str
    scheduler: str
    score: float
    margin: float
    within: float
    ceiling: float
    exact: bool
    oracle: float
    of_ceiling: float
    of_gap: float


def scheduler_results(
    network: Network,
    domains: Sequence[Domain],
    profiles: str,
    each: int,
    seed: int,
    on_step: Callable[[str], None] | None = None,
    problems: int = PROBLEMS_PER_CONTEST,
) -> list[SchedulerResult]:
    """Return the results of all schedulers on a split of profiles: per profile, and pooled."""
    found: list[SchedulerResult] = []
    for domain in domains:
        named = profiles_named(profiles, domain)
        world = profile_world(named, problems=problems)
        for place, pressure in enumerate(PRESSURES):
            tops, oracles = [], []
            for number, profile in enumerate(named):
                if on_step is not None:
                    on_step(f"{domain.name} {pressure} {profile.name}: ceiling")
                budget = int(world.budgets[number, place])
                tops.append(cached_ceiling(world, number, budget))
                oracles.append(oracle_score(profile, budget, 2000, seed, problems))
            scores = {"learned": scheduler_scores(domain, pressure, profiles, each, seed, network.best, problems)}
            for name in fixed_schedulers():
                if on_step is not None:
                    on_step(f"{domain.name} {pressure}: {name}")
                scores[name] = fixed_scores(domain, pressure, profiles, each, seed, name, problems)
            by_profile = {name: values.reshape(len(named), each) for name, values in scores.items()}
            groups = {profile.name: [number] for number, profile in enumerate(named)}
            exact = [number for number, top in enumerate(tops) if top.exact]
            groups |= {ALL: list(range(len(named)))} | ({EXACT: exact} if exact else {})
            for group, rows in groups.items():
                top = float(np.mean([tops[row].value for row in rows]))
                oracle = float(np.mean([oracles[row] for row in rows]))
                known = all(tops[row].exact for row in rows)
                none = float(by_profile["none"][rows].mean())
                for name, values in by_profile.items():
                    score = float(values[rows].mean())
                    gain = by_profile["learned"][rows] - values[rows]
                    within = half_width(gain)
                    of_gap = (score - none) / (oracle - none) if oracle > none else float("nan")
                    found.append(
                        SchedulerResult(
                            *(domain, pressure, group, name, score, float(gain.mean()), within),
                            *(top, known, oracle, score / top, of_gap),
                        )
                    )
    return found
