"""The shadow-price driver: one price per unit for all problems; a problem that is not worth it is abandoned.

The price is the Lagrange multiplier of the shared budget. At a price a problem is worked on while its index
(`r3gym.schedulers.belief`) is at least the price, so it wants an expected number of steps: the sum over k of the
probability that after k more steps it does not look solved and its index is still at least the price. The price of a
state is the highest one, on a fixed grid, at which all problems together want at least what remains; when they never
do, it is the lowest, and the budget exceeds what the problems can use. As problems end, the price falls and abandoned
ones may return.

With a parameter the price is fixed: nothing returns, and the run ends with budget left over when nothing is worth it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache

from r3gym.core.domain import Domain
from r3gym.core.state import ContestState, ProblemState
from r3gym.errors import InputError
from r3gym.schedulers.belief import Evidence, effort_of, evidence_of, index, passing_next
from r3gym.schedulers.driving import BaseDriver

#: Grid of prices from 0.5 down to where a step is not worth taking, by a factor of about 1.2.
PRICES = tuple(0.5 * 0.83**n for n in range(32))

#: No problem is expected to take more steps than this.
_LONGEST = 40


class ShadowPrice(BaseDriver):
    """In order, stay while it is worth a price; :P fixes it."""

    def __init__(self, price: float | None = None) -> None:
        if price is not None and not 0 < price < 1:
            raise InputError(f"shadow_price:{price:g}: a price is a probability per unit, above 0 and below 1")
        self._price = price
        self.name = "shadow_price" if price is None else f"shadow_price:{price:g}"

    def choose(self, state: ContestState) -> str | None:
        """Choose the first problem that is worth the price."""
        if state.exhausted:
            return None
        price = clearing_price(state) if self._price is None else self._price
        return next((p.label for p in state.problems if _index(p, state.domain) >= price), None)


def clearing_price(state: ContestState) -> float:
    """Return the highest price at which the problems together want what remains, or the lowest."""
    if state.remaining is None:
        return PRICES[-1]
    seen = [(effort_of(p), evidence_of(p)) for p in state.problems]

    def wants(price: float) -> float:
        return sum(wanted(state.domain, steps, evidence, price) for steps, evidence in seen)

    # The lower the price, the more is wanted, so the first price at which it is enough is found by bisection.
    first = bisect_left(PRICES, float(state.remaining), hi=len(PRICES) - 1, key=wants)
    return PRICES[first]


@cache
def wanted(domain: Domain, steps: int, evidence: Evidence, price: float) -> float:
    """Return the expected number of further steps at a price, until it looks solved or is not worth it."""
    expected, still = 0.0, 1.0
    while index("both", domain, steps, evidence) >= price and steps < _LONGEST:
        expected += still
        still *= 1.0 - passing_next("both", domain, steps, evidence)
        steps, evidence = steps + 1, Evidence.FAILING
    return expected


def _index(problem: ProblemState, domain: Domain) -> float:
    return index("both", domain, effort_of(problem), evidence_of(problem))
