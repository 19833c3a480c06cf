"""The tests of `kilnshift`; the seed is fixed, so they are always the same.

The tests aim at clamping (warm-up, long cooling), 64-bit overflow and answers near 2 * 10^17.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510001)


Kiln = tuple[int, int, int, int, int]


def show(bowls: int, kilns: list[Kiln]) -> str:
    """One input file."""
    return f"{len(kilns)} {bowls}\n" + "".join(" ".join(map(str, kiln)) + "\n" for kiln in kilns)


def random_kilns(n: int, top: Kiln) -> list[Kiln]:
    """Kilns with every figure up to the given one (warm-up and cooling may be 0)."""
    w, p, c, k, r = top
    pick = RNG.randint
    return [(pick(0, w), pick(1, p), pick(1, c), pick(1, k), pick(0, r)) for _ in range(n)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(20, [(5, 2, 4, 3, 4)])
    yield "sample/2", show(5, [(0, 3, 2, 1, 7), (11, 1, 1, 5, 0)])
    yield "secret/01-smallest", show(1, [(0, 1, 1, 1, 0)])
    yield "secret/02-one-batch-is-enough", show(1, [(10**9, 10**5, 10**6, 1, 10**5)])
    yield "secret/03-largest-answer", show(10**12, [(10**9, 10**5, 1, 1, 10**5)])
    yield "secret/04-order-ends-with-a-row", show(12, [(3, 4, 1, 4, 100)])
    yield "secret/05-order-starts-a-row", show(13, [(3, 4, 1, 4, 100)])
    yield "secret/06-cooling-longer-than-batch", show(1000, [(0, 2, 3, 2, 9), (1, 3, 2, 3, 11)])
    yield "secret/07-late-starters", show(500, [(0, 7, 1, 2, 3)] + [(10**9, 1, 10**6, 10**5, 0)] * 40)
    # Many fast kilns: counting bowls at a far-off minute exceeds 64 bits.
    yield "secret/08-fast-kilns", show(10**12, [(0, 1, 10**6, 10**5, 0)] * 300)
    yield "secret/09-fast-but-late", show(10**12, [(10**9 - i, 1, 10**6 - i, 10**5, 0) for i in range(400)])
    yield "secret/10-small-figures", show(997, random_kilns(12, (20, 5, 4, 4, 12)))
    yield "secret/11-small-figures", show(10**6 + 3, random_kilns(60, (500, 9, 5, 3, 40)))
    yield (
        "secret/12-no-cooling",
        show(10**11 + 7, [(w, p, c, k, 0) for w, p, c, k, _ in random_kilns(200, (10**6, 10**5, 10, 50, 0))]),
    )
    yield "secret/13-slow-kilns", show(10**12, [(10**9, 10**5 - i % 7, 1, 1, 10**5) for i in range(1000)])
    large = random_kilns(1000, (10**9, 10**5, 10**6, 10**5, 10**5))
    yield "secret/14-random-large", show(RNG.randint(10**11, 10**12), large)
    single = random_kilns(1000, (10**9, 10**5, 1, 9, 10**5))
    yield "secret/15-random-one-bowl", show(RNG.randint(10**11, 10**12), single)
    yield "secret/16-warm-up-decides", show(10**6, random_kilns(1000, (10**9, 10, 3, 10, 10)))


def small(rng: random.Random) -> str:
    """A random small input."""
    RNG.seed(rng.randint(0, 10**9))
    top = rng.choice([(0, 1, 1, 1, 0), (5, 3, 2, 3, 4), (20, 2, 6, 2, 15), (0, 5, 3, 4, 0)])
    return show(rng.randint(1, 40), random_kilns(rng.randint(1, 4), top))
