"""The oracle for many contests at once, in NumPy: the same results as `r3gym.oracle.knapsack.solve` for each contest
(``tests/oracle/test_batch.py`` compares them).

Successes are small whole numbers, so instead of a frontier there is a dense *profile*: row v holds the least cost of
a value of at least v, with a column for each contest. Adding a problem is a min-plus convolution. Costs above the
largest budget need no distinction and are replaced by the largest budget plus 1: small integer types are faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.errors import InputError
from r3gym.oracle.knapsack import solve

Numbers = npt.NDArray[np.integer[Any]]

#: The smallest that holds twice the largest budget is used.
NUMBERS: tuple[type[np.signedinteger[Any]], ...] = (np.int16, np.int32, np.int64)
#: Profiles longer than this (huge successes) would cost more than the frontier method, contest by contest.
LONGEST_PROFILE = 2048
#: Bytes in the longest profile of one block of contests: small enough to stay in the processor's cache.
BLOCK_BYTES = 1 << 18


@dataclass(frozen=True, slots=True, eq=False)
class BatchAllocation:
    """Successes and cost of every contest; ``assignment`` has one axis more (problems), or is None if not asked for."""

    successes: npt.NDArray[np.int64]
    cost: npt.NDArray[np.int64]
    assignment: npt.NDArray[np.int64] | None


def solve_batch(
    costs: npt.ArrayLike, successes: npt.ArrayLike, budgets: npt.ArrayLike, *, assignments: bool = False
) -> BatchAllocation:
    """Return the best allocations; the last two axes are problems and levels, the axes before them are contests.

    ``costs`` is broadcast to the shape of ``successes`` (one grid for all problems is enough), and ``budgets`` to the
    shape of the contests. Pad problems that have fewer levels with further zero options: of equal levels the first is
    taken, so the padding changes nothing. Raise `InputError` for shapes or numbers that are not valid.

    >>> found = solve_batch([0, 2, 6], [[[0, 3, 5], [0, 1, 4]]], [8], assignments=True)
    >>> found.successes.tolist(), found.cost.tolist(), found.assignment.tolist()
    ([7], [8], [[1, 2]])
    """
    paid, won, limits = _checked(costs, successes, budgets)
    shape, problems, levels = won.shape[:-2], won.shape[-2], won.shape[-1]
    # The contests become one axis, the last one, so that every step below runs along it.
    contests = limits.size
    won = won.reshape(contests, problems, levels).transpose(1, 2, 0)
    paid = paid.reshape(contests, problems, levels).transpose(1, 2, 0)
    limits = limits.reshape(contests)
    value, cost = np.zeros(contests, np.int64), np.zeros(contests, np.int64)
    chosen = np.zeros((problems, contests), np.int64)
    longest = sum(won.max(axis=(1, 2), initial=0).tolist()) + 1
    if longest > np.iinfo(np.int64).max:
        raise InputError("successes: their sum does not fit into 64 bits; use r3gym.oracle.solve, contest by contest")
    beyond = int(limits.max(initial=0)) + 1
    number = next((n for n in NUMBERS if 2 * beyond <= np.iinfo(n).max), None)
    if number is None or longest > LONGEST_PROFILE:
        for n, limit in enumerate(limits.tolist()):
            found = solve(paid[..., n].tolist(), won[..., n].tolist(), limit)
            value[n], cost[n], chosen[:, n] = found.successes, found.cost, found.assignment
    else:
        size = max(256, BLOCK_BYTES // (longest * np.dtype(number).itemsize))
        for start in range(0, contests, size):
            part = slice(start, start + size)
            block_paid = np.minimum(paid[..., part], beyond).astype(number, order="C")
            block_won = won[..., part].astype(np.int16, order="C")
            profiles = _profiles(block_paid, block_won, beyond)
            value[part] = (profiles[-1] <= limits[part]).sum(axis=0) - 1
            cost[part] = np.take_along_axis(profiles[-1], value[None, part], 0)[0]
            if assignments:
                chosen[:, part] = _walked(block_paid, block_won, profiles, value[part], cost[part])
    assignment = chosen.T.reshape(*shape, problems) if assignments else None
    return BatchAllocation(value.reshape(shape), cost.reshape(shape), assignment)


def _profiles(paid: Numbers, won: Numbers, beyond: int) -> list[Numbers]:
    """Return the profiles of no problem, of the last one, of the last two ... of all."""
    profile = np.zeros((1, paid.shape[-1]), paid.dtype)
    profiles: list[Numbers] = [profile]
    for costs, successes in zip(paid[::-1], won[::-1], strict=True):
        least = _least(costs, successes, beyond)
        joined = np.full((len(profile) + len(least) - 1, paid.shape[-1]), beyond, paid.dtype)
        joined[: len(profile)] = profile
        for gain in range(1, len(least)):
            rows = joined[gain : gain + len(profile)]
            np.minimum(rows, profile + least[gain], out=rows)
        profile = joined
        profiles.append(profile)
    return profiles


def _least(costs: Numbers, successes: Numbers, beyond: int) -> Numbers:
    """Return the profile of one problem."""
    gains = np.arange(1, int(successes.max()) + 1, dtype=successes.dtype)[:, None]
    least = np.full((len(gains) + 1, costs.shape[-1]), beyond, costs.dtype)
    least[0] = 0
    above = least[1:]
    for cost, won in zip(costs[1:], successes[1:], strict=True):
        np.minimum(above, np.where(won >= gains, cost, costs.dtype.type(beyond)), out=above)
    return least


def _walked(paid: Numbers, won: Numbers, profiles: list[Numbers], value: Numbers, cost: Numbers) -> Numbers:
    """Return the first optimal assignment of every contest: for each problem the first level with an optimal rest."""
    chosen = np.zeros((len(paid), len(value)), np.int64)
    value_left, cost_left = value.copy(), cost.copy()
    for problem, rest in enumerate(profiles[-2::-1]):
        for level in range(paid.shape[1] - 1, -1, -1):  # the first level writes last
            wanted = value_left - won[problem, level]
            least = np.take_along_axis(rest, np.clip(wanted, 0, len(rest) - 1)[None], 0)[0]
            fits = (wanted < len(rest)) & (least + paid[problem, level] == cost_left)
            chosen[problem, fits] = level
        value_left -= np.take_along_axis(won[problem], chosen[problem][None], 0)[0]
        cost_left -= np.take_along_axis(paid[problem], chosen[problem][None], 0)[0]
    return chosen


def _checked(
    costs: npt.ArrayLike, successes: npt.ArrayLike, budgets: npt.ArrayLike
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the three as arrays of whole numbers with matching shapes. Raise `InputError` if they are not valid."""
    paid, won, limits = _numbers("costs", costs), _numbers("successes", successes), _numbers("budgets", budgets)
    if won.ndim < 2:
        raise InputError(f"successes has the shape {won.shape}: give contests, problems and levels")
    try:
        stretched, limits = np.broadcast_to(paid, won.shape), np.broadcast_to(limits, won.shape[:-2])
    except ValueError:
        raise InputError(
            f"costs {paid.shape} and budgets {limits.shape} do not go with successes {won.shape}: "
            "give contests, problems and levels; contests, problems and levels; contests"
        ) from None
    if won.shape[-1] == 0 or paid[..., 0].any() or won[..., 0].any():
        raise InputError("level 0 of every problem is the zero option, with cost 0 and successes 0")
    for name, array in (("costs", paid), ("successes", won), ("budgets", limits)):
        if array.size and array.min() < 0:
            raise InputError(f"{name}: {array.min()} is given; give whole numbers, 0 or more")
    return stretched, won, limits


def _numbers(name: str, given: npt.ArrayLike) -> Numbers:
    array = np.asarray(given)
    if array.dtype.kind not in "iu" and array.size:
        raise InputError(f"{name}: give whole numbers that fit into 64 bits, not {array.dtype}")
    return array.astype(np.int64, copy=False)
