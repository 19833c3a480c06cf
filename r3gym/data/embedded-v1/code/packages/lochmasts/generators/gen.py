"""The tests of `lochmasts`; the seed is fixed, so they are always the same.

Cables past high masts, across the ferry house, equal heights, heights that rise or fall along the road, a full circle.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731108)
Mast = tuple[int, int]


def show(length: int, masts: list[Mast]) -> str:
    """One input file, the masts shuffled."""
    masts = list(masts)
    RNG.shuffle(masts)
    return f"{len(masts)} {length}\n" + "".join(f"{x} {h}\n" for x, h in masts)


def noise(n: int, length: int, high: int) -> list[Mast]:
    """Random masts."""
    return [(x, RNG.randint(0, high)) for x in RNG.sample(range(length), n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", "4 12\n4 20\n1 2\n11 3\n6 1\n"
    yield "sample/2", "1 5\n2 7\n"
    yield "sample/3", "3 100\n0 0\n99 0\n50 0\n"
    yield "secret/01-shortest-road", show(1, [(0, 1000000000)])
    yield "secret/02-two-masts", show(10, [(1, 4), (9, 6)])
    yield "secret/03-opposite", show(10, [(0, 4), (5, 4)])
    yield "secret/04-three", show(9, [(0, 1), (3, 1), (6, 1)])
    yield "secret/05-full-circle", show(12, [(x, 3) for x in range(12)])
    yield "secret/06-one-low", show(40, [(x, 0 if x == 7 else 100) for x in range(0, 40, 3)])
    yield "secret/07-one-high", show(40, [(x, 100 if x == 9 else 0) for x in range(0, 40, 3)])
    yield "secret/08-over-ferry-house", show(1000, [(0, 50), (1, 3), (2, 60), (997, 55), (998, 2), (999, 70)])
    yield "secret/09-high-at-ferry-house", show(1000, [(990 + i, 90 + i) for i in range(10)] + [(3, 1), (980, 2)])
    yield "secret/10-alternate", show(200, [(4 * i, 500 if i % 2 else i % 5) for i in range(50)])
    yield "secret/11-rising", show(300, [(5 * i, 7 * i) for i in range(60)])
    yield "secret/12-falling", show(300, [(5 * i, 420 - 7 * i) for i in range(60)])
    yield "secret/13-equal-heights", show(500, [(x, 9) for x, _ in noise(80, 500, 1)])
    yield "secret/14-small", show(100, noise(30, 100, 60))
    yield "secret/15-few-heights", show(400, noise(90, 400, 3))
    yield "secret/16-bowl", show(2000, [(10 * i, abs(i - 90) * 8) for i in range(200)])
    yield "secret/17-medium", show(100000, noise(3000, 100000, 300))
    yield "secret/18-large", show(1000000000, noise(60000, 1000000000, 100000))
    yield "secret/19-large-high", show(1000000, noise(60000, 1000000, 1000000000))
    yield "secret/20-large-full-circle", show(100000, [(x, RNG.randint(0, 50)) for x in range(100000)])
    yield "secret/21-large-rising", show(99999, [(x, x // 3) for x in range(99999)])


def small(rng: random.Random) -> str:
    """A random small input."""
    length = rng.randint(1, 25)
    n, high = rng.randint(1, min(length, 9)), rng.choice([2, 10, 40])
    rows = [f"{x} {rng.randint(0, high)}\n" for x in rng.sample(range(length), n)]
    return f"{n} {length}\n" + "".join(rows)
