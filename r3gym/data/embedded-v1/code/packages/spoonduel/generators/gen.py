"""The tests of `spoonduel`; the seed is fixed, so they are always the same.

Sets of spoons with long prefixes before the period, long periods, and hopeless or decided games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510008)


def show(mira: list[int], tobin: list[int], jars: list[int]) -> str:
    """One input file."""
    lines = [[len(mira), len(tobin), len(jars)], mira, tobin, *([jar] for jar in jars)]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def jars(small: int, large: int) -> list[int]:
    """The first jar sizes, then random huge ones. (A table of all sizes either fits or fails.)"""
    return [*range(small), *(RNG.randint(10**15, 10**18) for _ in range(large - 1)), 10**18]


def open_game() -> tuple[list[int], list[int]]:
    """Random spoons with which both players win some of the larger jars."""
    while True:
        mira, tobin = (sorted(RNG.sample(range(1, 11), RNG.randint(1, 6))) for _ in range(2))
        table: list[tuple[bool, bool]] = []
        for n in range(300):
            table.append(
                (
                    any(x <= n and not table[n - x][1] for x in mira),
                    any(x <= n and not table[n - x][0] for x in tobin),
                )
            )
        if len({mira_wins for mira_wins, _ in table[200:]}) == 2:
            return mira, tobin


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([1, 2], [2, 3], [0, 1, 2, 3, 4, 5])
    yield "sample/2", show([1, 5], [3, 5], [4, 5, 6, 7, 8, 9, 10, 123456, 1000000007])
    yield "secret/01-empty-jar", show([1], [1], [0])
    yield "secret/02-parity", show([1], [1], [1, 2, 999999999999999999, 10**18])
    yield "secret/03-same-spoons", show([1, 2, 3], [1, 2, 3], jars(30, 70))
    yield "secret/04-all-spoons", show([*range(1, 11)], [*range(1, 11)], jars(40, 60))
    yield "secret/05-large-against-small", show([10], [1], jars(50, 50))
    yield "secret/06-small-against-large", show([1], [10], jars(50, 50))
    yield "secret/07-prefix-of-62", show([1, 10], [6, 7, 10], jars(71, 29))
    yield "secret/08-prefix-of-62-swapped", show([6, 7, 10], [1, 10], jars(71, 29))
    yield "secret/09-prefix-of-42", show([1, 9, 10], [2, 7, 8, 10], jars(20, 80))
    yield "secret/10-period-of-48", show([2, 6, 7, 9, 10], [2, 3, 9, 10], jars(10, 90))
    yield "secret/11-period-of-36", show([3, 8, 9, 10], [3, 4, 8], jars(10, 90))
    yield "secret/12-prefix-and-period", show([3, 4, 5, 8, 10], [2, 6, 10], jars(64, 36))
    yield "secret/13-two-in-turn", show([1, 9], [7, 9], jars(60, 40))
    yield (
        "secret/14-medium-jars",
        show([3, 5, 6, 10], [3, 4, 6, 8], [RNG.randint(0, 10**6) for _ in range(100)]),
    )
    for index in range(15, 21):
        yield f"secret/{index}-random", show(*open_game(), jars(20, 80))


def small(rng: random.Random) -> str:
    """A random small input."""
    spoons = [sorted(rng.sample(range(1, 11), rng.randint(1, 4))) for _ in range(2)]
    return show(*spoons, [rng.randint(0, 400) for _ in range(rng.randint(1, 12))])
