"""The tests of `lockstairs`; the seed is fixed, so they are always the same.

One chamber, two levels, pictures on long walks from the morning, pictures that cannot be reached, many visitors.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731103)


def show(m: int, start: list[int], pictures: list[list[int]]) -> str:
    """One input file."""
    rows = [[len(start), m, len(pictures)], start, *pictures]
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def walk(rng: random.Random, m: int, start: list[int], steps: int) -> list[int]:
    """The levels after some random moves."""
    levels = list(start)
    for _ in range(steps):
        i = rng.randint(0, len(levels))
        if i == 0:
            levels[0] = min(m, levels[0] + 1)
        elif i == len(levels):
            levels[-1] = max(0, levels[-1] - 1)
        else:
            total = levels[i - 1] + levels[i]
            levels[i - 1], levels[i] = (total + 1) // 2, total // 2
    return levels


def case(m: int, start: list[int], q: int, steps: int) -> str:
    """Half of the pictures are on walks, half are random."""
    pictures = []
    for _ in range(q):
        if RNG.randint(0, 1):
            pictures.append(walk(RNG, m, start, RNG.randint(0, steps)))
        else:
            pictures.append([RNG.randint(0, m) for _ in start])
    return show(m, start, pictures)


def levels(k: int, m: int) -> list[int]:
    """Random levels."""
    return [RNG.randint(0, m) for _ in range(k)]


def every(k: int, m: int) -> list[list[int]]:
    """All pictures."""
    return [[code // (m + 1) ** i % (m + 1) for i in range(k)] for code in range((m + 1) ** k)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(3, [0, 3, 0], [[0, 2, 0], [0, 3, 0], [0, 3, 1]])
    yield "sample/2", show(4, [2], [[4], [0], [2]])
    yield "sample/3", show(5, [0, 1], [[1, 0], [0, 0], [5, 0], [0, 5]])
    yield "secret/01-one-chamber", show(1, [0], [[0], [1]])
    yield "secret/02-one-deep-chamber", show(199999, [123456], [[0], [199999], [123456], [123457], [7]])
    yield "secret/03-two-chambers", show(6, [2, 5], every(2, 6))
    yield "secret/04-two-full", show(6, [6, 6], every(2, 6))
    yield "secret/05-three-empty", show(4, [0, 0, 0], every(3, 4))
    yield "secret/06-three-full", show(5, [5, 5, 5], every(3, 5))
    yield "secret/07-last-full", show(5, [0, 0, 5], every(3, 5))
    yield "secret/08-bits", show(1, [0, 1, 0, 1, 1, 0], every(6, 1))
    yield "secret/09-middle-peak", show(4, [0, 4, 0, 4], every(4, 4))
    yield "secret/10-four", show(6, [6, 0, 3, 1], every(4, 6))
    yield "secret/11-small", case(7, levels(4, 7), 100, 30)
    yield "secret/12-two-deep", case(446, [400, 3], 300, 1500)
    yield "secret/13-two-deep-empty", case(446, [0, 0], 300, 1500)
    yield "secret/14-three-deep", case(57, levels(3, 57), 1000, 400)
    yield "secret/15-four-deep", case(20, levels(4, 20), 2000, 300)
    yield "secret/16-six", case(6, levels(6, 6), 3000, 100)
    yield "secret/17-many-bits", case(1, levels(17, 1), 10000, 200)
    yield "secret/18-eleven", case(2, levels(11, 2), 10000, 100)
    yield "secret/19-seven-far", case(4, [0, 4, 0, 4, 0, 4, 0], 10000, 300)
    yield "secret/20-five-far", case(10, [0] * 5, 10000, 600)


def small(rng: random.Random) -> str:
    """A random small input."""
    k = rng.randint(1, 4)
    m = rng.randint(1, {1: 9, 2: 5, 3: 4, 4: 2}[k])
    start = [rng.randint(0, m) for _ in range(k)]
    pictures = [[rng.randint(0, m) for _ in range(k)] for _ in range(rng.randint(1, 3))]
    return show(m, start, [*pictures, walk(rng, m, start, rng.randint(0, 15))])
