"""The response-curve oracle and what is measured against it: pure functions, exact where the paper compares.

`solve` divides a budget over problems, `equal_replay` divides it equally, `score_gap` compares. `solve_batch` does many
contests at once (`r3gym.oracle.batch`) and intervals come from `r3gym.oracle.resampling`; both need NumPy.
"""

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
    "ResponseCurve",
    "SelectedProblem",
    "cheapest_success",
    "equal_replay",
    "equal_share",
    "score_gap",
    "selected_miss_mass",
    "selected_problems",
    "solve",
    "solve_curves",
]
