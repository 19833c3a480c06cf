"""A contest without a sandbox: the visible state, the real ledger, and a made-up world behind them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from r3gym.core.budget import Budget, Ledger
from r3gym.core.domain import Domain
from r3gym.core.state import ContestState, ProblemState
from r3gym.schedulers import Driver, Review, Scheduler, legal_steps


@dataclass
class Simulated:
    """One contest. What is behind a paid step (exit status, an answer that changes or not) is drawn at random."""

    domain: Domain
    ledger: Ledger
    rng: random.Random
    problems: dict[str, ProblemState] = field(default_factory=dict)
    focus: str | None = None

    @classmethod
    def opened(cls, domain: Domain, budget: int | None, problems: int, rng: random.Random) -> Simulated:
        labels = domain.labels(problems)
        return cls(domain, Ledger.opened(Budget(budget), labels), rng, {label: ProblemState(label) for label in labels})

    @property
    def state(self) -> ContestState:
        used, budget = self.ledger.used, self.ledger.budget.total
        left = None if budget is None else budget - used
        return ContestState(self.domain, tuple(self.problems.values()), self.focus, budget, used, left)

    def pay(self, scheduler: Scheduler, label: str) -> Review:
        """Try a paid step as the runtime does: budget, guard, ledger, then what comes of it."""
        self.focus = label
        if self.ledger.exhausted:
            return Review(blocked=True, reason="budget")
        review = scheduler.review(self.state)
        if not review.blocked:
            self.ledger = self.ledger.counted(label)
            self.problems[label] = self._after(self.problems[label])
        return review

    def free(self) -> None:
        """Something free: shelve, write, rewrite the same, remove."""
        label = self.rng.choice(list(self.problems))
        problem = self.problems[label]
        kind = self.rng.randrange(4)
        if kind == 0:
            self.problems[label] = replace(problem, shelved=not problem.shelved)
        elif kind == 1:
            self.problems[label] = replace(
                problem, candidate=True, candidate_version=problem.candidate_version + 1, checks_since_change=0
            )
        elif kind == 2:
            self.problems[label] = replace(problem, candidate=False)

    def _after(self, problem: ProblemState) -> ProblemState:
        paid = replace(problem, paid_steps=problem.paid_steps + 1, last_exit=self.rng.choice((0, 0, 1, 124)))
        if self.rng.random() < 0.5:  # the step left a new answer
            version = problem.candidate_version + 1
            return replace(paid, candidate=True, candidate_version=version, checks_since_change=0)
        return replace(paid, checks_since_change=problem.checks_since_change + problem.candidate)


def play_out(contest: Simulated, scheduler: Scheduler) -> None:
    """Play until no paid step is legal any more, or the agent gives up after a few blocks, checking the rules.

    The agent follows a driver mostly, tries blocked problems too, and does free things in between.
    """
    rng, labels, paid = contest.rng, list(contest.problems), 0
    patience = rng.choice((3, 1000))
    while patience:
        choice = scheduler.choose(contest.state) if isinstance(scheduler, Driver) else None
        tried = choice if choice is not None and rng.random() < 0.8 else rng.choice(labels)
        state = contest.state
        review = contest.pay(scheduler, tried)
        paid += not review.blocked
        if review.blocked:
            assert review.reason
            legal = legal_steps(scheduler, state)
            assert tried not in legal, "masks and guards agree"
            if isinstance(scheduler, Driver):
                assert legal == (() if choice is None else (choice,)), "a driver allows its choice and nothing else"
            if not legal:
                break  # finishing is what is left, and it is never blocked
            patience -= 1
        elif isinstance(scheduler, Driver):
            assert tried == choice
        if rng.random() < 0.3:
            contest.free()
    assert contest.ledger.used == paid == sum(p.paid_steps for p in contest.problems.values())
    assert contest.ledger.budget.total is None or paid <= contest.ledger.budget.total
