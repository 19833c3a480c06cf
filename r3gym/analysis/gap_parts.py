"""The gap of every contest as exact parts: oracle - allocation regret - unspent - execution = score.

The parts are those of `r3gym.analysis.regret`; here contest by contest, as fractions, so that they add up without any
rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from r3gym.analysis.contest_score import contest_score
from r3gym.analysis.figure import Figure
from r3gym.analysis.oracle_score import CellOracle, oracle_score
from r3gym.analysis.regret import regret
from r3gym.cells.cell import ContestCell


@dataclass(frozen=True, slots=True)
class GapParts:
    """The parts of one contest's gap (the mean of its runs), or of a mean over contests, in problems."""

    oracle: Fraction
    allocation_regret: Fraction
    unspent: Fraction
    execution: Fraction
    score: Fraction

    @property
    def gap(self) -> Fraction:
        """Oracle minus score; the sum of the three parts between them."""
        return self.oracle - self.score


def gap_parts(cell: ContestCell, oracle: CellOracle) -> tuple[GapParts, ...] | None:
    """Return the parts of every contest of a cell, in its order; None where runs do not record their steps."""
    found = regret(cell, oracle)
    if not found:
        return None
    figures = (
        oracle_score(oracle),
        found["regret", ""],
        found["unspent", ""],
        found["execution", ""],
        contest_score(cell),
    )
    return tuple(GapParts(*row) for row in zip(*map(_by_contest, figures), strict=True))


def mean_parts(parts: Sequence[GapParts]) -> GapParts:
    """Return the mean over contests, part by part."""
    names = GapParts.__slots__
    return GapParts(*(sum((getattr(one, name) for one in parts), Fraction(0)) / len(parts) for name in names))


def _by_contest(figure: Figure) -> list[Fraction]:
    return [
        Fraction(top, below) for top, below in zip(figure.numerator.tolist(), figure.denominator.tolist(), strict=True)
    ]
