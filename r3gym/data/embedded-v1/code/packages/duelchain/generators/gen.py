"""The tests of `duelchain`; the seed is fixed, so they are always the same.

Neighbours exchanged, orders turned round step by step, one big cycle made and broken, many small groups, far upsets.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731111)
Game = tuple[int, int]


def show(n: int, games: list[Game]) -> str:
    """One input file."""
    return f"{n} {len(games)}\n" + "".join(f"{x} {y}\n" for x, y in games)


def noise(n: int, q: int, reach: int) -> list[Game]:
    """Random corrections of members whose numbers are close, in either order."""
    games = []
    while len(games) < q:
        x = RNG.randint(1, n)
        y = x + RNG.randint(1, reach)
        if y <= n:
            games.append((x, y) if RNG.randint(0, 1) else (y, x))
    return games


def turned(first: int, last: int) -> list[Game]:
    """All games between these members, in random order: at the end their order is turned round."""
    games = [(x, y) for x in range(first, last + 1) for y in range(x + 1, last + 1)]
    RNG.shuffle(games)
    return games


def undone(games: list[Game]) -> list[Game]:
    """The same corrections and then all of them once more, in another order."""
    again = list(games)
    RNG.shuffle(again)
    return games + again


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(4, [(1, 4), (3, 2), (4, 1)])
    yield "sample/2", show(3, [(1, 2), (1, 3), (2, 3), (3, 1)])
    yield "secret/01-two-members", show(2, [(1, 2), (2, 1), (1, 2)])
    yield "secret/02-three-members", show(3, [(1, 3), (1, 2), (2, 3), (1, 3), (3, 2), (2, 1)])
    yield "secret/03-neighbours", show(9, [(i, i + 1) for i in range(1, 9)])
    yield "secret/04-neighbours-backwards", show(9, [(i + 1, i) for i in range(8, 0, -1)])
    yield "secret/05-turned", show(8, turned(1, 8))
    yield "secret/06-turned-twice", show(7, undone(turned(1, 7)))
    yield "secret/07-turned-in-the-middle", show(14, turned(4, 10) + [(1, 14), (14, 1), (4, 11), (3, 10)])
    yield "secret/08-first-loses-all", show(12, [(1, i) for i in range(2, 13)])
    yield "secret/09-last-wins-all", show(12, [(i, 12) for i in range(11, 0, -1)])
    yield "secret/10-same-game", show(6, [(2, 5)] * 7)
    yield "secret/11-random", show(10, noise(10, 300, 9))
    yield "secret/12-random-near", show(60, noise(60, 400, 3))
    yield "secret/13-random-undone", show(40, undone(noise(40, 200, 6)))
    yield "secret/14-big-cycle", show(200000, [(1, 200000), (1, 100000), (200000, 1), (100000, 1)] * 3)
    yield "secret/15-medium", show(3000, noise(3000, 3000, 40))
    yield "secret/16-medium-turned", show(1000, undone(turned(450, 540)))
    yield "secret/17-large-near", show(200000, noise(200000, 60000, 4))
    yield "secret/18-large-groups", show(200000, undone(noise(200000, 30000, 30)))
    yield "secret/19-large-far", show(200000, undone(noise(200000, 30000, 199999)))
    yield "secret/20-large-dense", show(400, noise(400, 60000, 399))
    yield (
        "secret/21-large-first-falls",
        show(200000, [(1, i) for i in range(2, 30002)] + [(i, 1) for i in range(2, 30002)]),
    )


def small(rng: random.Random) -> str:
    """A random small input."""
    n, q = rng.randint(2, 7), rng.randint(1, 12)
    return show(n, [(a, b) for a, b in (rng.sample(range(1, n + 1), 2) for _ in range(q))])
