"""Independent solvers for puzzles with one solution: each searches all candidates and insists that one is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations, product

from banks.ar_text import Grid, found, literal, number_grid, show

Board = list[list[int]]
#: Between two reports of speech, not between a quotation and its "Lily declared".
SENTENCE_END = r"(?<=[.\"])\s+(?=[\"A-Z])(?!\w+ (?:claimed|declared|mentioned))"


def family_relationships(statement: str) -> str:
    """Only the relation that this statement asks for: a child to its parent's."""
    women = set("Grace Emma Chloe".split())
    ((who, whom),) = re.findall(r"What relation is (\w+) to (\w+)\?", statement)
    couples = re.findall(r"(\w+) is married to (\w+)\. They have (?:a child|children) called ([\w ]+)\.", statement)
    children = {parent: names.split(" and ") for *parents, names in couples for parent in parents}
    assert who in children[whom]
    return "daughter" if who in women else "son"


def knights_knaves(statement: str) -> str:
    """Try every assignment; a speaker tells the truth exactly if what they say holds."""
    truthful, liar = re.findall(r"inhabited only by (\w+?)e?s and (\w+?)s\.", statement)[0]
    names = re.split(r", and |, ", found(r"inhabitants: ([\w ,]+)\.", statement))
    told = statement[statement.index("inhabitants:") : statement.index("So who is")].split(". ", 1)[1]
    said = [_speech(part, names) for part in re.split(SENTENCE_END, told.strip())]
    assert [speaker for speaker, _ in said] == names
    worlds = []
    for values in product((True, False), repeat=len(names)):
        world = dict(zip(names, values, strict=True))
        if all(world[speaker] == _holds(claim, world, truthful, liar) for speaker, claim in said):
            worlds.append(world)
    (world,) = worlds
    parts = [f"{name} is a {truthful if world[name] else liar}" for name in names]
    return ", ".join(parts[:-1]) + f", and {parts[-1]}."


def _speech(part: str, names: list[str]) -> tuple[str, str]:
    """Who speaks and what is claimed, in any of the ways a statement reports speech."""
    if quoted := re.search(r'"(.*?)[.,]?"', part):
        outside = part.replace(quoted[0], "")
        (speaker,) = [name for name in names if name in outside]
        return speaker, quoted[1]
    ((speaker, claim),) = re.findall(r"^(\w+) (?:said|expressed) that (.*)\.$", part)
    return speaker, claim


def _holds(claim: str, world: dict[str, bool], truthful: str, liar: str) -> bool:
    """Whether a claim is true: translated into words of Python logic, checked, and evaluated by hand."""
    claim = claim.strip()
    while claim.startswith("(") and _closes(claim) == len(claim) - 1:
        claim = claim[1:-1].strip()
    if claim.startswith("it is not the case that "):
        return not _holds(claim.removeprefix("it is not the case that "), world, truthful, liar)
    if claim.startswith("if "):
        condition, consequence = _split(claim.removeprefix("if "), " then ")
        return not _holds(condition, world, truthful, liar) or _holds(consequence, world, truthful, liar)
    for word in (" if and only if ", " or ", " and "):
        parts = _split(claim, word)
        if len(parts) > 1:
            values = [_holds(part, world, truthful, liar) for part in parts]
            return {" or ": any, " and ": all}.get(word, lambda pair: pair[0] == pair[1])(values)
    ((name, kind),) = re.findall(r"^(\w+) is an? (\w+)$", claim)
    assert kind in (truthful, liar)
    return world[name] == (kind == truthful)


def _closes(text: str) -> int:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at
    raise ValueError("unbalanced brackets")


def _split(text: str, word: str) -> list[str]:
    """Cut at a word outside brackets."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0 and text.startswith(word, at):
            parts.append(text[start:at])
            start = at = at + len(word)
        else:
            at += 1
    return [*parts, text[start:]]


def path_star(statement: str) -> str:
    """Walk back from the goal: off the centre every node has one predecessor."""
    edges, ends = statement.splitlines()[-1].split("/")
    start, goal = ends.replace("=", "").split()
    before = {b: a for a, b in (edge.split() for edge in edges.strip("|").split("|"))}
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    return " ".join(reversed(path))


def latin_squares(board: Board, allowed: dict[tuple[int, int], set[int]], fits: object = None) -> Iterator[Board]:
    """Fill the zeros of a board from the allowed values, fewest choices first; `fits(board)` prunes."""
    open_ = [(r, c) for r, row in enumerate(board) for c, value in enumerate(row) if not value]
    if not open_:
        yield [row[:] for row in board]
        return
    choices = {}
    for r, c in open_:
        choices[r, c] = allowed[r, c] - set(board[r]) - {row[c] for row in board}
        if callable(fits):
            choices[r, c] = {value for value in choices[r, c] if fits(board, r, c, value)}
    r, c = min(open_, key=lambda cell: len(choices[cell]))
    for value in choices[r, c]:
        board[r][c] = value
        yield from latin_squares(board, allowed, fits)
        board[r][c] = 0


def sudoku(statement: str) -> str:
    lines = re.findall(r"(?m)^[\d_](?: [\d_])+$", statement)
    board = [[int(cell.replace("_", "0")) for cell in line.split()] for line in lines]
    n = len(board)
    box = {4: 2, 9: 3}[n]

    def fits(rows: Board, r: int, c: int, value: int) -> bool:
        top, left = r - r % box, c - c % box
        return all(value not in row[left : left + box] for row in rows[top : top + box])

    everything = {(r, c): set(range(1, n + 1)) for r in range(n) for c in range(n)}
    (answer,) = latin_squares(board, everything, fits)
    return show(answer)


def futoshiki(statement: str) -> str:
    """Cells stand in columns 0, 4, 8 ...; signs between them, and on the lines between, under them."""
    body = statement[statement.index("puzzle:\n\n") + 9 : statement.index("\n\nEnsure")].split("\n")
    width = (len(body[0].rstrip()) + 3) // 4
    lines = [line.ljust(4 * width) for line in body]
    board = [[int(line[4 * c].replace("_", "0")) for c in range(width)] for line in lines[::2]]
    less: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for r in range(width):
        for c in range(width - 1):
            pair = ((r, c), (r, c + 1))
            less += [pair] if lines[2 * r][4 * c + 2] == "<" else [pair[::-1]] if lines[2 * r][4 * c + 2] == ">" else []
    for r in range(width - 1):
        for c in range(width):
            sign, pair = lines[2 * r + 1][4 * c], ((r, c), (r + 1, c))
            less += [pair] if sign == "∧" else [pair[::-1]] if sign == "∨" else []
    assert sum(line.count(sign) for line in lines for sign in "<>∧∨") == len(less)

    def fits(rows: Board, r: int, c: int, value: int) -> bool:
        known = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row) if cell} | {(r, c): value}
        return all(known[a] < known[b] for a, b in less if a in known and b in known)

    everything = {(r, c): set(range(1, width + 1)) for r in range(width) for c in range(width)}
    (answer,) = latin_squares(board, everything, fits)
    for r, row in enumerate(answer):
        for c, value in enumerate(row):
            lines[2 * r] = lines[2 * r][: 4 * c] + str(value) + lines[2 * r][4 * c + 1 :]
    return "\n".join(line.rstrip() for line in lines)


def survo(statement: str) -> str:
    """Row by row: every way to fill a row's blanks from the numbers left, pruned by the column sums."""
    grid = number_grid(statement)
    numbers: list[int] = literal(r"(?:numbers|set) (\[[\d, ]+\])", statement)
    answers = {show([*rows, grid[-1]]) for rows in _survo_rows(grid[:-1], numbers, [0] * (len(grid) - 1), grid[-1])}
    (answer,) = answers
    return answer


def _survo_rows(rows: Grid, left: list[int], sums: list[int], totals: list[int]) -> Iterator[Grid]:
    if not rows:
        if not left and sums == totals[:-1]:
            yield []
        return
    blanks = [c for c, cell in enumerate(rows[0]) if cell == 0]
    for chosen in set(permutations(left, len(blanks))) if len(blanks) < 5 else _rows_by_sum(rows[0], left, blanks):
        row = rows[0][:]
        for c, value in zip(blanks, chosen, strict=True):
            row[c] = value
        now = [a + b for a, b in zip(sums, row, strict=False)]
        if sum(row[:-1]) == row[-1] and all(a <= b for a, b in zip(now, totals, strict=False)):
            rest = left[:]
            for value in chosen:
                rest.remove(value)
            for below in _survo_rows(rows[1:], rest, now, totals):
                yield [row, *below]


def _rows_by_sum(row: list[int], left: list[int], blanks: list[int]) -> set[tuple[int, ...]]:
    need = row[-1] - sum(row[:-1])
    bags = {bag for bag in combinations(sorted(left), len(blanks)) if sum(bag) == need}
    return {order for bag in bags for order in permutations(bag)}


def kakurasu(statement: str) -> str:
    """Each row is one of the subsets of 1..7 with its sum; the columns decide."""
    rows, columns = (literal(rf"{name} sums:? (\[[\d, ]+\])", statement) for name in ("[Rr]ow", "[Cc]olumn"))
    width = len(columns)
    lines = list(product((0, 1), repeat=width))
    subsets = [[bits for bits in lines if sum(b * (j + 1) for j, b in enumerate(bits)) == total] for total in rows]
    found_: list[list[tuple[int, ...]]] = []

    def place(at: int, sums: list[int], above: list[tuple[int, ...]]) -> None:
        if at == len(rows):
            found_.extend([above] if sums == columns else [])
            return
        for bits in subsets[at]:
            now = [s + b * (at + 1) for s, b in zip(sums, bits, strict=True)]
            if all(s <= total for s, total in zip(now, columns, strict=True)):
                place(at + 1, now, [*above, bits])

    place(0, [0] * width, [])
    (answer,) = found_
    return show([list(bits) for bits in answer])
