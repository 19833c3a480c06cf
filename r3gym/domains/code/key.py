"""The key of a code problem."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from r3gym.core.keys import AnswerKey
from r3gym.core.problem import ProblemLimits


@dataclass(frozen=True)
class CodeKey(AnswerKey):
    """The place of a code problem's hidden tests: an ICPC package, a folder of tests, or None if there are none.

    ``limits`` are the problem's published limits, used when the tests' folder states none of its own.
    """

    tests: Path | None
    limits: ProblemLimits
