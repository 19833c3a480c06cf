"""The tests of `threadgrow`; the seed is fixed, so they are always the same.

No years, one kind, corals that do not grow, that permute their kinds, that grow slowly or fast; all pattern lengths.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(555017)


def show(years: int, rows: list[str], coral: str, pattern: str) -> str:
    """One input file."""
    return "".join(line + "\n" for line in [f"{len(rows)} {years}", *rows, coral, pattern])


def word(rng: random.Random, kinds: int, length: int) -> str:
    """A random word."""
    return "".join(rng.choice("abc"[:kinds]) for _ in range(length))


def noise(rng: random.Random, kinds: int, years: int, longest: int, pattern: int) -> str:
    """Random rows, coral and pattern."""
    words = [word(rng, kinds, rng.randint(1, longest)) for _ in range(kinds + 1)]
    return show(years, words[:-1], words[-1], word(rng, kinds, pattern))


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    top = 10**18
    yield "sample/1", show(3, ["ab", "a"], "a", "ab")
    yield "sample/2", show(2, ["bcb", "c", "ca"], "abc", "cbc")
    yield "sample/3", show(top, ["a"], "aaaaa", "aaa")
    yield "secret/01-no-years", show(0, ["ab", "ba"], "abba", "ab")
    yield "secret/02-no-years-pattern-longer", show(0, ["ab", "ba"], "ab", "abb")
    yield "secret/03-one-kind-grows", show(100, ["aa"], "a", "aaaa")
    yield "secret/04-kinds-rotate", show(top, ["b", "c", "a"], "abcabc", "ca")
    yield "secret/05-kinds-rotate-odd", show(top - 1, ["b", "c", "a"], "aabcc", "cab")
    yield "secret/06-never-occurs", show(10**17, ["ab", "b"], "a", "ba")
    yield "secret/07-slow-growth", show(123456789, ["ab", "b"], "a", "abbb")
    yield "secret/08-slow-growth-three", show(top - 7, ["ab", "bc", "c"], "a", "abcc")
    yield "secret/09-one-year", show(1, ["abcabcabcabcabcabcab", "c" * 20, "b" * 20], "abcabcabcabcabcabcab", "abcb")
    yield "secret/10-inside-one-polyp", show(1, ["b" * 20, "a"], "a", "bbbb")
    yield "secret/11-single-letter", show(10**15 + 3, ["abc", "ca", "bb"], "c", "b")
    yield "secret/12-beyond-32-bits", show((1 << 32) + 1, ["ab", "a"], "b", "aba")
    yield "secret/13-power-of-two", show(1 << 59, ["abb", "ba"], "ab", "bab")
    for number in range(14, 22):
        yield f"secret/{number}-few-years", noise(RNG, RNG.randint(2, 3), RNG.randint(1, 40), RNG.choice([2, 5, 20]), RNG.randint(2, 4))
    for number in range(22, 28):
        yield f"secret/{number}-many-years", noise(RNG, 3, RNG.randint(top // 2, top), RNG.choice([3, 20]), RNG.randint(3, 4))
    yield "secret/28-full", show((1 << 59) - 1, [word(RNG, 3, 20) for _ in range(3)], word(RNG, 3, 20), "abca")


def small(rng: random.Random) -> str:
    """A random small input."""
    kinds = rng.randint(1, 3)
    return noise(rng, kinds, rng.randint(0, 4), rng.randint(1, 3), rng.randint(1, 4))
