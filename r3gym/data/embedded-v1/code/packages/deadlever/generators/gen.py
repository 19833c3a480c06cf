"""The tests of `deadlever`; the seed is fixed, so they are always the same.

Levers never, always, rarely and alternately pulled; quiet minutes at either end; sums beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610006)


def show(fines: list[int], sets: list[int]) -> str:
    """One input file."""
    return f"{len(sets)} {len(fines)}\n{' '.join(map(str, fines))}\n{' '.join(map(str, sets))}\n"


def fines(b: int, top: int) -> list[int]:
    """Random fines."""
    return [RNG.randint(1, top) for _ in range(b)]


def noise(n: int, chances: list[float]) -> list[int]:
    """Lever j is pulled in each minute with the j-th chance."""
    return [sum(1 << j for j, chance in enumerate(chances) if RNG.random() < chance) for _ in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([10, 1], [3, 2, 1, 1])
    yield "sample/2", show([5], [0, 1, 0, 1, 0, 0])
    yield "secret/01-one-minute", show([7], [1])
    yield "secret/02-one-quiet-minute", show([7, 9], [0])
    yield "secret/03-two-pulls", show([1, 2, 4], [5, 5])
    yield "secret/04-never-pulled", show([3, 3, 3], [0] * 40)
    yield "secret/05-always-pulled", show([1, 10, 100], [7] * 41)
    yield "secret/06-one-pull-only", show([8, 9], [0] * 10 + [2] + [0] * 12)
    yield "secret/07-quiet-ends", show([2, 3], [0] * 9 + [1, 2, 3, 0, 3, 1] + [0] * 8)
    yield "secret/08-alternating", show([1, 1], [1, 2] * 25)
    yield "secret/09-small", show(fines(4, 10), noise(30, [0.5] * 4))
    yield "secret/10-small-rare", show(fines(5, 100), noise(50, [0.05, 0.1, 0.2, 0.9, 0.0]))
    yield "secret/11-highest-lever", show([1] * 19 + [1000000], [(1 << 19) * (i % 3 == 0) for i in range(500)])
    yield "secret/12-medium", show(fines(20, 10**6), noise(2000, [0.5] * 20))
    yield "secret/13-medium-rare", show(fines(20, 10**6), noise(5000, [j / 400 for j in range(20)]))
    yield "secret/14-blocks", show(fines(10, 1000), [x for x in noise(100, [0.5] * 10) for _ in range(50)])
    yield "secret/15-large-random", show(fines(20, 10**6), noise(100000, [0.5] * 20))
    yield "secret/16-large-all", show([10**6] * 20, [2**20 - 1] * 150000)
    yield "secret/17-large-rare", show([10**6] * 20, noise(150000, [0.0001 * j for j in range(20)]))


def small(rng: random.Random) -> str:
    """A random small input."""
    b, n = rng.randint(1, 4), rng.randint(1, 9)
    return show([rng.randint(1, 9) for _ in range(b)], [rng.choice([0, rng.randint(0, 2**b - 1)]) for _ in range(n)])
