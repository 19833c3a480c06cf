"""The response-curve oracle and the measures that refer to it: pure functions, exact where the paper compares.

`solve` divides a budget over problems, `equal_replay` divides it equally, `score_gap` compares. `solve_batch` solves
many contests at once (`r3gym.oracle.batch`) and `r3gym.oracle.resampling` gives intervals; both need NumPy.
"""

from r3gym.oracle.costs import OracleCost, observed_curve, read_oracle_cost
from r3gym.oracle.curves import ZERO, Level, ResponseCurve
from r3gym.oracle.equal import Attempt, cheapest_success, equal_replay, equal_share
from r3gym.oracle.gap import Gap, SelectedProblem, score_gap, selected_miss_mass, selected_problems
from r3gym.oracle.knapsack import Allocation, solve, solve_curves

__all__ = [
    "ZERO",
    "Allocation",
    "Attempt",
    "Gap",
    "Level",
    "OracleCost",
    "ResponseCurve",
    "SelectedProblem",
    "cheapest_success",
    "equal_replay",
    "equal_share",
    "observed_curve",
    "read_oracle_cost",
    "score_gap",
    "selected_miss_mass",
    "selected_problems",
    "solve",
    "solve_curves",
]
