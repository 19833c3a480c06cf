"""The tests of `hivecap`; the seed is fixed, so they are always the same.

Small, middling and huge hives; days without honey; rising, falling, wavy and random prices; helpers from free to dear.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610012)

Day = tuple[int, int, int]


def show(room: int, days: list[Day]) -> str:
    """One input file."""
    return f"{len(days)} {room}\n" + "".join(f"{r} {p} {c}\n" for r, p, c in days)


def noise(rng: random.Random, n: int, honey: int, price: int, cost: int) -> list[Day]:
    """Random days."""
    return [(rng.randint(0, honey), rng.randint(0, price), rng.randint(0, cost)) for _ in range(n)]


def wave(n: int, period: int, honey: int, cost: tuple[int, int]) -> list[Day]:
    """Prices that rise and fall slowly."""
    days = []
    for i in range(n):
        phase = i % period
        height = min(phase, period - phase) * 1900000 // period
        days.append(
            (RNG.randint(0, honey), max(0, min(10**6, height + RNG.randint(-25000, 25000))), RNG.randint(*cost))
        )
    return days


def ramp(n: int, first: int, last: int, honey: int, cost: tuple[int, int]) -> list[Day]:
    """Prices that go evenly from the first to the last."""
    return [(RNG.randint(honey // 2, honey), first + (last - first) * i // n, RNG.randint(*cost)) for i in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(10, [(3, 1, 10), (5, 3, 10), (4, 1, 10), (5, 2, 10), (4, 4, 10)])
    yield "sample/2", show(100, [(7, 3, 22), (0, 4, 29)])
    yield "sample/3", show(4, [(9, 5, 0), (9, 5, 1), (0, 1000, 3)])
    yield "secret/01-one-day", show(1, [(100, 1000000, 999999)])
    yield "secret/02-not-worth-it", show(50, [(10, 10, 10**8)] * 20)
    yield "secret/03-no-honey", show(50, [(0, 1000000, 1)] * 20)
    yield "secret/04-free-helpers", show(500, noise(RNG, 50, 100, 1000, 0))
    yield "secret/05-room-for-one-gram", show(1, noise(RNG, 60, 3, 9, 5))
    yield "secret/06-exactly-full", show(30, [(10, p, 40) for p in (1, 2, 3, 4, 3, 2, 5, 6, 7, 1, 9, 8)])
    yield "secret/07-small", show(12, noise(RNG, 14, 8, 9, 30))
    yield "secret/08-small-hive", show(25, noise(RNG, 40, 10, 20, 150))
    yield (
        "secret/09-honey-seldom",
        show(200, [(r if RNG.random() < 0.1 else 0, p, c) for r, p, c in noise(RNG, 400, 100, 10**6, 2 * 10**7)]),
    )
    yield "secret/10-prices-rise", show(6000, ramp(500, 1, 1000, 100, (9000, 11000)))
    yield "secret/11-prices-fall", show(6000, ramp(500, 1000, 1, 100, (9000, 11000)))
    yield "secret/12-medium", show(500, noise(RNG, 1000, 10, 10**6, 4 * 10**7))
    yield "secret/13-medium-wave", show(2000, wave(2000, 130, 30, (2 * 10**7, 6 * 10**7)))
    yield "secret/14-medium-huge-hive", show(10**7, noise(RNG, 2000, 10, 10**6, 10**8))
    yield "secret/15-medium-dear", show(600, noise(RNG, 3000, 10, 10**6, 10**8))
    yield "secret/16-large-small-hive", show(300, noise(RNG, 20000, 100, 10**6, 3 * 10**7))
    yield "secret/17-large-huge-hive", show(10**7, ramp(100000, 1, 10**6, 100, (10**7, 11 * 10**6)))
    yield "secret/18-large-wave", show(20000, wave(30000, 6000, 9, (10**7, 9 * 10**7)))
    yield "secret/19-large-random", show(10**5, noise(RNG, 80000, 2, 10**6, 10**8))
    markets = {25000: 10**6, 50000: 500000, 75000: 800000}  # cross products of these lines do not fit into 64 bits
    yield (
        "secret/20-three-markets",
        show(10**7, [(100, markets.get(i, 0), RNG.randint(0, 9)) for i in range(1, 100001)]),
    )


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 10)
    return show(rng.randint(1, rng.choice([4, 12, 40])), noise(rng, n, rng.choice([3, 9]), 9, rng.choice([3, 15, 40])))
