"""The response-curve oracle and what is measured against it: pure functions over whole numbers.

`solve` divides a budget over problems, `equal_replay` divides it equally.
"""

from r3gym.oracle.curves import ZERO, Level, ResponseCurve
from r3gym.oracle.equal import Attempt, cheapest_success, equal_replay, equal_share
from r3gym.oracle.knapsack import Allocation, solve, solve_curves

__all__ = [
    "ZERO",
    "Allocation",
    "Attempt",
    "Level",
    "ResponseCurve",
    "cheapest_success",
    "equal_replay",
    "equal_share",
    "solve",
    "solve_curves",
]
