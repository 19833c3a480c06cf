"""The tests of `snailhedge`; the seed is fixed, so they are always the same.

Empty fields, sparse and dense ones, fields with balanced large squares, long thin fields.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(330917)


def show(rows: list[str]) -> str:
    """One input file."""
    return "".join(line + "\n" for line in [f"{len(rows)} {len(rows[0])}", *rows])


def noise(rng: random.Random, n: int, m: int, filled: float, top: int) -> list[str]:
    """Random cells: a share `filled` of them has 1 to `top` snails."""
    return ["".join(str(rng.randint(1, top)) if rng.random() < filled else "0" for _ in range(m)) for _ in range(n)]


def rings(n: int, m: int, skip: int) -> list[str]:
    """A few snails everywhere, and many on concentric rings."""
    field = [[int(RNG.random() < 0.1) for _ in range(m)] for _ in range(n)]
    for depth in range(0, min(n, m) // 2, skip):
        for i in range(depth, n - depth):
            for j in range(depth, m - depth):
                if i in (depth, n - 1 - depth) or j in (depth, m - 1 - depth):
                    field[i][j] = RNG.randint(4, 9)
    return ["".join(map(str, row)) for row in field]


def corners(n: int) -> list[str]:
    """Squares whose balance depends on the corners."""
    field = [["0"] * n for _ in range(n)]
    for i in range(0, n, 4):
        for j in range(0, n, 4):
            field[i][j] = "1"
            if i + 2 < n and j + 2 < n:
                field[i + 2][j + 2] = RNG.choice("1234")
    return ["".join(row) for row in field]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(["1010", "1726", "0200"])
    yield "sample/2", show(["00", "00"])
    yield "sample/3", show(["7"])
    yield "secret/01-one-empty-cell", show(["0"])
    yield "secret/02-two-by-two-full", show(["11", "11"])
    yield "secret/03-three-balanced", show(["111", "181", "111"])
    yield "secret/04-three-with-corner", show(["300", "040", "001"])
    yield "secret/05-one-row", show(noise(RNG, 1, 450, 0.5, 9))
    yield "secret/06-one-column", show(noise(RNG, 450, 1, 0.3, 9))
    yield "secret/07-two-rows", show(noise(RNG, 2, 300, 0.2, 3))
    yield "secret/08-no-snails", show(noise(RNG, 50, 70, 0.0, 1))
    yield "secret/09-corners", show(corners(41))
    yield "secret/10-small-sparse", show(noise(RNG, 20, 31, 0.1, 2))
    yield "secret/11-small-dense", show(noise(RNG, 25, 18, 0.9, 9))
    yield "secret/12-one-snail", show(["0" * 60] * 37 + ["0" * 22 + "5" + "0" * 37] + ["0" * 60] * 22)
    yield "secret/13-two-snails", show(["0" * 60] * 7 + ["0" * 10 + "4" + "0" * 20 + "4" + "0" * 28] + ["0" * 60] * 22)
    yield "secret/14-rings", show(rings(60, 60, 7))
    yield "secret/15-rings-wide", show(rings(120, 150, 20))
    yield "secret/16-tall", show(noise(RNG, 450, 40, 0.05, 9))
    yield "secret/17-wide", show(noise(RNG, 33, 450, 0.02, 4))
    yield "secret/18-large-sparse", show(noise(RNG, 450, 450, 0.001, 9))
    yield "secret/19-large", show(noise(RNG, 450, 450, 0.1, 3))
    yield "secret/20-large-empty", show(noise(RNG, 450, 450, 0.0, 1))
    yield "secret/21-large-rings", show(rings(450, 450, 37))


def small(rng: random.Random) -> str:
    """A random small input."""
    return show(noise(rng, rng.randint(1, 6), rng.randint(1, 6), rng.choice([0.1, 0.3, 0.6]), rng.choice([1, 3, 9])))
