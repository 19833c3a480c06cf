"""The tests of `dialchain`; the seed is fixed, so they are always the same.

Small primes with many coincidences, factors 0 and 1, boxes that change nothing, targets that are reached and that are not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(390211)
LARGE = 999999937


def show(p: int, s: int, t: int, boxes: list[tuple[int, int]]) -> str:
    """One input file."""
    return "".join(line + "\n" for line in [f"{len(boxes)} {p} {s} {t}", *(f"{a} {b}" for a, b in boxes)])


def noise(rng: random.Random, n: int, p: int, zeros: float) -> list[tuple[int, int]]:
    """Random boxes; a share of them has factor 0."""
    return [(0 if rng.random() < zeros else rng.randint(1, p - 1), rng.randint(0, p - 1)) for _ in range(n)]


def through(rng: random.Random, p: int, boxes: list[tuple[int, int]]) -> str:
    """A target that some random setting reaches."""
    s = x = rng.randint(0, p - 1)
    for a, b in boxes:
        if rng.random() < 0.5:
            x = (a * x + b) % p
    return show(p, s, x, boxes)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(7, 1, 3, [(2, 1), (3, 0), (0, 3)])
    yield "sample/2", show(2, 0, 1, [(1, 1), (1, 1), (1, 1), (1, 1), (1, 1)])
    yield "sample/3", show(5, 2, 4, [(1, 0), (2, 2)])
    yield "secret/01-one-box", show(11, 3, 5, [(2, 10)])
    yield "secret/02-one-box-off", show(11, 3, 3, [(2, 10)])
    yield "secret/03-one-box-both", show(11, 3, 3, [(0, 3)])
    yield "secret/04-nothing-changes", show(LARGE, 5, 5, [(1, 0)] * 36)
    yield "secret/05-never", show(LARGE, 5, 6, [(1, 0)] * 36)
    yield "secret/06-last-forgets", show(LARGE, 5, 6, [*noise(RNG, 35, LARGE, 0), (0, 6)])
    yield "secret/07-first-forgets", through(RNG, 101, [(0, 17), *noise(RNG, 20, 101, 0)])
    yield "secret/08-all-forget", show(13, 4, 7, [(0, 7 if i % 3 else 2) for i in range(30)])
    yield "secret/09-two", through(RNG, 2, noise(RNG, 36, 2, 0.2))
    yield "secret/10-three", through(RNG, 3, noise(RNG, 35, 3, 0))
    yield "secret/11-shifts", show(LARGE, 0, 18, [(1, 1)] * 36)
    yield "secret/12-doubling", show(LARGE, 1, 1 << 12, [(2, 0)] * 25)
    yield "secret/13-inner-zero", through(RNG, 997, noise(RNG, 17, 997, 0) + [(0, 5)] + noise(RNG, 17, 997, 0))
    yield "secret/14-zero-target", show(97, 0, 0, [(a, 0) for a in range(1, 31)])
    for number in range(15, 21):
        p = RNG.choice([5, 17, 101, 1009, 10007])
        yield f"secret/{number}-middle", through(RNG, p, noise(RNG, RNG.randint(9, 24), p, RNG.choice([0.0, 0.1, 0.4])))
    yield "secret/21-full", through(RNG, LARGE, noise(RNG, 36, LARGE, 0))
    yield "secret/22-full-odd", through(RNG, LARGE, noise(RNG, 35, LARGE, 0.05))
    yield "secret/23-full-middle-prime", through(RNG, 1000003, noise(RNG, 36, 1000003, 0))
    yield "secret/24-full-powers", show(65537, 3, 3, [(pow(3, RNG.randint(1, 65535), 65537), 0) for _ in range(36)])
    yield "secret/25-full-late-zeros", through(RNG, LARGE, noise(RNG, 18, LARGE, 0) + noise(RNG, 18, LARGE, 0.3))


def small(rng: random.Random) -> str:
    """A random small input."""
    p = rng.choice([2, 3, 5, 7, 11, 101])
    return through(rng, p, noise(rng, rng.randint(1, 10), p, rng.choice([0.0, 0.2, 0.5])))
