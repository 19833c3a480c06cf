"""Second computations for algebra and functional equations: sympy's solvers, exact root counts, searches."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import mpmath
import sympy
from mpmath import mpf
from tools import frac, rational


def exact(value: sympy.Expr) -> Fraction:
    """A sympy rational as a fraction."""
    assert value.is_Rational
    return Fraction(int(value.p), int(value.q))


def check_m_shifted_products() -> tuple[Fraction, ...]:
    x, y, z = sympy.symbols("x y z")
    found = sympy.solve([x * y + 2 * x + y - 16, y * z + 3 * y + 2 * z - 39, z * x + z + 3 * x - 87], [x, y, z])
    positive = [s for s in found if all(v > 0 for v in s)]
    assert len(positive) == 1
    return tuple(exact(v) for v in positive[0])


def check_m_roots_below() -> Fraction:
    """The trace of (M^2 + 1)^(-1) for a matrix M whose eigenvalues are the roots."""
    m = sympy.Matrix([[0, 0, -5], [1, 0, -2], [0, 1, 4]])
    x = sympy.Symbol("x")
    assert sympy.expand(m.charpoly(x).as_expr() - (x**3 - 4 * x**2 + 2 * x + 5)) == 0
    return exact((m**2 + sympy.eye(3)).inv().trace())


def check_m_divisor_of_degree_two() -> tuple[Fraction, Fraction]:
    x, a, b = sympy.symbols("x a b")
    rest = sympy.Poly(sympy.rem(x**10 + a * x + b, x**2 + x + 2, x), x)
    found = sympy.solve(rest.all_coeffs(), [a, b], dict=True)
    return exact(found[0][a]), exact(found[0][b])


def check_m_down_and_up() -> str:
    """All x = sqrt(s) with an integer s below 10^4: by the equation x^2 is an integer.

    A negative x makes the right side at most 0, and the right side is less than 7x + 4, which bounds x.
    """

    def right(s: int) -> int:
        down = isqrt(s)
        return 3 * down + 4 * (down + (down * down < s))

    squares = [s for s in range(10**4) if s + 6 == right(s)]
    return r"\{" + ",".join(rf"\sqrt{{{s}}}" for s in squares) + r"\}"


def check_m_there_and_back() -> str:
    x, p, q = sympy.symbols("x p q")
    y = sympy.together((x + 3) / (x - 1))
    assert sympy.simplify(y.subs(x, y) - x) == 0
    found = sympy.solve([p + 2 * q - 3 * x, q + 2 * p - 3 * y], [p, q], dict=True)[0][p]
    f = sympy.together(found)
    for k in range(-40, 41):  # the found function put back into the equation, at rational points
        at = sympy.Rational(k, 7)
        if at != 1:
            assert f.subs(x, at) + 2 * f.subs(x, (at + 3) / (at - 1)) == 3 * at
    return sympy.latex(f)


def check_m_evenly_spaced_roots() -> set[tuple[Fraction, Fraction]]:
    r, d, x = sympy.symbols("r d x")
    steps = [r + k * d for k in range(4)]
    pairs = set()
    for s in sympy.solve([sum(steps) - 8, sympy.prod(steps) + 15], [r, d], dict=True):
        if s[d].is_real and s[d] > 0:
            poly = sympy.Poly(sympy.expand(sympy.prod([x - t.subs(s) for t in steps])), x).all_coeffs()
            assert sympy.simplify(poly[1] + 8) == 0
            assert sympy.simplify(poly[4] + 15) == 0
            pairs.add((exact(sympy.simplify(poly[2])), exact(sympy.simplify(poly[3]))))
    return pairs


def check_m_crossed_cubes() -> str:
    """Exact counts of real roots of the polynomial of degree 9 for x; the ends of the range by exact bisection."""
    x = sympy.Symbol("x")

    def solutions(c: Fraction) -> int:
        k = sympy.Rational(c.numerator, c.denominator)
        y = (x**3 - k * x) / 7
        return int(sympy.Poly(sympy.expand(y**3 - k * y - 7 * x), x).sqf_part().count_roots())

    grid = [Fraction(k) + Fraction(1, 3) for k in range(-20, 31)]
    five = [c for c in grid if solutions(c) == 5]
    assert five == [c for c in grid if five[0] <= c <= five[-1]]
    ends = []
    for out, inside in ((five[0] - 1, five[0]), (five[-1] + 1, five[-1])):
        for _ in range(18):
            middle = (out + inside) / 2
            out, inside = (out, middle) if solutions(middle) == 5 else (middle, inside)
        ends.append(inside.limit_denominator(100))
    low, high = ends
    left = "[" if solutions(low) == 5 else "("
    right = "]" if solutions(high) == 5 else ")"
    return f"{left}{frac(low)},{frac(high)}{right}"


def check_m_around_one() -> str:
    """Values of f at many rational points, each from the two equations for x and 2 - x; then the polynomial.

    Apart from that, the only polynomial of degree up to 8 that satisfies the equation, by comparing coefficients.
    """
    x = sympy.Symbol("x")

    def g(t: Fraction) -> Fraction:
        return -(t**4) + 7 * t**3 - 10 * t**2 + 7 * t + 5

    values = {Fraction(1): g(Fraction(1)) / 2}
    for k in range(-30, 31):
        t = Fraction(k, 3)
        if t != 1:  # [1, t; 2 - t, 1] (f(t), f(2 - t)) = (g(t), g(2 - t))
            values[t] = (g(t) - t * g(2 - t)) / (1 - t * (2 - t))
    data = [(sympy.Rational(str(t)), sympy.Rational(str(v))) for t, v in values.items()]
    f = sympy.interpolate(data[:8], x)
    assert all(f.subs(x, t) == v for t, v in data)
    assert sympy.Poly(f, x).degree() <= 4
    unknown = sympy.symbols("c0:9")
    ansatz = sympy.Poly(sum(c * x**k for k, c in enumerate(unknown)), x).as_expr()
    right = -(x**4) + 7 * x**3 - 10 * x**2 + 7 * x + 5
    equations = sympy.Poly(sympy.expand(ansatz + x * ansatz.subs(x, 2 - x) - right), x).all_coeffs()
    solution = sympy.solve(equations, unknown, dict=True)
    assert len(solution) == 1
    assert sympy.expand(ansatz.subs(solution[0]) - f) == 0
    return sympy.latex(sympy.expand(f))


def check_m_six_ahead() -> int:
    """Build f on the residues 0..5 with f(n + 6) = f(n) + 6, trying every shift from -8 to 8."""

    def extend(f: dict[int, int]) -> int:
        free = next((i for i in range(6) if i not in f), None)
        if free is None:
            return all(f[(i + f[i]) % 6] + f[i] == 6 for i in range(6))
        total = 0
        for shift in range(-8, 9):
            now = f | {free: shift}
            known = (free + shift) % 6
            if known not in now or now[known] + shift == 6:
                total += extend(now)
        return total

    return extend({})


def check_m_cyclic_values() -> str:
    """The curve is a circle in space; a dense scan for the extremes, then Newton's method to 70 digits."""
    centre, radius = mpf(5) / 3, mpmath.sqrt(mpf(25) - 14 - mpf(25) / 3)
    u = [1 / mpmath.sqrt(2), -1 / mpmath.sqrt(2), mpf(0)]
    v = [1 / mpmath.sqrt(6), 1 / mpmath.sqrt(6), -2 / mpmath.sqrt(6)]

    def value(t: mpf) -> mpf:
        x, y, z = (centre + radius * (mpmath.cos(t) * a + mpmath.sin(t) * b) for a, b in zip(u, v, strict=True))
        assert abs(x + y + z - 5) < mpf(10) ** -60
        assert abs(x * y + y * z + z * x - 7) < mpf(10) ** -60
        return x * x * y + y * y * z + z * z * x

    scan = [2 * mpmath.pi * k / 360 for k in range(360)]
    ends = []
    for pick in (min, max):
        start = pick(scan, key=value)
        at = mpmath.findroot(lambda t: mpmath.diff(value, t), start)
        ends.append(rational(value(at), 1000))
        assert abs(value(at) - value(start)) < mpf("0.01")
    low, high = (mpf(e.numerator) / e.denominator for e in ends)
    assert all(low - mpf(10) ** -60 < value(t) < high + mpf(10) ** -60 for t in scan)
    return rf"\left[{frac(ends[0])},{frac(ends[1])}\right]"
