"""The tests of `ripeorchard`; the seed is fixed, so they are always the same.

Crowded and sparse orchards, nested and overlapping intervals, and minutes up to 10^12.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510009)


Plum = tuple[int, int]


def show(pickers: int, plums: list[Plum]) -> str:
    """One input file."""
    return f"{len(plums)} {pickers}\n" + "".join(f"{start} {end}\n" for start, end in plums)


def random_plums(n: int, first: int, spread: int, longest: int) -> list[Plum]:
    """Plums that start within `spread` minutes and stay ripe for up to `longest` minutes."""
    plums = []
    for _ in range(n):
        start = first + RNG.randint(0, spread)
        plums.append((start, start + RNG.randint(0, longest - 1)))
    return plums


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(1, [(1, 2), (2, 2), (1, 3), (2, 3)])
    yield "sample/2", show(2, [(5, 5), (5, 5), (5, 5), (1, 9), (999999999999, 1000000000000)])
    yield "secret/01-one-plum", show(1, [(1, 1)])
    yield "secret/02-one-late-plum", show(100, [(10**12, 10**12)])
    yield "secret/03-same-minute", show(3, [(7, 7)] * 10)
    yield "secret/04-nested", show(1, [(10 - i, 10 + i) for i in range(10)])
    yield "secret/05-long-ones-can-wait", show(1, [(1, 100)] * 5 + [(i, i + 1) for i in range(1, 9)] * 2)
    # By length the plum in the middle goes first and takes the place of one of its neighbours.
    yield "secret/06-short-in-the-middle", show(1, [(1, 3), (1, 3), (1, 3), (3, 4), (4, 6), (4, 6), (4, 6)])
    yield "secret/07-by-start-fails", show(1, [(1, 50)] + [(2, 9)] * 8 + [(1, 1), (2, 2), (10, 10)])
    yield "secret/08-crowded", show(2, random_plums(200, 1, 60, 12))
    yield "secret/09-crowded-short", show(3, random_plums(300, 1, 80, 4))
    yield "secret/10-mixed-lengths", show(1, random_plums(60, 5, 40, 3) + random_plums(60, 5, 40, 70))
    yield (
        "secret/11-far-clusters",
        show(1, [plum for k in range(20) for plum in random_plums(15, 1 + k * 5 * 10**10, 9, 6)]),
    )
    yield "secret/12-ripe-for-ages", show(4, random_plums(400, 1, 80, 100) + [(1, 10**12)] * 30)
    yield "secret/13-enough-pickers", show(100, random_plums(500, 10**11, 50, 10))
    yield "secret/14-only-far-ones", show(2, [(10**12 - i % 30, 10**12) for i in range(120)])
    yield "secret/15-large-crowded", show(7, random_plums(2000, 10**6, 250, 30))
    yield "secret/16-large-sparse", show(1, random_plums(2000, 1, 9 * 10**11, 10**11))
    yield "secret/17-large-medium", show(1, random_plums(2000, 500, 2100, 25))
    yield "secret/18-large-mixed", show(2, random_plums(1000, 1, 700, 3) + random_plums(1000, 1, 700, 200))


def small(rng: random.Random) -> str:
    """A random small input."""
    RNG.seed(rng.randint(0, 10**9))
    first = rng.choice([1, 1, 10**12 - 20])
    return show(rng.randint(1, 3), random_plums(rng.randint(1, 9), first, rng.randint(0, 6), rng.randint(1, 6)))
