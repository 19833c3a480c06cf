"""The tests of `wellhop`; the seed is fixed, so they are always the same.

Wells on the bottom, on all terraces, directly below a goat, under a goat, far below; lost positions; many goats.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620041)


def show(top: int, jump: int, wells: list[int], goats: list[int]) -> str:
    """One input file."""
    where = " ".join(map(str, sorted(wells)))
    return f"{top} {jump} {len(wells)} {len(goats)}\n{where}\n" + " ".join(map(str, goats)) + "\n"


def noise(top: int, jump: int, wells: int, goats: int) -> str:
    """Random terraces."""
    return show(top, jump, RNG.sample(range(top + 1), wells), [RNG.randint(0, top) for _ in range(goats)])


def values(top: int, jump: int, wells: list[int]) -> list[int]:
    """The Grundy values, to make lost positions."""
    have, value, well = set(wells), [0], -1
    for p in range(1, top + 1):
        if p - 1 in have:
            well = p - 1
        reach = {value[q] for q in (p - 1, p - jump, well) if q >= 0}
        value.append(next(x for x in range(4) if x not in reach))
    return value


def lost(top: int, jump: int, wells: int, goats: int) -> str:
    """Random goats, and a last one that makes the sum zero."""
    where = RNG.sample(range(top + 1), wells)
    value = values(top, jump, where)
    while True:
        herd = [RNG.randint(0, top) for _ in range(goats - 1)]
        total = 0
        for p in herd:
            total ^= value[p]
        fitting = [p for p in range(top + 1) if value[p] == total]
        if fitting:
            return show(top, jump, where, [RNG.choice(fitting), *herd])


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(6, 3, [2], [6])
    yield "sample/2", show(8, 4, [0, 4], [8, 5, 2, 8])
    yield "sample/3", show(3, 2, [3], [0, 3, 0])
    yield "secret/01-all-down", show(2, 2, [0], [0])
    yield "secret/02-one-step", show(2, 2, [0], [1])
    yield "secret/03-jump-to-the-bottom", show(2, 2, [1], [2])
    yield "secret/04-well-on-top", show(3, 3, [3], [1, 1, 1, 3])
    yield "secret/05-well-directly-below", show(7, 3, [3, 6], [7])
    yield "secret/06-well-at-the-jump", show(7, 4, [3], [7, 1])
    yield "secret/07-well-under-goat", show(9, 3, [4, 8], [4, 8, 9])
    yield "secret/08-wells-everywhere", show(30, 5, list(range(31)), [30, 29, 28, 7])
    yield "secret/09-well-only-at-the-bottom", show(30, 3, [0], [27, 14, 5])
    yield "secret/10-well-only-at-the-top", show(30, 4, [30], [29, 14, 5, 30])
    yield "secret/11-twins", show(12, 3, [2, 7], [9, 9])
    yield "secret/12-two-winning-moves", show(20, 3, [1], [19])
    yield "secret/13-small", noise(12, 5, 4, 3)
    yield "secret/14-small", noise(20, 3, 5, 6)
    yield "secret/15-small-lost", lost(25, 7, 6, 4)
    yield "secret/16-goats-on-every-terrace", show(40, 5, [0, 3, 4, 11, 20, 21, 22, 35], list(range(41)))
    yield "secret/17-medium", noise(3000, 11, 400, 77)
    yield "secret/18-medium-many-wells", noise(3000, 3, 2000, 501)
    yield "secret/19-medium-lost", lost(5000, 9, 700, 300)
    yield "secret/20-every-third", show(9000, 2, list(range(1, 9001, 3)), [RNG.randint(0, 9000) for _ in range(1000)])
    yield "secret/21-large-one-well", show(300000, 3, [1], [RNG.randint(299000, 300000) for _ in range(50000)])
    yield "secret/22-large", noise(300000, 17, 50000, 50000)
    yield "secret/23-large-lost", lost(300000, 5, 50000, 50000)
    yield "secret/24-large-long-jump", noise(300000, 123457, 3000, 1001)


def small(rng: random.Random) -> str:
    """A random small input."""
    top = rng.randint(2, 10)
    wells = rng.sample(range(top + 1), rng.randint(1, min(top + 1, 4)))
    goats = [rng.randint(0, top) for _ in range(rng.randint(1, 6))]
    return show(top, rng.randint(2, min(top, 5)), wells, goats)
