"""The paper's numbers agree with each other, and no other module writes them down again."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from r3gym.core.paper_constants import (
    CONTESTS_PER_DOMAIN,
    CURVE_GRID,
    PRESSURES,
    PROBLEMS_PER_CONTEST,
    REPEATS,
    TIER_MIX,
)

TOP = Path(__file__).parents[2]
ROOMS = ("r3gym", "envs", "policies", "schedulers", "sandbox", "train")
REPEATED = {
    (0.05, 0.1, 0.2, 0.4, 0.8): "CURVE_GRID",
    (0.2, 0.8): "PRESSURES",
    ("0.2", "0.8"): "PRESSURES",
}


def test_the_numbers_agree() -> None:
    assert sum(TIER_MIX.values()) == PROBLEMS_PER_CONTEST == 6
    assert CONTESTS_PER_DOMAIN * PROBLEMS_PER_CONTEST == 300
    assert set(PRESSURES) < set(CURVE_GRID)
    assert REPEATS == 5


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_repeats_the_grid_or_the_pressures(room: str) -> None:
    for file in (TOP / room).rglob("*.py"):
        if file.name == "paper_constants.py" or "data" in file.relative_to(TOP).parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Tuple | ast.List):
                values = tuple(item.value for item in node.elts if isinstance(item, ast.Constant))
                name = REPEATED.get(values)
                assert name is None, f"{file.relative_to(TOP)}:{node.lineno}: use paper_constants.{name}"
