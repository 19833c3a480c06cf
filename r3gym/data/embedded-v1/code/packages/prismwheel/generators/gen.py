"""The tests of `prismwheel`; the seed is fixed, so they are always the same.

Prime, composite and highly composite lengths; one to four colours; colours up to 10^9.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510011)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    cases = [
        ("sample/1", 3, 3),
        ("sample/2", 4, 2),
        ("sample/3", 12, 5),
        ("secret/01-one-colour", 3, 1),
        ("secret/02-one-colour-large", 999999937, 1),
        ("secret/03-two-colours-odd", 999999999, 2),
        ("secret/04-two-colours-even", 1000000000, 2),
        ("secret/05-three-colours-smallest-even", 4, 3),
        ("secret/06-three-colours-large", 735134400, 3),
        ("secret/07-four-colours", 6, 4),
        ("secret/08-four-colours-large", 999999000, 4),
        ("secret/09-prime-length", 999999937, 1000000000),
        ("secret/10-square-of-a-prime", 31607 * 31607, 123456789),
        ("secret/11-many-divisors", 735134400, 987654321),
        ("secret/12-power-of-two", 2**29, 7),
        ("secret/13-power-of-three", 3**18, 1000),
        ("secret/14-largest", 10**9, 10**9),
        ("secret/15-small-length-many-colours", 3, 10**9),
        ("secret/16-six-many-colours", 6, 999999999),
        ("secret/17-twice-a-prime", 2 * 499999993, 65537),
    ]
    for index in range(18, 22):
        cases.append((f"secret/{index}-random", RNG.randint(10**8, 10**9), RNG.randint(3, 10**9)))
    for name, n, c in cases:
        yield name, f"{n} {c}\n"


def small(rng: random.Random) -> str:
    """A random small input; few colours for the longer rings, so that all paintings can be listed."""
    n = rng.randint(3, 6)
    return f"{n} {rng.randint(1, {3: 5, 4: 4, 5: 3, 6: 3}[n])}\n"
