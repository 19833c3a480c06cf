"""The tests of `newspedlar`; the seed is fixed, so they are always the same.

Equal and almost equal merchants (closer than doubles can tell), long and short visits, traps for other orders.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610002)

Merchant = tuple[int, int]


def show(merchants: list[Merchant]) -> str:
    """One input file."""
    return f"{len(merchants)}\n" + "".join(f"{r} {t}\n" for r, t in merchants)


def noise(n: int, top: int, longest: int) -> list[Merchant]:
    """Random merchants."""
    return [(RNG.randint(1, top), RNG.randint(1, longest)) for _ in range(n)]


def equal(n: int, longest: int, factor: int) -> list[Merchant]:
    """Merchants that are all equally urgent."""
    return [(factor * (2**t - 1), t) for t in (RNG.randint(1, longest) for _ in range(n))]


def close(t: int) -> list[Merchant]:
    """Two merchants whose urgencies differ by the least possible amount, the less urgent one first."""
    return [(2 ** (t - 1) - 2, t - 1), (2**t - 3, t)]


def near(n: int, longest: int) -> list[Merchant]:
    """Merchants whose urgencies are within a coin of each other."""
    return [(2**t - 1 + RNG.randint(0, 1), t) for t in (RNG.randint(2, longest) for _ in range(n))]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([(11, 2), (25, 3), (4, 1)])
    yield "sample/2", show([(3, 2), (15, 4), (7, 2), (1, 1)])
    yield "secret/01-one", show([(5, 30)])
    yield "secret/02-equal-visits", show([(7, 3), (9, 3), (7, 3), (1, 3), (9, 3)])
    yield "secret/03-equal-pay", show([(8, t) for t in (5, 1, 30, 2, 2, 17, 4)])
    yield "secret/04-all-equally-urgent", show(equal(60, 8, 3))
    yield "secret/05-closest-two", show(close(29))
    yield "secret/06-closest-many", show([m for t in range(20, 30) for m in close(t)])
    yield "secret/07-pay-or-time", show([(10, 1), (29, 2), (31, 2), (70, 3), (69, 3), (150, 4), (151, 4)])
    yield "secret/08-small", show(noise(8, 20, 4))
    yield "secret/09-small", show(noise(30, 100, 6))
    yield "secret/10-short-visits", show(noise(500, 1000, 2))
    yield "secret/11-long-visits", show([(RNG.randint(10**9 - 50, 10**9), RNG.randint(28, 30)) for _ in range(500)])
    yield "secret/12-near", show(near(2000, 29))
    yield "secret/13-equal-long", show(equal(3000, 28, 3) + equal(3000, 28, 2))
    yield "secret/14-random", show(noise(20000, 10**9, 30))
    yield "secret/15-few-kinds", show(noise(30000, 5, 3))
    yield "secret/16-large-near", show(near(60000, 29))
    yield "secret/17-large-rising", show(sorted(noise(100000, 10**9, 12), key=lambda m: m[0] / (2 ** m[1] - 1)))


def small(rng: random.Random) -> str:
    """A random small input."""
    longest, top = rng.randint(1, 5), rng.choice([3, 8, 40])
    merchants = [(rng.randint(1, top), rng.randint(1, longest)) for _ in range(rng.randint(1, 6))]
    if rng.random() < 0.3:
        merchants = [(2**t - 1, t) for _, t in merchants]
    return show(merchants)
