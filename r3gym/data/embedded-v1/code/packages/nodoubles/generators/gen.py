"""The tests of `nodoubles`; the seed is fixed, so they are always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620057)


def show(n: int, c: int) -> str:
    """One input file."""
    return f"{n} {c}\n"


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(3, 4)
    yield "sample/2", show(2, 7)
    yield "sample/3", show(4, 2)
    yield "secret/01-alone", show(1, 1)
    yield "secret/02-alone-many-kinds", show(1, 10**9)
    yield "secret/03-two-one-kind", show(2, 1)
    yield "secret/04-three-two-kinds", show(3, 2)
    yield "secret/05-three-three-kinds", show(3, 3)
    yield "secret/06-four-three-kinds", show(4, 3)
    yield "secret/07-five-two-kinds", show(5, 2)
    yield "secret/08-one-kind", show(9, 1)
    yield "secret/09-six", show(6, 5)
    yield "secret/10-seven", show(7, 2)
    yield "secret/11-ten", show(10, 10**9)
    yield "secret/12-four-most-kinds", show(4, 10**9 - 1)
    yield "secret/13-thirty", show(30, 2)
    yield "secret/14-hundred", show(100, 3)
    yield "secret/15-random", show(RNG.randint(200, 300), RNG.randint(2, 10**9))
    yield "secret/16-random", show(RNG.randint(600, 900), RNG.randint(2, 10**9))
    yield "secret/17-large-two-kinds", show(2500, 2)
    yield "secret/18-large-one-kind", show(2500, 1)
    yield "secret/19-large-most-kinds", show(2500, 10**9)
    yield "secret/20-large", show(2499, RNG.randint(2, 10**9))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.choice([1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6])
    return show(n, rng.randint(1, {1: 10**9, 2: 100, 3: 40, 4: 7, 5: 3, 6: 2}[n]))
