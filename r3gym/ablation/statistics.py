"""Paired tests and power, as plain functions of one number per contest: the difference between two schedulers.

A contest is the unit: repeats of the same contest share its problems, so they are summed first. Differences are whole
numbers (solved problems, summed over repeats), which keeps ties exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

import numpy as np

from r3gym.errors import InputError

#: The usual power (80 %) and significance level (5 %).
POWER, ALPHA = 0.8, 0.05


@dataclass(frozen=True)
class SignTest:
    """In how many contests the difference is above, below and at zero, and the exact two-sided p without the ties."""

    above: int
    below: int
    ties: int
    p: float


def sign_test(differences: Sequence[int]) -> SignTest:
    """Compute the exact sign test: without an effect, both signs are equally likely in every contest that differs.

    >>> sign_test([2, 1, 1, 3, 0, 1])
    SignTest(above=5, below=0, ties=1, p=0.0625)
    """
    above, below = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    coins = above + below
    tail = sum(math.comb(coins, k) for k in range(min(above, below) + 1))
    return SignTest(above, below, len(differences) - coins, min(1.0, 2 * tail / 2**coins))


def permutation_test(differences: Sequence[int]) -> float:
    """Return the exact two-sided p of the sign-flip permutation test of the mean.

    Under no effect the two schedulers of a contest could be exchanged, so every choice of signs is equally likely. All
    2^n of them are counted at once, by adding up the distribution of the sum contest by contest; nothing is sampled.

    >>> permutation_test([2, 1, 1, 3, 0, 1])
    0.0625
    """
    sizes = [abs(d) for d in differences if d]
    reach = sum(sizes)
    chances = np.zeros(2 * reach + 1)
    chances[reach] = 1.0  # the sum 0 before the first contest
    for size in sizes:
        flipped = np.zeros_like(chances)
        flipped[size:] += chances[: len(chances) - size]
        flipped[: len(chances) - size] += chances[size:]
        chances = flipped / 2
    observed = abs(sum(differences))
    sums = np.abs(np.arange(-reach, reach + 1))
    return float(min(1.0, chances[sums >= observed].sum()))


def contests_needed(differences: Sequence[float], *, power: float = POWER, alpha: float = ALPHA) -> int | None:
    """Return the number of contests needed to detect the observed difference; None when it is zero.

    n = ((z(1 - alpha/2) + z(power)) * s / d)^2, the paired z-test, with d the mean and s the standard deviation of the
    differences over contests. It takes the observed d and s for the true ones, so it is rough where n is small.

    >>> contests_needed([0.4, 0.0, 1.2, -0.4, 0.8])
    20
    """
    if len(differences) < 2:
        raise InputError(f"{len(differences)} contests: their spread needs at least two")
    mean, spread = fmean(differences), stdev(differences)
    if mean == 0:
        return None
    normal = NormalDist()
    width = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    return max(2, math.ceil((width * spread / mean) ** 2))
