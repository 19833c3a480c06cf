"""What an option of the oracle costs: the nominal cap of its level, or what a successful run was observed to use.

The paper has both. Its appendix charges a level its nominal cap, whatever a run used; that is the default here. Section
4.3 and case I speak of observed costs, and some printed oracles are possible with these only (docs/oracle.md). There a
problem is bought by one judged-correct run for what that run used, so its value is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from r3gym.errors import InputError
from r3gym.oracle.curves import ResponseCurve
from r3gym.oracle.equal import Attempt, cheapest_success


class OracleCost(StrEnum):
    """Which costs an oracle pays."""

    NOMINAL = "nominal"
    OBSERVED = "observed"

    @property
    def statement(self) -> str:
        """The sentence that accompanies every figure that depends on an oracle."""
        return f"Oracle cost {self.value}: {_MEANINGS[self]}."


_MEANINGS = {
    OracleCost.NOMINAL: "a level costs its cap",
    OracleCost.OBSERVED: "a problem costs what its cheapest success used",
}


def read_oracle_cost(word: str, name: str = "oracle_cost") -> OracleCost:
    """Return the costs that a word names; raise `InputError` for another word. ``name`` is the option in the message.

    >>> read_oracle_cost("observed").statement
    'Oracle cost observed: a problem costs what its cheapest success used.'
    """
    try:
        return OracleCost(word)
    except ValueError:
        raise InputError(f"{name} {word!r}: choose {' or '.join(OracleCost)}") from None


def observed_curve(levels: int, attempts: Iterable[Attempt], repeats: int) -> ResponseCurve:
    """Return a problem's options at observed costs, for ``levels`` levels above the zero option.

    The option of a level is its cheapest judged-correct run: it costs what that run used and succeeds always (all of
    ``repeats``, so that successes remain comparable). A level that was never solved is a zero option.

    >>> observed_curve(2, [Attempt(1, False, 2), Attempt(2, True, 5), Attempt(2, True, 3)], repeats=2).levels[1:]
    (Level(cost=0, successes=0), Level(cost=3, successes=2))
    """
    runs = list(attempts)
    cheapest = [cheapest_success(run for run in runs if run.level == level) for level in range(1, levels + 1)]
    return ResponseCurve.measured(
        [cost or 0 for cost in cheapest], [0 if cost is None else repeats for cost in cheapest], repeats
    )
