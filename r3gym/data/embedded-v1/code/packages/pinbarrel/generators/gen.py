"""The tests of `pinbarrel`; the seed is fixed, so they are always the same.

Coprime, equal and dividing barrels, large common divisors, the longest gap across the end of the period, no ring at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(418807)


def show(p: int, q: int, left: set[int], right: set[int]) -> str:
    """One input file."""
    lines = [[p, q, len(left), len(right)], sorted(left), sorted(right)]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def pins(rng: random.Random, turn: int, count: int) -> set[int]:
    """Random pins."""
    if turn <= 2 * count:
        return set(rng.sample(range(turn), min(turn, count)))
    found: set[int] = set()
    while len(found) < count:
        found.add(rng.randint(0, turn - 1))
    return found


def noise(rng: random.Random, p: int, q: int, a: int, b: int) -> str:
    """Random pins on both barrels."""
    return show(p, q, pins(rng, p, a), pins(rng, q, b))


def early(p: int, q: int, seconds: list[int]) -> str:
    """Pins for rings in the given seconds (there may be more)."""
    return show(p, q, {t % p for t in seconds}, {t % q for t in seconds})


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(4, 6, {0, 3}, {1, 3})
    yield "sample/2", show(10, 15, {0, 5}, {1, 7})
    yield "sample/3", show(5, 7, {2}, {2})
    yield "secret/01-one-position", show(1, 1, {0}, {0})
    yield "secret/02-one-against-many", show(1, 10, {0}, {2, 3, 9})
    yield "secret/03-equal-barrels", show(12, 12, {0, 4, 5, 11}, {1, 4, 5, 8})
    yield "secret/04-equal-barrels-silent", show(8, 8, {0, 2, 4}, {1, 3, 5, 7})
    yield "secret/05-divides", show(6, 24, {1, 2}, {1, 8, 13, 14, 21})
    yield "secret/06-gap-at-the-end", early(97, 101, [5, 40, 90, 120, 300])
    yield "secret/07-all-pins", show(9, 10, set(range(9)), set(range(10)))
    yield "secret/08-coprime-small", noise(RNG, 35, 36, 5, 7)
    yield "secret/09-common-divisor", noise(RNG, 60, 84, 9, 11)
    yield "secret/10-large-common-divisor", noise(RNG, 500 * 7, 500 * 9, 300, 280)
    yield "secret/11-large-silent", show(10**9, 10**9 - 2, {2 * x for x in pins(RNG, 10**8, 500)}, {2 * x + 1 for x in pins(RNG, 10**8, 500)})
    yield "secret/12-one-ring-large", show(999999937, 10**9, {999999936}, {0})
    yield "secret/13-two-rings-large", show(10**9, 999999999, {7, 500000000}, {123456789})
    yield "secret/14-equal-large", early(10**9, 10**9, [RNG.randint(0, 10**9 - 1) for _ in range(400)])
    yield "secret/15-divides-large", noise(RNG, 10**9, 250, 500, 125)
    yield "secret/16-primes", noise(RNG, 999999937, 999999929, 500, 500)
    yield "secret/17-consecutive", noise(RNG, 10**9, 999999999, 500, 500)
    yield "secret/18-even", noise(RNG, 10**9, 999999998, 500, 500)
    yield "secret/19-bunched", show(999999999, 999999998, set(range(500)), set(range(1000, 1500)))
    yield "secret/20-shared-factor", noise(RNG, 30030 * 33297, 30030 * 33289, 500, 500)
    yield "secret/21-small-factor", noise(RNG, 12 * 83333333, 12 * 83333331, 500, 500)
    yield "secret/22-one-pin-many-pins", noise(RNG, 999999001, 999998000, 1, 500)


def small(rng: random.Random) -> str:
    """A random small input."""
    step = rng.choice([1, 1, 2, 3, 4])
    p, q = step * rng.randint(1, 8), step * rng.randint(1, 8)
    return noise(rng, p, q, rng.randint(1, min(p, 4)), rng.randint(1, min(q, 4)))
