"""A guard announces the rules that can ever block a paid step under its budget, and no other."""

from __future__ import annotations

import random

import pytest
from contest_simulator import Simulated
from known_domains import CODE

from r3gym.schedulers import make_scheduler, scheduler_names

#: How a rule is called in a directive, and how in the reason of a block.
RULES = {"Coverage rule": "coverage:", "Verification rule": "verification:", "Stopping rule": "stop:"}


def blocking_rules(name: str, problems: int, budget: int | None) -> set[str]:
    """The rules that block some step in a thousand random contests."""
    found = set()
    for seed in range(1000 if problems < 3 else 3000):
        rng = random.Random(seed)
        contest = Simulated.opened(CODE, budget, problems, rng)
        for _ in range(20):
            if rng.random() < 0.4:
                contest.free()
            elif contest.ledger.exhausted:
                break
            else:
                reason = contest.pay(make_scheduler(name), rng.choice(list(contest.problems))).reason
                found |= {rule for rule, prefix in RULES.items() if reason.startswith(prefix)}
    return found


@pytest.mark.parametrize("problems", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["coverage", "verification", "stop"])
def test_a_rule_is_announced_exactly_if_it_can_block(name: str, problems: int) -> None:
    for budget in (0, 1, 2, 3, 4, 5, None):
        contest = Simulated.opened(CODE, budget, problems, random.Random(0))
        directive = make_scheduler(name).directive(contest.state)
        assert {rule for rule in RULES if rule in directive} == blocking_rules(name, problems, budget), budget
        assert directive == directive.strip()


@pytest.mark.parametrize("name", scheduler_names())
def test_a_directive_for_one_problem_speaks_of_one(name: str) -> None:
    for budget in (0, 1, 2, 3, 9, None):
        directive = make_scheduler(name).directive(Simulated.opened(CODE, budget, 1, random.Random(0)).state)
        assert "problems" not in directive
        assert "another" not in directive
        assert budget != 0 or directive == ""
