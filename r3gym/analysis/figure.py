"""A figure: two whole numbers per contest. Its value is the sum of the first over the sum of the second.

A mean over contests, a share of all runs and a ratio of means are all of this form, so all of them are exact, can be
resampled by contests in the same way, and are null where the denominator is zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from r3gym.cells.table import Ints

#: What is measured, and of which group: a tier, a position, a step, or "" for all.
Name = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A quotient of sums: ``numerator`` and ``denominator`` have an entry for each contest.

    >>> Figure.of([1, 2], [5, 5]).value
    Fraction(3, 10)
    """

    numerator: Ints
    denominator: Ints

    @classmethod
    def of(cls, numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> Figure:
        """Make a figure from two lists; a single denominator is used for all contests."""
        top = np.asarray(numerator, np.int64)
        return cls(top, np.broadcast_to(np.asarray(denominator, np.int64), top.shape))

    @property
    def value(self) -> Fraction | None:
        """The exact value; None where the denominators sum to 0."""
        denominator = int(self.denominator.sum())
        return Fraction(int(self.numerator.sum()), denominator) if denominator else None

    def minus(self, other: Figure) -> Figure:
        """Return the difference of two means over the same contests, contest by contest."""
        mine, others, scale = self._common_denominator(other)
        return Figure(mine - others, scale)

    def per(self, other: Figure) -> Figure:
        """Return the ratio of two means over the same contests."""
        mine, others, _ = self._common_denominator(other)
        return Figure(mine, others)

    def _common_denominator(self, other: Figure) -> tuple[Ints, Ints, Ints]:
        """Return both numerators over a common denominator."""
        scale = np.asarray(np.lcm(self.denominator, other.denominator), np.int64)
        return self.numerator * (scale // self.denominator), other.numerator * (scale // other.denominator), scale


def common_multiple(numbers: Iterable[int]) -> int:
    """Return the least common multiple of the positive numbers.

    >>> common_multiple([5, 0, 3])
    15
    """
    return math.lcm(*(int(n) for n in set(numbers) if n > 0))
