"""The tests of `ropewatch`; the seed is fixed, so they are always the same.

Odd cycles, complete graphs, trees, bipartite and random graphs; equal and uneven wages and needs; sums beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610011)

Pair = tuple[int, int]


def show(rng: random.Random, wages: list[int], pairs: list[Pair], need: Pair) -> str:
    """One input file: pairs counted from 0, random needs within the bounds."""
    rows = [[len(wages), len(pairs)], wages, *([min(p) + 1, max(p) + 1, rng.randint(*need)] for p in pairs)]
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def wages(n: int, low: int, high: int) -> list[int]:
    """Random wages."""
    return [RNG.randint(low, high) for _ in range(n)]


def graph(rng: random.Random, n: int, m: int) -> list[Pair]:
    """m random pairs."""
    return rng.sample([(i, j) for j in range(n) for i in range(j)], m)


def cycle(n: int, start: int = 0) -> list[Pair]:
    """A ring of rocks."""
    return [(start + i, start + (i + 1) % n) for i in range(n)]


def both_sides(n: int, m: int) -> list[Pair]:
    """m random pairs between the even and the odd rocks."""
    return RNG.sample([(i, j) for i in range(0, n, 2) for j in range(1, n, 2)], m)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", "3 3\n4 5 6\n1 2 1\n1 3 1\n2 3 1\n"
    yield "sample/2", "5 6\n3 9 2 4 6\n1 2 2\n2 3 1\n1 3 3\n3 4 1\n4 5 5\n3 5 2\n"
    yield "secret/01-no-bridges", "1 0\n7\n"
    yield "secret/02-no-bridges-several-rocks", "5 0\n7 1 1 2 3\n"
    yield "secret/03-one-bridge", "2 1\n5 4\n1 2 12\n"
    yield "secret/04-triangle-uneven", "3 3\n1 1 1\n1 2 5\n1 3 7\n2 3 4\n"
    yield "secret/05-dear-rock", "3 3\n1000000 1 1\n1 2 3\n1 3 2\n2 3 1\n"
    yield "secret/06-pentagon", show(RNG, [1] * 5, cycle(5), (1, 1))
    yield "secret/07-long-odd-ring", show(RNG, wages(119, 1, 9), cycle(119), (1, 12))
    yield "secret/08-even-ring", show(RNG, wages(120, 1, 9), cycle(120), (1, 12))
    yield "secret/09-star", show(RNG, [60, *wages(119, 1, 9)], [(0, i) for i in range(1, 120)], (1, 12))
    yield (
        "secret/10-tree",
        show(RNG, wages(120, 1, 100), [(RNG.randint(max(0, i - 9), i - 1), i) for i in range(1, 120)], (1, 12)),
    )
    yield "secret/11-complete", show(RNG, wages(32, 50, 100), graph(RNG, 32, 496), (1, 12))
    yield "secret/12-complete-equal", show(RNG, [10**7] * 32, graph(RNG, 32, 496), (12, 12))
    yield "secret/13-triangles", show(RNG, wages(60, 5, 15), [p for s in range(0, 60, 3) for p in cycle(3, s)], (1, 9))
    linked = [p for s in range(0, 55, 5) for p in cycle(5, s)] + [(s, s + 7) for s in range(0, 48, 3)]
    yield "secret/14-linked-pentagons", show(RNG, wages(55, 20, 30), linked, (3, 8))
    yield "secret/15-bipartite", show(RNG, wages(120, 1, 1000), both_sides(120, 500), (1, 12))
    yield "secret/16-small", show(RNG, wages(9, 1, 9), graph(RNG, 9, 16), (1, 5))
    yield "secret/17-small-sparse", show(RNG, wages(12, 3, 6), graph(RNG, 12, 15), (2, 4))
    yield "secret/18-random-sparse", show(RNG, wages(120, 1, 50), graph(RNG, 120, 170), (1, 12))
    yield "secret/19-random-dense", show(RNG, wages(120, 1, 10**7), graph(RNG, 120, 500), (1, 12))
    yield "secret/20-random-equal-needs", show(RNG, wages(120, 40, 60), graph(RNG, 120, 300), (1, 1))
    yield "secret/21-random-close-needs", show(RNG, wages(120, 9000000, 10**7), graph(RNG, 120, 400), (10, 12))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 5)
    wage = rng.choice([1, 3, 9])
    return show(
        rng,
        [rng.randint(1, wage) for _ in range(n)],
        graph(rng, n, rng.randint(0, n * (n - 1) // 2)),
        (1, rng.randint(1, 3)),
    )
