"""The tests of `gaugerail`; the seed is fixed, so they are always the same.

Chains, grids, hubs with very many lines, detours only to set the axles, workshops that are cheap one way only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610008)

Town = tuple[int, int]
Line = tuple[int, int, int, int]


def show(s: int, towns: list[Town], lines: list[Line]) -> str:
    """One input file."""
    rows = [(len(towns), len(lines), s), *towns, *lines]
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def rates(rng: random.Random, n: int, top: int) -> list[Town]:
    """Random workshops."""
    return [(rng.randint(0, top), rng.randint(0, top)) for _ in range(n)]


def noise(rng: random.Random, n: int, m: int, minutes: int, gauge: int) -> list[Line]:
    """Random lines."""
    lines = []
    for _ in range(m):
        u, v = rng.sample(range(1, n + 1), 2)
        lines.append((u, v, rng.randint(1, minutes), rng.randint(1, gauge)))
    return lines


def chain(n: int, copies: int, minutes: int, gauge: int) -> list[Line]:
    """Several lines between neighbouring towns, which are joined in a row."""
    return [(j, j + 1, RNG.randint(1, minutes), RNG.randint(1, gauge)) for j in range(1, n) for _ in range(copies)]


def grid(side: int, minutes: int, gauge: int) -> list[Line]:
    """Neighbours in a square grid of towns."""
    cells = [(y, x) for y in range(side) for x in range(side)]
    pairs = [(y * side + x + 1, y * side + x + 2) for y, x in cells if x + 1 < side]
    pairs += [(y * side + x + 1, (y + 1) * side + x + 1) for y, x in cells if y + 1 < side]
    return [(u, v, RNG.randint(1, minutes), RNG.randint(1, gauge)) for u, v in pairs]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(1435, [(1, 1), (3, 9), (5, 5)], [(1, 2, 5, 1435), (1, 2, 9, 1454), (2, 3, 4, 1455)])
    yield "sample/2", show(1000, [(2, 0), (1, 1), (0, 7)], [(1, 2, 30, 900)])
    yield "secret/01-one-town", show(5, [(1, 1)], [])
    yield "secret/02-no-lines", show(5, [(1, 1), (2, 2)], [])
    yield "secret/03-one-line-narrow", show(10, [(3, 5), (1, 1)], [(2, 1, 8, 4)])
    yield "secret/04-one-line-wide", show(4, [(3, 5), (1, 1)], [(1, 2, 8, 10)])
    yield "secret/05-free-workshops", show(77, [(0, 0)] * 30, noise(RNG, 30, 80, 100, 1000))
    # Going to the side town first is worth it: its workshop is free.
    yield "secret/06-detour-to-a-workshop", show(5, [(100, 100), (0, 0), (9, 9)], [(1, 2, 3, 5), (1, 3, 1, 900)])
    yield (
        "secret/07-cheap-arrival-is-wrong",
        show(1, [(1, 1), (50, 50), (50, 50), (1, 1)], [(1, 2, 1, 1), (1, 2, 60, 100), (2, 3, 1, 100), (3, 4, 1, 100)]),
    )
    yield "secret/08-widening-dear", show(500, [(1000, 0)] * 20, chain(20, 3, 50, 1000))
    yield "secret/09-narrowing-dear", show(500, [(0, 1000)] * 20, chain(20, 3, 50, 1000))
    yield "secret/10-small", show(5, rates(RNG, 8, 5), noise(RNG, 8, 20, 10, 9))
    yield "secret/11-out-of-reach", show(9, rates(RNG, 41, 9), noise(RNG, 40, 90, 30, 50))
    yield "secret/12-equal-gauges", show(3, rates(RNG, 100, 1000), noise(RNG, 100, 400, 1000, 3))
    yield "secret/13-chain", show(10**6, rates(RNG, 300, 1000), chain(300, 8, 10**6, 10**6))
    yield "secret/14-grid", show(500, rates(RNG, 1600, 3), grid(40, 300, 1000))
    yield "secret/15-grid-dear", show(1, rates(RNG, 2500, 1000), grid(50, 10**6, 10**6))
    yield (
        "secret/16-long-chain",
        show(1, [(1000, 1000)] * 30000, [(j, j + 1, 10**6, 10**6 if j % 2 else 1) for j in range(1, 30000)]),
    )
    gauges = RNG.sample(range(1, 10**6), 24999)
    hub = [(1, 2, RNG.randint(1, 10**6), g) for g in gauges] + [(2, 1, RNG.randint(1, 10**6), g + 1) for g in gauges]
    yield "secret/17-two-hubs", show(500000, [(1, 1), (0, 1), (1000, 1000)], [*hub, (2, 3, 1, 1)])
    star = [(29999, j, RNG.randint(1, 1000), RNG.randint(1, 10**6)) for j in range(1, 29999)]
    yield (
        "secret/18-star",
        show(
            7,
            rates(RNG, 30000, 2),
            star + [(j, 30000, RNG.randint(10**5, 10**6), RNG.randint(1, 10**6)) for j in range(2, 20000)],
        ),
    )
    yield "secret/19-random", show(31415, rates(RNG, 20000, 20), noise(RNG, 20000, 50000, 10**4, 1000))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 5)
    lines = noise(rng, n, rng.randint(0, 9), 6, rng.randint(1, 8)) if n > 1 else []
    return show(rng.randint(1, 8), rates(rng, n, rng.choice([1, 4])), lines)
