"""Response curves: for one problem, the cost and the number of successes of each level of funding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from r3gym.errors import InputError


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its nominal cap (not the use observed in a run), and the successes among the repeats at it."""

    cost: int
    successes: int


#: The synthetic zero option: the problem is left unfunded, no model is called, nothing is won.
ZERO = Level(0, 0)


@dataclass(frozen=True, slots=True)
class ResponseCurve:
    """The levels of one problem in input order, the zero option first; successes are out of ``repeats``.

    Nothing is assumed about the shape: a level of higher cost may have fewer successes. Levels whose caps round to the
    same number remain separate levels.

    >>> curve = ResponseCurve.measured([10, 20], [1, 4], repeats=5)
    >>> curve.costs, curve.successes
    ((0, 10, 20), (0, 1, 4))
    """

    levels: tuple[Level, ...]
    repeats: int

    def __post_init__(self) -> None:
        if self.repeats < 1:
            raise InputError(f"repeats={self.repeats}: every level is run at least once")
        if not self.levels or self.levels[0] != ZERO:
            raise InputError("a response curve begins with the zero option: cost 0, successes 0")
        for index, level in enumerate(self.levels):
            if level.cost < 0:
                raise InputError(f"level {index} costs {level.cost}: a cost is a whole number, 0 or more")
            if not 0 <= level.successes <= self.repeats:
                raise InputError(f"level {index} has {level.successes} successes out of {self.repeats} repeats")

    @classmethod
    def measured(cls, costs: Iterable[int], successes: Iterable[int], repeats: int) -> ResponseCurve:
        """Return the curve of the measured levels, with the zero option in front of them."""
        found = tuple(Level(cost, won) for cost, won in zip(costs, successes, strict=True))
        return cls((ZERO, *found), repeats)

    @property
    def costs(self) -> tuple[int, ...]:
        """The cost of each level."""
        return tuple(level.cost for level in self.levels)

    @property
    def successes(self) -> tuple[int, ...]:
        """The successes of each level."""
        return tuple(level.successes for level in self.levels)
