"""More items with several right answers: disks, knights, boxes and the cube. A checker and a solver for each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
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
    return frozenset(square for square, mark in marks.items() if mark), *sides, found(r"3\. (\w) moves first", statement)


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
    walls, goals, boxes, players = ({cell for cell, mark in place.items() if mark in kind} for kind in ("+", "X$%", "@$", "*%"))
    return walls, goals, frozenset(boxes), players.pop()


Sticker = tuple[tuple[int, int, int], tuple[int, int, int]]
#: A face of the net: where its corner sticker lies, and the steps to the next column and row, seen from outside
#: (x to the right, y up, z towards the viewer of the front face).
FACES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "U": ((-1, 1, -1), (1, 0, 0), (0, 0, 1)),
    "L": ((-1, 1, -1), (0, 0, 1), (0, -1, 0)),
    "F": ((-1, 1, 1), (1, 0, 0), (0, -1, 0)),
    "R": ((1, 1, 1), (0, 0, -1), (0, -1, 0)),
    "B": ((1, 1, -1), (-1, 0, 0), (0, -1, 0)),
    "D": ((-1, -1, 1), (1, 0, 0), (0, 0, -1)),
}
NORMALS = {"U": (0, 1, 0), "L": (-1, 0, 0), "F": (0, 0, 1), "R": (1, 0, 0), "B": (0, 0, -1), "D": (0, -1, 0)}


def rubiks_cube(statement: str) -> str:
    """Meet in the middle: positions near the scrambled cube against positions near the solved one."""
    colors = _net(statement)
    centres = {normal: colors[normal, normal] for normal in NORMALS.values()}
    solved = frozenset((sticker, centres[sticker[1]]) for sticker in colors)
    near: dict[frozenset[tuple[Sticker, str]], list[str]] = {frozenset(colors.items()): []}
    far: dict[frozenset[tuple[Sticker, str]], list[str]] = {solved: []}
    for _ in range(4):
        for table in (near, far):
            if meeting := near.keys() & far.keys():
                cube = meeting.pop()
                back = [move.rstrip("'") + ("" if "'" in move else "'") for move in reversed(far[cube])]
                return " ".join([*near[cube], *back])
            for cube, path in list(table.items()):
                for move in (face + turn for face in FACES for turn in ("", "'")):
                    table.setdefault(_turned(cube, move), [*path, move])
    raise ValueError("no short solution")


def check_rubiks_cube(statement: str, answer: str) -> bool:
    cube = frozenset(_net(statement).items())
    for move in answer.split():
        if not re.fullmatch(r"[ULFRBD]'?", move):
            return False
        cube = _turned(cube, move)
    return all(len({color for (_, normal), color in cube if normal == side}) == 1 for side in NORMALS.values())


def _turned(cube: frozenset[tuple[Sticker, str]], move: str) -> frozenset[tuple[Sticker, str]]:
    axis = NORMALS[move[0]]
    spin = _spinner(axis, clockwise=len(move) == 1)
    return frozenset(
        ((spin(place), spin(normal)), color) if sum(a * b for a, b in zip(place, axis, strict=True)) == 1 else ((place, normal), color)
        for (place, normal), color in cube
    )


def _spinner(axis: tuple[int, int, int], clockwise: bool) -> Callable[[tuple[int, int, int]], tuple[int, int, int]]:
    """A quarter turn about an axis, as seen from its tip: v becomes (axis.v) axis plus or minus axis x v."""
    sign = -1 if clockwise else 1
    a, b, c = axis

    def spin(v: tuple[int, int, int]) -> tuple[int, int, int]:
        x, y, z = v
        along = a * x + b * y + c * z
        cross = (b * z - c * y, c * x - a * z, a * y - b * x)
        return along * a + sign * cross[0], along * b + sign * cross[1], along * c + sign * cross[2]

    return spin


def _net(statement: str) -> dict[Sticker, str]:
    rows = [line.split() for line in re.findall(r"(?m)^ *[A-Z](?: +[A-Z])+ *$", statement)]
    blocks = {"U": rows[:3], "D": rows[6:]}
    blocks |= {face: [row[3 * i : 3 * i + 3] for row in rows[3:6]] for i, face in enumerate("LFRB")}
    stickers: dict[Sticker, str] = {}
    for face, block in blocks.items():
        corner, right, down = FACES[face]
        for r, c in product(range(3), repeat=2):
            place = tuple(corner[i] + c * right[i] + r * down[i] for i in range(3))
            stickers[place, NORMALS[face]] = block[r][c]  # type: ignore[index]
    assert len(stickers) == 54
    return stickers
