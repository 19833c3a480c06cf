"""The tests of `tidewalk`; the seed is fixed, so they are always the same.

Random flats, winding corridors with gates that are dry one minute per tide, and a goal out of reach.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510002)


def show(tide: str, rows: list[str]) -> str:
    """One input file."""
    return f"{len(rows)} {len(rows[0])} {len(tide)}\n{tide}\n" + "".join(row + "\n" for row in rows)


def flats(r: int, c: int, heights: str) -> list[str]:
    """Random cells; both corners as high as the highest."""
    rows = [[RNG.choice(heights) for _ in range(c)] for _ in range(r)]
    rows[0][0] = rows[-1][-1] = max(heights)
    return ["".join(row) for row in rows]


def corridor(r: int, c: int, path: str) -> list[str]:
    """A winding corridor through walls of height 0; its heights repeat `path`. The number of rows is odd."""
    rows = [["0"] * c for _ in range(r)]
    cells = []
    for i in range(0, r, 2):
        step = 1 if i % 4 == 0 else -1
        cells += [(i, j) for j in range(c)][::step]
        if i + 1 < r:
            cells.append((i + 1, cells[-1][1]))
    for index, (i, j) in enumerate(cells):
        rows[i][j] = path[index % len(path)]
    rows[-1][-1] = rows[cells[-1][0]][cells[-1][1]] = "9"
    if cells[-1] != (r - 1, c - 1):
        for j in range(c):
            rows[-1][j] = "9"
    return ["".join(row) for row in rows]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show("14", ["539"])
    yield "sample/2", show("0305", ["4412", "0144", "2305"])
    yield "sample/3", show("12", ["91", "19"])
    yield "secret/01-single-cell", show("7", ["7"])
    yield "secret/02-single-cell-long-tide", show("0" + "9" * 19, ["0"])
    yield "secret/03-two-cells", show("01", ["05"])
    yield "secret/04-two-cells-stranded", show("91", ["90"])
    yield "secret/05-goal-never-dry", show("5665", ["999", "994"])
    # The early arrival at the sand bank cannot wait there; a later one walks through.
    yield "secret/06-late-is-better", show("001111110", ["1010001", "1111101"])
    yield "secret/07-one-row", show("000090000900009", ["9" + "5559" * 30])
    yield "secret/08-one-column", show("0369630", list("9" + "369" * 30))
    yield "secret/09-always-dry", show("0", flats(40, 30, "0123456789"))
    for index, (r, c, heights, period) in enumerate(
        [
            (8, 9, "03456", 5),
            (12, 7, "34567", 7),
            (15, 15, "345678", 11),
            (20, 20, "13579", 13),
            (25, 25, "56789", 20),
        ]
    ):
        while True:
            tide = "".join(RNG.choice("01234567") for _ in range(period))
            rows = flats(r, c, heights)
            if tide[0] <= rows[0][0] and max(tide) > min(heights):
                break
        yield f"secret/{10 + index}-random", show(tide, rows)
    # Every second cell of the corridor is dry for one minute of twenty only.
    yield "secret/15-gates", show("3" + "4" * 19, corridor(149, 150, "93"))
    yield "secret/16-gates-out-of-step", show("43" + "454454445444544454", corridor(149, 150, "9394394"))
    yield "secret/17-island", show("1" + "2" * 19, [*corridor(145, 150, "91"), "0" * 150, "0" * 149 + "9"])
    yield "secret/18-calm-sea", show("01234567898765432100", flats(150, 150, "56789"))
    yield "secret/19-rough-sea", show("00012345678987654321", flats(150, 150, "1233456789"))
    yield "secret/20-wide-open", show("5" * 19 + "0", flats(150, 150, "5556"))


def small(rng: random.Random) -> str:
    """A random small input."""
    r, c = rng.randint(1, 4), rng.randint(1, 5)
    heights = rng.choice(["01", "012", "0123456789"])
    tide = "".join(rng.choice(heights) for _ in range(rng.randint(1, 5)))
    rows = ["".join(rng.choice(heights) for _ in range(c)) for _ in range(r)]
    return show(tide, [max(rows[0][0], tide[0]) + rows[0][1:], *rows[1:]])
