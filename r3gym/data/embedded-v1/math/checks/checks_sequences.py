"""Second computations for sequences and optimisation: direct generation, exact breakpoints, numeric minimisation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count, pairwise, product

import mpmath
import sympy
from mpmath import mpf
from tools import closed_form, quadratic, surd


def check_m_next_from_two() -> str:
    a = [Fraction(1, 5), Fraction(1, 8)]
    while len(a) < 16:
        a.append(a[-2] * a[-1] / (3 * a[-2] - 2 * a[-1]))
    return rf"\frac{{1}}{{{closed_form([1 / t for t in a], 1)}}}"


def check_m_four_digits_only() -> int:
    place = 0
    for length in count(1):
        for digits in product("1234", repeat=length):
            if all(x != y for x, y in pairwise(digits)):
                place += 1
                if place == 1000:
                    return int("".join(digits))
    raise AssertionError


def check_m_which_starts() -> str:
    """The edge of the bounded starts by bisection on escape; at the edge the orbit is shown to be constant."""

    def escapes(a: mpf) -> bool:
        x = a
        for _ in range(300):
            x = x * x - 6 * x + 11
            if abs(x) > 100:
                return True
        return False

    assert not escapes(mpf(3))
    assert escapes(mpf(0))
    assert escapes(mpf(7))
    ends = []
    for out in (mpf(0), mpf(7)):
        inside = mpf(3)
        for _ in range(200):
            middle = (out + inside) / 2
            out, inside = (middle, inside) if escapes(middle) else (out, middle)
        edge = surd(inside)
        once = sympy.expand(edge**2 - 6 * edge + 11)
        assert sympy.expand(once**2 - 6 * once + 11 - once) == 0  # constant from the second term on: the edge belongs
        ends.append(edge)
    low, high = (mpf(sympy.N(e, 60)) for e in ends)
    assert not any(escapes(low + (high - low) * k / 101) for k in range(1, 101))
    return rf"\left[{sympy.latex(ends[0])},{sympy.latex(ends[1])}\right]"


def check_m_tame_start() -> tuple[Fraction, Fraction]:
    """Run the recurrence backwards from anything far away: the powers of 2 and 3 die out and the tame start is left."""
    starts = []
    for far in ((Fraction(0), Fraction(0)), (Fraction(10**6), Fraction(-5))):
        x, y = far  # x_(n+1), x_(n+2)
        for n in range(200, 0, -1):
            x, y = (5 * x - y + n * n) / 6, x
        starts.append((x.limit_denominator(1000), y.limit_denominator(1000)))
        assert abs(x - starts[-1][0]) < Fraction(1, 10**40)
        assert abs(y - starts[-1][1]) < Fraction(1, 10**40)
    assert starts[0] == starts[1]
    x, y = starts[0]
    for n in range(1, 500):  # and from this start the terms really stay below a multiple of n^2
        assert abs(x) <= 10 * n * n
        x, y = y, 5 * y - 6 * x + n * n
    return starts[0]


def check_m_nine_terms() -> Fraction:
    """A piecewise linear function that grows both ways is smallest at a corner: try them all."""
    corners = [Fraction(10 - k, k) for k in range(1, 10)]
    return min(sum(abs(k * x - (10 - k)) for k in range(1, 10)) for x in corners)


def check_m_values_of_a_product() -> str:
    """Extremes of xy on the ellipse, whose points are (r cos t, r sin t): a scan, then Newton."""

    def value(t: mpf) -> mpf:
        c, s = mpmath.cos(t), mpmath.sin(t)
        return 7 * c * s / (c * c + c * s + 2 * s * s)

    scan = [mpmath.pi * k / 180 for k in range(180)]
    ends = []
    for pick in (min, max):
        start = pick(scan, key=value)
        at = mpmath.findroot(lambda t: mpmath.diff(value, t), start)
        assert abs(at - start) < mpf("0.1")
        ends.append(quadratic(value(at)))
    return rf"\left[{ends[0]},{ends[1]}\right]"


def smallest(f: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
    """The least value of a convex function on a segment, by cutting off thirds."""
    for _ in range(420):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if f(a) < f(b) else (a, high)
    return f((low + high) / 2)


def check_m_best_line() -> str:
    """For a slope b the best a halves the spread of 1/x - bx on [1, 3]; the spread is convex in b."""

    def error(b: mpf) -> mpf:
        candidates = [mpf(1), mpf(3)]
        if b < 0 and 1 < 1 / mpmath.sqrt(-b) < 3:
            candidates.append(1 / mpmath.sqrt(-b))
        values = [1 / x - b * x for x in candidates]
        return (max(values) - min(values)) / 2

    return quadratic(smallest(error, mpf(-3), mpf(3)))


def check_m_three_wells() -> str:
    """The function is convex: a zero of its gradient is its minimum."""
    wells = [(3, 0, 0), (4, 5, 0), (5, 4, 6)]

    def total(x: mpf, y: mpf) -> mpf:
        return sum(w * mpmath.hypot(x - a, y - b) for w, a, b in wells)

    def gradient(x: mpf, y: mpf) -> list[mpf]:
        return [
            sum(w * (x - a) / mpmath.hypot(x - a, y - b) for w, a, b in wells),
            sum(w * (y - b) / mpmath.hypot(x - a, y - b) for w, a, b in wells),
        ]

    x, y = mpmath.findroot(gradient, (mpf(3), mpf(2)))
    best = total(x, y)
    assert all(best <= total(mpf(i) / 2, mpf(j) / 2) for i in range(-4, 16) for j in range(-4, 16))
    return quadratic(best)
