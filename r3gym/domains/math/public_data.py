"""Rows of the paper's ``math.jsonl``."""

from __future__ import annotations

from pathlib import Path

from r3gym.core.problem import Problem
from r3gym.domains.math.key import MathKey
from r3gym.domains.public_data import NonEmpty, PublicDataRow


class MathDataRow(PublicDataRow):
    """A row of ``math.jsonl``."""

    problem: NonEmpty
    answer: NonEmpty
    solution: str = ""

    def public(self) -> Problem:
        """Return the public part."""
        return Problem(self.public_id, "math", "", self.problem)

    def key(self, tests: Path | None) -> MathKey:  # noqa: ARG002
        """Return the private part."""
        return MathKey(self.public_id, self.difficulty, self.answer, self.solution)
