"""The option ``--oracle-cost`` of every command that computes an oracle."""

from __future__ import annotations

from typing import Annotated

import typer

from r3gym.oracle.costs import OracleCost, read_oracle_cost

OracleCostWord = Annotated[
    str,
    typer.Option(
        "--oracle-cost",
        help="nominal: a level costs its cap (the paper's appendix). observed: a problem costs what its cheapest "
        "success used (its section 4.3).",
    ),
]
#: The paper's appendix defines it.
DEFAULT_COST = OracleCost.NOMINAL.value


def chosen_cost(word: str) -> OracleCost:
    """Return the chosen costs; raise `InputError` for another word."""
    return read_oracle_cost(word, "--oracle-cost")
