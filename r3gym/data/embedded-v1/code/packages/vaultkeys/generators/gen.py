"""The tests of `vaultkeys`; the seed is fixed, so they are always the same.

Changes of keepers at the same minute, keepers of the same family that overlap, stretches of exactly d minutes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731105)
Stay = tuple[int, int, int]


def show(k: int, d: int, stays: list[Stay]) -> str:
    """One input file."""
    return f"{len(stays)} {k} {d}\n" + "".join(f"{s} {e} {c}\n" for s, e, c in stays)


def noise(n: int, horizon: int, longest: int, families: int) -> list[Stay]:
    """Random stays."""
    stays = []
    for _ in range(n):
        start = RNG.randint(0, horizon - 1)
        stays.append((start, min(horizon, start + RNG.randint(1, longest)), RNG.randint(1, families)))
    return stays


def relay(n: int, step: int, lanes: int, gap: int) -> list[Stay]:
    """Lanes of keepers who relieve one another, of the same family or another, with a gap once in a while."""
    stays, time = [], [RNG.randint(0, step) for _ in range(lanes)]
    for i in range(n):
        lane = i % lanes
        end = time[lane] + RNG.randint(1, step)
        stays.append((time[lane], end, lane + 1 + lanes * RNG.randint(0, 1)))
        time[lane] = end + (RNG.randint(1, gap) if RNG.randint(0, 9) == 0 else 0)
    RNG.shuffle(stays)
    return stays


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(2, 3, [(0, 6, 1), (2, 9, 2), (6, 9, 3), (8, 15, 2), (12, 20, 4)])
    yield "sample/2", show(1, 0, [(5, 7, 1), (7, 9, 2), (10, 11, 1)])
    yield "sample/3", show(2, 4, [(0, 10, 1), (3, 7, 2)])
    yield "secret/01-one-keeper", show(1, 0, [(0, 1000000000, 1)])
    yield "secret/02-one-keeper-slow-clerk", show(1, 1000000000, [(0, 1000000000, 1)])
    yield "secret/03-one-minute-more", show(1, 999999999, [(0, 1000000000, 1)])
    yield "secret/04-same-family", show(2, 0, [(0, 10, 1), (2, 12, 1), (4, 20, 1)])
    yield "secret/05-exactly-d", show(2, 5, [(0, 30, 1), (1, 6, 2), (7, 13, 2), (14, 19, 3), (20, 25, 2)])
    yield "secret/06-relief", show(2, 5, [(0, 30, 1), (1, 6, 2), (6, 13, 3), (14, 19, 3), (19, 25, 2)])
    yield "secret/07-relief-listed-backwards", show(2, 5, [(19, 25, 2), (14, 19, 3), (6, 13, 3), (1, 6, 2), (0, 30, 1)])
    yield "secret/08-relief-in-family", show(1, 2, [(3, 5, 2), (5, 8, 2), (8, 9, 2), (0, 2, 1), (1, 3, 1)])
    yield "secret/09-all-families", show(6, 1, [(i, 20 - i, i + 1) for i in range(6)])
    yield "secret/10-no-delay-dense", show(3, 0, noise(60, 100, 15, 6))
    yield "secret/11-dense", show(3, 2, noise(80, 100, 12, 6))
    yield "secret/12-families-of-many", show(2, 1, noise(80, 120, 9, 3))
    yield "secret/13-relay", show(3, 4, relay(150, 9, 3, 5))
    yield "secret/14-relay-slow-clerk", show(4, 30, relay(400, 20, 5, 9))
    yield "secret/15-many-short", show(2, 0, noise(1000, 3000, 5, 900))
    yield "secret/16-medium", show(25, 40, noise(3000, 100000, 1200, 3000))
    yield "secret/17-large", show(30, 100, noise(40000, 1000000000, 900000, 40000))
    yield "secret/18-large-few-families", show(6, 3, noise(100000, 99999, 20, 9))
    yield "secret/19-large-relay", show(10, 500, relay(30000, 300, 11, 40))
    yield "secret/20-large-all-there", show(15000, 10, [(i, 90000 - i, i % 15000 + 1) for i in range(30000)])


def small(rng: random.Random) -> str:
    """A random small input."""
    n, horizon = rng.randint(1, 10), rng.choice([8, 15, 25])
    stays = []
    for _ in range(n):
        start = rng.randint(0, horizon - 1)
        stays.append((start, rng.randint(start + 1, horizon), rng.randint(1, min(n, rng.choice([2, 4])))))
    return show(rng.randint(1, min(n, 3)), rng.choice([0, 0, 1, 2, 3, 5]), stays)
