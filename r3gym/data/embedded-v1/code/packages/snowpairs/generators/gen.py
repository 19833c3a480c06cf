"""The tests of `snowpairs`; the seed is fixed, so they are always the same.

Chains, stars, combs and random trees; days with one village, with whole chains, with all villages, nested and scattered ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

RNG = random.Random(280349)


def show(parents: list[int], days: list[list[int]]) -> str:
    """One input file; `parents` begins with that of village 2."""
    lines = [[len(parents) + 1, len(days)], parents, *([len(day), *day] for day in days)]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def tree(n: int, parent: Callable[[int], int]) -> list[int]:
    """Parents by a rule for the village."""
    return [parent(i) for i in range(2, n + 1)]


def near(back: int) -> Callable[[int], int]:
    """A random parent among the last few villages."""
    return lambda i: RNG.randint(max(1, i - back), i - 1)


def days(n: int, total: int, most: int) -> list[list[int]]:
    """Random days with `total` snowed-in villages in all."""
    found = []
    while total > 0:
        size = min(total, n, RNG.randint(1, most))
        found.append(RNG.sample(range(1, n + 1), size))
        total -= size
    return found


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    chain, comb = (lambda i: i - 1), (lambda i: i - 1 if i % 2 else max(1, i - 2))
    yield "sample/1", show([1, 1, 2, 2, 2], [[2], [4, 1], [1, 2, 3, 4, 5]])
    yield "sample/2", show([1, 2, 3, 4, 5, 6], [[4], [1, 7], [3, 6], [2, 3]])
    yield "secret/01-two-villages", show([1], [[1], [2], [2, 1]])
    yield "secret/02-star", show([1] * 19, [[1], [5], [20, 1], list(range(2, 21)), list(range(1, 21))])
    yield "secret/03-chain", show(tree(20, chain), [[10], [1], [20], [9, 10, 11], [20, 10, 1], [2, 19]])
    yield "secret/04-nested", show(tree(31, lambda i: i // 2), [[1, 2, 4, 8, 16], [16, 8], [2, 3], [2, 9, 3, 13], [1, 9]])
    yield "secret/05-only-one-free", show(tree(12, near(3)), [[j for j in range(1, 13) if j != i] for i in range(1, 13)])
    yield "secret/06-two-free", show(tree(12, near(3)), [[j for j in range(1, 13) if j not in (i, i - 1)] for i in range(2, 13)])
    yield "secret/07-random-small", show(tree(30, near(30)), days(30, 300, 8))
    yield "secret/08-random-deep", show(tree(60, near(2)), days(60, 600, 12))
    yield "secret/09-comb", show(tree(50, comb), days(50, 500, 10))
    yield "secret/10-every-single-village", show(tree(300, near(9)), [[i] for i in range(1, 301)])
    yield "secret/11-medium", show(tree(3000, near(3000)), days(3000, 9000, 60))
    yield "secret/12-medium-deep", show(tree(3000, near(3)), days(3000, 9000, 400))
    yield "secret/13-all-at-once", show(tree(40000, near(40000)), [RNG.sample(range(1, 40001), 40000)])
    yield "secret/14-star-large", show([1] * 99999, [[1]] * 4 + days(100000, 30000, 5))
    yield "secret/15-chain-single-days", show(tree(100000, chain), [[RNG.randint(1, 100000)] for _ in range(100000)])
    yield "secret/16-random-pairs", show(tree(80000, near(80000)), days(80000, 50000, 3))
    yield "secret/17-two-big-days", show(tree(100000, near(4)), days(100000, 100000, 90000))
    yield "secret/18-middle-days", show(tree(40000, near(50)), days(40000, 60000, 700))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(2, 10)
    back = rng.randint(1, 9)
    parents = [rng.randint(max(1, i - back), i - 1) for i in range(2, n + 1)]
    return show(parents, [rng.sample(range(1, n + 1), rng.randint(1, min(n, rng.choice([2, 4, 10])))) for _ in range(rng.randint(1, 3))])
