"""The tests of `heronwatch`; the seed is fixed, so they are always the same.

Stretches at the beginning and at the end of the day, several animals in one minute, days without a suitable stretch, long
stretches without enough herons.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620017)


def show(herons: list[int], foxes: list[int], p: int, q: int, last: int) -> str:
    """One input file."""
    return (
        f"{len(herons)} {len(foxes)} {p} {q} {last}\n"
        + " ".join(map(str, sorted(herons)))
        + "\n"
        + " ".join(map(str, sorted(foxes)))
        + "\n"
    )


def noise(count: int, low: int, high: int) -> list[int]:
    """Random minutes."""
    return [RNG.randint(low, high) for _ in range(count)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([5, 5, 10, 20], [3, 9, 12, 12, 31], 3, 1, 31)
    yield "sample/2", show([2, 3], [2, 3], 1, 0, 4)
    yield "sample/3", show([7], [4], 0, 0, 10)
    yield "secret/01-one-minute", show([1], [1], 1, 1, 1)
    yield "secret/02-one-minute-fox", show([1], [1], 0, 0, 1)
    yield "secret/03-whole-day", show([5, 6], [1, 10], 2, 2, 10)
    yield "secret/04-start-of-day", show([1, 2, 30], [9, 20, 21, 22, 40], 2, 0, 40)
    yield "secret/05-end-of-day", show([3, 39, 40], [1, 9, 20, 21, 22], 2, 0, 40)
    yield "secret/06-start-of-day-longer", show([2, 15], [5, 6, 7, 12, 18], 1, 1, 18)
    yield "secret/07-fox-in-first-and-last-minute", show([1, 50, 50], [1, 1, 50, 50], 1, 1, 50)
    yield "secret/08-fox-in-first-and-last-minute-allowed", show([1, 50, 50], [1, 1, 50], 2, 3, 50)
    yield "secret/09-herons-with-foxes", show([10, 20, 20, 30], [10, 20, 20, 30], 3, 2, 40)
    yield "secret/10-herons-with-foxes-no-way", show([10, 20, 20, 30], [10, 20, 20, 30], 4, 3, 40)
    yield "secret/11-many-in-one-minute", show([7] * 50, [5] * 20 + [9] * 21, 50, 20, 15)
    yield "secret/12-no-heron-wanted", show([500], [1, 400, 1000], 0, 0, 1000)
    yield "secret/13-long-but-empty", show(noise(300, 1, 10**5), noise(300, 1, 10**5) + [10**9 // 2], 5, 3, 10**9)
    yield "secret/14-not-monotone", show([50, 51, 52], [1, 45, 60, 500, 990], 3, 0, 1000)
    yield "secret/15-medium", show(noise(1000, 1, 10000), noise(1000, 1, 10000), 40, 12, 10000)
    yield "secret/16-medium-crowded", show(noise(5000, 1, 700), noise(5000, 1, 700), 300, 250, 700)
    yield "secret/17-medium-scarce", show(noise(60, 1, 10**9), noise(5000, 1, 10**9), 3, 100, 10**9)
    yield (
        "secret/18-clusters",
        show(
            [t for k in range(100) for t in noise(20, 1000 * k + 1, 1000 * k + 300)],
            [t for k in range(100) for t in noise(RNG.randint(1, 40), 1000 * k + 200, 1000 * k + 1000)],
            70,
            60,
            100000,
        ),
    )
    yield "secret/19-all-foxes-but-one", show(noise(2000, 1, 10**6), noise(2000, 1, 10**6), 1999, 1999, 10**6)
    yield "secret/20-large", show(noise(75000, 1, 10**7), noise(75000, 1, 10**7), 36000, 37000, 10**7)
    yield "secret/21-large-many-per-minute", show(noise(75000, 1, 20000), noise(75000, 1, 20000), 37600, 37500, 20000)


def small(rng: random.Random) -> str:
    """A random small input."""
    last = rng.randint(1, rng.choice([4, 12, 25]))
    n, m = rng.randint(1, 5), rng.randint(1, 6)
    herons = [rng.randint(1, last) for _ in range(n)]
    foxes = [rng.randint(1, last) for _ in range(m)]
    return show(herons, foxes, rng.randint(0, min(n, 3)), rng.randint(0, min(m, 3)), last)
