"""Simple heuristic drivers, used as baselines."""

from __future__ import annotations

from r3gym.core.state import ContestState, ProblemState
from r3gym.schedulers.driving import BaseDriver
from r3gym.schedulers.signals import looks_solved

#: The default number of steps after which `sequential` gives a problem up.
GIVE_UP_AFTER = 6


def _unsolved(state: ContestState) -> list[ProblemState]:
    """Return the problems that do not look solved; none when the budget is spent."""
    return [] if state.exhausted else [p for p in state.problems if not looks_solved(p)]


class Equal(BaseDriver):
    """An equal share of the budget for each problem.

    In presented order, until it looks solved; what a problem leaves of its share is not passed on.
    """

    name = "equal"

    def choose(self, state: ContestState) -> str | None:
        """Choose the first problem with a share left that does not look solved."""
        shares = _equal_shares(state)
        return next((p.label for p in _unsolved(state) if p.paid_steps < shares[p.label]), None)


def _equal_shares(state: ContestState) -> dict[str, float]:
    if state.total is None:
        return dict.fromkeys(state.labels, float("inf"))
    each, rest = divmod(state.total, len(state.problems))
    return {label: each + (number < rest) for number, label in enumerate(state.labels)}


class RoundRobin(BaseDriver):
    """One step for each problem that looks unsolved, in turn."""

    name = "round_robin"

    def choose(self, state: ContestState) -> str | None:
        """Choose the problem with the fewest paid steps, the first of them."""
        return _first(sorted(_unsolved(state), key=lambda p: p.paid_steps))


class Greedy(BaseDriver):
    """In order, stay with each problem until it looks solved."""

    name = "greedy"

    def choose(self, state: ContestState) -> str | None:
        """Choose the first problem that does not look solved."""
        return _first(_unsolved(state))


class Sequential(BaseDriver):
    """Greedy that gives up after N steps; :N, 6 by default.

    What was given up comes back in a second round, when every other problem had its N steps.
    """

    def __init__(self, give_up_after: int = GIVE_UP_AFTER) -> None:
        self._cap = give_up_after
        self.name = f"sequential:{give_up_after}"

    def choose(self, state: ContestState) -> str | None:
        """Choose the first problem of the earliest round that does not look solved."""
        return _first(sorted(_unsolved(state), key=lambda p: p.paid_steps // self._cap))


def _first(problems: list[ProblemState]) -> str | None:
    return problems[0].label if problems else None
