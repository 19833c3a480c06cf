"""The tests of `mosaicyard`; the seed is fixed, so they are always the same.

Both orientations, sides along the axes and along the diagonals, straight angles, thin slivers with nothing inside, combs,
monotone and star-shaped polygons.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

RNG = random.Random(620033)
Point = tuple[int, int]
FAR = 10**7


def show(corners: list[Point]) -> str:
    """One input file."""
    return f"{len(corners)}\n" + "".join(f"{x} {y}\n" for x, y in corners)


def black(rng: random.Random, size: int) -> Point:
    """A random black stud."""
    while True:
        x, y = rng.randint(-size, size), rng.randint(-size, size)
        if (x + y) % 2 == 0:
            return x, y


def cross(a: Point, b: Point, c: Point) -> int:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def monotone(rng: random.Random, n: int, size: int) -> list[Point]:
    """A polygon that every vertical line meets in a segment: a chain below and a chain above a chord."""
    while True:
        by_x: dict[int, Point] = {}
        for _ in range(n):
            point = black(rng, size)
            by_x.setdefault(point[0], point)
        points = [by_x[x] for x in sorted(by_x)]
        if len(points) < 3:
            continue
        first, last = points[0], points[-1]
        below = [point for point in points[1:-1] if cross(first, last, point) < 0]
        above = [point for point in points[1:-1] if cross(first, last, point) > 0]
        if below or above:
            return [first, *below, last, *reversed(above)]


def comb(teeth: int, step: int, height: int) -> list[Point]:
    """A zigzag of two parallel lines, closed at both ends."""
    lower = [(k * step - FAR, -height if k % 2 == 0 else height - 4) for k in range(teeth)]
    return lower + [(x, y + 4) for x, y in reversed(lower)]


def stairs(steps: int) -> list[Point]:
    """Sides along the axes."""
    corners = [(0, 0), (2 * steps, 0)]
    for k in range(steps):
        corners += [(2 * (steps - k), 2 * (k + 1)), (2 * (steps - k - 1), 2 * (k + 1))]
    return [*corners[:-1], (0, 2 * steps)]


def spiral(turns: int, width: int) -> list[Point]:
    """A path that winds inwards and back out."""
    outer, inner = [(0, 0)], []
    x = y = 0
    length = 4 * turns * width
    for k in range(2 * turns):
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[k % 4]
        if k >= 2 and k % 2 == 0:
            length -= 2 * width
        x, y = x + dx * length, y + dy * length
        outer.append((x, y))
    for k, (x, y) in enumerate(outer):
        a, b = ((1, 1), (-1, 1), (-1, -1), (1, -1))[k % 4]
        inner.append((x + a * width, y + b * width))
    return outer + inner[::-1]


def tests() -> Iterator[tuple[str, str]]:
    """Name and text of every test."""
    yield "sample/1", show([(2, 0), (4, 2), (2, 4), (0, 2)])
    yield "sample/2", show([(0, 0), (1, 5), (7, 3), (3, 3)])
    yield "secret/01-nothing-inside", show([(0, 0), (2, 0), (1, 1)])
    yield "secret/02-one-white", show([(0, 0), (2, 0), (2, 2), (0, 2)][::-1])
    yield "secret/03-one-black", show([(1, 1), (3, 1), (3, 3), (1, 3)][1:] + [(1, 1)])
    yield "secret/04-straight-angles", show([(0, 0), (2, 0), (4, 0), (6, 0), (3, 3), (2, 2)])
    yield "secret/05-diagonal-square", show([(0, -50), (50, 0), (0, 50), (-50, 0)])
    yield "secret/06-odd-rectangle", show([(0, 0), (0, 8), (14, 8), (14, 0)])
    yield "secret/07-sliver", show([(-FAR, -FAR), (FAR, FAR), (FAR - 1, FAR - 3)])
    yield "secret/08-thin-triangle", show([(0, 0), (FAR, FAR - 2), (FAR - 1, FAR - 1)])
    yield "secret/09-whole-yard", show([(-FAR, -FAR), (-FAR, FAR), (FAR, FAR), (FAR, -FAR)])
    yield "secret/10-whole-yard-standing", show([(-FAR, 0), (0, -FAR), (FAR, 0), (0, FAR)])
    yield "secret/11-triangle", show([(-99, 1), (57, -83), (20, 90)])
    yield "secret/12-stairs", show(stairs(200))
    yield "secret/13-stairs-other-way", show(stairs(150)[::-1])
    yield "secret/14-spiral", show(spiral(40, 12344))
    yield "secret/15-monotone-small", show(monotone(RNG, 9, 10))
    yield "secret/16-monotone-crowded", show(monotone(RNG, 60, 30))
    yield "secret/17-monotone-clockwise", show(monotone(RNG, 100, 5000)[::-1])
    yield "secret/18-monotone-large", show(monotone(RNG, 1000, FAR))
    yield "secret/19-monotone-large-clockwise", show(monotone(RNG, 1000, FAR)[::-1])
    yield "secret/20-comb", show(comb(500, 39998, FAR))
    yield "secret/21-comb-clockwise", show(comb(499, 39998, FAR - 2)[::-1])
    yield "secret/22-spiral-large", show(spiral(200, 12498)[::-1])


def small(rng: random.Random) -> str:
    """A random small input."""
    corners = monotone(rng, rng.randint(3, 8), rng.choice([2, 4, 9, 15]))
    if rng.randint(0, 1):
        corners.reverse()
    if rng.randint(0, 1):  # monotone the other way
        corners = [(y, x) for x, y in corners]
    turn = rng.randint(0, len(corners) - 1)
    return show(corners[turn:] + corners[:turn])
