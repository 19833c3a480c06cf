"""The tests of `rollerslip`; the seed is fixed, so they are always the same.

Strips that are printed with one lift, the same with one wrong letter, lifts in the middle of a turn although the first part
could go on, a second part that is short, periods without a lift, strips that need the whole text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620063)


def show(text: str) -> str:
    """One input file."""
    return text + "\n"


def noise(rng: random.Random, n: int, letters: str) -> str:
    """Random letters."""
    return "".join(rng.choice(letters) for _ in range(n))


def rolled(word: str, n: int) -> str:
    """The first n letters of the endless word."""
    return (word * (n // len(word) + 1))[:n]


def spoil(rng: random.Random, text: str, letters: str) -> str:
    """The text with one letter replaced by another."""
    at = rng.randint(0, len(text) - 1)
    return text[:at] + rng.choice(letters.replace(text[at], "")) + text[at + 1 :]


def fibonacci(n: int) -> str:
    """A prefix of the Fibonacci word."""
    a, b = "a", "ab"
    while len(b) < n:
        a, b = b, b + a
    return b[:n]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show("abcababcabca")
    yield "sample/2", show("aaaaab")
    yield "sample/3", show("abaababaab")
    yield "secret/01-one-letter", show("q")
    yield "secret/02-two-letters", show("qx")
    yield "secret/03-two-equal", show("qq")
    yield "secret/04-no-lift", show("abcabcab")
    yield "secret/05-all-different", show("abcdefghijklmnopqrstuvwxyz")
    yield "secret/06-short-second-part", show("abcdabcdababc")
    yield "secret/07-lift-before-the-end", show("aabbaabbaab" + "aabbaabba")
    # The first part could be longer, but then the second part does not fit.
    yield "secret/08-lift-early", show("aab" + "aab" + "a" + "aabaabaab")
    yield "secret/09-second-part-leaves-the-period", show("ab" * 5 + "a" + "ab" * 4 + "ac")
    yield "secret/10-lift-at-full-turn-only", show("abcabc" + "abcab" + "abcabx")
    yield "secret/11-first-turn-incomplete", show("ab" + "abc" + "abc")
    yield "secret/12-two-lifts", show("abcaabcaabca")
    yield "secret/13-fibonacci", show(fibonacci(200))
    for k, (size, first, second) in enumerate([(5, 23, 31), (7, 9, 40), (12, 40, 5), (30, 44, 200), (9, 9, 9)], 14):
        word = noise(RNG, size, "ab")
        yield f"secret/{k}-rolled-{size}", show(rolled(word, first) + rolled(word, second))
    word = noise(RNG, 20, "ab")
    yield "secret/19-spoiled", show(spoil(RNG, rolled(word, 107) + rolled(word, 93), "ab"))
    word = "aaab" * 6 + "aab"
    yield "secret/20-nested-periods", show(rolled(word, 100) + rolled(word, 77))
    word = noise(RNG, 3000, "abc")
    yield "secret/21-medium", show(rolled(word, 7100) + rolled(word, 8211))
    yield "secret/22-medium-spoiled", show(spoil(RNG, rolled(word, 7100) + rolled(word, 8211), "abc"))
    # All circumferences reach far, and none of them works.
    yield "secret/23-large-last-letter", show("a" * 199999 + "b")
    yield "secret/24-large-letter-in-the-middle", show("a" * 120000 + "b" + "a" * 79999)
    word = "a" * 300 + "b"
    yield "secret/25-large-lift", show(rolled(word, 90017) + rolled(word, 109983))
    yield "secret/26-large-fibonacci", show(fibonacci(200000))
    yield "secret/27-large-equal", show("a" * 200000)
    word = noise(RNG, 60000, "ab")
    yield "secret/28-large-short-second-part", show(rolled(word, 170000) + rolled(word, 30000))
    yield "secret/29-second-part-of-one-letter", show("abcdabcdaa")
    yield "secret/30-first-turn-incomplete-again", show("ababaabaab")
    # The first part could go on for a while, and the second one could start earlier; only one place is right.
    places = [(9, 25, 31), (17, 41, 40), (41, 90, 100), (41, 120, 87), (70, 205, 150)]
    for k, (size, first, second) in enumerate(places, 31):
        word = "a" * (size - 1) + "b"
        yield f"secret/{k}-one-place-{size}-{first}", show(rolled(word, first) + rolled(word, second))
    # Here the right place is neither the first nor the last of those that the periods allow.
    for k, (before, behind, rest) in enumerate([(4, 5, 1), (20, 31, 11)], 36):
        word = "a" * before + "b" + "a" * behind
        first = 2 * len(word) + before + 1 + rest
        yield f"secret/{k}-place-in-between-{before}", show(rolled(word, first) + rolled(word, 3 * len(word) - 2))


def small(rng: random.Random) -> str:
    """A random small input."""
    letters = "abc"[: rng.choice([2, 2, 3])]
    word = noise(rng, rng.randint(1, 6), letters)
    text = rolled(word, rng.randint(len(word), 12)) + rolled(word, rng.randint(0, 12))
    kind = rng.randint(0, 3)
    if kind == 0:
        text = noise(rng, rng.randint(1, 12), letters)
    elif kind == 2:  # possibly lifted before the first turn was complete
        text = rolled(word, rng.randint(1, 6)) + rolled(word, rng.randint(1, 15))
    elif kind == 1:
        text = spoil(rng, text, letters)
    return show(text)
