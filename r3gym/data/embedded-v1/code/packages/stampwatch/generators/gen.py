"""The tests of `stampwatch`; the seed is fixed, so they are always the same.

Long tails and short cycles, cycles over both directions, walks that stop in one room, counts beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(771201)


def show(t: int, kinds: str, steps: list[int]) -> str:
    """One input file."""
    return f"{len(kinds)} {t}\n{kinds}\n{' '.join(map(str, steps))}\n"


def noise(rng: random.Random, n: int, t: int, mirrors: float) -> str:
    """Random rooms."""
    kinds = "".join("T" if rng.random() < mirrors else "K" for _ in range(n))
    return show(t, kinds, [rng.randint(0, n - 1) for _ in range(n)])


def line(n: int, t: int, end: int, back: int) -> str:
    """He walks room by room to a mirror at `end`, and back to the mirror at `back`, to and fro."""
    kinds = ["K"] * n
    kinds[end] = kinds[back] = "T"
    return show(t, "".join(kinds), [1] * n)


def rho(n: int, t: int, goal: int) -> str:
    """All rooms in a shuffled order, the last leads to the room visited as number `goal`; no mirrors."""
    order = [0, *RNG.sample(range(1, n), n - 1)]
    steps = [0] * n
    for i, room in enumerate(order):
        steps[room] = ((order[i + 1] if i + 1 < n else order[goal]) - room) % n
    return show(t, "K" * n, steps)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(9, "KKTT", [2, 2, 1, 3])
    yield "sample/2", show(10**18, "T", [0])
    yield "sample/3", show(7, "KKKKK", [1, 1, 1, 0, 1])
    yield "secret/01-one-room", show(1, "K", [0])
    yield "secret/02-mirror-that-holds", show(10**17 + 3, "KT", [1, 0])
    yield "secret/03-all-equal-tie", show(12, "KKKK", [1, 1, 1, 1])
    yield "secret/04-tie-in-the-cycle", show(4 * 10**12 + 1, "KKKKKK", [5, 5, 5, 5, 5, 1])
    yield "secret/05-tail-only", rho(50, 50, 10)
    yield "secret/06-one-past-the-tail", rho(50, 51, 10)
    yield "secret/07-to-and-fro", line(40, 10**15 + 17, 30, 5)
    yield "secret/08-to-and-fro-short", line(40, 77, 30, 5)
    yield "secret/09-tail-wins", show(6, "KKTKTK", [2, 1, 2, 1, 1, 1])
    for number in range(10, 18):
        n = RNG.randint(3, 60)
        yield f"secret/{number}-small", noise(RNG, n, RNG.choice([n // 2 + 1, 2 * n, 5 * n, 10**9, 10**18]), RNG.random())
    yield "secret/18-medium", noise(RNG, 3000, 10**11 + 7, 0.3)
    yield "secret/19-medium-mirrors", noise(RNG, 5000, 999999999999999989, 0.8)
    yield "secret/20-long-tail", rho(100000, 10**18, 99990)
    yield "secret/21-long-cycle", rho(100000, 10**18 - 12345, 3)
    yield "secret/22-long-to-and-fro", line(100000, 10**18, 99999, 7)
    yield "secret/23-large", noise(RNG, 100000, 10**18, 0.1)
    yield "secret/24-barely-round", rho(90000, 150001, 45000)


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 8)
    return noise(rng, n, rng.randint(1, rng.choice([6, 40, 400])), rng.random())
