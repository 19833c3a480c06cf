"""The tests of `fairguests`; the seed is fixed, so they are always the same.

Short and long stays and fairs, numbers of nights exactly met or missed by one, fairs shorter than their own number.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610009)
LAST = 10**5

Stay = tuple[int, int]
Fair = tuple[int, int, int]


def show(stays: list[Stay], fairs: list[Fair]) -> str:
    """One input file."""
    return "".join(" ".join(map(str, row)) + "\n" for row in [(len(stays), len(fairs)), *stays, *fairs])


def span(rng: random.Random, last: int, shortest: int, longest: int) -> Stay:
    """A random span of days with a number of nights within the bounds."""
    nights = rng.randint(shortest, min(longest, last - 1))
    a = rng.randint(1, last - nights)
    return a, a + nights


def make(rng: random.Random, n: int, q: int, last: int, stay: Stay, fair: Stay, slack: int) -> str:
    """Random stays and fairs; the number of a fair exceeds its nights by at most the slack."""
    stays = [span(rng, last, *stay) for _ in range(n)]
    fairs = []
    for _ in range(q):
        opened, closed = span(rng, last, *fair)
        fairs.append((opened, closed, min(LAST, rng.randint(1, closed - opened + slack))))
    return show(stays, fairs)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([(1, 6), (2, 9), (7, 20), (5, 7)], [(4, 8, 2), (4, 8, 3), (4, 8, 5)])
    yield "sample/2", show([(3, 4), (3, 5)], [(3, 4, 1), (4, 5, 1), (1, 3, 1), (5, 9, 1), (1, 9, 2)])
    yield "secret/01-one-each", show([(1, 2)], [(1, 2, 1)])
    yield "secret/02-touching", show([(5, 9)], [(1, 5, 1), (9, 12, 1), (1, 6, 1), (8, 12, 1), (1, 6, 2), (8, 12, 2)])
    yield (
        "secret/03-whole-calendar",
        show([(1, LAST)], [(1, LAST, LAST - 1), (1, LAST, LAST), (1, LAST, 1), (2, LAST, LAST - 1)]),
    )
    yield (
        "secret/04-fair-too-short",
        show([(1, 50), (10, 20), (12, 13)], [(10, 20, 11), (10, 20, 10), (12, 13, 100000), (1, 50, 49), (1, 50, 50)]),
    )
    yield (
        "secret/05-equal-stays",
        show([(10, 15)] * 30, [(a, b, d) for a in (8, 10, 11) for b in (13, 15, 17) for d in range(1, 8)]),
    )
    yield "secret/06-one-night-stays", make(RNG, 60, 60, 40, (1, 1), (1, 39), 1)
    yield "secret/07-small", make(RNG, 10, 50, 12, (1, 11), (1, 11), 2)
    yield "secret/08-small-inside", make(RNG, 30, 80, 30, (1, 5), (6, 20), 0)
    yield "secret/09-small-around", make(RNG, 30, 80, 30, (10, 25), (1, 8), 1)
    yield "secret/10-medium", make(RNG, 1000, 1000, 500, (1, 499), (1, 499), 3)
    yield "secret/11-medium-short", make(RNG, 3000, 3000, 1000, (1, 30), (1, 30), 4)
    yield (
        "secret/12-late-days",
        show(
            [(LAST - k - 1, LAST - RNG.randint(0, k)) for k in range(1000)],
            [(LAST - k - 1, LAST, RNG.randint(1, k + 2)) for k in range(1000)],
        ),
    )
    yield (
        "secret/13-half-the-nights",
        show(
            [span(RNG, 5000, 900, 1100) for _ in range(5000)],
            [(a, a + 1000, RNG.randint(500, 1000)) for a in (RNG.randint(1, 4000) for _ in range(5000))],
        ),
    )
    yield "secret/14-large-days-few-guests", make(RNG, 5, 20000, LAST, (1, LAST), (1, LAST), 0)
    yield "secret/15-large-short", make(RNG, 30000, 10000, LAST, (1, 100), (1, 300), 1)
    yield "secret/16-maximum", make(RNG, 60000, 60000, LAST, (1, LAST), (1, LAST), 100)


def small(rng: random.Random) -> str:
    """A random small input."""
    last = rng.randint(3, 12)
    return make(rng, rng.randint(1, 6), rng.randint(1, 5), last, (1, last), (1, last), 2)
