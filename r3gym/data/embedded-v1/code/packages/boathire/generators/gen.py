"""The tests of `boathire`; the seed is fixed, so they are always the same.

Compensation below and above the payment, good callers late, one boat, a boat for everyone, sums beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731109)
Request = tuple[int, int]


def show(k: int, requests: list[Request]) -> str:
    """One input file."""
    return f"{len(requests)} {k}\n" + "".join(f"{r} {c}\n" for r, c in requests)


def noise(n: int, pay: int, back: int) -> list[Request]:
    """Random requests."""
    return [(RNG.randint(0, pay), RNG.randint(0, back)) for _ in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(1, [(10, 1), (2, 100), (50, 0)])
    yield "sample/2", show(2, [(5, 5), (3, 9), (8, 6), (4, 1)])
    yield "sample/3", show(2, [(7, 9), (7, 9), (7, 9)])
    yield "secret/01-one", show(1, [(0, 0)])
    yield "secret/02-one-rich", show(1, [(1000000000, 1000000000)])
    yield "secret/03-boat-for-everyone", show(20, noise(20, 50, 50))
    yield "secret/04-one-boat", show(1, noise(30, 50, 70))
    yield "secret/05-one-boat-free-cancel", show(1, [(r, 0) for r, _ in noise(30, 50, 1)])
    yield "secret/06-no-cancelling", show(4, [(r, 1000) for r, _ in noise(40, 50, 1)])
    yield "secret/07-best-first", show(2, [(90, 95), (80, 99), *[(9, 3)] * 20])
    yield "secret/08-best-last", show(2, [*[(9, 3)] * 20, (90, 95), (80, 99)])
    yield "secret/09-best-in-the-middle", show(2, [*[(9, 3)] * 10, (90, 95), (80, 99), *[(9, 3)] * 10])
    yield "secret/10-last-boat-for-the-stream", show(3, [(40, 60), (30, 60), (45, 50), *[(3, 2)] * 60])
    yield "secret/11-last-boat-kept", show(3, [(40, 60), (30, 60), (45, 50), *[(3, 2)] * 25])
    yield "secret/12-nothing-to-gain", show(3, [(0, 5)] * 12)
    yield "secret/13-equal", show(5, [(6, 6)] * 30)
    yield "secret/14-all-but-one", show(19, noise(20, 30, 60))
    yield "secret/15-small", show(6, noise(60, 100, 100))
    yield "secret/16-small-dear-cancel", show(8, noise(60, 60, 100))
    yield "secret/17-rising", show(10, [(3 * i, 4 * i) for i in range(80)])
    yield "secret/18-medium", show(100, noise(2000, 1000, 1500))
    yield "secret/19-large-sums", show(700, noise(40000, 1000000000, 1000000000))
    yield "secret/20-large", show(60000, noise(100000, 100000, 150000))
    yield "secret/21-large-few-boats", show(50, noise(100000, 10000, 20000))
    yield "secret/22-large-dear-late", show(45000, [(i, 99999) for i in range(100000)])


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 8)
    pay, back = rng.choice([(9, 9), (9, 20), (20, 9), (4, 4)])
    return show(
        rng.randint(1, min(n, rng.choice([1, 2, 3, 8]))),
        [(rng.randint(0, pay), rng.randint(0, back)) for _ in range(n)],
    )
