"""The tests of `dyestrip`; the seed is fixed, so they are always the same.

Ribbons whose needs are met at once, late, only by the whole ribbon, or never; answers beyond 32 bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510007)


def show(ribbon: str, longest: int, wishes: dict[str, int]) -> str:
    """One input file."""
    lines = [
        f"{len(ribbon)} {longest} {len(wishes)}",
        ribbon,
        *(f"{dye} {count}" for dye, count in wishes.items()),
    ]
    return "".join(line + "\n" for line in lines)


def noise(n: int, letters: str) -> str:
    """Random squares."""
    return "".join(RNG.choice(letters) for _ in range(n))


ALL = "abcdefghijklmnopqrstuvwxyz"


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show("xyzzy", 5, {"z": 1})
    yield "sample/2", show("abacabb", 4, {"a": 2, "b": 1})
    yield "sample/3", show("kiln", 4, {"k": 1, "o": 1})
    yield "secret/01-one-square", show("a", 1, {"a": 1})
    yield "secret/02-one-square-other-dye", show("a", 1, {"b": 1})
    yield "secret/03-whole-ribbon-only", show("ab" * 10, 20, {"a": 10, "b": 10})
    yield "secret/04-envelope-one-short", show("ab" * 10, 19, {"a": 10, "b": 10})
    yield "secret/05-envelope-of-one", show(noise(50, "abc"), 1, {"b": 1})
    yield "secret/06-envelope-of-one-two-wishes", show(noise(50, "abc"), 1, {"b": 1, "c": 1})
    yield "secret/07-all-dyes", show(ALL * 3, 40, dict.fromkeys(ALL, 1))
    yield "secret/08-small", show(noise(40, "abcd"), 12, {"a": 2, "d": 1})
    yield "secret/09-small", show(noise(60, "ab"), 9, {"b": 4})
    yield "secret/10-medium", show(noise(3000, "abcde"), 700, {"a": 10, "c": 60, "e": 1})
    yield "secret/11-medium-tight", show(noise(5000, "abc"), 31, {"a": 10, "b": 10, "c": 10})
    yield (
        "secret/12-blocks",
        show(
            "".join(RNG.choice("abc") * RNG.randint(1, 30) for _ in range(300)),
            900,
            {"a": 35, "b": 5, "c": 1},
        ),
    )
    yield "secret/13-all-dyes-random", show(noise(4000, ALL), 2000, {dye: RNG.randint(1, 40) for dye in ALL})
    yield "secret/14-rare-dye", show("a" * 2500 + "b" + "a" * 2499, 5000, {"b": 1, "a": 3})
    # The last wish is met at the very end only: every start looks at almost the whole ribbon.
    yield "secret/15-wish-met-at-the-end", show("a" * 99999 + "b", 100000, {"b": 1})
    yield "secret/16-large", show(noise(100000, "abcd"), 99000, {"a": 3, "b": 2, "c": 1, "d": 20})


def small(rng: random.Random) -> str:
    """A random small input."""
    letters = "abc"[: rng.randint(1, 3)]
    n = rng.randint(1, 9)
    wishes = {dye: rng.randint(1, min(n, 3)) for dye in rng.sample("abcd", rng.randint(1, 3))}
    return show("".join(rng.choice(letters) for _ in range(n)), rng.randint(1, n), wishes)
