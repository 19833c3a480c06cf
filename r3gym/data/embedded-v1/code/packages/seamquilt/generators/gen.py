"""The tests of `seamquilt`: numbers with few and many divisors, with divisors just before primes, squares, others."""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610004)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    named = {
        "five": 5,
        "two": 2,
        "three": 3,
        "before-a-square": 8,
        "square": 36,
        "square-of-a-prime": 49,
        "cube": 343,
        "small": 60,
        "prime": 9973,
        "before-a-prime": 10006,
        "smooth": 720720,
        "square-many-divisors": 3603600 * 3603600 // 3600,
        "before-square-of-a-large-prime": 316223**2 - 1,
        "square-of-a-large-prime": 316223**2,
        "twice-a-large-prime": 2 * 49999999967,
        "most-divisors-ten-digits": 6983776800,
        "most-divisors": 97772875200,
        "largest": 10**11,
        "largest-but-one": 10**11 - 1,
        "power-of-two": 2**36,
        "power-of-three": 3**23,
        "random": RNG.randint(10**9, 10**11),
        "random-even": 2520 * RNG.randint(10**6, 3 * 10**7),
    }
    yield "sample/1", "1\n"
    yield "sample/2", "4\n"
    yield "sample/3", "30\n"
    for number, (name, k) in enumerate(named.items(), 1):
        yield f"secret/{number:02d}-{name}", f"{k}\n"


def small(rng: random.Random) -> str:
    """A random small input."""
    return f"{rng.randint(1, 80)}\n"
