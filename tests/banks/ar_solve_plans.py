"""Items with several right answers: for each a checker of any answer and a solver that finds one, both from the
statement alone. Where only a shortest plan is right, the checker compares its length with the solver's.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from itertools import count, permutations

from banks.ar_text import found, literal

State = Hashable
Moves = Callable[[State], Iterable[tuple[str, State]]]
Guess = Callable[[State], int]


def search(start: State, goal: Callable[[State], bool], moves: Moves, guess: Guess = lambda _: 0) -> list[str]:
    """A plan from start to goal, a shortest one if `guess` never overestimates what is left."""
    order = count()
    heap = [(guess(start), next(order), start)]
    came: dict[State, tuple[State, str] | None] = {start: None}
    cost = {start: 0}
    while heap:
        _, _, here = heappop(heap)
        if goal(here):
            plan = []
            while step := came[here]:
                here, move = step
                plan.append(move)
            return plan[::-1]
        for move, there in moves(here):
            if there not in cost or cost[here] + 1 < cost[there]:
                cost[there] = cost[here] + 1
                came[there] = (here, move)
                heappush(heap, (cost[there] + guess(there), next(order), there))
    raise ValueError("no plan reaches the goal")


def shortest_path(statement: str, last_first: bool = False) -> str:
    place = _marks(statement, "*#OX")
    (start,) = [cell for cell, mark in place.items() if mark == "*"]
    names = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

    def moves(here: State) -> list[tuple[str, State]]:
        assert isinstance(here, tuple)
        steps = [(name, (here[0] + y, here[1] + x)) for name, (y, x) in names.items()]
        steps = [(name, there) for name, there in steps if place.get(there, "X") != "X"]
        return steps[::-1] if last_first else steps

    return " ".join(search(start, lambda cell: place[cell] == "#", moves))


def check_shortest_path(statement: str, answer: str) -> bool:
    place = _marks(statement, "*#OX")
    ((row, column),) = [cell for cell, mark in place.items() if mark == "*"]
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    for word in answer.split():
        if word not in steps:
            return False
        row, column = row + steps[word][0], column + steps[word][1]
        if place.get((row, column), "X") == "X":
            return False
    return place[row, column] == "#" and len(answer.split()) == len(shortest_path(statement).split())


def _marks(statement: str, signs: str) -> dict[tuple[int, int], str]:
    lines = re.findall(rf"(?m)^[{re.escape(signs)}](?: [{re.escape(signs)}])+ *$", statement)
    return {(r, c): mark for r, line in enumerate(lines) for c, mark in enumerate(line.split())}


def n_queens(statement: str, last_first: bool = False) -> str:
    place = _marks(statement, "_Q")
    n = max(r for r, _ in place) + 1
    given = {r: c for (r, c), mark in place.items() if mark == "Q"}

    def fill(row: int, queens: dict[int, int]) -> dict[int, int] | None:
        if row == n:
            return queens
        columns = [given[row]] if row in given else range(n)
        for c in reversed(columns) if last_first else columns:
            others = {**queens, **given}
            others.pop(row, None)
            if all(c != x and abs(c - x) != abs(row - y) for y, x in others.items()):
                done = fill(row + 1, {**queens, row: c})
                if done:
                    return done
        return None

    queens = fill(0, {})
    assert queens
    return "\n".join(" ".join("Q" if queens[r] == c else "_" for c in range(n)) for r in range(n))


def check_n_queens(statement: str, answer: str) -> bool:
    given, mine = _marks(statement, "_Q"), _marks(answer, "_Q")
    queens = [cell for cell, mark in mine.items() if mark == "Q"]
    apart = all(len({a * r + b * c for r, c in queens}) == len(queens) for a, b in ((1, 0), (0, 1), (1, -1), (1, 1)))
    kept = all(mine.get(cell) == "Q" for cell, mark in given.items() if mark == "Q")
    whole = mine.keys() == given.keys() and len(answer.splitlines()) == len(queens)
    return apart and kept and whole and len(queens) ** 2 == len(given)


def palindrome_generation(statement: str) -> str:
    letters = Counter(found(r"following letters: ([a-z, ]+)", statement).split(", "))
    half = "".join(letter * (n // 2) for letter, n in sorted(letters.items()))
    return half + "".join(letter for letter, n in letters.items() if n % 2) + half[::-1]


def check_palindrome_generation(statement: str, answer: str) -> bool:
    letters = found(r"following letters: ([a-z, ]+)", statement).split(", ")
    return answer == answer[::-1] and sorted(answer) == sorted(letters)


def graph_color(statement: str) -> str:
    """Backtracking over the vertices from the last to the first, colours from the last to the first."""
    vertices, edges, colors = _graph(statement)

    def paint(left: list[int], done: dict[int, int]) -> dict[int, int] | None:
        if not left:
            return done
        near = {done.get(a if b == left[-1] else b) for a, b in edges if left[-1] in (a, b)}
        for color in reversed(colors):
            if color not in near and (full := paint(left[:-1], {**done, left[-1]: color})):
                return full
        return None

    return json.dumps(paint(vertices, {}))


def check_graph_color(statement: str, answer: str) -> bool:
    vertices, edges, colors = _graph(statement)
    mine = {int(vertex): color for vertex, color in json.loads(answer).items()}
    return sorted(mine) == vertices and set(mine.values()) <= set(colors) and all(mine[a] != mine[b] for a, b in edges)


def _graph(statement: str) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    return tuple(literal(rf"{name}: (\[.*\])", statement) for name in ("Vertices", "Edges", "Possible colors"))  # type: ignore[return-value]


def jugs(statement: str) -> str:
    sizes, target = _jugs(statement)
    names = "ABCDEFGH"[: len(sizes)]
    words = [f"{verb} {x}" for verb in ("empty", "fill") for x in names]
    words += [f"pour {x}->{y}" for x in names for y in names if x != y]

    def moves(here: State) -> list[tuple[str, State]]:
        assert isinstance(here, tuple)
        return [(word, after) for word in words if (after := _poured(here, word, sizes)) is not None]

    return json.dumps(search((0,) * len(sizes), lambda state: target in state, moves))  # type: ignore[operator]


def check_jugs(statement: str, answer: str) -> bool:
    sizes, target = _jugs(statement)
    state: tuple[int, ...] | None = (0,) * len(sizes)
    for word in json.loads(answer):
        state = _poured(state, word, sizes) if state else None
    return state is not None and target in state


def _jugs(statement: str) -> tuple[list[int], int]:
    sizes = [int(size) for _, size in re.findall(r"([A-H]):(\d+)", statement)]
    return sizes, int(found(r"your target is: (\d+) litres", statement))


def _poured(state: tuple[int, ...], word: str, sizes: list[int]) -> tuple[int, ...] | None:
    move = re.fullmatch(r"(fill|empty) ([A-H])|pour ([A-H])->([A-H])", word)
    if not move:
        return None
    after = list(state)
    if move[1]:
        at = ord(move[2]) - 65
        after[at] = sizes[at] if move[1] == "fill" else 0
    else:
        a, b = ord(move[3]) - 65, ord(move[4]) - 65
        amount = min(state[a], sizes[b] - state[b])
        after[a], after[b] = state[a] - amount, state[b] + amount
    return tuple(after)


def quantum_lock(statement: str, last_first: bool = False) -> str:
    target = int(found(r"Target: (\d+)", statement))

    def moves(here: State) -> list[tuple[str, State]]:
        assert isinstance(here, tuple)
        steps = [(name, after) for name in _buttons(statement) if (after := _pressed(here, name, statement)) != here]
        steps = [(name, after) for name, after in steps if abs(after[0]) < 1000]
        return steps[::-1] if last_first else steps

    return " → ".join(search((0, "red"), lambda state: state[0] == target, moves))  # type: ignore[index]


def check_quantum_lock(statement: str, answer: str) -> bool:
    state, names = (0, "red"), re.findall(r"[A-C]", answer)
    for name in names:
        state = _pressed(state, name, statement)
    shortest = len(quantum_lock(statement).split(" → "))
    return state[0] == int(found(r"Target: (\d+)", statement)) and len(names) == shortest


def _buttons(statement: str) -> dict[str, tuple[str, int, str]]:
    rows = re.findall(r"(?m)^([A-C]): (Add|Subtract|Multiply) (\d+) \(when (\w+)\)", statement)
    return {name: (verb, int(number), light) for name, verb, number, light in rows}


def _pressed(state: tuple[int, str], name: str, statement: str) -> tuple[int, str]:
    value, light = state
    verb, number, when = _buttons(statement)[name]
    if when not in (light, "any"):
        return state
    value = {"Add": value + number, "Subtract": value - number, "Multiply": value * number}[verb]
    return value, "green" if light == "red" else "red"


def cryptarithm(statement: str) -> str:
    """Column by column from the right, with the carry; the last solution of all."""
    *addends, total = _words(statement)
    solutions: list[dict[str, int]] = []

    def column(at: int, carry: int, known: dict[str, int]) -> None:
        if at == len(total):
            solutions.extend([known] if carry == 0 else [])
            return
        letters = [word[-1 - at] for word in addends if at < len(word)]
        new = sorted({*letters, total[-1 - at]} - known.keys())
        for digits in permutations(set(range(10)) - set(known.values()), len(new)):
            now = known | dict(zip(new, digits, strict=True))
            carried, digit = divmod(sum(now[letter] for letter in letters) + carry, 10)
            if digit == now[total[-1 - at]]:
                column(at + 1, carried, now)

    column(0, 0, {})
    good = [digits for digits in solutions if all(digits[word[0]] for word in [*addends, total])]
    return ",".join(f"{letter}={digit}" for letter, digit in good[-1].items())


def check_cryptarithm(statement: str, answer: str) -> bool:
    *addends, total = _words(statement)
    digits = dict(pair.split("=") for pair in answer.split(","))
    if digits.keys() != set("".join([*addends, total])) or len(set(digits.values())) < len(digits):
        return False
    *parts, whole = ("".join(digits[letter] for letter in word) for word in [*addends, total])
    return sum(map(int, parts)) == int(whole) and not any(number.startswith("0") for number in [*parts, whole])


def _words(statement: str) -> list[str]:
    return re.findall(r"(?m)^[+ ]*([A-Z]+)$", statement)
