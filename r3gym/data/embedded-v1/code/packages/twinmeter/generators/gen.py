"""The tests of `twinmeter`; the seed is fixed, so they are always the same.

Ranges with tight ends, offsets longer than the range, digit sums that are no multiple of nine, 200 digits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(510010)


def show(low: int, high: int, ahead: int) -> str:
    """One input file."""
    return f"{low}\n{high}\n{ahead}\n"


def number(digits: int) -> int:
    """A random number with exactly this many digits."""
    return RNG.randint(10 ** (digits - 1), 10**digits - 1)


def offset(digits: int, rest: int = 0) -> int:
    """A random number with exactly this many digits whose digit sum leaves this remainder modulo 9."""
    ahead = number(digits) // 9 * 9 + rest
    return ahead if len(str(ahead)) == digits else offset(digits, rest)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show(0, 12, 9)
    yield "sample/2", show(1, 1000000, 1)
    yield "sample/3", show(123, 123456789123456789, 990)
    yield "secret/01-nothing-but-zero", show(0, 0, 9)
    yield "secret/02-single-hit", show(1, 1, 9)
    yield "secret/03-low-end-counts", show(11, 19, 9)
    yield "secret/04-high-end-counts", show(10, 11, 9)
    yield "secret/05-carry-into-a-new-wheel", show(1, 99, 99)
    yield "secret/06-offset-longer-than-range", show(0, 99999, 999000000009)
    yield "secret/07-offset-longer-by-far", show(0, 10**6, 10**150 + 8)
    yield "secret/08-all-nines", show(0, 10**200 - 1, 10**200 - 1)
    yield "secret/09-digit-sum-not-multiple", show(0, 10**200 - 1, offset(199, 4))
    yield "secret/10-small-range", show(4321, 98765, 18)
    yield "secret/11-small-range", show(1000, 65536, 9 * 1234)
    yield "secret/12-below-the-modulus", show(10**9, 3 * 10**9, 2007)
    yield "secret/13-eighteen-digits", show(number(17), number(18), offset(12))
    yield "secret/14-nineteen-digits", show(number(18), number(19), offset(19))
    yield "secret/15-same-ends", show(10**199 + 1, 10**199 + 1, 9)
    yield "secret/16-long", show(number(120), number(200), offset(150))
    yield "secret/17-long-small-offset", show(number(199), number(200), 9)
    yield "secret/18-long-nines", show(10**100, 10**200 - 1, 10**120 - 10**30)
    yield "secret/19-long-odd-offset", show(number(150), number(180), offset(170))
    tight = number(200)
    yield "secret/20-narrow-and-long", show(tight, tight + 10**40 - 1, offset(60))
    yield "secret/21-longest-offset", show(number(199), 10**200 - 1, offset(200))


def small(rng: random.Random) -> str:
    """A random small input."""
    low, high = sorted(rng.randint(0, rng.choice([20, 3000])) for _ in range(2))
    ahead = 9 * rng.randint(1, 300) if rng.random() < 0.8 else rng.randint(1, 2000)
    return show(low, high, ahead)
