"""Second computations for the geometry problems: exact coordinates, clipping, high-precision searches."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from mpmath import mpf
from tools import frac, quadratic

Point = tuple[Fraction, Fraction]


def check_m_folded_sheet() -> str:
    """Walk round the sheet and find the two boundary points that are equally far from A and from M."""
    corners = [(mpf(0), mpf(0)), (mpf(7), mpf(0)), (mpf(7), mpf(3)), (mpf(0), mpf(3))]
    m = (mpf(2), mpf(3))

    def excess(p: tuple[mpf, mpf]) -> mpf:
        return mpmath.hypot(*p) - mpmath.hypot(p[0] - m[0], p[1] - m[1])

    ends = []
    for k in range(4):
        (x0, y0), (x1, y1) = corners[k], corners[(k + 1) % 4]
        if excess((x0, y0)) * excess((x1, y1)) < 0:
            low, high = mpf(0), mpf(1)
            for _ in range(260):
                middle = (low + high) / 2
                here = excess((x0 + middle * (x1 - x0), y0 + middle * (y1 - y0)))
                low, high = (middle, high) if here * excess((x0, y0)) > 0 else (low, middle)
            ends.append((x0 + low * (x1 - x0), y0 + low * (y1 - y0)))
    assert len(ends) == 2
    return quadratic(mpmath.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]))


def check_m_sharp_corners() -> str:
    """Angles by the law of cosines; the ends of the range by bisection, their type by the angle there."""

    def widest(t: mpf) -> mpf:  # the smallest cosine, or -1 if there is no triangle
        a, b, c = sorted([mpf(4), t, t + 1])
        return (a * a + b * b - c * c) / (2 * a * b) if a > 0 and a + b > c else mpf(-1)

    grid = [mpf(k) / 100 for k in range(1, 3000)]
    inside = [t for t in grid if widest(t) > 0]
    ends = []
    for low, high in ((inside[0] - mpf(1) / 100, inside[0]), (inside[-1] + mpf(1) / 100, inside[-1])):
        for _ in range(260):
            middle = (low + high) / 2
            low, high = (low, middle) if widest(middle) > 0 else (middle, high)
        assert abs(widest(high)) < mpf(10) ** -60  # a right angle at the end: not acute, the end is left out
        ends.append(high)
    right = Fraction(round(ends[1] * 1000), 1000)
    assert abs(ends[1] - mpf(right.numerator) / right.denominator) < mpf(10) ** -60
    return rf"\left({quadratic(ends[0])},{frac(right)}\right)"


def shoelace(points: list[Point]) -> Fraction:
    turns = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum((a[0] * b[1] - a[1] * b[0] for a, b in turns), Fraction(0))) / 2


def meet(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Where the lines ab and cd meet."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    t = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / (ux * vy - uy * vx)
    return a[0] + t * ux, a[1] + t * uy


def between(a: Point, b: Point, t: Fraction) -> Point:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def check_m_two_cuts() -> Fraction:
    a, b, c = (Fraction(2), Fraction(-1)), (Fraction(9), Fraction(3)), (Fraction(-4), Fraction(8))  # any triangle
    d, e = between(b, c, Fraction(2, 5)), between(a, c, Fraction(1, 5))
    p = meet(a, d, b, e)
    return shoelace([p, d, c, e]) / shoelace([a, b, c])


def check_m_unequal_shares() -> tuple[Fraction, Fraction]:
    """Lines parallel to AB and to CA at the heights that the shares of area demand; the third share is checked."""
    a, b, c = (Fraction(0), Fraction(0)), (Fraction(14), Fraction(0)), (Fraction(5), Fraction(12))
    low = between(a, c, Fraction(1, 6)), between(b, c, Fraction(1, 6))  # all points P with PAB = 1/6
    side = between(a, b, Fraction(3, 6)), between(c, b, Fraction(3, 6))  # all points P with PCA = 3/6
    p = meet(*low, *side)
    whole = shoelace([a, b, c])
    assert [shoelace([p, *t]) / whole for t in ([a, b], [b, c], [c, a])] == [Fraction(k, 6) for k in (1, 2, 3)]
    return p


def check_m_circle_in_segment() -> str:
    """Grow the circle that touches the chord at T until it first leaves the big one."""
    centre = (mpf(0), mpmath.sqrt(mpf(6) ** 2 - mpf(4) ** 2))

    def fits(r: mpf) -> bool:
        return mpmath.hypot(2 - centre[0], r - centre[1]) + r <= 6

    low, high = mpf("0.01"), mpf(6)
    assert fits(low)
    assert not fits(high)
    for _ in range(260):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return quadratic(low)


def check_m_turned_rectangle() -> str:
    """Clip one rectangle by the four sides of the other and take the area of what is left."""
    half = mpmath.sqrt(2) / 2
    shape = [(mpf(x), mpf(y)) for x, y in ((3, 2), (-3, 2), (-3, -2), (3, -2))]
    for nx, ny, bound in ((half, half, 3), (-half, -half, 3), (-half, half, 2), (half, -half, 2)):
        cut = []
        for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
            fp, fq = nx * p[0] + ny * p[1] - bound, nx * q[0] + ny * q[1] - bound
            if fp <= 0:
                cut.append(p)
            if fp * fq < 0:
                t = fp / (fp - fq)
                cut.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        shape = cut
    turns = zip(shape, shape[1:] + shape[:1], strict=True)
    return quadratic(abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in turns)) / 2)


def check_m_corner_on_each_side() -> Fraction:
    """For D on BC turn the line CA by a right angle about D and meet AB: that is F. The area is a quadratic in D."""
    a, b, c = (Fraction(5), Fraction(12)), (Fraction(0), Fraction(0)), (Fraction(14), Fraction(0))

    def corners(x: Fraction, turn: int) -> tuple[Point, Point, Point]:
        d = (x, Fraction(0))

        def about(p: Point, s: int) -> Point:
            return d[0] - s * (p[1] - d[1]), d[1] + s * (p[0] - d[0])

        f = meet(about(c, turn), about(a, turn), a, b)
        return d, about(f, -turn), f

    def allowed(t: tuple[Point, Point, Point]) -> bool:
        _, e, f = t
        assert (e[0] - 14) * 12 + e[1] * 9 == 0
        return 0 <= e[1] <= 12 and 0 <= f[1] <= 12

    grid = [Fraction(14 * k, 400) for k in range(401)]
    assert not any(allowed(corners(x, -1)) for x in grid)  # the other orientation never fits
    area = {x: shoelace(list(corners(Fraction(x), 1))) for x in (1, 2, 3, 4)}
    second = (area[3] - 2 * area[2] + area[1]) / 2
    assert area[4] - 3 * area[3] + 3 * area[2] - area[1] == 0
    assert second > 0
    first = area[2] - area[1] - 3 * second
    lowest = -first / (2 * second)
    best = corners(lowest, 1)
    assert 0 <= lowest <= 14
    assert allowed(best)
    assert all(shoelace(list(corners(x, 1))) >= shoelace(list(best)) for x in grid)
    return shoelace(list(best))
