"""The tests of `towhorse`; the seed is fixed, so they are always the same.

Rests that the end of the canal cuts off, runs of full length, horses slower than the crew, alternating gains.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620029)


def show(k: int, horse: list[int], crew: list[int]) -> str:
    """One input file."""
    return f"{len(horse)} {k}\n" + " ".join(map(str, horse)) + "\n" + " ".join(map(str, crew)) + "\n"


def noise(n: int, high: int) -> list[int]:
    """Random minutes."""
    return [RNG.randint(1, high) for _ in range(n)]


def gains(n: int, run: int) -> tuple[list[int], list[int]]:
    """Blocks of about `run` reaches on which towing is much better, or a little worse, than rowing."""
    horse, crew = [], []
    while len(horse) < n:
        good = RNG.randint(0, 1)
        for _ in range(RNG.randint(1, 2 * run)):
            base = RNG.randint(1, 50)
            horse.append(base + (0 if good else RNG.randint(1, 30)))
            crew.append(base + (RNG.randint(1, 100) if good else 0))
    return horse[:n], crew[:n]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(2, [1, 2, 3, 4, 1, 2, 3], [7, 8, 5, 6, 9, 9, 9])
    yield "sample/2", show(1, [10], [3])
    yield "sample/3", show(4, [1, 1, 1, 1, 1], [2, 2, 9, 2, 2])
    yield "secret/01-one-towed", show(1, [3], [10])
    yield "secret/02-always-row", show(6, [9] * 6, [8] * 6)
    yield "secret/03-tow-to-the-end", show(6, [1] * 6, [10**6] * 6)
    yield "secret/04-cannot-tow-to-the-end", show(5, [1] * 6, [10] * 6)
    yield "secret/05-every-other-reach", show(1, [1] * 9, [10] * 9)
    yield "secret/06-rest-cut-off", show(3, [5, 5, 1, 1, 1], [5, 5, 9, 9, 9])
    yield "secret/07-rest-cut-off-by-one", show(3, [9, 1, 1, 1, 9, 9], [2, 9, 9, 9, 2, 2])
    yield "secret/08-two-full-rests", show(2, [1, 1, 9, 9, 1, 1, 9, 9], [9, 9, 1, 1, 9, 9, 1, 1])
    yield "secret/09-short-run-better", show(3, [1, 1, 1, 1, 1, 1, 1], [50, 1, 50, 1, 50, 1, 50])
    yield "secret/10-last-reach-costly", show(3, [1] * 8, [5, 5, 5, 5, 5, 5, 5, 1000])
    yield "secret/11-small", show(3, noise(12, 9), noise(12, 9))
    yield "secret/12-small", show(4, noise(15, 5), noise(15, 20))
    yield "secret/13-blocks", show(10, *gains(300, 6))
    yield "secret/14-blocks-short-horse", show(2, *gains(500, 4))
    yield "secret/15-medium", show(40, noise(900, 1000), noise(900, 3000))
    yield "secret/16-long-runs", show(700, *gains(2000, 300))
    yield "secret/17-large-towed", show(5000, [1] * 5000, [10**6] * 5000)
    yield "secret/18-large-half", show(2500, [1] * 5000, [10**6] * 5000)
    yield "secret/19-large-one-short", show(4999, [1] * 4999 + [10**6], [10**6] * 5000)
    yield "secret/20-large-random", show(5000, noise(5000, 500000), noise(5000, 10**6))
    yield "secret/21-large-blocks", show(1500, *gains(5000, 200))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 10)
    high = rng.choice([3, 10, 30])
    ratio = rng.choice([1, 1, 3])
    return show(
        rng.randint(1, n),
        [rng.randint(1, high) for _ in range(n)],
        [rng.randint(1, high * ratio) for _ in range(n)],
    )
