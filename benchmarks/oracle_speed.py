"""How fast the oracle is, interleaved with plain enumeration of all 6^6 assignments in Python as the named peer.

Run: ``.venv/bin/python benchmarks/oracle_speed.py [--rounds 15] [--strict]``. Contests have six problems, a grid of
five levels and five repeats, as in the paper; a batch is 50 contests x 1,000 bootstrap resamples of the repeats. Two
ways to write the enumeration are timed: sums over level indices, as one would write it down, and the quickest we know
in plain Python. Goals, against the first: one contest 500 times faster, a batch 10,000 times per contest. Answers are
compared before anything is timed. CPU time, because all of it only computes and machines are shared.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from r3gym.oracle import solve
from r3gym.oracle.batch import solve_batch

CONTESTS, RESAMPLES, REPEATS = 50, 1_000, 5
CAPS = [611, 1222, 2444, 4888, 9776]
BUDGETS = [2444, 9776]
ONE_GOAL, BATCH_GOAL = 500, 10_000

Table = list[list[int]]
Answer = tuple[int, int, tuple[int, ...]]


def enumerated(costs: Table, successes: Table, budget: int) -> Answer:
    """Every assignment in turn, its cost and value added up over the level indices."""
    best: Answer = (0, 0, (0,) * len(costs))
    for assignment in itertools.product(*(range(len(levels)) for levels in costs)):
        cost = sum(costs[problem][level] for problem, level in enumerate(assignment))
        if cost <= budget:
            value = sum(successes[problem][level] for problem, level in enumerate(assignment))
            if value > best[0] or (value == best[0] and cost < best[1]):
                best = (value, cost, assignment)
    return best


def enumerated_quickly(costs: Table, successes: Table, budget: int) -> Answer:
    """The same with three products side by side, so that all sums are built-in."""
    best: Answer = (0, 0, (0,) * len(costs))
    indices = itertools.product(*(range(len(levels)) for levels in costs))
    for paid, won, assignment in zip(itertools.product(*costs), itertools.product(*successes), indices, strict=True):
        cost = sum(paid)
        if cost <= budget:
            value = sum(won)
            if value > best[0] or (value == best[0] and cost < best[1]):
                best = (value, cost, assignment)
    return best


def contests(rng: random.Random) -> list[tuple[Table, Table, int]]:
    """Rising and falling curves, easy and hard problems: each level succeeds with a chance of its own."""
    found = []
    for _ in range(CONTESTS):
        successes = []
        for _ in range(6):
            half = rng.choice([0.5, 1, 2, 4, 16])  # the level at which half of the runs succeed
            chances = [level / (level + half) for level in (0.5, 1, 2, 4, 8)]
            successes.append([0, *(sum(rng.random() < chance for _ in range(REPEATS)) for chance in chances)])
        found.append(([[0, *CAPS]] * 6, successes, rng.choice(BUDGETS)))
    return found


def resampled(given: list[tuple[Table, Table, int]]) -> np.ndarray[Any, Any]:
    rates = np.array([successes for _, successes, _ in given]) / REPEATS
    return np.random.default_rng(0).binomial(REPEATS, rates, (RESAMPLES, *rates.shape))


def seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a goal is missed")
    arguments = parser.parse_args()
    given = contests(random.Random(0))
    batch, budgets = resampled(given), np.array([budget for _, _, budget in given])
    grid = np.array([0, *CAPS])
    found = solve_batch(grid, batch, budgets, assignments=True)
    assert found.assignment is not None
    for n, (costs, successes, budget) in enumerate(given[:10]):
        one = solve(costs, successes, budget)
        assert (one.successes, one.cost, one.assignment) == enumerated(costs, successes, budget)
        assert enumerated(costs, successes, budget) == enumerated_quickly(costs, successes, budget)
        answer = enumerated(costs, batch[n, n].tolist(), budget)
        assert (found.successes[n, n], found.cost[n, n], tuple(found.assignment[n, n])) == answer
    times: dict[str, list[float]] = {name: [] for name in ("plain", "quick", "one", "batch", "assigned")}
    for number in range(arguments.rounds):
        case = given[number % CONTESTS]
        times["plain"].append(seconds(lambda case=case: enumerated(*case)))  # type: ignore[misc]
        times["quick"].append(seconds(lambda case=case: enumerated_quickly(*case)))  # type: ignore[misc]
        times["one"].append(seconds(lambda: [solve(*each) for each in given]) / CONTESTS)
        size = CONTESTS * RESAMPLES
        times["batch"].append(seconds(lambda: solve_batch(grid, batch, budgets)) / size)
        times["assigned"].append(seconds(lambda: solve_batch(grid, batch, budgets, assignments=True)) / size)
    median = {name: statistics.median(taken) for name, taken in times.items()}
    rows = [
        ("enumeration as written down", "plain"),
        ("enumeration, quickest", "quick"),
        ("solve, one contest", "one"),
        ("solve_batch, value and cost", "batch"),
        ("solve_batch, assignments too", "assigned"),
    ]
    print(f"median of {arguments.rounds} interleaved rounds, CPU time per contest, ratios within a round")
    print(f"{'':<30} {'us':>10} {'x plain':>10} {'x quickest':>10}")
    ratios = {}
    for name, key in rows:
        against = [
            statistics.median(a / b for a, b in zip(times[p], times[key], strict=True)) for p in ("plain", "quick")
        ]
        ratios[key] = against[0]
        print(f"{name:<30} {1e6 * median[key]:>10,.2f} {against[0]:>10,.0f} {against[1]:>10,.0f}")
    missed = ratios["one"] < ONE_GOAL or ratios["batch"] < BATCH_GOAL
    print(f"goals ({ONE_GOAL} for one contest, {BATCH_GOAL:,} in a batch): {'missed' if missed else 'reached'}")
    return int(arguments.strict and missed)


if __name__ == "__main__":
    sys.exit(main())
