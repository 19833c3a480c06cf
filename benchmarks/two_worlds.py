"""Drivers in two made-up worlds: every paid step solves with a constant hazard, or a problem needs so many steps first.

Feedback is noisy in both: a step on a solved problem ends well with 0.85, on an unsolved one with 0.15. The drivers
meet the same contests and the same noise. It says which driver suits which shape of hazard, nothing about any model.

Run: ``.venv/bin/python benchmarks/two_worlds.py [CONTESTS]``.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace

from r3gym.core.known_domains import get_domain
from r3gym.core.state import ContestState, ProblemState
from r3gym.schedulers import Driver, make_scheduler

NAMES = "greedy sequential:6 round_robin equal index index:constant index:ramp shadow_price".split()
HAZARDS, STEPS = (0.5, 0.25, 0.08), (2, 4, 7)
BUDGETS = (7, 20)


def solved_after(world: str, tier: int, rng: random.Random) -> int:
    if world == "ramp":
        return STEPS[tier]
    steps = 1
    while rng.random() > HAZARDS[tier] and steps < 200:
        steps += 1
    return steps


def play(driver: Driver, world: str, budget: int, seed: int) -> int:
    rng, labels = random.Random(seed), get_domain("code").labels()
    tiers = [0, 0, 0, 1, 1, 2]
    rng.shuffle(tiers)
    needs = {label: solved_after(world, tier, rng) for label, tier in zip(labels, tiers, strict=True)}
    noise = {label: [rng.random() for _ in range(budget + 1)] for label in labels}
    problems = {label: ProblemState(label) for label in labels}
    for used in range(budget):
        state = ContestState(get_domain("code"), tuple(problems.values()), None, budget, used, budget - used)
        label = driver.choose(state)
        if label is None:
            break
        paid = problems[label].paid_steps + 1
        well = noise[label][paid] < (0.85 if paid >= needs[label] else 0.15)
        problems[label] = replace(
            problems[label], paid_steps=paid, candidate=True, candidate_version=paid, last_exit=int(not well)
        )
    return sum(problem.paid_steps >= needs[problem.label] for problem in problems.values())


def main() -> None:
    contests = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    cells = [(world, budget) for world in ("constant", "ramp") for budget in BUDGETS]
    print("driver".ljust(16), *(f"{world} {budget}".rjust(12) for world, budget in cells))
    for name in NAMES:
        driver = make_scheduler(name)
        assert isinstance(driver, Driver)
        means = [sum(play(driver, *cell, seed) for seed in range(contests)) / contests for cell in cells]
        print(name.ljust(16), *(f"{mean:.2f}".rjust(12) for mean in means))


if __name__ == "__main__":
    main()
