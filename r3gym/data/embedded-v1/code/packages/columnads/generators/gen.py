"""The tests of `columnads`; the seed is fixed, so they are always the same.

Columns that fill exactly or miss by one line, a greedy choice that blocks a column, many narrow columns, large fees.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731102)


def show(k: int, h: int, g: int, ads: list[tuple[int, int]]) -> str:
    """One input file."""
    return f"{len(ads)} {k} {h} {g}\n" + "".join(f"{x} {f}\n" for x, f in ads)


def noise(n: int, low: int, high: int, fee: int) -> list[tuple[int, int]]:
    """Random advertisements."""
    return [(RNG.randint(low, high), RNG.randint(1, fee)) for _ in range(n)]


def fair(n: int, low: int, high: int) -> list[tuple[int, int]]:
    """Advertisements whose fee is close to their length: the packing decides."""
    return [(x, 10 * x + RNG.randint(0, 9)) for x in (RNG.randint(low, high) for _ in range(n))]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(2, 6, 1, [(2, 30), (3, 50), (4, 45), (3, 60)])
    yield "sample/2", show(1, 5, 0, [(3, 7), (2, 7), (5, 13)])
    yield "sample/3", show(3, 2, 4, [(1, 1), (2, 5), (1, 2), (1, 3)])
    yield "secret/01-one", show(1, 1, 0, [(1, 1000000000)])
    yield "secret/02-one-full", show(1, 9, 3, [(9, 4)])
    yield "secret/03-exact-column", show(2, 10, 2, [(4, 5), (4, 6), (5, 5), (3, 5)])
    yield "secret/04-one-line-short", show(2, 9, 2, [(4, 5), (4, 6), (5, 5), (3, 5)])
    yield "secret/05-no-gap", show(4, 10, 0, fair(30, 1, 10))
    yield "secret/06-gap-above-column", show(6, 4, 50, noise(40, 1, 4, 30))
    yield "secret/07-columns-of-one-line", show(30, 1, 1, noise(60, 1, 1, 30))
    yield "secret/08-straddle", show(3, 10, 0, [(6, 10), (6, 10), (6, 10), (4, 9), (4, 9), (4, 9)])
    yield "secret/09-dear-and-long-first", show(2, 20, 1, [(20, 25), *[(3, 10)] * 9, (19, 30)])
    yield "secret/10-cheap-first", show(2, 12, 1, [(5, 1), (6, 1), (5, 90), (6, 90), (12, 95)])
    yield "secret/11-all-fit", show(20, 30, 3, noise(18, 10, 30, 1000000000))
    yield "secret/12-fair", show(5, 40, 2, fair(60, 3, 25))
    yield "secret/13-fair-gap", show(7, 25, 6, fair(80, 1, 20))
    yield "secret/14-fair-long", show(9, 30, 1, fair(70, 12, 30))
    yield "secret/15-medium", show(12, 100, 5, fair(300, 5, 90))
    yield "secret/16-medium-many-columns", show(200, 9, 1, noise(700, 1, 9, 1000))
    yield "secret/17-large-one-column", show(1, 10000, 0, noise(1000, 1, 400, 1000000000))
    yield "secret/18-large", show(20, 470, 30, fair(1000, 10, 400))
    yield "secret/19-large-gap", show(49, 104, 100, noise(1000, 1, 104, 1000000000))
    yield "secret/20-large-thin", show(5000, 2, 0, noise(1000, 1, 2, 1000000000))
    yield "secret/21-large-short", show(90, 100, 11, fair(1000, 1, 60))


def small(rng: random.Random) -> str:
    """A random small input."""
    n, h = rng.randint(1, 7), rng.randint(1, 9)
    fee = rng.choice([3, 20])
    ads = [(rng.randint(1, rng.choice([h, (h + 1) // 2])), rng.randint(1, fee)) for _ in range(n)]
    return show(rng.randint(1, 3), h, rng.choice([0, 0, 1, 2, 3, 9]), ads)
