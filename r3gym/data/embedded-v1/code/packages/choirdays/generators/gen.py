"""The tests of `choirdays`; the seed is fixed, so they are always the same.

No repetition, repetition of everything, evenings with fewer new songs than are repeated, answers beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731101)


def show(d: int, r: int, songs: list[int]) -> str:
    """One input file."""
    return f"{len(songs)} {d} {r}\n{' '.join(map(str, songs))}\n"


def noise(n: int, low: int, high: int) -> list[int]:
    """Random durations."""
    return [RNG.randint(low, high) for _ in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(3, 1, [3, 4, 2, 5, 1, 6])
    yield "sample/2", show(4, 2, [1, 1, 1, 7, 1])
    yield "sample/3", show(2, 0, [5, 5, 6])
    yield "secret/01-one-song", show(1, 0, [10000000])
    yield "secret/02-one-song-repeat", show(1, 1, [1])
    yield "secret/03-one-evening", show(1, 3, noise(50, 1, 100))
    yield "secret/04-repeat-everything", show(7, 60, noise(60, 1, 100))
    yield "secret/05-no-repetition", show(9, 0, noise(80, 1, 30))
    yield "secret/06-one-song-a-day", show(40, 3, noise(40, 1, 50))
    yield "secret/07-fewer-new-than-repeated", show(25, 9, noise(40, 1, 20))
    yield "secret/08-long-last-song", show(5, 2, [*noise(30, 1, 9), 500])
    yield "secret/09-long-songs-apart", show(12, 1, [90 if i % 7 == 3 else RNG.randint(1, 9) for i in range(70)])
    yield "secret/10-equal", show(13, 4, [6] * 100)
    yield "secret/11-two-long-neighbours", show(6, 1, [*noise(20, 1, 5), 60, 61, *noise(20, 1, 5)])
    yield "secret/12-medium", show(60, 5, noise(3000, 1, 1000))
    yield "secret/13-medium-many-evenings", show(2000, 50, noise(3000, 1, 1000))
    yield "secret/14-rising", show(17, 3, list(range(1, 400)))
    yield "secret/15-falling", show(17, 3, list(range(400, 0, -1)))
    yield "secret/16-large-few-evenings", show(3, 1000, noise(100000, 5000000, 10000000))
    yield "secret/17-large-long-repetition", show(50000, 50000, noise(100000, 1, 90))
    yield "secret/18-large-one-new", show(60000, 40000, [900] * 100000)
    yield "secret/19-large-no-repetition", show(700, 0, noise(100000, 1, 10000000))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 9)
    r = min(n, rng.choice([0, 1, 1, 2, 2, 3, 5, n]))
    return show(rng.randint(1, n), r, [rng.randint(1, rng.choice([3, 12])) for _ in range(n)])
