"""Percentile intervals for many figures at once, by a paired bootstrap over contests.

A resample is a count for each contest, so that the resampled sums of all figures are one product of matrices. Its
entries are whole numbers below 2^53: the product is exact, and the same on every machine. Contests of different domains
are drawn independently of each other, contests of one domain with the same draws in every cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from r3gym.analysis.figure import Figure, Name
from r3gym.cells.table import Floats
from r3gym.oracle.resampling import Interval, draw_contests

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: figures with the same three are paired with each other."""

    resamples: int = 10_000
    seed: int = 0

    def counts(self, contests: int, domain: str) -> Floats:
        """Return how often each contest is drawn: contests x resamples."""
        return _counts(contests, self.resamples, self.seed, domain)


@lru_cache(maxsize=8)  # all cells of a domain use the same counts
def _counts(contests: int, resamples: int, seed: int, domain: str) -> Floats:
    drawn = draw_contests(contests, resamples, (seed, *domain.encode()))
    places = drawn * resamples + np.arange(resamples)[:, None]
    counts = np.bincount(places.ravel(), minlength=contests * resamples)
    return counts.reshape(contests, resamples).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class ResampledFigure:
    """A figure's value, and its value in every resample (NaN where it does not exist)."""

    value: float | None
    values: Floats

    def interval(self) -> Interval:
        """Return the percentile interval."""
        if self.value is None:
            return Interval(None, None, None, 0)
        missing = np.isnan(self.values)
        exists = self.values[~missing] if missing.any() else self.values
        if not len(exists):
            return Interval(self.value, None, None, 0)
        low, high = np.quantile(exists, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
        return Interval(self.value, float(low), float(high), len(exists))


def resample(figures: Mapping[Name, Figure], counts: Floats) -> dict[Name, ResampledFigure]:
    """Compute every figure in every resample."""
    if not figures:
        return {}
    numerator = np.stack([figure.numerator for figure in figures.values()]).astype(np.float64) @ counts
    denominator = np.stack([figure.denominator for figure in figures.values()]).astype(np.float64) @ counts
    denominator[denominator == 0] = np.nan
    found = {}
    for name, figure, values in zip(figures, figures.values(), numerator / denominator, strict=True):
        value = figure.value
        found[name] = ResampledFigure(None if value is None else float(value), values)
    return found


def macro(domains: Mapping[str, Mapping[Name, ResampledFigure]]) -> dict[Name, tuple[ResampledFigure, tuple[str, ...]]]:
    """Return the available-domain macro of every figure: the plain mean over the domains in which it exists, and these.

    A missing domain is not replaced by any value.
    """
    found: dict[Name, tuple[ResampledFigure, tuple[str, ...]]] = {}
    for name in dict.fromkeys(name for figures in domains.values() for name in figures):
        there = {d: figures[name] for d, figures in domains.items() if name in figures}
        values = {d: one.value for d, one in there.items() if one.value is not None}
        if values:
            resampled = np.mean([there[d].values for d in values], axis=0)
            found[name] = ResampledFigure(sum(values.values()) / len(values), resampled), tuple(values)
    return found
