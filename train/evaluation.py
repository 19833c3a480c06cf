"""Compare schedulers in the twin: every scheduler plays the same contests with the same seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from r3gym.core.domain import Domain
from r3gym.core.paper_constants import PRESSURES, PROBLEMS_PER_CONTEST
from r3gym.schedulers import Driver, make_scheduler, scheduler_names
from r3gym.schedulers.guard_rules import GUARDS
from r3gym.schedulers.learned import Network
from r3gym.simulation.library import make_world
from r3gym.simulation.playing import BatchPolicy, driver_policy, play_contests, play_habit

Scores = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Score:
    """One scheduler in one cell: the mean score, and the mean of the paired difference to it from the learned one.

    ``margin`` and its 95 % half-width ``within`` are learned minus this one, contest by contest; 0 for learned itself.
    """

    cell: str
    scheduler: str
    mean: float
    margin: float
    within: float


def compare_schedulers(
    network: Network,
    domains: Sequence[Domain],
    profiles: str,
    each: int,
    seed: int,
    problems: int = PROBLEMS_PER_CONTEST,
) -> list[Score]:
    """Compare the network with all schedulers, per domain and pressure, with ``each`` contests per profile."""
    found = []
    for domain in domains:
        for pressure in PRESSURES:
            cell = f"{domain.name} {pressure}"
            learned = scheduler_scores(domain, pressure, profiles, each, seed, network.best, problems)
            found.append(Score(cell, "learned", float(learned.mean()), 0.0, 0.0))
            for name in fixed_schedulers():
                scores = fixed_scores(domain, pressure, profiles, each, seed, name, problems)
                gain = (learned - scores).reshape(-1, each)
                found.append(Score(cell, name, float(scores.mean()), float(gain.mean()), half_width(gain)))
    return found


def half_width(gains: npt.NDArray[np.int64]) -> float:
    """Return the 95 % half-width of the mean gain (profiles, contests).

    Contest i uses the same random numbers in every profile, so its gains are averaged and count as one. With a single
    contest of each profile the profiles are counted instead.
    """
    each = gains.mean(axis=0) if gains.shape[1] > 1 else gains.ravel()
    return 1.96 * float(each.std(ddof=1)) / math.sqrt(len(each))


def fixed_schedulers() -> tuple[str, ...]:
    """Return the schedulers to compare with: the twin's guards, and all drivers."""
    names = [name for name in scheduler_names() if name != "learned"]
    return tuple(name for name in names if name in GUARDS or isinstance(make_scheduler(name), Driver))


def scheduler_scores(
    domain: Domain,
    pressure: float,
    profiles: str,
    each: int,
    seed: int,
    policy: BatchPolicy,
    problems: int = PROBLEMS_PER_CONTEST,
) -> Scores:
    """Return the score of each contest with a batch policy."""
    world = make_world((domain,), profiles, pressure, problems=problems)
    return play_contests(world, each, _comparison_seed(seed), policy).score


@lru_cache(maxsize=256)
def fixed_scores(
    domain: Domain,
    pressure: float,
    profiles: str,
    each: int,
    seed: int,
    name: str,
    problems: int = PROBLEMS_PER_CONTEST,
) -> Scores:
    """Return the score of each contest with a scheduler by its name; guards constrain the solvers' own habits."""
    world = make_world((domain,), profiles, pressure, problems=problems)
    if name in GUARDS:
        return play_habit(world, each, _comparison_seed(seed), name).score
    driver = make_scheduler(name)
    assert isinstance(driver, Driver), f"{name} is neither a guard of the twin nor a driver"
    return play_contests(world, each, _comparison_seed(seed), driver_policy(driver.choose)).score


def _comparison_seed(seed: int) -> int:
    """Return the first seed of a comparison, far from those of training."""
    return (1 << 40) + (seed << 20)
