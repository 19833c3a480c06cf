"""More items with several right answers: disks, knights and boxes. A checker and a solver for each."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import product

from banks.ar_solve_plans import State, _marks, search
from banks.ar_text import found

Cell = tuple[int, int]
WAYS: dict[str, Cell] = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


def tower_of_hanoi(statement: str) -> str:
    """The frame of Stewart: park the smallest disks, move the rest on one peg less, fetch them. The spare peg for
    parking is the last free one."""
    disks, pegs, start, goal = _towers(statement)

    @cache
    def cost(n: int, p: int) -> int:
        if n <= 1:
            return n
        return min((2 * cost(k, p) + cost(n - k, p - 1) for k in range(1, n)), default=0) if p > 3 else 2**n - 1

    def plan(lowest: int, n: int, a: int, b: int, free: list[int]) -> list[str]:
        if n == 0:
            return []
        if n == 1:
            return [f"Move disk {lowest} from Peg {a} to Peg {b}"]
        p = len(free) + 2
        k = n - 1 if p == 3 else max(range(1, n), key=lambda k: (-2 * cost(k, p) - cost(n - k, p - 1), k))
        park = free[-1]
        others = [peg for peg in free if peg != park]
        return [
            *plan(lowest, k, a, park, [*others, b]),
            *plan(lowest + k, n - k, a, b, others),
            *plan(lowest, k, park, b, [*others, a]),
        ]

    moves = plan(1, disks, start, goal, [peg for peg in range(1, pegs + 1) if peg not in (start, goal)])
    assert len(moves) == cost(disks, pegs)
    return "\n".join(moves)


def check_tower_of_hanoi(statement: str, answer: str) -> bool:
    """Legal, complete and no longer than the least number of moves, found by breadth-first search."""
    disks, pegs, start, goal = _towers(statement)
    where = dict.fromkeys(range(1, disks + 1), start)
    for line in answer.splitlines():
        move = re.fullmatch(r"Move disk (\d+) from Peg (\d+) to Peg (\d+)", line.strip())
        if not move:
            return False
        disk, a, b = map(int, move.groups())
        if where.get(disk) != a or not 1 <= b <= pegs or any(where[d] in (a, b) for d in range(1, disk)):
            return False
        where[disk] = b
    return set(where.values()) == {goal} and len(answer.splitlines()) == _least_moves(disks, pegs)


@cache
def _least_moves(disks: int, pegs: int) -> int:
    """Breadth first over all positions, a position being the peg of every disk."""
    here, seen, steps = {(0,) * disks}, {(0,) * disks}, 0
    while (1,) * disks not in here:
        following = set()
        for position in here:
            tops = {peg: disk for disk, peg in reversed(list(enumerate(position)))}
            for a, b in product(tops, range(pegs)):
                if tops[a] < tops.get(b, disks):
                    following.add((*position[: tops[a]], b, *position[tops[a] + 1 :]))
        here = following - seen
        seen |= here
        steps += 1
    return steps


def _towers(statement: str) -> tuple[int, int, int, int]:
    ((disks, pegs),) = re.findall(r"(\d+) disks and (\d+) pegs", statement)
    ((start, goal),) = re.findall(r"from Peg (\d+) to Peg (\d+)", statement)
    return int(disks), int(pegs), int(start), int(goal)


def knight_swap(statement: str, last_first: bool = False) -> str:
    squares, white, black, first = _knights(statement)

    def moves(here: State) -> list[tuple[str, State]]:
        sides, turn = here  # type: ignore[misc]
        steps = []
        for a, b in product(sorted(sides[turn]), sorted(squares - sides["w"] - sides["B"])):
            if _leap(a, b):
                after = _Sides({**sides, turn: sides[turn] - {a} | {b}})
                steps.append((f"{turn},{a},{b}", (after, "B" if turn == "w" else "w")))
        return steps[::-1] if last_first else steps

    plan = search(
        (_Sides(w=white, B=black), first),
        lambda state: state[0] == _Sides(w=black, B=white),  # type: ignore[index]
        moves,
    )
    return json.dumps(plan)


def check_knight_swap(statement: str, answer: str) -> bool:
    squares, white, black, turn = _knights(statement)
    sides = {"w": set(white), "B": set(black)}
    moves = json.loads(answer)
    for move in moves:
        side, a, b = move.split(",")
        if side != turn or a not in sides[side] or not _leap(a, b) or b not in squares - sides["w"] - sides["B"]:
            return False
        sides[side] ^= {a, b}
        turn = "B" if turn == "w" else "w"
    return sides == {"w": black, "B": white} and len(moves) == len(json.loads(knight_swap(statement)))


class _Sides(dict[str, frozenset[str]]):
    """Where each side stands, as part of a state."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self["w"], self["B"]))


def _leap(a: str, b: str) -> bool:
    return {abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))} == {1, 2}


def _knights(statement: str) -> tuple[frozenset[str], frozenset[str], frozenset[str], str]:
    columns = found(r"```\n +([A-Z ]+)\n", statement).split()
    marks = {
        column + row: mark.strip()
        for row, line in re.findall(r"(?m)^(\d) \|(.*)\|$", statement)
        for column, mark in zip(columns, line.split("|"), strict=True)
    }
    sides = [frozenset(square for square, mark in marks.items() if mark == side) for side in ("w", "B")]
    return (
        frozenset(square for square, mark in marks.items() if mark),
        *sides,
        found(r"3\. (\w) moves first", statement),
    )


def sokoban(statement: str) -> str:
    """Search weighted by the boxes' distances to their nearest goals: quick, not shortest."""
    walls, goals, boxes, player = _warehouse(statement)

    def moves(here: State) -> list[tuple[str, State]]:
        steps = [(way, _walk(here, way, walls)) for way in WAYS]  # type: ignore[arg-type]
        return [(way, after) for way, after in steps if after is not None]

    def left(state: State) -> int:
        now: frozenset[Cell] = state[1]  # type: ignore[index]
        far = sum(min(abs(y - r) + abs(x - c) for r, c in goals) for y, x in now)
        stuck = any(
            box not in goals and ({(box[0] - 1, box[1]), (box[0] + 1, box[1])} & walls)
            and ({(box[0], box[1] - 1), (box[0], box[1] + 1)} & walls)
            for box in now
        )  # fmt: skip
        return 4 * far + 10_000 * stuck

    return "".join(search((player, boxes), lambda state: state[1] <= goals, moves, left))  # type: ignore[index]


def check_sokoban(statement: str, answer: str) -> bool:
    walls, goals, boxes, player = _warehouse(statement)
    state: tuple[Cell, frozenset[Cell]] = (player, boxes)
    for way in answer:
        if way not in WAYS:
            return False
        state = _walk(state, way, walls) or state
    return state[1] <= goals


def _walk(state: tuple[Cell, frozenset[Cell]], way: str, walls: set[Cell]) -> tuple[Cell, frozenset[Cell]] | None:
    (row, column), boxes = state
    y, x = WAYS[way]
    ahead, behind = (row + y, column + x), (row + 2 * y, column + 2 * x)
    if ahead in walls or (ahead in boxes and (behind in walls or behind in boxes)):
        return None
    return ahead, boxes - {ahead} | {behind} if ahead in boxes else boxes


def _warehouse(statement: str) -> tuple[set[Cell], set[Cell], frozenset[Cell], Cell]:
    place = _marks(statement[statement.index("Here is your puzzle") :], "+*%@X$-")
    kinds = ("+", "X$%", "@$", "*%")
    walls, goals, boxes, players = ({cell for cell, mark in place.items() if mark in kind} for kind in kinds)
    return walls, goals, frozenset(boxes), players.pop()
