"""A problem as a prompt shows it: the public part, and a difficulty line only where difficulties are shown."""

from __future__ import annotations

from r3gym.core.problem import Problem
from r3gym.core.tier import Tier


def problem_block(label: str, problem: Problem) -> str:
    """Return the text of one problem of a contest, below its heading."""
    title = f": {problem.title}" if problem.title else ""
    return f"===== Problem {label}{title} =====\n{problem_body(problem)}"


def problem_body(problem: Problem) -> str:
    """Return the difficulty (where shown), the limits, the statement, and the samples that it does not contain."""
    lines = []
    if problem.shown_difficulty not in (None, Tier.UNRATED):
        lines.append(f"Difficulty: {problem.shown_difficulty}")
    if problem.limits is not None:
        lines.append(f"Limits: {problem.limits.time_s:g} s and {problem.limits.memory_mb} MB per test")
    lines.append(problem.statement.strip())
    if not problem.statement_has_samples:
        for number, sample in enumerate(problem.samples, 1):
            lines.append(f"Sample {number}, input:\n```\n{sample.input.rstrip()}\n```")
            lines.append(f"Sample {number}, output:\n```\n{sample.output.rstrip()}\n```")
    return "\n".join(lines)
