"""The index driver: the next paid step goes where a unit is most likely to buy a solved problem."""

from __future__ import annotations

from r3gym.core.state import ContestState, ProblemState
from r3gym.schedulers.belief import HORIZON, effort_of, evidence_of, index, shape_of
from r3gym.schedulers.driving import BaseDriver

#: Below this a step is not worth taking; it ends a run without a budget.
LEAST_INDEX = 1e-3


class Index(BaseDriver):
    """The best hazard per unit; :both, :constant or :ramp.

    The parameter is the shape of hazard that it believes in; the derivation is in `r3gym.schedulers.belief`. Where no
    hazard rises and feedback does not lie, greedy on this index is optimal; otherwise it is a heuristic.
    """

    def __init__(self, shape: str = "both") -> None:
        self._shape = shape_of(shape)
        self.name = "index" if shape == "both" else f"index:{shape}"

    def choose(self, state: ContestState) -> str | None:
        """Choose the problem with the largest index that the budget allows; of equals the first presented."""
        if state.exhausted:
            return None
        horizon = HORIZON if state.remaining is None else min(state.remaining, HORIZON)
        worth = [(self._index(p, state, horizon), p.label) for p in state.problems]
        best = max(value for value, _ in worth)
        return None if best < LEAST_INDEX else next(label for value, label in worth if value == best)

    def _index(self, problem: ProblemState, state: ContestState, horizon: int) -> float:
        return index(self._shape, state.domain, effort_of(problem), evidence_of(problem), horizon)
