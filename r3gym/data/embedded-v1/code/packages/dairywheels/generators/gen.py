"""The tests of `dairywheels`; the seed is fixed, so they are always the same.

Presses that run out at every possible place, presses left over, windows of one wheel and of all wheels.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(640221)


def show(w: int, k: int, digits: str) -> str:
    """One input file."""
    return f"{len(digits)} {w} {k}\n{digits}\n"


def noise(n: int, letters: str = "0123456789") -> str:
    """Random digits."""
    return "".join(RNG.choice(letters) for _ in range(n))


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(2, 4, "7780")
    yield "sample/2", show(3, 5, "31415")
    yield "sample/3", show(1, 10**18 - 1, "0")
    yield "secret/01-one-wheel", show(1, 7, "5")
    yield "secret/02-no-presses", show(3, 0, "00129")
    yield "secret/03-all-nines-one-press", show(2, 1, "9999")
    yield "secret/04-all-nines-ten-presses", show(4, 10, "9999")
    yield "secret/05-runs-out-in-the-middle", show(1, 20, "9876543210")
    yield "secret/06-runs-out-exactly", show(1, 36, "987654321")
    yield "secret/07-one-more-than-exactly", show(1, 46, "9876543210")
    yield "secret/08-one-less-than-exactly", show(1, 35, "9876543219")
    yield "secret/09-whole-window", show(10, 17, noise(10))
    yield "secret/10-two-wheels", show(1, 3, "90")
    yield "secret/11-two-wheels-wide", show(2, 25, "80")
    for number in range(12, 18):
        n = RNG.randint(4, 40)
        yield f"secret/{number}-small", show(RNG.randint(1, n), RNG.randint(0, 6 * n), noise(n))
    yield "secret/18-zeros", show(3, 10**6, "0" * 1000)
    yield "secret/19-medium", show(70, 11000, noise(3000))
    yield "secret/20-medium-plenty", show(2999, 10**18, noise(3000))
    yield "secret/21-large-half-window", show(100000, 10**18 - 3, noise(200000))
    yield "secret/22-large-runs-out-late", show(60000, 880000, noise(200000))
    yield "secret/23-large-all-wheels", show(200000, 10**12, noise(200000, "0189"))
    yield "secret/24-large-single", show(1, 899990, noise(200000))
    yield "secret/25-large-wide", show(90000, 123456789012345678, noise(200000))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 4)
    return show(rng.randint(1, n), rng.randint(0, rng.choice([5, 15, 22])), "".join(rng.choice("0123456789") for _ in range(n)))
