"""The runtime-visible state of a contest: everything that a scheduler may use, live or simulated.

It holds no correctness, tiers, keys or response curves, so a rule that is a function of it uses none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from r3gym.core.domain import Domain


@dataclass(frozen=True)
class ProblemState:
    """The visible state of one problem.

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
        """Return the state of the problem with this label."""
        return self.problems[self.labels.index(label)]

    def narrowed(self, target: str | None) -> ContestState:
        """Return the state with ``target`` as the only problem to schedule (target-in-suite mode), if it is given."""
        return replace(self, problems=(self.problem(target),)) if target else self


def read_state(obs: Mapping[str, Any], domain: Domain, labels: Sequence[str]) -> ContestState:
    """Return the state that an observation shows (`r3gym.envs.observation`), for code outside the environment.

    Values that the budget view hides are read as no budget; the exit status -1 is read as None.
    """
    rows = zip(
        labels,
        obs["paid_steps"],
        obs["shelved"],
        obs["candidate"],
        obs["candidate_version"],
        obs["checks_since_change"],
        obs["last_exit"],
        strict=True,
    )
    problems = tuple(
        ProblemState(label, int(paid), bool(shelved), bool(there), int(version), int(checks), _shown(exit_status))
        for label, paid, shelved, there, version, checks, exit_status in rows
    )
    focus, total = int(obs["focus"]), _shown(obs["total"][0])
    used = sum(p.paid_steps for p in problems)
    return ContestState(
        domain=domain,
        problems=problems,
        focus=labels[focus - 1] if focus else None,
        total=total,
        used=used,
        remaining=None if total is None else total - used,
    )


def _shown(number: Any) -> int | None:
    return None if int(number) == -1 else int(number)
