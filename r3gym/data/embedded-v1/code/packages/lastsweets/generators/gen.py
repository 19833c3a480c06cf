"""The tests of `lastsweets`; the seed is fixed, so they are always the same.

One, two and three flavours, equal numbers, one flavour above all others, many different numbers, many flavours.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731110)


def show(sweets: list[int]) -> str:
    """One input file."""
    return f"{len(sweets)}\n{' '.join(map(str, sweets))}\n"


def shuffled(sweets: list[int]) -> list[int]:
    """The same in random order."""
    sweets = list(sweets)
    RNG.shuffle(sweets)
    return sweets


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([1, 1, 1])
    yield "sample/2", show([1, 2, 1])
    yield "sample/3", show([30, 12])
    yield "secret/01-one-sweet", show([1])
    yield "secret/02-one-flavour", show([1000000])
    yield "secret/03-two-flavours", show([999999, 1])
    yield "secret/04-three-flavours", show([5, 3, 2])
    yield "secret/05-four-single", show([1, 1, 1, 1])
    yield "secret/06-one-above-all", show([50, 1, 1, 1])
    yield "secret/07-two-above-all", show([50, 1, 40, 1, 2])
    yield "secret/08-equal", show([7] * 9)
    yield "secret/09-two-sizes", show(shuffled([3] * 10 + [4] * 11))
    yield "secret/10-small", show([RNG.randint(1, 9) for _ in range(12)])
    yield "secret/11-different", show(shuffled(list(range(1, 30))))
    yield "secret/12-medium", show([RNG.randint(1, 300) for _ in range(2000)])
    yield "secret/13-powers", show([2**i for i in range(18)])
    yield "secret/14-three-large", show([333333, 333333, 333334])
    yield "secret/15-all-different", show(shuffled(list(range(1, 1413))))
    yield "secret/16-all-different-and-a-giant", show(shuffled([*range(1, 1001), 499500]))
    yield "secret/17-many-flavours", show([RNG.randint(1, 9) for _ in range(199000)])
    yield "secret/18-many-single", show([1] * 200000)
    yield "secret/19-single-and-a-giant", show(shuffled([1] * 199999 + [800001]))
    yield "secret/20-many-equal", show([5] * 200000)
    yield "secret/21-square-law", show(shuffled([1 + 600000 // (i * i) for i in range(1, 1000)]))


def small(rng: random.Random) -> str:
    """A random small input."""
    return show([rng.randint(1, rng.choice([1, 3, 4])) for _ in range(rng.choice([1, 2, 3, 3, 4, 4, 5]))])
