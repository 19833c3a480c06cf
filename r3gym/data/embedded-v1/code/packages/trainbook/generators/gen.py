"""The tests of `trainbook`; the seed is fixed, so they are always the same.

Long trains, branches at both ends, cuts across the place where a train began, trains that become empty, few and
many kinds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(731112)
Entry = tuple[int, int, int]


class Book:
    """Entries, with the length of every train."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.entries, self.length = rng, list[Entry](), [0]

    def add(self, kind: int, source: int, value: int) -> int:
        """Make an entry and return the number of its train."""
        self.entries.append((kind, source, value))
        self.length.append(self.length[source] + 1 if kind <= 2 else self.length[source] - value)
        return len(self.entries)

    def grow(self, source: int, wagons: int, kinds: int, ends: tuple[int, ...] = (1, 2)) -> int:
        """Couple random wagons one after another at the given ends."""
        for _ in range(wagons):
            source = self.add(self.rng.choice(ends), source, self.rng.randint(1, kinds))
        return source

    def cut(self, source: int, end: int, most: int) -> int:
        """Take a random number of wagons away."""
        return (
            self.add(end, source, self.rng.randint(1, min(most, self.length[source])))
            if self.length[source]
            else source
        )

    def text(self, questions: list[tuple[int, int]]) -> str:
        """The input file."""
        head = f"{len(self.entries)} {len(questions)}\n"
        return (
            head + "".join(f"{a} {b} {c}\n" for a, b, c in self.entries) + "".join(f"{v} {k}\n" for v, k in questions)
        )

    def ask(self, q: int, most: int, first: int = 0) -> str:
        """The input file with random questions about the trains from `first` on."""
        n = len(self.entries)
        return self.text([(self.rng.randint(first, n), self.rng.randint(1, min(n, most))) for _ in range(q)])


def wander(rng: random.Random, n: int, kinds: int, back: int, shrink: int) -> Book:
    """Random changes to one of the last trains; one of `shrink` entries takes wagons away."""
    book = Book(rng)
    for i in range(n):
        source = rng.randint(max(0, i - back), i)
        if book.length[source] and rng.randint(1, shrink) == 1:
            most = book.length[source] if rng.randint(0, 3) == 0 else 3
            book.add(rng.randint(3, 4), source, rng.randint(1, min(most, book.length[source])))
        else:
            book.add(rng.randint(1, 2), source, rng.randint(1, kinds))
    return book


def comb(n: int, kinds: int, spine: int) -> Book:
    """A long train, then changes of different trains that share its wagons."""
    book = Book(RNG)
    book.grow(0, spine, kinds)
    while len(book.entries) < n:
        source = RNG.randint(spine // 2, len(book.entries))
        if RNG.randint(0, 2) and book.length[source] > spine // 2:
            book.cut(source, RNG.randint(3, 4), spine // 3)
        else:
            book.add(RNG.randint(1, 2), source, RNG.randint(1, kinds))
    return book


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    book = Book(RNG)
    for entry in [(1, 0, 5), (2, 1, 3), (1, 2, 3), (3, 3, 1), (4, 3, 1), (1, 2, 5)]:
        book.add(*entry)
    yield "sample/1", book.text([(3, 2), (3, 1), (6, 1), (6, 2), (0, 1), (5, 1)])
    book = Book(RNG)
    for entry in [(2, 0, 1), (2, 1, 1), (3, 2, 2), (1, 3, 2), (4, 2, 1)]:
        book.add(*entry)
    yield "sample/2", book.text([(2, 2), (3, 1), (4, 1), (5, 1), (2, 1)])
    book = Book(RNG)
    book.add(1, 0, 1)
    yield "secret/01-one-wagon", book.text([(0, 1), (1, 1)])
    book = Book(RNG)
    train = book.grow(0, 12, 12, (1,))
    for t in (3, 4, 3, 4):
        train = book.cut(train, t, 4)
    yield "secret/02-front-only", book.ask(60, 2)
    book = Book(RNG)
    train = book.grow(0, 12, 3, (2,))
    for t in (3, 3, 4, 3):
        train = book.cut(train, t, 4)
    yield "secret/03-back-only", book.ask(60, 6)
    book = Book(RNG)
    train = book.grow(book.grow(0, 10, 4, (1,)), 10, 4, (2,))
    for t in range(1, 20):
        book.add(3, train, t)
        book.add(4, train, t)
    yield "secret/04-cut-everywhere", book.text([(v, k) for v in range(len(book.entries) + 1) for k in (1, 2, 3, 4, 5)])
    book = Book(RNG)
    train = 0
    for size in (1, 2, 3, 5, 8):
        train = book.grow(train, size, 5)
        train = book.add(RNG.randint(3, 4), train, size)
    yield "secret/05-empty-again", book.text([(v, k) for v in range(len(book.entries) + 1) for k in (1, 2, 3)])
    book = Book(RNG)
    book.grow(0, 30, 1)
    yield "secret/06-one-kind", book.text([(v, k) for v in range(31) for k in (v - 1, v, v + 1) if 1 <= k <= 30])
    yield "secret/07-wander", wander(RNG, 60, 3, 3, 3).ask(300, 5)
    yield "secret/08-wander-wide", wander(RNG, 100, 4, 100, 4).ask(400, 4)
    yield "secret/09-wander-many-kinds", wander(RNG, 100, 100, 6, 5).ask(300, 3)
    yield "secret/10-wander-long", wander(RNG, 300, 5, 2, 5).ask(600, 30)
    yield "secret/11-comb", comb(300, 20, 100).ask(500, 8)
    yield "secret/12-medium", wander(RNG, 3000, 40, 2, 9).ask(3000, 20)
    yield "secret/13-medium-comb", comb(3000, 300, 1000).ask(3000, 5)
    yield "secret/14-bush", wander(RNG, 20000, 50, 20000, 6).ask(20000, 2)
    yield "secret/15-large-comb", comb(50000, 9999, 30000).ask(50000, 9, 25000)
    book = Book(RNG)
    book.grow(0, 50000, 99)
    yield "secret/16-large-one-train", book.ask(50000, 600, 30000)
    book = Book(RNG)
    train = book.grow(0, 40000, 999, (2,))
    while len(book.entries) < 50000:
        book.cut(train, RNG.randint(3, 4), 15000)
    yield "secret/17-large-cuts", book.ask(40000, 60, 35000)


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(1, 14)
    book = wander(rng, n, rng.randint(1, min(n, 4)), rng.choice([1, 2, 3, 14]), rng.choice([2, 3, 4]))
    return book.ask(rng.randint(1, 8), 3, rng.choice([0, n // 2, n // 2]))
