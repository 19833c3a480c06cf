"""The oracle as the paper computes it: try every assignment. The measure for every faster method."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

Table = list[list[int]]


def enumerate_all(
    costs: Sequence[Sequence[int]], successes: Sequence[Sequence[int]], budget: int
) -> tuple[int, int, tuple[int, ...]]:
    """Value, cost and assignment: most value, then least cost, then first in product order."""
    best = (0, 0, (0,) * len(costs))
    for assignment in itertools.product(*(range(len(levels)) for levels in costs)):
        cost = sum(levels[level] for levels, level in zip(costs, assignment, strict=True))
        if cost > budget:
            continue
        value = sum(levels[level] for levels, level in zip(successes, assignment, strict=True))
        if value > best[0] or (value == best[0] and cost < best[1]):
            best = (value, cost, assignment)
    return best


def random_instance(rng: random.Random) -> tuple[Table, Table, int]:
    """A ragged instance with many ties: few costs, few values, levels of equal cost, non-monotone and flat curves."""
    highest_cost, repeats = rng.choice([1, 2, 5, 40]), rng.choice([1, 2, 3, 5])
    costs, successes = [], []
    shared = [0, *sorted(rng.randint(0, highest_cost) for _ in range(rng.randint(0, 5)))]
    for _ in range(rng.randint(1, 4)):
        paid = shared if rng.random() < 0.5 else [0] + [rng.randint(0, highest_cost) for _ in range(rng.randint(0, 5))]
        costs.append(list(paid))
        successes.append([0] + [rng.randint(0, repeats) for _ in paid[1:]])
    return costs, successes, rng.randint(0, highest_cost * 4)


def random_contest(rng: random.Random, caps: Sequence[int], repeats: int = 5) -> tuple[Table, Table, int]:
    """A contest of six over one grid of caps, as in the paper."""
    successes = [[0] + [rng.randint(0, repeats) for _ in caps] for _ in range(6)]
    return [[0, *caps] for _ in range(6)], successes, rng.choice([0, caps[0], 4 * caps[0], 4 * caps[-1]])
