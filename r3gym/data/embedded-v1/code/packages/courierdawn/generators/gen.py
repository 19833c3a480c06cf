"""The tests of `courierdawn`; the seed is fixed, so they are always the same.

Shapes: paths, stars, brooms, caterpillars, binary and random trees, as the surveyor's logs of the statement.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510004)


def log_of(parents: list[int], lengths: str) -> str:
    """The input for a tree: parents[i] < i is the parent of i (entry 0 unused); random lanes."""
    children: list[list[int]] = [[] for _ in parents]
    for child in range(1, len(parents)):
        children[parents[child]].append(child)
    log, stack = [], [(0, 0)]
    while stack:
        vertex, index = stack.pop()
        if index < len(children[vertex]):
            stack.append((vertex, index + 1))
            stack.append((children[vertex][index], 0))
            log.append(RNG.choice(lengths))
        elif vertex:
            log.append("<")
    return f"{len(parents)}\n{''.join(log)}\n"


def broom(handle: int, bristles: int) -> list[int]:
    """A path with a bundle of leaves at its end."""
    return [max(0, i - 1) for i in range(handle)] + [handle - 1] * bristles


def random_tree(n: int, window: int) -> list[int]:
    """Every parent is at most `window` vertices older."""
    return [0] + [RNG.randint(max(0, i - window), i - 1) for i in range(1, n)]


def caterpillar(spine: int, legs: int) -> list[int]:
    """A path whose vertices have `legs` leaves each."""
    parents = [max(0, i - 1) for i in range(spine)]
    return parents + [i for i in range(spine) for _ in range(legs)]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", "5\n3<12<<1<\n"
    yield "sample/2", "2\n7<\n"
    yield "secret/01-three-in-a-row", "3\n11<<\n"
    yield "secret/02-star-of-equal-lanes", log_of([0] * 9, "4")
    yield "secret/03-star-of-all-lanes", "10\n1<2<3<4<5<6<7<8<9<\n"
    yield "secret/04-even-path", log_of(broom(12, 0), "5")
    yield "secret/05-odd-path", log_of(broom(13, 0), "159")
    # Many short lanes against few long ones: the order of couriers matters.
    yield "secret/06-order-matters", "12\n1<1<1<1<9111<<<<9<8<7<\n"
    yield "secret/07-host-is-a-leaf", "4\n9<1<1<\n"
    yield "secret/08-broom", log_of(broom(60, 80), "123")
    yield "secret/09-binary", log_of([0] + [(i - 1) // 2 for i in range(1, 255)], "1")
    yield "secret/10-random-bushy", log_of(random_tree(300, 300), "123456789")
    yield "secret/11-random-long", log_of(random_tree(400, 3), "19")
    yield "secret/12-random-ones", log_of(random_tree(500, 500), "1")
    yield "secret/13-caterpillar", log_of(caterpillar(40, 9), "12")
    yield "secret/14-large-star", log_of([0] * 8000, "123456789")
    yield "secret/15-double-broom", log_of(broom(900, 600) + [0] * 500, "12")
    yield "secret/16-random-large", log_of(random_tree(50000, 50000), "123456789")
    yield "secret/17-deep-caterpillar", log_of(caterpillar(10000, 3), "123")
    yield "secret/18-path", log_of(broom(20000, 0), "9")


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(2, 7)
    RNG.seed(rng.randint(0, 10**9))
    return log_of(random_tree(n, rng.randint(1, n)), rng.choice(["1", "12", "19", "123456789"]))
