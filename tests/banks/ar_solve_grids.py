"""Independent solvers for items about grids: each computes the answer from the statement alone."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from fractions import Fraction
from itertools import product

from banks.ar_text import Grid, found, neighbours, number_grid, show

Cell = tuple[int, int]


def distances(starts: set[Cell], allowed: set[Cell]) -> dict[Cell, int]:
    """Steps from the nearest start to every cell that can be reached through allowed cells."""
    reached = dict.fromkeys(starts, 0)
    queue = deque(starts)
    while queue:
        here = queue.popleft()
        for there in neighbours(*here):
            if there in allowed and there not in reached:
                reached[there] = reached[here] + 1
                queue.append(there)
    return reached


def cells(grid: Grid, *values: int) -> set[Cell]:
    return {(r, c) for r, row in enumerate(grid) for c, value in enumerate(row) if value in values}


def rotate_matrix(statement: str) -> str:
    grid, n = number_grid(statement), len(number_grid(statement))
    for _ in range(int(found(r"by (\d+) degrees", statement)) // 90):
        grid = [[grid[n - 1 - c][r] for c in range(n)] for r in range(n)]
    return show(grid)


def spiral_matrix(statement: str) -> str:
    grid = number_grid(statement)
    left, seen, here, step = cells(grid, *range(10)), [], (0, 0), (0, 1)
    while left:
        left.remove(here)
        seen.append(grid[here[0]][here[1]])
        if (here[0] + step[0], here[1] + step[1]) not in left:
            step = (step[1], -step[0])
        here = (here[0] + step[0], here[1] + step[1])
    return " ".join(map(str, seen))


def pool_matrix(statement: str) -> str:
    grid, size = number_grid(statement), int(found(r"kernel size of (\d+)", statement))
    average = found(r"Perform (\w+) pooling", statement) == "average"
    rows = []
    for top in range(0, len(grid), size):
        row = []
        for left in range(0, len(grid[0]), size):
            part = [cell for line in grid[top : top + size] for cell in line[left : left + size]]
            row.append(str(round(float(Fraction(sum(part), len(part))), 2) if average else max(part)))
        rows.append(" ".join(row))
    return "\n".join(rows)


def binary_matrix(statement: str) -> str:
    grid = number_grid(statement)
    zeros = cells(grid, 0)
    return show(
        [[min(abs(r - y) + abs(c - x) for y, x in zeros) for c in range(len(row))] for r, row in enumerate(grid)]
    )


def largest_island(statement: str) -> str:
    land = cells(number_grid(statement), 1)
    return str(max(len(distances({cell}, land)) for cell in land))


def rotten_oranges(statement: str) -> str:
    grid = number_grid(statement)
    fruit, rotten = cells(grid, 1, 2), cells(grid, 2)
    when = distances(rotten, fruit)
    return str(max(when.values()) if len(when) == len(fruit) else -1)


def maze(statement: str) -> str:
    start, goal = re.findall(r"'(.)' \((?:start|goal)\)", statement)
    passage = found(r"'(.)' = Passage", statement)
    place = {
        (r, c): mark
        for r, row in enumerate(found(r"(?s)```\n(.*?)\n```", statement).splitlines())
        for c, mark in enumerate(row)
    }
    allowed = {cell for cell, mark in place.items() if mark in (start, goal, passage)}
    (begin,), (end,) = ([cell for cell, mark in place.items() if mark == sign] for sign in (start, goal))
    return str(distances({begin}, allowed)[end])


def game_of_life(statement: str) -> str:
    steps = int(found(r"after (\d+) steps", statement))
    board = json.loads(found(r"(?s)\n\n(\[\[.*?\]\])\.", statement))
    height, width = len(board), len(board[0])
    alive = cells(board, 1)
    for _ in range(steps):
        around = Counter(
            ((r + y) % height, (c + x) % width) for r, c in alive for y, x in product((-1, 0, 1), repeat=2) if y or x
        )
        alive = {cell for cell, count in around.items() if count == 3 or (count == 2 and cell in alive)}
    return json.dumps([[int((r, c) in alive) for c in range(width)] for r in range(height)], separators=(",", ":"))


def manipulate_matrix(statement: str) -> str:
    grid = number_grid(statement)
    for line in re.findall(r"(?m)^- (.*)$", statement):
        numbers = [int(number) for number in re.findall(r"\d+", line)]
        height, width = len(grid), len(grid[0])
        if line.startswith("Mirror") and "top left to bottom right" in line:
            grid = [[grid[r][c] for r in range(height)] for c in range(width)]
        elif line.startswith("Mirror") and "top right to bottom left" in line:
            grid = [[grid[r][c] for r in reversed(range(height))] for c in reversed(range(width))]
        elif line.startswith("Remove each column"):
            grid = [[cell for c, cell in enumerate(row) if (c + 1) % numbers[1]] for row in grid]
        elif line.startswith("Remove each row"):
            grid = [row for r, row in enumerate(grid) if (r + 1) % numbers[1]]
        elif line.startswith("Map"):
            grid = [[numbers[1] if cell == numbers[0] else cell for cell in row] for row in grid]
        elif line.startswith("Set all elements divisible"):
            grid = [[cell if cell % numbers[0] else 0 for cell in row] for row in grid]
        elif line.startswith("Rotate"):
            for _ in range(numbers[0] // 90):
                grid = [[grid[r][c] for r in reversed(range(len(grid)))] for c in range(len(grid[0]))]
        elif line.startswith("Turn the matrix upside down"):
            grid = grid[::-1]
        else:
            raise ValueError(f"an operation that this solver does not know: {line}")
    return show(grid)


def modulo_grid(statement: str) -> str:
    """Every rule of the family that fits the visible cells must fill the holes in the same way."""
    rows = [line for line in statement.splitlines() if re.fullmatch("[✅❌❔]+", line)]
    operations = (
        lambda x, y: x + y,
        lambda x, y: abs(x - y),
        lambda x, y: x - y,
        lambda x, y: y - x,
        lambda x, y: x * y,
        lambda x, y: x**y,
        lambda x, y: y**x,
    )
    fillings = set()
    for operation, divisor in product(operations, range(1, 25)):
        for remainder in range(divisor):
            full = [
                "".join("✅" if operation(x, y) % divisor == remainder else "❌" for x in range(len(row)))
                for y, row in enumerate(rows)
            ]
            pairs = zip("".join(rows), "".join(full), strict=True)
            if all(seen in ("❔", cell) for seen, cell in pairs):
                fillings.add("\n".join(full))
    (answer,) = fillings
    return answer
