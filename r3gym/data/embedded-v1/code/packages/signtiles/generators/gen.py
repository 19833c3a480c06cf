"""The tests of `signtiles`; the seed is fixed, so they are always the same.

Just enough separators, one too few, freedom at the start that runs out later, one kind of tile only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731106)
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxyz"


def show(a: int, b: int, tiles: str) -> str:
    """One input file."""
    return f"{len(tiles)} {a} {b}\n{tiles}\n"


def mix(rng: random.Random, vowels: int, consonants: int, low: str = VOWELS, high: str = CONSONANTS) -> str:
    """That many random tiles of both kinds, shuffled."""
    tiles = [rng.choice(low) for _ in range(vowels)] + [rng.choice(high) for _ in range(consonants)]
    rng.shuffle(tiles)
    return "".join(tiles)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(1, 2, "strmhaik")
    yield "sample/2", show(2, 1, "gasthaus")
    yield "sample/3", show(2, 3, "onion")
    yield "secret/01-one-vowel", show(1, 1, "u")
    yield "secret/02-one-consonant", show(1, 1, "b")
    yield "secret/03-vowels-only", show(5, 1, "uoiea")
    yield "secret/04-vowels-too-many", show(4, 5, "uoiea")
    yield "secret/05-y-is-a-consonant", show(1, 2, "yaybay")
    yield "secret/06-y-too-many", show(3, 1, "yyyaa")
    yield "secret/07-alternate", show(1, 1, mix(RNG, 20, 20))
    yield "secret/08-alternate-vowel-ends", show(1, 1, mix(RNG, 21, 20))
    yield "secret/09-alternate-consonant-ends", show(1, 1, mix(RNG, 20, 21))
    yield "secret/10-alternate-impossible", show(1, 1, mix(RNG, 20, 22))
    yield "secret/11-consonants-just-fit", show(2, 4, mix(RNG, 9, 40))
    yield "secret/12-consonants-one-too-many", show(2, 4, mix(RNG, 9, 41))
    yield "secret/13-vowels-just-fit", show(3, 2, mix(RNG, 63, 20))
    yield "secret/14-vowels-one-too-many", show(3, 2, mix(RNG, 64, 20))
    yield "secret/15-runs-out-later", show(3, 2, mix(RNG, 24, 40))
    yield "secret/16-vowels-behind", show(2, 3, mix(RNG, 30, 20, "u", "bcdf"))
    yield "secret/17-loose", show(40, 50, mix(RNG, 60, 70))
    yield "secret/18-vowels-tight-and-late", show(4, 3, mix(RNG, 79, 20, "ou", "bcd"))
    yield "secret/19-few-vowels", show(2, 3, mix(RNG, 21, 60, "a", "bz"))
    yield "secret/20-alternating-alphabet", show(2, 2, mix(RNG, 40, 50, "aeu", "bfvz"))
    yield "secret/21-medium", show(2, 5, mix(RNG, 1000, 4000))
    yield "secret/22-large-just-fit", show(3, 1, mix(RNG, 150000, 49999))
    yield "secret/23-large-tight", show(1, 3, mix(RNG, 50003, 149997))
    yield "secret/24-large-loose", show(300, 700, mix(RNG, 90000, 110000))
    yield "secret/25-large-impossible", show(1, 2, mix(RNG, 60000, 140000))


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 8)
    vowels = rng.randint(0, n)
    tiles = mix(rng, vowels, n - vowels, rng.choice(["ae", "au", "u", "o"]), rng.choice(["bz", "b", "y", "fpy"]))
    return show(rng.randint(1, min(n, 3)), rng.randint(1, min(n, 3)), tiles)
