"""The response-curve oracle: the exact optimal division of one budget over problems.

It is a multiple-choice knapsack: each problem gets one of its levels, costs add up to at most the budget, and successes
are maximal. Of the optimal assignments the one of smallest total cost is taken, and of those the first in the order of
``itertools.product`` over the levels as they were given, the zero level first. Only whole numbers are compared.

For the problems from some index to the end, the method keeps the *frontier*: all pairs of value and cost that no other
pair dominates. Each part of an optimal assignment lies on its frontier (otherwise a better pair could replace it), so
nothing that matters for the result or for its ties is discarded.

A pair is one number, ``(cost << bits) - value``, with enough bits for every value: such numbers add up like the pairs,
sort by cost and then by higher value, and ``-pair & mask`` is the value.

`r3gym.oracle.batch.solve_batch` is the same rule for many contests at once (``tests/oracle/test_batch.py``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from r3gym.errors import InputError
from r3gym.oracle.curves import ResponseCurve


@dataclass(frozen=True, slots=True)
class Allocation:
    """The oracle's allocation: one level index per problem.

    ``successes`` is the value times the repeats of the curves; ``selected`` are the problems whose chosen level has a
    positive expected return.
    """

    successes: int
    cost: int
    assignment: tuple[int, ...]
    selected: tuple[int, ...]


def solve(costs: Sequence[Sequence[int]], successes: Sequence[Sequence[int]], budget: int) -> Allocation:
    """Return the best allocation; ``costs`` and ``successes`` hold the levels of each problem, the zero option first.

    Raise `InputError` for tables or budgets that are not valid.

    >>> solve([[0, 2, 6], [0, 2, 6]], [[0, 3, 5], [0, 1, 4]], budget=8)
    Allocation(successes=7, cost=8, assignment=(1, 2), selected=(0, 1))
    """
    budget, costs, successes = _checked(budget, costs, successes)
    if not costs:
        return Allocation(0, 0, (), ())
    bits = sum(map(max, successes)).bit_length()
    mask, limit = (1 << bits) - 1, budget << bits  # no pair within the budget is above the limit
    levels = [[(c << bits) - s for c, s in zip(*of, strict=False)] for of in zip(costs, successes, strict=True)]
    frontier = [0]
    frontiers = [frontier]  # of no problem, of the last one, of the last two ... of all but the first
    for pairs in levels[:0:-1]:
        frontier = _merged(frontier, _undominated(sorted(pairs), mask), mask, limit)
        frontiers.append(frontier)
    left = _best(levels[0], frontier, mask, limit)
    value = -left & mask
    cost = (left + value) >> bits
    assignment = []
    for pairs in levels:
        frontier = frontiers.pop()
        for level, pair in enumerate(pairs):
            if left - pair in frontier:  # so this level begins an optimal assignment, and no earlier one does
                assignment.append(level)
                left -= pair
                break
    selected = [problem for problem, level in enumerate(assignment) if successes[problem][level]]
    return Allocation(value, cost, tuple(assignment), tuple(selected))


def solve_curves(curves: Sequence[ResponseCurve], budget: int) -> Allocation:
    """Return the best allocation over response curves. Raise `InputError` if their numbers of repeats differ."""
    if len({curve.repeats for curve in curves}) > 1:
        raise InputError("curves with different numbers of repeats: their successes cannot be added up")
    return solve([curve.costs for curve in curves], [curve.successes for curve in curves], budget)


def _merged(frontier: list[int], option: list[int], mask: int, limit: int) -> list[int]:
    """Return the frontier with one more problem, within the budget."""
    if option == [0]:
        return frontier  # never solved: only the zero option is worth taking
    pairs = [before + pair for pair in option for before in frontier]
    pairs.sort()
    if pairs[-1] > limit:
        del pairs[bisect_right(pairs, limit) :]
    return _undominated(pairs, mask)


def _undominated(pairs: list[int], mask: int) -> list[int]:
    """Return those of the sorted pairs that have more value than all before them."""
    kept, best = [], -1
    for pair in pairs:
        value = -pair & mask
        if value > best:
            kept.append(pair)
            best = value
    return kept


def _best(pairs: list[int], frontier: list[int], mask: int, limit: int) -> int:
    """Return the best sum of a first-problem pair and a frontier pair: most value within budget, then least cost."""
    found, best = 0, -1
    for pair in pairs:
        place = bisect_right(frontier, limit - pair - (-pair & mask))  # the others may use what the pair leaves
        if place:
            whole = frontier[place - 1] + pair
            value = -whole & mask
            if value > best or (value == best and whole < found):
                found, best = whole, value
    return found


LevelTable = list[list[int]]


def _checked(
    budget: int, costs: Sequence[Sequence[int]], successes: Sequence[Sequence[int]]
) -> tuple[int, LevelTable, LevelTable]:
    """Return the arguments as Python integers (NumPy integers are accepted, fractions are not).

    Raise `InputError` if they are not valid.
    """
    try:
        budget = index(budget)
        paid = [list(map(index, levels)) for levels in costs]
        won = [list(map(index, levels)) for levels in successes]
    except TypeError as error:
        raise InputError(
            f"budget, costs and successes are whole numbers, in a row of levels per problem: {error}"
        ) from None
    if budget < 0:
        raise InputError(f"budget {budget}: a budget is 0 or more")
    if len(paid) != len(won):
        raise InputError(f"costs has {len(paid)} problems and successes has {len(won)}: give a row each per problem")
    for p, (c, s) in enumerate(zip(paid, won, strict=True)):
        if len(c) != len(s):
            raise InputError(f"problem {p} has {len(c)} costs and {len(s)} successes: give one each per level")
        if not c or c[0] or s[0]:
            raise InputError(f"problem {p}: level 0 is the zero option, with cost 0 and successes 0")
        if min(c) < 0 or min(s) < 0:
            raise InputError(f"problem {p}: costs and successes are 0 or more")
    return budget, paid, won
