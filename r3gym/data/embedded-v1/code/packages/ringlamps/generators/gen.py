"""The tests of `ringlamps`: no, one, two and all places of change, as many colours as arcs, one too many, maxima."""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(610010)
TOP = 300000


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    named = {
        "one-colour": (3, 1, 0),
        "one-colour-one-change": (5, 1, 1),
        "one-change": (9, 2, 1),
        "no-change-two-colours": (7, 2, 0),
        "two-colours-odd": (9, 2, 5),
        "two-colours-even": (9, 2, 6),
        "all-different": (8, 8, 8),
        "all-change": (9, 4, 9),
        "all-change-two-colours": (10, 2, 10),
        "one-colour-too-many": (12, 7, 6),
        "as-many-colours-as-arcs": (12, 6, 6),
        "small": (11, 3, 7),
        "small-even": (15, 5, 10),
        "medium": (1000, 30, 501),
        "medium-few-arcs": (5000, 20, 21),
        "medium-many-arcs": (5000, 700, 4999),
        "large-two-colours": (TOP, 2, TOP),
        "large-few-colours": (TOP - 1, 3, TOP - 1),
        "large-all-different": (TOP, TOP, TOP),
        "large-one-too-many": (TOP, 150001, 150000),
        "large": (TOP, 100000, 200001),
        "large-even": (TOP, 150000, 299998),
        "random": (RNG.randint(200000, TOP), RNG.randint(1000, 90000), RNG.randint(100000, 200000)),
    }
    yield "sample/1", "4 2 2\n"
    yield "sample/2", "5 3 4\n"
    yield "sample/3", "6 3 2\n"
    for number, (name, row) in enumerate(named.items(), 1):
        yield f"secret/{number:02d}-{name}", " ".join(map(str, row)) + "\n"


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(3, 7)
    c = rng.randint(1, min(n, 4))
    return f"{n} {c} {rng.randint(0, n) if rng.random() < 0.4 else rng.randint(min(n, c), n)}\n"
