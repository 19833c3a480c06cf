"""The order in which a simulated contest presents its problems: the n-th permutation in lexicographic order.

`kernel.c` (`present`) computes the same for contests of more problems than the table holds; a test compares the two.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial

import numpy as np
import numpy.typing as npt

from r3gym.simulation.randomness import Words

Orders = npt.NDArray[np.int64]

#: Up to so many problems all orders are kept in a table (720 of six), and sixteen random bits choose one of them.
LARGEST_TABLE = 6

_S16, _S32, _S48 = (np.uint64(n) for n in (16, 32, 48))


@cache
def order_table(problems: int) -> Orders:
    """List all orders of so many problems, in lexicographic order."""
    return np.array(list(permutations(range(problems))), np.int64)


def listed_orders(random: Words, problems: int) -> Orders:
    """Choose orders of at most `LARGEST_TABLE` problems (n, problems) by the highest 16 bits of random words."""
    number = (random >> _S48) * np.uint64(factorial(problems)) >> _S16
    return order_table(problems)[number.astype(np.int64)]


def computed_orders(random: Words, problems: int) -> Orders:
    """Choose orders of up to twelve problems (n, problems) by the higher 32 bits of random words."""
    number = (random >> _S32) * np.uint64(factorial(problems)) >> _S32
    return numbered_orders(number.astype(np.int64), problems)


def numbered_orders(numbers: npt.NDArray[np.int64], problems: int) -> Orders:
    """Return the orders with these numbers, which count from 0.

    >>> numbered_orders(np.array([0, 3, 5]), 3).tolist()
    [[0, 1, 2], [1, 2, 0], [2, 1, 0]]
    """
    left = np.tile(np.arange(problems), (len(numbers), 1))
    order = np.empty_like(left)
    for place in range(problems):
        picked, numbers = np.divmod(numbers, factorial(problems - 1 - place))
        order[:, place] = np.take_along_axis(left, picked[:, None], 1)[:, 0]
        behind = np.arange(left.shape[1] - 1) >= picked[:, None]
        left = np.where(behind, left[:, 1:], left[:, :-1])
    return order
