"""The tests of `motifgap`; the seed is fixed, so they are always the same.

Periodic, self-similar and random songs; motifs with many, few, near and far occurrences.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510006)


def show(song: str) -> str:
    """One input file."""
    return f"{len(song)}\n{song}\n"


def noise(n: int, letters: str) -> str:
    """Random notes."""
    return "".join(RNG.choice(letters) for _ in range(n))


def fibonacci(n: int) -> str:
    """The Fibonacci word, cut to n letters."""
    a, b = "a", "ab"
    while len(b) < n:
        a, b = b, b + a
    return b[:n]


def thue_morse(n: int) -> str:
    """The Thue-Morse word: overlap-free, so gaps are at least as long as motifs."""
    return "".join("ab"[i.bit_count() % 2] for i in range(n))


def sprinkle(song: str, motif: str, places: list[int]) -> str:
    """The song with the motif written over it at each place."""
    for place in places:
        song = song[:place] + motif + song[place + len(motif) :]
    return song


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show("banana")
    yield "sample/2", show("abxyabzuvabw")
    yield "sample/3", show("aaaaa")
    yield "secret/01-one-note", show("q")
    yield "secret/02-no-motif", show("zyxwvutsrqponmlkjihgfedcba")
    yield "secret/03-two-equal-notes", show("zz")
    yield "secret/04-far-letters", show("abcdefghijklmnopqrstuvwxyza")
    yield "secret/05-three-occurrences", show("abcdxxabcyyyyyabcdzab")
    yield "secret/06-square", show("qwertyuiopqwertyuiop")
    yield "secret/07-overlapping-best", show("abaabaabaab" + "c" + "abaabaab")
    for index, (n, letters) in enumerate([(60, "ab"), (90, "abc"), (200, "ab"), (300, "abcd")]):
        yield f"secret/{8 + index:02}-random-small", show(noise(n, letters))
    # One far pair of a long motif, and its halves again close together.
    motif = noise(120, "abc")
    tricky = sprinkle(noise(1500, "abc"), motif, [30, 1300])
    yield "secret/12-halves-close", show(sprinkle(tricky, motif[:60], [400, 465, 800]))
    yield "secret/13-three-long", show(sprinkle(noise(4000, "ab"), noise(500, "ab"), [100, 1500, 2050, 3400]))
    yield "secret/14-same-note", show("a" * 20000)
    yield "secret/15-fibonacci", show(fibonacci(30000))
    yield "secret/16-thue-morse", show(thue_morse(32768))
    block = noise(12500, "abcdefghij")
    yield "secret/17-block-four-times", show(block * 4)
    yield "secret/18-random-binary", show(noise(25000, "ab"))
    half = noise(25000, "ab")
    yield "secret/19-square-large", show(half + half)
    yield "secret/20-odd-one-out", show("a" * 9000 + "b" + "a" * 9000 + "b" + "a" * 2500)
    yield "secret/21-nested-periods", show((("ab" * 30 + "c") * 40 + "d") * 8)
    # A close pair goes on (or begins) alike, the far occurrence differently.
    yield "secret/22-close-pair-small", show("abcabcefghijklmnopqrstuvwxyzabd")
    yield "secret/23-close-pair-backwards", show("abcabcefghijklmnopqrstuvwxyzabd"[::-1])
    refrain = noise(300, "abcdef")
    pair = sprinkle(noise(5000, "abcdef"), refrain + "g", [200, 520])
    pair = sprinkle(pair, refrain + "h", [4600])
    yield "secret/24-close-pair-large", show(pair)
    yield "secret/25-close-pair-large-backwards", show(pair[::-1])


def small(rng: random.Random) -> str:
    """A random small input."""
    letters = "abc"[: rng.randint(1, 3)]
    return show("".join(rng.choice(letters) for _ in range(rng.randint(1, 16))))
