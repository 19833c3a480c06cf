"""The tests of `twoflocks`; the seed is fixed, so they are always the same.

Grids with many collinear and parallel pairs, lines, circles, clusters, odd sheep far away, and every kind of k.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import cos, pi, sin

RNG = random.Random(620087)
Point = tuple[int, int]


def show(rng: random.Random, points: list[Point], k: int) -> str:
    """One input file, the sheep in a random order."""
    points = list(points)
    rng.shuffle(points)
    return f"{len(points)} {k}\n" + "".join(f"{x} {y}\n" for x, y in points)


def noise(rng: random.Random, n: int, size: int, high: int | None = None) -> list[Point]:
    """Distinct random points in a rectangle."""
    found: set[Point] = set()
    while len(found) < n:
        found.add((rng.randint(-size, size), rng.randint(-(high or size), high or size)))
    return sorted(found)


def grid(rows: int, columns: int, step: int) -> list[Point]:
    """A grid around the origin."""
    return [(step * (x - columns // 2), step * (y - rows // 2)) for x in range(columns) for y in range(rows)]


def circle(n: int, radius: int) -> list[Point]:
    """Points near a circle."""
    return sorted({(round(radius * cos(2 * pi * t / n)), round(radius * sin(2 * pi * t / n))) for t in range(n)})


def clusters(centres: list[Point], each: int, size: int) -> list[Point]:
    """Several crowds."""
    found = {(x + dx, y + dy) for x, y in centres for dx, dy in noise(RNG, each, size)}
    return sorted(found)


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""

    def case(points: list[Point], k: int) -> str:
        return show(RNG, points, k)

    yield "sample/1", "5 2\n4 0\n0 0\n3 3\n1 0\n3 1\n"
    yield "sample/2", "4 2\n0 0\n0 1\n1 0\n1 1\n"
    yield "sample/3", "2 1\n-1000 -1000\n1000 1000\n"
    yield "secret/01-two", case([(5, 5), (5, 6)], 1)
    yield "secret/02-line-upright", case([(3, y) for y in range(9)], 4)
    yield "secret/03-line-flat", case([(x, -7) for x in range(10)], 3)
    yield "secret/04-line-slanted", case([(x, 3 * x - 2) for x in range(-6, 7)], 12)
    yield "secret/05-one-far-away", case([*grid(4, 4, 1), (900, -1000)], 1)
    yield "secret/06-one-far-away-not-alone", case([*grid(4, 4, 1), (30, 10)], 5)
    yield "secret/07-triangle-of-crowds", case(clusters([(0, 0), (600, 0), (280, 550)], 7, 9), 7)
    yield "secret/08-three-crowds-half", case(clusters([(0, 0), (600, 0), (280, 550)], 8, 9), 12)
    yield "secret/09-cross", case([(x, 0) for x in range(-9, 10)] + [(0, y) for y in (-9, -5, -2, 3, 4, 8)], 7)
    yield "secret/10-only-downwards", case([(x, 0) for x in range(-3, 4)] + [(0, -50), (1, -51), (-1, -51)], 3)
    yield "secret/11-only-upwards", case([(x, 0) for x in range(-3, 4)] + [(0, 50), (1, 51), (-1, 51)], 3)
    yield "secret/12-grid", case(grid(5, 5, 1), 12)
    yield "secret/13-grid-large-part", case(grid(6, 7, 3), 30)
    yield "secret/14-small", case(noise(RNG, 12, 10), 5)
    yield "secret/15-circle", case(circle(100, 500), 33)
    yield "secret/16-crowded", case(noise(RNG, 200, 9), 71)
    yield "secret/17-flat-strip", case(noise(RNG, 300, 1000, 1), 150)
    yield "secret/18-medium", case(noise(RNG, 400, 1000), 399)
    yield "secret/19-medium-round", case([p for p in noise(RNG, 700, 60) if p[0] ** 2 + p[1] ** 2 <= 3600], 200)
    yield "secret/20-large-grid", case(grid(37, 40, 50)[:1480], 700)
    yield "secret/21-large-random", case(noise(RNG, 1500, 1000), 750)
    yield "secret/22-large-circle", case(circle(1500, 1000), 500)
    corners = [(-980, -980), (980, 980), (-980, 980), (980, -980)]
    yield "secret/23-large-corners", case(clusters(corners, 370, 19), 740)
    yield "secret/24-large-few-chosen", case(noise(RNG, 1500, 1000), 40)
    yield "secret/25-large-crowded", case(noise(RNG, 1500, 20), 611)


def small(rng: random.Random) -> str:
    """A random small input."""
    n = rng.randint(2, 8)
    return show(rng, noise(rng, n, rng.choice([1, 2, 4, 20])), rng.randint(1, n - 1))
