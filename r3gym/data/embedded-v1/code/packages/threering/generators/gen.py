"""The tests of `threering`; the seed is fixed, so they are always the same.

Every test is a choice of how many guests leave remainder 0, 1 and 2 when divided by three.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510003)


def guests(zeros: int, ones: int, twos: int, top: int = 10**9) -> str:
    """An input with these many names of each remainder, in random order."""
    names = []
    for remainder, count in enumerate((zeros, ones, twos)):
        for _ in range(count):
            name = 3 * RNG.randint(0, top // 3 - 1) + remainder
            names.append(name if name > 0 else 3)
    RNG.shuffle(names)
    return f"{len(names)}\n{' '.join(map(str, names))}\n"


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", "5\n1 2 3 2 6\n"
    yield "sample/2", "3\n1 2 3\n"
    yield "secret/01-three-ones", "3\n1 1 1\n"
    yield "secret/02-three-zeros", "3\n3 6 999999999\n"
    yield "secret/03-two-zeros-one-other", "3\n3 3 1\n"
    yield "secret/04-one-zero-two-ones", "3\n3 4 7\n"
    yield "secret/05-one-zero-splits-only-a-row", guests(1, 3, 4)
    yield "secret/06-two-zeros-are-enough", guests(2, 3, 4)
    yield "secret/07-smallest-with-all", "4\n3 1 6 2\n"
    yield "secret/08-no-zero-mixed", guests(0, 2, 2)
    yield "secret/09-only-twos", guests(0, 0, 57)
    yield "secret/10-half-zeros", guests(40, 25, 15)
    yield "secret/11-one-zero-too-many", guests(41, 25, 15)
    yield "secret/12-half-zeros-and-ones", guests(30, 30, 0)
    yield "secret/13-zeros-and-twos-too-many", guests(31, 0, 30)
    yield "secret/14-equal-names", "8\n" + " ".join(["1000000000"] * 3 + ["999999999"] * 4 + ["2"]) + "\n"
    yield "secret/15-zeros-and-one-two", guests(3, 9, 1, 30)
    yield "secret/16-full-table", guests(1000, 999, 1)
    yield "secret/17-full-table-too-many", guests(1001, 500, 499)
    yield "secret/18-two-zeros-large", guests(2, 1001, 997)
    yield "secret/19-one-zero-large", guests(1, 1002, 997)
    yield "secret/20-mixed-large", guests(611, 702, 687)
    yield "secret/21-many-ones-one-two", guests(2, 1997, 1)
    yield "secret/22-all-zeros-large", guests(2000, 0, 0)


def small(rng: random.Random) -> str:
    """A random small input."""
    RNG.seed(rng.randint(0, 10**9))
    while True:
        counts = [rng.randint(0, 4) for _ in range(3)]
        if 3 <= sum(counts) <= 7:
            return guests(*counts, top=rng.choice([9, 60]))
