"""The tests of `rinkleague`; the seed is fixed, so they are always the same.

Even and odd leagues, no circle, the largest number and one more, numbers just below the largest, numbers in between.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620071)


def show(n: int, c: int) -> str:
    """One input file."""
    return f"{n} {c}\n"


def most(n: int) -> int:
    """The largest number of circles."""
    return n * (n * n - (1 if n % 2 else 4)) // 24


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(4, 2)
    yield "sample/2", show(4, 3)
    yield "sample/3", show(5, 0)
    yield "secret/01-three-none", show(3, 0)
    yield "secret/02-three-one", show(3, 1)
    yield "secret/03-four-one", show(4, 1)
    yield "secret/04-five-most", show(5, 5)
    yield "secret/05-five-four", show(5, 4)
    yield "secret/06-five-too-many", show(5, 6)
    yield "secret/07-six-most", show(6, 8)
    yield "secret/08-six-too-many", show(6, 9)
    yield "secret/09-six-seven", show(6, 7)
    yield "secret/10-seven-all-triples", show(7, 35)
    yield "secret/11-seven-thirteen", show(7, 13)
    yield "secret/12-eight-six", show(8, 6)
    yield "secret/13-nine-twenty-nine", show(9, 29)
    yield "secret/14-medium-even-most", show(40, most(40))
    yield "secret/15-medium-even-too-many", show(40, most(40) + 1)
    yield "secret/16-medium-odd-one-less", show(41, most(41) - 1)
    yield "secret/17-medium-few", show(50, 3)
    yield "secret/18-large-none", show(120, 0)
    yield "secret/19-large-one", show(119, 1)
    yield "secret/20-large-even-most", show(120, most(120))
    yield "secret/21-large-even-too-many", show(120, most(120) + 1)
    yield "secret/22-large-odd-most", show(119, most(119))
    yield "secret/23-large-odd-too-many", show(119, most(119) + 1)
    yield "secret/24-large-one-less", show(120, most(120) - 1)
    yield "secret/25-large-random", show(120, RNG.randint(1, most(120)))
    yield "secret/26-large-random-odd", show(117, RNG.randint(1, most(117)))
    yield "secret/27-large-half", show(118, most(118) // 2)
    yield "secret/28-large-few", show(120, 100)


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.choice([3, 4, 5, 5, 6, 6, 6])
    return show(n, rng.randint(0, min(n * (n - 1) * (n - 2) // 6, most(n) + 2)))
