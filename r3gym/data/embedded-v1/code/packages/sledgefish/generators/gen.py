"""The tests of `sledgefish`; the seed is fixed, so they are always the same.

Sledges with equal ratios, without dogs, one that is worth leaving although it is neither slow nor hungry, and answers
beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620011)


def show(sledges: list[tuple[int, int]]) -> str:
    """One input file."""
    return f"{len(sledges)}\n" + "".join(f"{time} {fish}\n" for time, fish in sledges)


def noise(n: int, time: int, fish: int) -> list[tuple[int, int]]:
    """Random sledges."""
    return [(RNG.randint(1, time), RNG.randint(0, fish)) for _ in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([(4, 3), (9, 4), (2, 5)])
    yield "sample/2", show([(7, 1000)])
    yield "sample/3", show([(3, 0), (5, 2), (1, 1), (6, 6), (2, 0)])
    yield "secret/01-one", show([(1000, 1000)])
    yield "secret/02-two", show([(1000, 1000), (999, 1)])
    yield "secret/03-three-tie", show([(2, 4), (3, 6), (1, 2)])
    yield "secret/04-no-dogs", show([(RNG.randint(1, 9), 0) for _ in range(30)])
    yield "secret/05-one-with-dogs", show([(5, 0), (7, 0), (3, 9), (8, 0)])
    yield "secret/06-slowest-first-pays", show([(10, 1000), (1, 1), (2, 3), (3, 2)])
    yield "secret/07-product-misleads", show([(20, 20), (1, 50), (1, 50), (1, 50), (60, 1), (60, 1)])
    yield "secret/08-hungriest-misleads", show([(1, 9), (1, 8), (9, 7), (9, 1), (8, 6)])
    yield "secret/09-small", show(noise(8, 5, 5))
    yield "secret/10-small", show(noise(9, 10, 10))
    yield "secret/11-equal-sledges", show([(6, 7)] * 200)
    yield "secret/12-equal-ratios", show([(k := RNG.randint(1, 300), 3 * k) for _ in range(1000)])
    yield "secret/13-close-ratios", show([(RNG.randint(980, 1000), RNG.randint(980, 1000)) for _ in range(3000)])
    yield "secret/14-medium", show(noise(2000, 1000, 1000))
    yield "secret/15-few-dogs", show([(RNG.randint(1, 1000), RNG.choice([0, 0, 0, 1])) for _ in range(5000)])
    yield "secret/16-large-random", show(noise(100000, 1000, 1000))
    yield "secret/17-large-heavy", show([(RNG.randint(999, 1000), RNG.randint(999, 1000)) for _ in range(100000)])


def small(rng: random.Random) -> str:
    """A random small input."""
    top = rng.choice([2, 5, 12, 40])
    return show([(rng.randint(1, top), rng.randint(0, top)) for _ in range(rng.randint(1, 6))])
