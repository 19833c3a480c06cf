"""The runtime-visible state of a contest: all that a scheduler may look at, live or simulated.

It says nothing about correctness, tiers, keys or response curves, so a rule that is a function of it uses none of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from r3gym.domains import Domain


@dataclass(frozen=True)
class ProblemState:
    """What the runtime saw of one problem.

    ``candidate_version`` counts the changes of the answer's content (a rewrite with the same bytes is no change);
    ``checks_since_change`` counts the paid steps on the problem since then, while an answer is present.
    """

    label: str
    paid_steps: int = 0
    shelved: bool = False
    candidate: bool = False
    candidate_version: int = 0
    checks_since_change: int = 0
    last_exit: int | None = None


@dataclass(frozen=True)
class ContestState:
    """The whole visible state. ``total`` and ``remaining`` are None in an unbudgeted run."""

    domain: Domain
    problems: tuple[ProblemState, ...]
    focus: str | None
    total: int | None
    used: int
    remaining: int | None

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels in presented order."""
        return tuple(p.label for p in self.problems)

    @property
    def exhausted(self) -> bool:
        """True when no paid step is left."""
        return self.remaining is not None and self.remaining <= 0

    def problem(self, label: str) -> ProblemState:
        """The state of the problem with this label."""
        return self.problems[self.labels.index(label)]
