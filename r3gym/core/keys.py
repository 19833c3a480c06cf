"""A problem's private part: what the judge needs and nobody who acts may hold.

Keys are read by the judge, by the suite builder and by the scripted solver (an insider by design), each straight from
the bank. Environments, sandboxes, policies, schedulers and prompts are built from `r3gym.core.problem.Problem` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from r3gym.core.problem import ProblemLimits
from r3gym.core.tier import Tier

#: The "generator" of an AR problem that has none: its answer must equal the reference to the letter.
EXACT_MATCH = "exact"


@dataclass(frozen=True)
class MathKey:
    """The reference answer of a mathematics problem, with a short solution where the bank has one."""

    problem_id: str
    tier: Tier
    reference: str
    solution: str = ""


@dataclass(frozen=True)
class ARKey:
    """The reference answer of an abstract-reasoning item and what its reasoning-gym scorer needs to know."""

    problem_id: str
    tier: Tier
    reference: str
    generator: str
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CodeKey:
    """Where a code problem's hidden tests are: an ICPC package, a folder of tests, or nowhere (``tests`` is None).

    ``limits`` are the problem's published limits, used when the tests' folder states none of its own.
    """

    problem_id: str
    tier: Tier
    tests: Path | None
    limits: ProblemLimits


AnswerKey = MathKey | ARKey | CodeKey
