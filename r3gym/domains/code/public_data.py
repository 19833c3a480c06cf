"""Rows of the paper's ``coding.jsonl``."""

from __future__ import annotations

from pathlib import Path

from r3gym.core.problem import Problem, ProblemLimits
from r3gym.domains.code.key import CodeKey
from r3gym.domains.code.statement_samples import samples_of
from r3gym.domains.public_data import NonEmpty, PublicDataRow


class CodeDataRow(PublicDataRow):
    """A row of ``coding.jsonl``: the time limit is in milliseconds, the memory limit in megabytes."""

    title: str
    problem_statement: NonEmpty
    time_limit: int
    memory_limit: int

    def public(self) -> Problem:
        """Return the public part, with the samples that the statement prints."""
        samples = samples_of(self.problem_statement)
        return Problem(
            id=self.public_id,
            domain="code",
            title=self.title,
            statement=self.problem_statement,
            limits=self._limits(),
            samples=samples,
            statement_has_samples=bool(samples),
        )

    def key(self, tests: Path | None) -> CodeKey:
        """Return the private part; it has hidden tests only if ``tests`` holds a folder for the problem."""
        folder = None if tests is None else tests / self.problem_id
        return CodeKey(self.public_id, self.difficulty, folder if folder and folder.is_dir() else None, self._limits())

    def _limits(self) -> ProblemLimits:
        return ProblemLimits(self.time_limit / 1000, self.memory_limit)
