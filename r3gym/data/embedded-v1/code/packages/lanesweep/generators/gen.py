"""The tests of `lanesweep`; the seed is fixed, so they are always the same.

Paths, stars, brooms and random trees; teams that must be shared by parent and children, second teams that pay only when full.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620051)
Lane = tuple[int, int]


def show(squares: list[tuple[int, int]], lanes: list[Lane]) -> str:
    """One input file."""
    lines = [str(len(squares)), *(f"{w} {c}" for w, c in squares), *(f"{a} {b}" for a, b in lanes)]
    return "".join(line + "\n" for line in lines)


def tree(rng: random.Random, n: int, near: int) -> list[Lane]:
    """A random tree with shuffled names; each square hangs from one of the `near` before it."""
    names = list(range(1, n + 1))
    rng.shuffle(names)
    lanes = []
    for v in range(1, n):
        u = rng.randint(max(0, v - near), v - 1)
        lanes.append((names[u], names[v]) if rng.randint(0, 1) else (names[v], names[u]))
    rng.shuffle(lanes)
    return lanes


def hubs(n: int, count: int) -> list[Lane]:
    """A path of hubs, every other square hangs from one of them."""
    lanes = [(v, v + 1) for v in range(1, count)]
    return lanes + [(RNG.randint(1, count), v) for v in range(count + 1, n + 1)]


def teams(n: int, cost: int, size: int) -> list[tuple[int, int]]:
    """Random teams."""
    return [(RNG.randint(1, cost), RNG.randint(1, size)) for _ in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([(5, 2), (7, 1), (6, 3), (4, 2), (9, 9)], [(1, 2), (1, 3), (4, 1), (4, 5)])
    yield "sample/2", show([(8, 1)], [])
    yield "sample/3", show([(10, 3), *[(4, 1)] * 6], [(1, v) for v in range(2, 8)])
    yield "secret/01-two", show([(10**9, 1), (10**9 - 1, 1)], [(2, 1)])
    yield "secret/02-two-equal", show([(3, 100000), (3, 1)], [(1, 2)])
    yield "secret/03-star-exactly-full", show([(10, 3), *[(4, 1)] * 9], [(1, v) for v in range(2, 11)])
    yield "secret/04-star-one-more", show([(10, 3), *[(4, 1)] * 7], [(1, v) for v in range(2, 9)])
    yield "secret/05-star-dear-leaves", show([(10, 3), *[(11, 1)] * 7], [(v, 1) for v in range(2, 9)])
    # A second team pays only when it takes three lanes, although its first lane looks like a loss.
    yield "secret/06-step-then-gain", show([(9, 3), *[(w, 1) for w in (8, 7, 6, 5, 4, 4)]], [(1, v) for v in range(2, 8)])
    yield "secret/07-path-unit", show([(1, 1)] * 20, [(v, v + 1) for v in range(1, 20)])
    yield "secret/08-path-pairs", show([(RNG.randint(1, 9), 2) for _ in range(31)], [(v + 1, v) for v in range(1, 31)])
    yield "secret/09-team-for-parent-too", show([(9, 1), (5, 3), (9, 1), (9, 1)], [(1, 2), (2, 3), (2, 4)])
    yield "secret/10-root-in-the-middle", show([(50, 1), (5, 2), (5, 2), (7, 1), (7, 1)], [(1, 2), (1, 3), (2, 4), (3, 5)])
    yield "secret/11-small", show(teams(9, 10, 3), tree(RNG, 9, 3))
    yield "secret/12-small", show(teams(10, 20, 2), tree(RNG, 10, 9))
    yield "secret/13-medium", show(teams(300, 100, 4), tree(RNG, 300, 20))
    squares = [(RNG.randint(100, 300), 7) if v < 12 else (RNG.randint(1, 60), 1) for v in range(400)]
    yield "secret/14-medium-hubs", show(squares, hubs(400, 12))
    yield "secret/15-medium-equal-costs", show([(1, RNG.randint(1, 3)) for _ in range(1000)], tree(RNG, 1000, 1000))
    yield "secret/16-large-path", show(teams(30000, 10**9, 2), [(v, v + 1) for v in range(1, 30000)])
    yield "secret/17-large-star", show([(10**9, 100), *teams(99999, 2 * 10**7, 5)], [(1, v) for v in range(2, 100001)])
    yield "secret/18-large-star-single", show([(900, 1), *teams(19999, 1000, 5)], [(v, 1) for v in range(2, 20001)])
    squares = [(10**9, 1000) if v < 20 else (RNG.randint(1, 2 * 10**6), 1) for v in range(30000)]
    yield "secret/19-large-hubs", show(squares, hubs(30000, 20))
    yield "secret/20-large-random", show(teams(50000, 10**9, 3), tree(RNG, 50000, 50000))
    yield "secret/21-large-deep", show([(10**9, 1)] * 30000, tree(RNG, 30000, 5))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 9)
    cost, size = rng.choice([3, 10, 30]), rng.randint(1, 4)
    return show([(rng.randint(1, cost), rng.randint(1, size)) for _ in range(n)], tree(rng, n, rng.choice([1, 3, 9])))
