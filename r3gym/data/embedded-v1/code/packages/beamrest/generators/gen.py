"""The tests of `beamrest`; the seed is fixed, so they are always the same.

Equal, rising, falling, zigzag and nested heights, many ties, one high column in the middle or at an end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

RNG = random.Random(862049)


def show(heights: list[int]) -> str:
    """One input file."""
    return f"{len(heights)}\n{' '.join(map(str, heights))}\n"


def by(n: int, rule: Callable[[int], int]) -> str:
    """Heights by a rule for the index."""
    return show([rule(i) for i in range(n)])


def ruler(n: int) -> list[int]:
    """Heights like the marks of a ruler: runs that merge in pairs."""
    return [10 * ((i & -i).bit_length()) + RNG.randint(0, 1) for i in range(1, n + 1)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([3, 1, 4, 2])
    yield "sample/2", show([5, 5, 2, 2, 2, 5])
    yield "sample/3", show([7])
    yield "secret/01-two-columns", show([1, 1000000])
    yield "secret/02-all-equal", by(12, lambda i: 6)
    yield "secret/03-rising", by(15, lambda i: 3 * i + 1)
    yield "secret/04-falling", by(15, lambda i: 50 - 2 * i)
    yield "secret/05-peak", by(21, lambda i: 100 - abs(i - 8))
    yield "secret/06-valley", by(21, lambda i: 1 + abs(i - 8))
    yield "secret/07-zigzag", by(30, lambda i: 9 if i % 2 else 4)
    yield "secret/08-ties", by(60, lambda i: RNG.randint(1, 3))
    yield "secret/09-ruler", show(ruler(63))
    yield "secret/10-one-high", by(40, lambda i: 1000 if i == 13 else 1)
    yield "secret/11-high-ends", by(40, lambda i: 1000 if i in (0, 39) else RNG.randint(1, 9))
    yield "secret/12-random", by(200, lambda i: RNG.randint(1, 50))
    yield "secret/13-medium", by(3000, lambda i: RNG.randint(1, 1000000))
    yield "secret/14-medium-ties", by(4000, lambda i: RNG.randint(1, 20))
    yield "secret/15-large", by(100000, lambda i: RNG.randint(1, 1000000))
    yield "secret/16-large-equal-highest", by(100000, lambda i: 1000000)
    yield "secret/17-large-rising", by(100000, lambda i: 10 * i + 1)
    yield "secret/18-large-ruler", show(ruler(100000))
    yield "secret/19-large-falling", by(100000, lambda i: 1000000 - 3 * i)


def small(rng: random.Random) -> str:
    """A random small input."""
    top = rng.choice([1, 2, 4, 20])
    return show([rng.randint(1, top) for _ in range(rng.randint(1, 9))])
