"""Spearman's rank correlation with a permutation p-value, and the correlation of a capability index with gap ratios."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from r3gym.errors import InputError

#: Up to here all n! orders are looked at (9! = 362,880); above, random ones.
EXACT_UP_TO = 9
DRAWS = 100_000


@dataclass(frozen=True)
class Correlation:
    """Rank correlation of two series; ``rho`` and ``p`` are None where a series is constant or has one value.

    ``p`` is two-sided: the share of orders of one series whose correlation is at least as far from zero. ``exact`` says
    whether all orders were looked at or ``orders`` random ones (then the observed one counts among them, so p > 0).
    """

    n: int
    rho: float | None
    p: float | None
    exact: bool
    orders: int


def mid_ranks(values: Sequence[float]) -> NDArray[np.int64]:
    """Return twice the ranks from 1, so that they are integers; equal values share the mean of their ranks.

    >>> mid_ranks([10, 30, 10, 20]).tolist()
    [3, 8, 3, 6]
    """
    _, place, counts = np.unique(np.asarray(values, dtype=float), return_inverse=True, return_counts=True)
    below = np.cumsum(counts) - counts
    doubled: NDArray[np.int64] = (2 * below + counts + 1)[place]
    return doubled


def spearman(x: Sequence[float], y: Sequence[float], *, seed: int = 0, draws: int = DRAWS) -> Correlation:
    """Return Spearman's rho of two series of the same length with its permutation p-value; ties share ranks.

    Sums of products of ranks are integers, so that rounding errors cannot affect the count.

    >>> found = spearman([1, 2, 3, 4, 5], [2, 1, 4, 5, 3])
    >>> round(found.rho, 2), round(found.p, 4), found.exact, found.orders
    (0.6, 0.35, True, 120)
    """
    if len(x) != len(y):
        raise InputError(f"two series of the same length are needed, not {len(x)} and {len(y)} values")
    if not all(math.isfinite(value) for value in (*x, *y)):
        raise InputError("a series holds a value that is not a finite number")
    n = len(x)
    exact = n <= EXACT_UP_TO
    if n < 2:
        return Correlation(n, None, None, exact, 0)
    first, second = mid_ranks(x), mid_ranks(y)
    # Twice the ranks have the mean n + 1: centred they stay integers.
    first, second = first - (n + 1), second - (n + 1)
    size = math.sqrt(int(first @ first) * int(second @ second))
    if size == 0:
        return Correlation(n, None, None, exact, 0)
    seen = int(first @ second)
    if exact:
        orders = np.array(list(permutations(range(n))), dtype=np.intp)
        as_far = int(np.count_nonzero(np.abs(second[orders] @ first) >= abs(seen)))
        count = len(orders)
    else:
        shuffled = np.random.default_rng(seed).permuted(np.tile(second, (draws, 1)), axis=1)
        as_far = int(np.count_nonzero(np.abs(shuffled @ first) >= abs(seen))) + 1
        count = draws + 1
    return Correlation(n, seen / size, as_far / count, exact, count)


def capability_correlations(
    gap_ratios: Mapping[Any, Mapping[str, float | None]], index: Mapping[str, float], *, seed: int = 0
) -> dict[Any, Correlation]:
    """Correlate, per cell, an external capability index with the gap ratio over the models that have both.

    ``gap_ratios`` maps a cell to the gap ratio of each model there (None where the oracle is zero).

    >>> capability_correlations({"math": {"a": 0.1, "b": 0.3, "c": None}}, {"a": 150, "b": 140})["math"].rho
    -1.0
    """
    found = {}
    for cell, ratios in gap_ratios.items():
        both = [(index[model], ratio) for model, ratio in ratios.items() if model in index and ratio is not None]
        found[cell] = spearman([i for i, _ in both], [ratio for _, ratio in both], seed=seed)
    return found
