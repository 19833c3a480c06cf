"""Confidence intervals by a paired bootstrap over contests.

Contests are drawn with replacement, each with all its data: both sides of a difference or a ratio use the same draw.
The draws depend only on the number of contests, the number of resamples and the seed, so figures with the same three
are also paired with each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from r3gym.errors import InputError

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its percentile interval; None where they do not exist (a ratio to zero).

    ``resamples`` is the number of resamples in which the figure exists: those in which it does not are left out.
    """

    estimate: float | None
    low: float | None
    high: float | None
    resamples: int


def draw_contests(contests: int, resamples: int, seed: int | Sequence[int]) -> npt.NDArray[np.int64]:
    """Draw the contests of every resample, one row each. A seed may be several numbers, such as (seed, domain)."""
    if contests < 1 or resamples < 1:
        raise InputError(f"{contests} contests, {resamples} resamples: a bootstrap needs at least one of each")
    return np.random.default_rng(seed).integers(0, contests, (resamples, contests))


def mean_interval(
    values: npt.ArrayLike, *, resamples: int = 10_000, seed: int = 0, confidence: float = 0.95
) -> Interval:
    """Return the mean over contests with its interval; for a paired difference give the difference of each contest.

    >>> mean_interval([2.0, 2.0, 2.0])
    Interval(estimate=2.0, low=2.0, high=2.0, resamples=10000)
    """
    scores = _floats(values)
    means = scores[draw_contests(len(scores), resamples, seed)].mean(axis=1)
    return _interval(float(scores.mean()), means, confidence)


def ratio_interval(
    numerator: npt.ArrayLike,
    denominator: npt.ArrayLike,
    *,
    resamples: int = 10_000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Interval:
    """Return the ratio of two means over the same contests with its interval, such as gap divided by oracle."""
    top, bottom = _floats(numerator), _floats(denominator)
    if len(top) != len(bottom):
        raise InputError(f"{len(top)} numerators and {len(bottom)} below: give one each per contest")
    drawn = draw_contests(len(top), resamples, seed)
    if bottom.sum() == 0:
        return Interval(None, None, None, 0)
    tops, bottoms = top[drawn].sum(axis=1), bottom[drawn].sum(axis=1)
    exists = bottoms != 0
    return _interval(float(top.sum() / bottom.sum()), tops[exists] / bottoms[exists], confidence)


def _interval(estimate: float, figures: Floats, confidence: float) -> Interval:
    if not 0 < confidence < 1:
        raise InputError(f"confidence={confidence}: choose a share between 0 and 1, such as 0.95")
    if not len(figures):
        return Interval(estimate, None, None, 0)
    low, high = np.quantile(figures, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(estimate, float(low), float(high), len(figures))


def _floats(values: npt.ArrayLike) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not np.isfinite(array).all():
        raise InputError("a bootstrap takes a list of finite numbers, one for each contest")
    return array
