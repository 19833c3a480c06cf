"""The tests of `curlpaper`; the seed is fixed, so they are always the same.

Patterns of one row or column, curls across the border of the pattern, curves that wind around in one or both directions,
curves that wind there and back, one long curve.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620023)


def show(rows: list[str]) -> str:
    """One input file."""
    return f"{len(rows)} {len(rows[0])}\n" + "".join(row + "\n" for row in rows)


def noise(r: int, c: int, slashes: float = 0.5) -> list[str]:
    """Random tiles."""
    return ["".join("/" if RNG.random() < slashes else "\\" for _ in range(c)) for _ in range(r)]


def circles(r: int, c: int, flips: int) -> list[str]:
    """Small circles everywhere, with some tiles turned."""
    grid = [["/\\"[(i + j) % 2] for j in range(c)] for i in range(r)]
    for _ in range(flips):
        i, j = RNG.randint(0, r - 1), RNG.randint(0, c - 1)
        grid[i][j] = "/\\"[grid[i][j] == "/"]
    return ["".join(row) for row in grid]


def shifted(rows: list[str], down: int, right: int) -> list[str]:
    """The same wall cut elsewhere."""
    rows = rows[down:] + rows[:down]
    return [row[right:] + row[:right] for row in rows]


def rings(size: int) -> list[str]:
    """Concentric rings: four quarters of parallel lines."""
    half = size // 2
    return ["/" * half + "\\" * half] * half + ["\\" * half + "/" * half] * half


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(["/\\", "\\/"])
    yield "sample/2", show(["///", "///"])
    yield "sample/3", show(["/\\/\\", "\\//\\", "//\\\\"])
    yield "secret/01-one-tile", show(["/"])
    yield "secret/02-one-tile-other", show(["\\"])
    yield "secret/03-one-row", show(["/\\/\\"])
    yield "secret/04-one-row-odd", show(["/\\\\/\\"])
    yield "secret/05-one-column", show(list("/\\\\/"))
    yield "secret/06-circles-odd-columns", show(circles(4, 5, 0))
    yield "secret/07-circles-odd-rows", show(circles(5, 4, 0))
    yield "secret/08-circles-shifted", show(shifted(circles(6, 8, 0), 1, 1))
    yield "secret/09-rings", show(rings(12))
    yield "secret/10-rings-shifted", show(shifted(rings(12), 5, 8))
    yield "secret/11-stripes", show(["/" * 9, "\\" * 9] * 3)
    yield "secret/12-diagonals-coprime", show(["/" * 13] * 8)
    yield "secret/13-small", show(noise(4, 4))
    yield "secret/14-small", show(noise(7, 3))
    yield "secret/15-small", show(noise(3, 8))
    yield "secret/16-medium", show(noise(60, 45))
    yield "secret/17-medium-mostly-slashes", show(noise(50, 70, 0.8))
    yield "secret/18-circles-some-turned", show(circles(80, 80, 900))
    yield "secret/19-narrow", show(noise(2, 500))
    yield "secret/20-narrow-high", show(noise(500, 2))
    yield "secret/21-large-random", show(noise(499, 500))
    yield "secret/22-large-one-curve", show(["/" * 500] * 499)
    yield "secret/23-large-rings", show(shifted(rings(500), 251, 77))
    yield "secret/24-large-circles-turned", show(shifted(circles(500, 498, 60000), 3, 4))


def small(rng: random.Random) -> str:
    """A random small input."""
    r, c = rng.randint(1, 6), rng.randint(1, 6)
    turned = rng.choice([0.5, 0.15, 0.3])
    even = rng.randint(0, 1)
    flip = [[rng.random() < turned for _ in range(c)] for _ in range(r)]
    return show(["".join("/\\"[(even * (i + j) + flip[i][j]) % 2] for j in range(c)) for i in range(r)])
