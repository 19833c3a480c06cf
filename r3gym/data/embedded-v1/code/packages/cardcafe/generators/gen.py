"""The tests of `cardcafe`; the seed is fixed, so they are always the same.

Visits that end on, just before and just after a full card; ties; cards of one field and of the whole season; sums
beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610001)

Visit = tuple[int, int]


def show(n: int, c: int, visits: list[Visit]) -> str:
    """One input file."""
    return "".join(f"{x}\n" for x in [f"{n} {len(visits)} {c}", *(f"{a} {b}" for a, b in visits)])


def visits(n: int, m: int, shortest: int, longest: int) -> list[Visit]:
    """Random visits with lengths within the bounds, cut at the end of the season."""
    starts = [RNG.randint(1, n) for _ in range(m)]
    return [(a, min(n, a + RNG.randint(shortest, longest) - 1)) for a in starts]


def whole_cards(n: int, m: int, c: int, extra: int) -> list[Visit]:
    """Visits of a whole number of cards plus some days."""
    out = []
    for _ in range(m):
        length = c * RNG.randint(1, 5) + extra
        a = RNG.randint(1, n - length + 1)
        out.append((a, a + length - 1))
    return out


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(7, 3, [(1, 6), (3, 6)])
    yield "sample/2", show(5, 2, [(2, 3), (4, 5), (5, 5)])
    yield "secret/01-one-day", show(1, 1, [(1, 1)])
    yield "secret/02-one-day-many-guests", show(1, 1, [(1, 1)] * 77)
    yield "secret/03-one-field", show(20, 1, visits(20, 15, 1, 9))
    yield "secret/04-card-as-long-as-the-season", show(30, 30, visits(30, 12, 5, 30))
    yield "secret/05-nobody-on-the-first-days", show(12, 4, [(9, 12), (10, 11)])
    yield "secret/06-tie-between-days", show(40, 5, [(1, 10), (11, 25), (31, 40)])
    yield "secret/07-exactly-full-cards", show(60, 4, whole_cards(60, 9, 4, 0))
    yield "secret/08-one-day-more", show(60, 4, whole_cards(60, 9, 4, 1))
    yield "secret/09-one-day-less", show(60, 4, whole_cards(60, 9, 4, -1))
    yield "secret/10-small", show(15, 3, visits(15, 6, 1, 12))
    yield "secret/11-small", show(25, 7, visits(25, 10, 1, 25))
    yield "secret/12-medium", show(1000, 13, visits(1000, 300, 1, 200))
    yield "secret/13-medium-full-cards", show(2000, 50, whole_cards(2000, 500, 50, 0))
    yield "secret/14-same-start", show(3000, 100, [(17, RNG.randint(17, 3000)) for _ in range(2000)])
    yield "secret/15-late-peak", show(5000, 4999, [(RNG.randint(1, 4), 5000) for _ in range(3000)])
    yield "secret/16-short-visits", show(100000, 6, visits(100000, 30000, 1, 20))
    yield "secret/20-card-full-before-the-last-day", show(10, 3, [(1, 9)] + [(8, 10)] * 5)
    yield "secret/17-everyone-all-season", show(100000, 99999, [(1, 100000)] * 100000)
    yield "secret/18-long-visits", show(100000, 317, visits(100000, 60000, 50000, 100000))
    yield "secret/19-long-visits-long-cards", show(100000, 40000, visits(100000, 60000, 90000, 100000))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 12)
    some = [sorted((rng.randint(1, n), rng.randint(1, n))) for _ in range(rng.randint(1, 5))]
    return show(n, rng.randint(1, n) if rng.random() < 0.3 else rng.randint(1, min(n, 4)), [(a, b) for a, b in some])
