"""A problem's public part. Nothing in this module can hold a reference answer, a hidden test or a hidden tier."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from r3gym.core.tier import Tier
from r3gym.utils.hashing import hash_json


@dataclass(frozen=True)
class ProblemLimits:
    """What a program may use on one test of a code problem."""

    time_s: float
    memory_mb: int


@dataclass(frozen=True)
class Sample:
    """A published input and the output that goes with it."""

    input: str
    output: str


@dataclass(frozen=True)
class Problem:
    """What a contestant may see.

    ``statement_has_samples``: the statement already contains the samples, so they are not printed again.
    ``shown_difficulty`` is set only in the paper's with-difficulty variant.
    """

    id: str
    domain: str
    title: str
    statement: str
    limits: ProblemLimits | None = None
    samples: tuple[Sample, ...] = ()
    statement_has_samples: bool = False
    shown_difficulty: Tier | None = None


def hash_problem(problem: Problem) -> str:
    """Return the hash of the public part; ``shown_difficulty`` is not part of it."""
    return hash_json(asdict(replace(problem, shown_difficulty=None)))
