"""The tests of `terracecut`; the seed is fixed, so they are always the same.

Hills as paths, trees, grids and random graphs; smooth and rugged costs that trap local improvements.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510012)


Pair = tuple[int, int]


def show(costs: list[list[int]], pairs: list[Pair], width: tuple[int, int]) -> str:
    """One input file: costs[i][h], pairs counted from 0, random widths within the bounds."""
    lines = [[len(costs), len(pairs), len(costs[0]) - 1], *costs]
    lines += [[min(i, j) + 1, max(i, j) + 1, RNG.randint(*width)] for i, j in pairs]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def rugged(n: int, k: int, top: int) -> list[list[int]]:
    """Costs without any order."""
    return [[RNG.randint(0, top) for _ in range(k + 1)] for _ in range(n)]


def wells(n: int, k: int, depth: int, noise: int) -> list[list[int]]:
    """Every terrace is cheap at a few levels only; moving one level at a time always climbs."""
    costs = []
    for _ in range(n):
        good = RNG.sample(range(k + 1), RNG.randint(1, 2))
        costs.append([RNG.randint(0, noise) + (0 if h in good else depth) for h in range(k + 1)])
    return costs


def graph(n: int, m: int) -> list[Pair]:
    """m random pairs."""
    return RNG.sample([(i, j) for j in range(n) for i in range(j)], m)


def grid(rows: int, columns: int) -> list[Pair]:
    """Neighbours in a grid, cells counted row by row."""
    cells = [(y, x) for y in range(rows) for x in range(columns)]
    right = [(y * columns + x, y * columns + x + 1) for y, x in cells if x + 1 < columns]
    return right + [(y * columns + x, (y + 1) * columns + x) for y, x in cells if y + 1 < rows]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", "3 2 2\n1 4 9\n8 5 1\n7 6 1\n1 2 3\n1 3 1\n"
    yield "sample/2", "2 1 4\n0 9 9 9 30\n30 30 9 30 0\n1 2 2\n"
    yield "secret/01-one-terrace", show([[5, 3]], [], (1, 1))
    yield "secret/02-no-staircases", show(rugged(20, 10, 10**6), [], (1, 1))
    yield "secret/03-free-ground", show([[0] * 11 for _ in range(10)], graph(10, 45), (1, 1000))
    yield "secret/04-two-levels", show(rugged(60, 1, 300), graph(60, 200), (1, 100))
    yield (
        "secret/05-two-stubborn-terraces",
        show([[0] + [10**6] * 10, [10**6] * 10 + [0]], [(0, 1)], (1000, 1000)),
    )
    chain = [[0] + [10**6] * 10, *([7] * 11 for _ in range(28)), [10**6] * 10 + [0]]
    yield "secret/06-even-slope", show(chain, [(i, i + 1) for i in range(29)], (1000, 1000))
    yield "secret/07-path", show(wells(60, 10, 400, 100), [(i, i + 1) for i in range(59)], (1, 60))
    yield (
        "secret/08-tree",
        show(wells(60, 10, 3000, 500), [(RNG.randint(0, i - 1), i) for i in range(1, 60)], (10, 200)),
    )
    yield "secret/09-star", show(rugged(60, 10, 2000), [(0, i) for i in range(1, 60)], (1, 30))
    yield "secret/10-small", show(wells(7, 4, 40, 20), graph(7, 12), (1, 8))
    yield "secret/11-small", show(rugged(8, 5, 100), graph(8, 16), (1, 12))
    yield "secret/12-grid-rugged", show(rugged(60, 10, 1000), grid(6, 10), (1, 40))
    yield "secret/13-grid-wells", show(wells(60, 10, 800, 200), grid(6, 10), (5, 50))
    yield "secret/14-grid-strong-stairs", show(rugged(60, 10, 10**6), grid(10, 6), (1, 1000))
    yield "secret/15-random-rugged", show(rugged(60, 10, 5000), graph(60, 200), (1, 100))
    yield "secret/16-random-wells", show(wells(60, 10, 4000, 1000), graph(60, 200), (1, 60))
    yield "secret/17-random-expensive", show(rugged(60, 10, 10**6), graph(60, 200), (500, 1000))
    yield "secret/18-dense", show(rugged(20, 10, 20000), graph(20, 190), (1, 200))
    yield "secret/19-random-cheap-stairs", show(rugged(60, 10, 10**6), graph(60, 200), (1, 3))
    yield "secret/20-random-seven-levels", show(wells(60, 6, 9000, 3000), graph(60, 200), (20, 300))


def small(rng: random.Random) -> str:
    """A random small input."""
    RNG.seed(rng.randint(0, 10**9))
    n, k = rng.randint(1, 5), rng.randint(1, 4)
    costs = rugged(n, k, rng.choice([3, 30, 200])) if rng.random() < 0.6 else wells(n, k, 40, 5)
    return show(costs, graph(n, rng.randint(0, n * (n - 1) // 2)), (1, rng.choice([1, 5, 20])))
