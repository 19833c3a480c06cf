"""The tests of `clothpairs`; the seed is fixed, so they are always the same.

Squares, the proportion 1 : 1, proportions that are not reduced, equal cloths, answers beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731104)
Cloth = tuple[int, int]


def show(p: int, q: int, cloths: list[Cloth]) -> str:
    """One input file."""
    return f"{len(cloths)} {p} {q}\n" + "".join(f"{a} {b}\n" for a, b in cloths)


def noise(n: int, high: int) -> list[Cloth]:
    """Random cloths."""
    return [(RNG.randint(1, high), RNG.randint(1, high)) for _ in range(n)]


def matched(n: int, p: int, q: int, unit: int) -> list[Cloth]:
    """Pairs that make a flag, each cloth turned at random, in random order; some miss by one."""
    cloths: list[Cloth] = []
    while len(cloths) + 2 <= n:
        x = RNG.randint(1, unit)
        side, other = (p * x, q * x) if RNG.randint(0, 1) else (q * x, p * x)
        if other < 2:
            continue
        cut = RNG.randint(1, other - 1)
        rest = max(1, other - cut + RNG.choice([0, 0, 0, 1, -1]))
        for c in ((side, cut), (side, rest)):
            cloths.append(c if RNG.randint(0, 1) else (c[1], c[0]))
    RNG.shuffle(cloths)
    return cloths


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(3, 2, [(6, 1), (3, 6), (6, 6), (6, 8)])
    yield "sample/2", show(1, 1, [(4, 2), (2, 4), (4, 1), (3, 4), (4, 4)])
    yield "sample/3", show(2, 4, [(5, 5), (5, 5), (5, 5)])
    yield "secret/01-one-cloth", show(1, 2, [(1, 1)])
    yield "secret/02-two-squares", show(1, 2, [(7, 7), (7, 7)])
    yield "secret/03-halves-of-square", show(9, 9, [(8, 4), (4, 8), (8, 4), (8, 5), (3, 8)])
    yield "secret/04-not-divisible", show(3, 2, [(5, 3), (5, 4), (5, 5), (5, 2), (10, 7), (10, 8)])
    yield "secret/05-both-proportions", show(1, 3, [(6, 1), (6, 1), (6, 17), (6, 9), (6, 9), (1, 1), (1, 2)])
    yield "secret/06-squares", show(1, 2, [(x, x) for x in range(1, 9) for _ in range(x)])
    yield "secret/07-squares-in-square", show(1, 1, [(x, x) for x in range(1, 9) for _ in range(x)])
    yield "secret/08-dense", show(1, 2, noise(400, 12))
    yield "secret/09-dense-square", show(5, 5, noise(400, 12))
    yield "secret/10-dense-odd", show(4, 6, noise(400, 15))
    yield "secret/11-dense-three", show(3, 1, noise(400, 15))
    yield "secret/12-matched", show(5, 8, matched(2000, 5, 8, 50))
    yield "secret/13-matched-thin", show(1, 1000, matched(2000, 1, 1000, 30))
    yield "secret/14-matched-huge", show(999, 1000, matched(20000, 999, 1000, 1000000))
    yield "secret/15-huge", show(1, 2, [(1000000000, x) for x in (1, 499999999, 250000000, 1000000000, 1000000000)])
    yield (
        "secret/16-huge-product",
        show(1000, 999, [(999999999, x) for x in (1, 999, 1000000000, 500500500, 500500500, 500499501)]),
    )
    yield "secret/17-all-equal-squares", show(2, 1, [(3, 3)] * 100000)
    yield "secret/18-all-equal-halves", show(1, 1, [RNG.choice([(3, 6), (6, 3)]) for _ in range(100000)])
    yield "secret/19-large-dense", show(2, 3, noise(100000, 60))
    yield "secret/20-large-dense-square", show(7, 7, noise(100000, 200))
    yield "secret/21-large-matched", show(2, 3, matched(100000, 2, 3, 30000))


def small(rng: random.Random) -> str:
    """A random small input."""
    p, q, high = rng.randint(1, 4), rng.randint(1, 4), rng.choice([2, 4, 6])
    return show(p, q, [(rng.randint(1, high), rng.randint(1, high)) for _ in range(rng.randint(1, 12))])
