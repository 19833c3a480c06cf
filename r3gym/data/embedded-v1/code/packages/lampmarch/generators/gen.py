"""The tests of `lampmarch`; the seed is fixed, so they are always the same.

Nobody moves, everybody may, quarrels that force detours or make it impossible, sums beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731107)


def show(k: int, a: list[int], quarrels: list[tuple[int, int]]) -> str:
    """One input file."""
    return f"{len(a)} {k} {len(quarrels)}\n{' '.join(map(str, a))}\n" + "".join(f"{x} {y}\n" for x, y in quarrels)


def noise(n: int, high: int) -> list[int]:
    """Random lanterns."""
    return [RNG.randint(0, high) for _ in range(n)]


def near(rng: random.Random, n: int, m: int, reach: int) -> list[tuple[int, int]]:
    """Quarrels of people who stand close to each other, in random order and direction."""
    pairs = [(x, y) for x in range(1, n + 1) for y in range(x + 1, min(n, x + reach) + 1)]
    chosen = rng.sample(pairs, min(m, len(pairs)))
    return [(x, y) if rng.randint(0, 1) else (y, x) for x, y in chosen]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(1, [5, 1, 2, 4, 8], [(2, 3)])
    yield "sample/2", show(2, [3, 9, 3, 9, 3, 9], [])
    yield "sample/3", show(1, [7, 7, 7], [(2, 1), (2, 3)])
    yield "secret/01-one-person", show(0, [1000000], [])
    yield "secret/02-two-people", show(5, [0, 1000000], [])
    yield "secret/03-two-people-quarrel", show(5, [4, 4], [(2, 1)])
    yield "secret/04-nobody-moves", show(0, noise(30, 100), [(1, 3), (7, 5)])
    yield "secret/05-nobody-moves-quarrel", show(0, noise(30, 100), [(30, 29)])
    yield "secret/06-zigzag", show(5, [0, 1000] * 20, [])
    yield "secret/07-one-place", show(1, noise(40, 50), near(RNG, 40, 20, 3))
    yield "secret/08-two-places", show(2, noise(40, 50), near(RNG, 40, 30, 5))
    yield "secret/09-three-places", show(3, noise(30, 50), near(RNG, 30, 40, 7))
    yield "secret/10-reversed", show(4, list(range(60, 0, -1)), [])
    yield "secret/11-late-star", show(3, [*[5] * 9, 1000, *[5] * 9, 990, *[5] * 9, 980, *[5] * 5], [])
    yield "secret/12-equal-but-hostile", show(2, [9] * 40, near(RNG, 40, 70, 3))
    yield "secret/13-impossible-at-the-end", show(3, noise(50, 9), [(x, 50) for x in range(43, 50)])
    yield "secret/14-almost-impossible-at-the-end", show(3, noise(50, 9), [(x, 50) for x in range(44, 50)])
    yield "secret/15-far-quarrels", show(2, noise(60, 99), [(1, 60), (2, 50), (55, 3), (30, 36), (20, 25)])
    yield "secret/16-hostile-bright", show(3, [5 if i % 2 else 600 for i in range(80)], near(RNG, 80, 150, 7))
    yield "secret/17-large-huge-sum", show(1, [1000000 * (i // 3 % 2) for i in range(1000)], [])
    yield "secret/18-large", show(5, noise(1000, 1000000), near(RNG, 1000, 3000, 11))
    yield "secret/19-large-few-quarrels", show(5, noise(1000, 100), near(RNG, 1000, 500, 4))
    yield "secret/20-large-small-steps", show(4, noise(1000, 5), near(RNG, 1000, 3000, 5))
    yield "secret/21-large-hostile", show(2, noise(1000, 1000), near(RNG, 1000, 2000, 5))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 7)
    k = rng.choice([0, 1, 1, 2, 2, 3, 4, 5])
    a = [rng.randint(0, rng.choice([3, 15])) for _ in range(n)]
    return show(k, a, near(rng, n, rng.choice([0, 1, 3, 5, 8]), rng.choice([2, 7])))
