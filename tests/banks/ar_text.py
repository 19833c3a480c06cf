"""Reading statements of the abstract-reasoning bank: grids and lists as they are printed."""

from __future__ import annotations

import ast
import re
from typing import Any

Grid = list[list[int]]


def number_grid(statement: str) -> Grid:
    """The first block of lines that hold several integers and nothing else."""
    rows: Grid = []
    for line in statement.splitlines():
        if re.fullmatch(r"-?\d+( -?\d+)+", line.strip()):
            rows.append([int(cell) for cell in line.split()])
        elif rows:
            break
    return rows


def show(rows: Grid) -> str:
    return "\n".join(" ".join(str(cell) for cell in row) for row in rows)


def found(pattern: str, statement: str) -> str:
    """The first group of the only match of a pattern."""
    (value,) = re.findall(pattern, statement)
    return str(value)


def literal(pattern: str, statement: str) -> Any:
    """The Python literal that the first group of a pattern captures."""
    return ast.literal_eval(found(pattern, statement))


def neighbours(row: int, column: int) -> list[tuple[int, int]]:
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
