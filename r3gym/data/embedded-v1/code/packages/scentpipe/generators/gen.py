"""The tests of `scentpipe`; the seed is fixed, so they are always the same.

Chains, stars, combs, brooms and random trees with shuffled numbers; scents that end at once, everywhere, or never.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

RNG = random.Random(905513)


def show(parents: list[int], strengths: list[int], rng: random.Random) -> str:
    """One input file: `parents[i]` is an index below i (for i > 0); the numbers of all but the first house are shuffled."""
    n = len(strengths)
    label = [1, *rng.sample(range(2, n + 1), n - 1)]
    named, soap = [0] * (n + 1), [0] * (n + 1)
    for i in range(n):
        named[label[i]] = label[parents[i]]
        soap[label[i]] = strengths[i]
    lines = [[n], *([named[2:]] if n > 1 else []), soap[1:]]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def tree(n: int, parent: Callable[[int], int], strength: Callable[[int], int]) -> str:
    """A test by rules for the index."""
    return show([0] + [parent(i) for i in range(1, n)], [max(0, min(n - 1, strength(i))) for i in range(n)], RNG)


def upto(top: int) -> Callable[[int], int]:
    """Random strengths."""
    return lambda _: RNG.randint(0, top)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", "5\n4 5 1 4\n2 0 3 0 1\n"
    yield "sample/2", "1\n0\n"
    yield "sample/3", "6\n1 1 1 2 2\n5 0 4 0 0 0\n"
    yield "secret/01-two-houses", "2\n1\n0 1\n"
    yield "secret/02-two-houses-strong", "2\n1\n1 0\n"
    yield "secret/03-star", tree(30, lambda i: 0, upto(2))
    yield "secret/04-chain-all-weak", tree(40, lambda i: i - 1, lambda i: 0)
    yield "secret/05-chain-all-strong", tree(40, lambda i: i - 1, lambda i: 39)
    yield "secret/06-chain-of-ones", tree(50, lambda i: i - 1, lambda i: 1)
    yield "secret/07-chain-mixed", tree(60, lambda i: i - 1, upto(12))
    yield "secret/08-binary", tree(63, lambda i: (i - 1) // 2, upto(4))
    yield "secret/09-comb", tree(80, lambda i: i - 1 if i % 2 else max(0, i - 2), upto(9))
    yield "secret/10-strong-above-weak", tree(50, lambda i: i - 1, lambda i: 49 - i if i < 25 else 0)
    yield "secret/11-weak-above-strong", tree(50, lambda i: RNG.randint(max(0, i - 2), i - 1), lambda i: i // 2)
    yield "secret/12-random", tree(200, lambda i: RNG.randint(0, i - 1), upto(5))
    yield "secret/13-random-deep", tree(3000, lambda i: RNG.randint(max(0, i - 4), i - 1), upto(600))
    yield "secret/14-broom", tree(4000, lambda i: i - 1 if i < 2000 else 1999, upto(2500))
    yield "secret/15-long-chain-strong", tree(100000, lambda i: i - 1, lambda i: 99999)
    yield "secret/16-long-chain", tree(100000, lambda i: i - 1, upto(99999))
    yield "secret/17-large-deep", tree(60000, lambda i: RNG.randint(max(0, i - 3), i - 1), upto(30000))
    yield "secret/18-large-broom", tree(100000, lambda i: i - 1 if i < 50000 else 49999, upto(60000))
    yield "secret/19-large-random", tree(60000, lambda i: RNG.randint(0, i - 1), upto(15))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 9)
    back = rng.randint(1, 9)
    parents = [0] + [rng.randint(max(0, i - back), i - 1) for i in range(1, n)]
    top = rng.randint(0, n - 1)
    return show(parents, [rng.randint(0, top) for _ in range(n)], rng)
