"""Audit a finaliser: check that every answer it gave appears in the trace it was given.

A finaliser copies. An answer that is not in the trace was produced by the finaliser with uncharged tokens, so every
such answer is flagged. The comparison ignores formatting (spaces, LaTeX formatting, comments in programs) and nothing
else: numbers are compared whole, and a program must appear token by token. A flag is a reason to look, not a verdict:
an answer that was converted into another form (0.5 for 1/2) is flagged too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from r3gym.core.domain import Domain
from r3gym.parsing import parse_completion


@dataclass(frozen=True)
class AnswerCoverage:
    """One answer. ``coverage``: the share of a program's short token runs that the trace holds (1 or 0 for answers)."""

    label: str
    found: bool
    coverage: float


@dataclass(frozen=True)
class FinaliserAudit:
    """All answers that the finaliser gave; what it left out needs no check."""

    findings: tuple[AnswerCoverage, ...]

    @property
    def flagged(self) -> tuple[str, ...]:
        """The labels whose answer is not in the trace."""
        return tuple(f.label for f in self.findings if not f.found)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON, for records."""
        return {"flagged": list(self.flagged), "answers": [asdict(f) for f in self.findings]}


def audit_final(final: str, trace: str, domain: Domain, labels: Sequence[str]) -> FinaliserAudit:
    r"""Look up in the trace every answer that the parser finds in the finaliser's output.

    >>> from r3gym.core.known_domains import get_domain
    >>> math = get_domain("math")
    >>> audit_final("Problem 1: \\boxed{12}\nProblem 2: \\boxed{7}", "so 12 it is", math, ("1", "2")).flagged
    ('2',)
    >>> audit_final("\\boxed{ \\dfrac{1}{2} }", "x = 1/2", get_domain("math"), ("1",)).flagged
    ()
    """
    answers = [(p.label, p.answer) for p in parse_completion(final, domain, labels) if p.answer is not None]
    shares = [(label, domain.trace_coverage(answer, trace)) for label, answer in answers]
    return FinaliserAudit(tuple(AnswerCoverage(label, share == 1.0, round(share, 4)) for label, share in shares))
