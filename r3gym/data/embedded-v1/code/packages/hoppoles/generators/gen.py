"""The tests of `hoppoles`; the seed is fixed, so they are always the same.

All wishes for few poles, the limits of each wish for many, single rows as long as allowed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(250613)
Wish = tuple[int, int, int, int]


def show(wishes: list[Wish]) -> str:
    """One input file."""
    return "".join(line + "\n" for line in [str(len(wishes)), *(" ".join(map(str, wish)) for wish in wishes)])


def everything(n: int) -> list[Wish]:
    """All wishes for n poles."""
    return [(n, f, r, d) for f in range(1, n + 1) for r in range(1, n + 1) for d in range(n)]


def limits(n: int) -> list[Wish]:
    """Wishes on and just beyond the limits."""
    found = set()
    for f in {1, 2, n // 2, n - 1, n}:
        for r in {1, 2, n - f, n - f + 1, n - f + 2, n}:
            for d in {0, 1, 2, n - r - 1, n - r, n - r + 1, n - 1}:
                if 1 <= f <= n and 1 <= r <= n and 0 <= d < n:
                    found.add((n, f, r, d))
    return sorted(found)


def possible(n: int) -> Wish:
    """A random wish that can be fulfilled."""
    f = RNG.randint(1, n - 1)
    r = RNG.randint(2, n - f + 1)
    return (n, f, r, RNG.randint(1, n - r) if r < n else 0)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([(5, 2, 2, 2), (2, 1, 2, 1), (4, 4, 1, 1), (3, 2, 1, 1)])
    yield "secret/01-one-pole", show([(1, 1, 1, 0)])
    yield "secret/02-two-poles", show(everything(2))
    yield "secret/03-three-poles", show(everything(3))
    yield "secret/04-four-poles", show(everything(4))
    yield "secret/05-five-poles", show(everything(5))
    yield "secret/06-up-to-nine-poles", show(sum((everything(n) for n in range(6, 10)), []))
    yield "secret/07-limits", show(sum((limits(n) for n in range(10, 16)), []))
    yield "secret/08-many-rows", show([possible(10) for _ in range(10000)])
    yield "secret/09-mixed-rows", show([possible(RNG.randint(2, 300)) for _ in range(600)])
    yield "secret/10-limits-large", show(limits(400))
    for number, wish in enumerate(
        [
            (100000, 1, 100000, 0),
            (100000, 1, 2, 99998),
            (100000, 100000, 1, 99999),
            (100000, 50000, 50001, 49999),
            (100000, 99999, 2, 1),
            (100000, 2, 99999, 1),
            possible(100000),
            (99999, 1, 99998, 2),
        ],
        11,
    ):
        yield f"secret/{number}-long-row", show([wish])


def small(rng: random.Random) -> str:
    """A random small input."""
    wishes = []
    for _ in range(rng.randint(1, 4)):
        n = rng.randint(1, 6)
        wishes.append((n, rng.randint(1, n), rng.randint(1, n), rng.randint(0, n - 1)))
    return show(wishes)
