"""The tests of `panelduel`; the seed is fixed, so they are always the same.

Panels without moves, lost positions with many panels, powers of two and their neighbours, many and few ones, maxima.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(118349)
TOP = 10**18


def show(panels: list[int]) -> str:
    """One input file."""
    return f"{len(panels)}\n{' '.join(map(str, panels))}\n"


def ones(length: int, count: int) -> int:
    """A random number with `count` ones among the lowest `length` bits."""
    return sum(1 << i for i in RNG.sample(range(length), count))


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([4])
    yield "sample/2", show([9, 6, 9, 6])
    yield "sample/3", show([20, 33, 7])
    yield "secret/01-zero", show([0])
    yield "secret/02-no-moves", show([0, 1, 3, 7, 15, 31, (1 << 59) - 1])
    yield "secret/03-one-power", show([64])
    yield "secret/04-largest", show([TOP])
    yield "secret/05-small-numbers", show(list(range(20)))
    yield "secret/06-powers", show([1 << i for i in range(0, 60, 3)])
    yield "secret/07-below-powers", show([(1 << i) - 2 for i in range(2, 60, 3)])
    yield "secret/08-above-powers", show([(1 << i) + 1 for i in range(1, 59, 3)])
    yield "secret/09-mirrored", show([x for _ in range(10) for x in [RNG.randint(0, TOP)]] * 2)
    yield "secret/10-one-power-large", show([1 << 59])
    yield "secret/11-alternating", show([int("10" * 29, 2), int("1100" * 14, 2)])
    yield "secret/12-few-ones", show([ones(59, 2), ones(59, 3), ones(59, 1), ones(40, 2)])
    yield "secret/13-many-ones", show([ones(59, 50), ones(59, 40), ones(50, 45)])
    for number in range(14, 20):
        top = 10 ** RNG.randint(1, 5)
        yield f"secret/{number}-small", show([RNG.randint(0, top) for _ in range(RNG.randint(1, 4))])
    yield "secret/20-one-random", show([RNG.randint(TOP // 2, TOP)])
    yield "secret/21-two-random", show([RNG.randint(TOP // 2, TOP) for _ in range(2)])
    yield "secret/22-small-against-large", show([12, 100, RNG.randint(TOP // 2, TOP)])
    yield "secret/23-different-ones", show([ones(59, 3 * i) for i in range(1, 19)])
    yield "secret/24-full", show([RNG.randint(TOP // 2, TOP) for _ in range(20)])
    yield "secret/25-full-top", show([TOP - i for i in range(20)])
    yield "secret/26-full-high-powers", show([1 << i for i in range(40, 60)])
    yield "secret/27-odd-copies", show([1 << 59] * 19)
    yield "secret/28-odd-copies-largest", show([TOP] * 19)


def small(rng: random.Random) -> str:
    """A random small input."""
    top = rng.choice([5, 20, 70, 300])
    panels = [rng.randint(0, top) for _ in range(rng.randint(1, 6))]
    return show(panels + [rng.choice(panels)] * rng.choice([0, 0, 2, 6, 14]))
