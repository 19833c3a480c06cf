"""The tests of `roundguard`; the seed is fixed, so they are always the same.

Rings of one, two and many rooms; logs that turn around, stand still or jump; far reaches; answers beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610003)
ALL = "qwertyuiopasdfghjklzxcvbnm"


def show(ring: str, k: int, log: str) -> str:
    """One input file."""
    return f"{len(log)} {len(ring)} {k}\n{ring}\n{log}\n"


def walk(ring: str, n: int, turn: float, jump: float) -> str:
    """A log in which the guard sometimes turns around and sometimes jumps."""
    place, way, log = RNG.randint(0, len(ring) - 1), 1, []
    for _ in range(n):
        log.append(ring[place])
        if RNG.random() < turn:
            way = -way
        place = RNG.randint(0, len(ring) - 1) if RNG.random() < jump else (place + way) % len(ring)
    return "".join(log)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show("abcd", 0, "abcbaa")
    yield "sample/2", show("xyz", 1, "xyxzz")
    yield "sample/3", show("on", 0, "nononno")
    yield "secret/01-one-letter", show("a", 0, "a")
    yield "secret/02-one-room", show("k", 0, "k" * 50)
    yield "secret/03-two-rooms", show("ba", 1, walk("ba", 60, 0.1, 0.4))
    yield "secret/04-all-exceptions-allowed", show("abc", 40, walk("abc", 40, 0.5, 0.5))
    yield "secret/05-one-exception-too-few", show("abcd", 38, "ac" * 20)
    yield "secret/06-just-enough-exceptions", show("abcd", 39, "ac" * 20)
    yield "secret/07-standing-still", show("abc", 2, "b" * 30)
    yield "secret/08-zigzag", show("abcde", 3, "ab" * 40)
    yield "secret/09-there-and-back", show(ALL, 2, ALL + ALL[-2::-1] + ALL[1:])
    yield "secret/10-three-rooms", show("hal", 2, walk("hal", 80, 0.3, 0.2))
    yield "secret/11-small", show("wxyz", 1, walk("wxyz", 50, 0.2, 0.2))
    yield "secret/12-no-exceptions", show(ALL, 0, walk(ALL, 4000, 0.05, 0.05))
    yield "secret/13-medium", show(ALL[:7], 25, walk(ALL[:7], 5000, 0.02, 0.03))
    yield "secret/14-anticlockwise", show(ALL, 1, (ALL[::-1] * 200)[:5000])
    yield "secret/15-half-and-half", show(ALL[:10], 10, ALL[:10] * 300 + ALL[9::-1] * 300)
    yield "secret/16-random", show(ALL, 3000, walk(ALL, 100000, 0.1, 0.9))
    yield "secret/17-one-long-round", show(ALL, 0, (ALL * 12000)[:300000])
    yield "secret/18-zigzag-long", show("abcdef", 149999, "ab" * 150000)
    yield "secret/19-large-turns", show(ALL[:12], 30000, walk(ALL[:12], 300000, 0.001, 0.1))


def small(rng: random.Random) -> str:
    """A random small input."""
    ring = "".join(rng.sample("abcde", rng.randint(1, 5)))
    n = rng.randint(1, 14)
    place, log = rng.randint(0, len(ring) - 1), ""
    for _ in range(n):
        log += ring[place]
        place = (place + rng.choice([1, 1, 1, -1, -1, -1, 0, 2])) % len(ring)
    return show(ring, rng.randint(0, min(n, 4)), log)
