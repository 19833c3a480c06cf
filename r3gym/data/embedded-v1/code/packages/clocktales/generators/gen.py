"""The tests of `clocktales`; the seed is fixed, so they are always the same.

True statements with a few false ones, contradictions over long cycles, around the dial, by repeated statements, between far
statements only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620099)
Statement = tuple[int, int, int]


def show(n: int, statements: list[Statement]) -> str:
    """One input file."""
    return f"{n} {len(statements)}\n" + "".join(f"{a} {b} {d}\n" for a, b, d in statements)


def witness(rng: random.Random, n: int, m: int, lies: float, off: int = 719) -> list[Statement]:
    """Statements on random clocks, some of them false."""
    shown = [rng.randint(0, 719) for _ in range(n + 1)]
    said = []
    for _ in range(m):
        a, b = rng.sample(range(1, n + 1), 2)
        wrong = rng.randint(1, off) if rng.random() < lies else 0
        said.append((a, b, (shown[b] - shown[a] + wrong) % 720))
    return said


def ring(n: int, turns: int, step: int) -> list[Statement]:
    """Around all clocks again and again, each one `step` minutes ahead of the one before."""
    return [(v % n + 1, (v + 1) % n + 1, step) for v in range(n * turns)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(3, [(1, 2, 700), (2, 3, 30), (3, 1, 710), (3, 2, 0)])
    yield "sample/2", show(2, [(1, 2, 5), (2, 1, 715), (1, 2, 6), (1, 2, 5)])
    yield "secret/01-one", show(2, [(2, 1, 719)])
    yield "secret/02-half-dial", show(2, [(1, 2, 360), (2, 1, 360), (1, 2, 360)])
    yield "secret/03-not-half-dial", show(2, [(1, 2, 300), (2, 1, 300), (1, 2, 300)])
    yield "secret/04-around-the-dial", show(4, ring(4, 3, 180))
    yield "secret/05-twice-around-the-dial", show(5, ring(5, 3, 288))
    yield "secret/06-almost-around", show(5, ring(5, 4, 143))
    yield "secret/07-same-clocks-always-new", show(2, [(1, 2, d) for d in range(40)])
    yield "secret/08-all-true-twice", show(6, witness(RNG, 6, 40, 0.0))
    yield "secret/09-zeros", show(5, [(*RNG.sample(range(1, 6), 2), 0) for _ in range(30)])
    yield "secret/10-small", show(4, witness(RNG, 4, 30, 0.15))
    yield "secret/11-small-slightly-wrong", show(5, witness(RNG, 5, 60, 0.1, 1))
    yield "secret/12-small-many-lies", show(9, witness(RNG, 9, 80, 0.5))
    yield "secret/13-first-lie-matters", show(3, [(1, 2, 1), *[(2, 3, 2)] * 20, (1, 3, 4), *[(1, 2, 2)] * 20])
    yield "secret/14-medium", show(100, witness(RNG, 100, 2000, 0.005))
    yield "secret/15-medium-sparse", show(1500, witness(RNG, 1500, 2000, 0.3))
    yield "secret/16-ring", show(700, ring(700, 6, 1))
    yield "secret/17-ring-fits", show(720, ring(720, 5, 1))
    yield "secret/18-large-true", show(30000, witness(RNG, 30000, 30000, 0.0))
    yield "secret/19-large-few-lies", show(400, witness(RNG, 400, 30000, 0.0001))
    yield "secret/20-large-forest", show(30000, witness(RNG, 30000, 30000, 1.0))
    # Two contradicting rings, so that every run of more than one ring fails and shorter ones do not.
    yield "secret/21-large-ring", show(14999, ring(14999, 2, 7))
    names = list(range(1, 15001))
    RNG.shuffle(names)
    path = [(names[i], names[i + 1], RNG.randint(0, 719)) for i in range(14999)]
    yield "secret/22-large-path-then-others", show(15000, path + witness(RNG, 15000, 15001, 0.0))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(2, 5)
    m = rng.randint(1, 10)
    if rng.randint(0, 3) == 0:
        return show(n, [(*rng.sample(range(1, n + 1), 2), rng.choice([0, 240, 360, 480])) for _ in range(m)])
    return show(n, witness(rng, n, m, rng.choice([0.1, 0.3])))
