"""The tests of `beadpull`; the seed is fixed, so they are always the same.

One colour, missing colours, nested and periodic threads, threads on which taking the cheapest colour first fails.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(700127)
ALL = "abcdefghijklmnop"


def show(thread: str, colours: int) -> str:
    """One input file."""
    return f"{len(thread)} {colours}\n{thread}\n"


def noise(rng: random.Random, n: int, letters: str) -> str:
    """Random beads."""
    return "".join(rng.choice(letters) for _ in range(n))


def nested(order: str, times: int) -> str:
    """Colours that lie inside each other: the later ones of `order` separate the earlier ones."""
    thread = ""
    for colour in order:
        thread = (colour + thread) * times if len(thread) < 3000 else colour + thread
    return thread


def phases(rng: random.Random, n: int, letters: str, width: int) -> str:
    """Stretches that use few colours each."""
    thread = ""
    while len(thread) < n:
        some = "".join(rng.sample(letters, min(len(letters), width)))
        thread += noise(rng, rng.randint(1, 4 * width), some)
    return thread[:n]


def trap() -> str:
    """Colours that are cheap now but hold others apart."""
    parts = []
    for _ in range(12):
        a, b, c = RNG.sample("abcdef", 3)
        parts.append((a + b) * RNG.randint(1, 5) + c * RNG.randint(1, 3) + a)
    return "".join(parts)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show("abacabac", 3)
    yield "sample/2", show("aabbccaa", 5)
    yield "sample/3", show("abcdbadcabcd", 4)
    yield "secret/01-one-bead", show("a", 1)
    yield "secret/02-one-bead-last-colour", show("p", 16)
    yield "secret/03-one-colour", show("c" * 50, 4)
    yield "secret/04-two-colours", show("ab" * 20 + "a", 2)
    yield "secret/05-two-colours-ends", show("b" + "ab" * 20, 2)
    yield "secret/06-all-different", show(ALL, 16)
    yield "secret/07-periodic", show(ALL * 30, 16)
    yield "secret/08-there-and-back", show((ALL + ALL[::-1]) * 20, 16)
    yield "secret/09-nested", show(nested("dhbacegf", 2), 8)
    yield "secret/10-nested-all", show(nested("ponmabcdefghijkl", 2), 16)
    for number in range(11, 16):
        yield f"secret/{number}-trap", show(trap(), 6)
    yield "secret/16-small", show(noise(RNG, 60, "abcde"), 5)
    yield "secret/17-small-missing", show(noise(RNG, 80, "bdfhj"), 11)
    yield "secret/18-phases", show(phases(RNG, 3000, ALL, 3), 16)
    yield "secret/19-phases-pairs", show(phases(RNG, 5000, ALL, 2), 16)
    yield "secret/20-large", show(noise(RNG, 100000, ALL), 16)
    yield "secret/21-large-phases", show(phases(RNG, 100000, ALL, 4), 16)
    yield "secret/22-large-few", show(noise(RNG, 100000, "abc"), 16)
    yield "secret/23-large-single-runs", show("ab" * 50000, 2)


def small(rng: random.Random) -> str:
    """A random small input."""
    k = rng.randint(1, 5)
    return show(phases(rng, rng.randint(1, 40), ALL[:k], rng.choice([2, 3, 5])), k)
