"""The tests of `leakwalk`; the seed is fixed, so they are always the same.

Walking, testing or repairing dominates; valves that are never worth a test; wrong middle valves; sums beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610007)


def show(points: list[int], tests: list[int], repairs: list[int]) -> str:
    """One input file."""
    return "".join(" ".join(map(str, line)) + "\n" for line in [[len(repairs)], points, tests, repairs])


def make(rng: random.Random, n: int, gap: tuple[int, int], test: tuple[int, int], repair: tuple[int, int]) -> str:
    """A random pipe with everything within the bounds."""
    points = [rng.randint(0, 5)]
    for _ in range(n):
        points.append(points[-1] + rng.randint(*gap))
    return show(points, [rng.randint(*test) for _ in range(n - 1)], [rng.randint(*repair) for _ in range(n)])


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([0, 10, 15, 20], [1, 1], [30, 20, 20])
    yield "sample/2", show([3, 9], [], [7])
    yield "sample/3", show([0, 4, 6, 7, 12, 13], [9, 2, 6, 1], [0, 5, 3, 8, 2])
    yield "secret/01-one-section", show([0, 1000000000], [], [0])
    yield "secret/02-two-sections", show([5, 9, 10], [3], [4, 6])
    yield "secret/03-all-free", show(list(range(0, 11)), [0] * 9, [0] * 10)
    yield "secret/04-short-walks-equal-tests", make(RNG, 33, (1, 1), (1000, 1000), (0, 0))
    yield "secret/05-one-more-section", make(RNG, 32, (1, 1), (1000, 1000), (0, 0))
    yield "secret/06-walking-only", make(RNG, 60, (1, 100), (0, 0), (0, 0))
    yield "secret/07-repairs-rise", show(list(range(0, 82, 2)), [1] * 39, [10 * i for i in range(40)])
    yield "secret/08-repairs-fall", show(list(range(0, 82, 2)), [1] * 39, [10 * (40 - i) for i in range(40)])
    yield (
        "secret/09-dear-middle",
        show(list(range(0, 25)), [4 if abs(i - 11) > 4 else 200 for i in range(23)], [0] * 24),
    )
    yield "secret/10-last-section-far", show([*range(0, 20), 100000], [5] * 19, [3] * 20)
    yield "secret/11-first-section-far", show([0, *range(100000, 100020)], [5] * 19, [3] * 20)
    yield "secret/12-small", make(RNG, 6, (1, 9), (0, 9), (0, 20))
    yield "secret/13-small", make(RNG, 9, (1, 20), (0, 40), (0, 40))
    yield "secret/14-uneven-tests", make(RNG, 100, (1, 50), (0, 3000), (0, 1000))
    yield (
        "secret/15-uneven-walks",
        show(
            sorted(RNG.sample(range(10**6), 121)),
            [RNG.randint(0, 10**5) for _ in range(119)],
            [RNG.randint(0, 10**5) for _ in range(120)],
        ),
    )
    yield "secret/16-everything-large", make(RNG, 200, (1000000, 4999999), (5 * 10**8, 10**9), (0, 10**9))
    yield (
        "secret/17-maximum-walks",
        show(
            sorted([0, 10**9, *RNG.sample(range(1, 10**9), 399)]),
            [RNG.randint(0, 10**8) for _ in range(399)],
            [RNG.randint(0, 10**9) for _ in range(400)],
        ),
    )
    yield "secret/18-maximum-tests", make(RNG, 400, (1, 10), (0, 10**9), (0, 10**9))
    yield "secret/19-maximum-balanced", make(RNG, 400, (1, 30), (0, 500), (0, 3000))


def small(rng: random.Random) -> str:
    """A random small input."""
    return make(
        rng, rng.randint(1, 6), (1, rng.choice([2, 10])), (0, rng.choice([0, 3, 15])), (0, rng.choice([0, 10, 30]))
    )
