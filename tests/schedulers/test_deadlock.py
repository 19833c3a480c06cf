"""Deadlock freedom: random episodes under every scheduler, budgets 0 to 40, in the simulated contest.

No episode in which nothing is legal (finishing always is, and while a guard blocks a problem it leaves another one open
or has nothing more to allow), none that spends more than its budget, none that fails to finish.
"""

from __future__ import annotations

import random

import pytest
from contest_simulator import Simulated, play_out
from known_domains import CODE, DOMAINS

from r3gym.schedulers import legal_steps, make_scheduler, scheduler_names

#: Parameters away from the defaults, too.
NAMES = (*scheduler_names(), "sequential:1", "index:ramp", "index:constant", "shadow_price:0.2")


def episodes(name: str, count: int) -> None:
    scheduler = make_scheduler(name)
    for number in range(count):
        rng = random.Random(f"{name}:{number}")
        domain, problems = rng.choice(DOMAINS), rng.choice((1, 2, 6, 6, 6))
        play_out(Simulated.opened(domain, rng.randrange(41), problems, rng), scheduler)


@pytest.mark.parametrize("name", NAMES)
def test_no_scheduler_deadlocks_overspends_or_goes_on_for_ever(name: str) -> None:
    episodes(name, 5_000 // len(NAMES))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_in_a_hundred_thousand_episodes(name: str) -> None:
    episodes(name, 100_000 // len(NAMES) + 1)


@pytest.mark.parametrize("name", ["none", "coverage"])
@pytest.mark.parametrize("budget", range(9))
def test_coverage_keeps_a_step_legal_while_budget_is_left(name: str, budget: int) -> None:
    contest = Simulated.opened(CODE, budget, 6, random.Random(budget))
    scheduler = make_scheduler(name)
    while legal := legal_steps(scheduler, contest.state):
        contest.pay(scheduler, legal[0])
    assert contest.ledger.remaining == 0, "also when the budget cannot reach all six"
