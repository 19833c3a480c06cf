"""The shared budget and its ledger: the only source of what was used, on which problem, and what is left.

The paper's rule for actions: a unit is taken when a counted command is accepted, before it runs, and is never refunded.
Blocked commands, bookkeeping and protocol errors cost nothing and are counted separately. Output tokens are charged
when the completion arrives, divided over the problems (`r3gym.parsing.attribution`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from r3gym.core.unit import Unit
from r3gym.errors import InputError


@dataclass(frozen=True)
class Budget:
    """How much of which unit a contest may use; ``total`` is None in an unbudgeted baseline run."""

    total: int | None
    unit: Unit = Unit.ACTIONS

    def __post_init__(self) -> None:
        if self.total is not None and self.total < 0:
            raise InputError(f"budget={self.total}: a budget is a whole number of {self.unit}, 0 or more")


@dataclass(frozen=True)
class Ledger:
    """Budget use per problem so far. Every method returns a new ledger; charges are never refunded.

    >>> ledger = Ledger.opened(Budget(2), "AB").counted("A").blocked()
    >>> ledger.used, ledger.remaining, ledger.blocked_count, dict(ledger.per_problem)
    (1, 1, 1, {'A': 1, 'B': 0})
    """

    budget: Budget
    per_problem: Mapping[str, int] = field(default_factory=dict)
    free_count: int = 0
    blocked_count: int = 0
    protocol_error_count: int = 0
    unattributed: int = 0

    @classmethod
    def opened(cls, budget: Budget, labels: Iterable[str]) -> Ledger:
        """Return an empty ledger with an entry for each problem."""
        return cls(budget, MappingProxyType(dict.fromkeys(labels, 0)))

    @property
    def used(self) -> int:
        """Units taken in all: the sum of what is attributed and what is not, so they can never disagree."""
        return sum(self.per_problem.values()) + self.unattributed

    @property
    def remaining(self) -> int | None:
        """Units left, None when the run is unbudgeted."""
        return None if self.budget.total is None else self.budget.total - self.used

    @property
    def exhausted(self) -> bool:
        """True when no counted command can be accepted any more."""
        return self.remaining is not None and self.remaining <= 0

    def counted(self, label: str) -> Ledger:
        """Take one unit for a problem."""
        if self.exhausted:
            raise ValueError("the budget is spent: a counted action must be blocked before it reaches the ledger")
        if label not in self.per_problem:
            raise ValueError(f"{label!r} is not a problem of this contest: {', '.join(self.per_problem)}")
        return replace(self, per_problem=MappingProxyType({**self.per_problem, label: self.per_problem[label] + 1}))

    def charged(self, amounts: Mapping[str, int], unattributed: int = 0) -> Ledger:
        """Take many units at once: ``amounts`` by problem, and ``unattributed`` units that belong to no problem."""
        unknown = sorted(set(amounts) - set(self.per_problem))
        if unknown:
            raise ValueError(f"{unknown} are no problems of this contest: {', '.join(self.per_problem)}")
        if min((unattributed, *amounts.values())) < 0:
            raise ValueError("a charge must not be negative")
        if self.remaining is not None and sum(amounts.values()) + unattributed > self.remaining:
            raise ValueError("the charge is larger than what remains: it must be capped before it reaches the ledger")
        after = {label: taken + amounts.get(label, 0) for label, taken in self.per_problem.items()}
        return replace(self, per_problem=MappingProxyType(after), unattributed=self.unattributed + unattributed)

    def free(self) -> Ledger:
        """Note a free action."""
        return replace(self, free_count=self.free_count + 1)

    def blocked(self) -> Ledger:
        """Note an action that was blocked before it ran."""
        return replace(self, blocked_count=self.blocked_count + 1)

    def protocol_error(self) -> Ledger:
        """Note an action that could not be understood."""
        return replace(self, protocol_error_count=self.protocol_error_count + 1)

    def summary(self) -> dict[str, Any]:
        """Return the ledger as plain JSON, for infos, records and reports."""
        return {
            "unit": self.budget.unit.value,
            "total": self.budget.total,
            "used": self.used,
            "remaining": self.remaining,
            "per_problem": dict(self.per_problem),
            "unattributed": self.unattributed,
            "free": self.free_count,
            "blocked": self.blocked_count,
            "protocol_errors": self.protocol_error_count,
        }
