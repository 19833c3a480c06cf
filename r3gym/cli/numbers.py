"""The ranges of numeric options, in one place. Each refusal names the option, the value and the range.

The command line's own types let NaN through, and some versions do not say which value they refuse.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import typer

#: What numpy, torch and the servers of models take as a seed.
MOST_SEED = 2**32 - 1
#: The most units of a budget, as in the observations of the environments (`r3gym.envs.spaces`).
MOST_BUDGET = 2**31 - 1
#: Resamples beyond it take gigabytes, and move no printed digit.
MOST_RESAMPLES = 1_000_000
MOST_REPEATS = 10_000
MOST_WORKERS = 10_000
#: Simulated contests at once.
MOST_CONTESTS = 1_000_000
MOST_STEPS = 1e12
MOST_UNITS = 4096
MOST_MINUTES = 7 * 24 * 60.0
MOST_TIME_FACTOR = 100.0
MOST_PRESSURE = 10.0
MOST_CALLS = 10**12
MOST_COST = 1e12
MOST_PORT = 65535
#: Characters in one request to a model.
MOST_WINDOW = 10_000_000


@dataclass(frozen=True)
class NumberRule:
    """The parser of an option: a whole number, or a finite one, from ``low`` to ``high``; ``above``: not ``low``."""

    low: float
    high: float
    whole: bool
    above: bool = False

    @property
    def __name__(self) -> str:
        return "INTEGER" if self.whole else "FLOAT"

    def __call__(self, value: str | float) -> float:
        """Return the number that a text says; defaults come as numbers."""
        try:
            number = self._read(str(value))
        except (ValueError, OverflowError):
            number = math.nan
        if not self.low <= number <= self.high or (self.above and number == self.low):
            shown = str(value) if len(str(value)) <= 40 else f"{str(value)[:40]}..."
            raise typer.BadParameter(f"{shown!r} is not {self.range()}")
        return number

    def range(self) -> str:
        """Return what is accepted, in words."""
        low, high = (f"{end:g}" if isinstance(end, float) else str(end) for end in (self.low, self.high))
        start = f"above {low} and at most" if self.above else f"from {low} to"
        return f"{'a whole number' if self.whole else 'a number'} {start} {high}"

    def _read(self, text: str) -> float:
        if not text.isascii() or "_" in text:
            raise ValueError(text)
        return int(text) if self.whole else float(text)


def whole(low: int, high: int) -> NumberRule:
    """Return the rule of whole numbers from ``low`` to ``high``."""
    return NumberRule(low, high, whole=True)


def real(low: float, high: float) -> NumberRule:
    """Return the rule of finite numbers from ``low`` to ``high``."""
    return NumberRule(low, high, whole=False)


def above_zero(high: float) -> NumberRule:
    """Return the rule of finite numbers above 0, at most ``high``."""
    return NumberRule(0, high, whole=False, above=True)
