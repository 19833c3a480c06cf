"""Exact recognition of computed values: quadratic surds from digits, closed forms from terms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt

import mpmath
import sympy

mpmath.mp.dps = 80


def frac(value: Fraction | int) -> str:
    """A rational number in LaTeX."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def rational(x: mpmath.mpf, bound: int = 10**6) -> Fraction:
    """The fraction with a small denominator that these digits show; raises when there is none."""
    guess = Fraction(int(mpmath.nint(x * mpmath.mpf(10) ** 60)), 10**60).limit_denominator(bound)
    if abs(x - mpmath.mpf(guess.numerator) / guess.denominator) > mpmath.mpf(10) ** -30:
        raise ValueError(f"{x} is no small fraction")
    return guess


def surd(x: mpmath.mpf, size: int = 10**6) -> sympy.Expr:
    """The quadratic surd that these digits (at least 35 good ones) show, exactly."""
    a, b, c = mpmath.findpoly(x, 2, maxcoeff=size, tol=mpmath.mpf(10) ** -28)
    a, b, c = int(a), int(b), int(c)
    g = gcd(gcd(a, b), c)
    a, b, c = a // g, b // g, c // g
    inner = b * b - 4 * a * c
    if isqrt(inner) ** 2 == inner:
        raise ValueError(f"{x} is rational")
    sign = min((1, -1), key=lambda s: abs((-b + s * mpmath.sqrt(inner)) / (2 * a) - x))
    assert abs((-b + sign * mpmath.sqrt(inner)) / (2 * a) - x) < mpmath.mpf(10) ** -28
    return sympy.expand((-b + sign * sympy.sqrt(inner)) / (2 * a))


def quadratic(x: mpmath.mpf) -> str:
    """The same in LaTeX."""
    return sympy.latex(surd(x))


def recurrence(terms: Sequence[Fraction]) -> list[Fraction]:
    """Berlekamp-Massey over the fractions: the shortest c with a_n = c_1 a_(n-1) + ... that fits all terms."""
    c, b, length, shift, last = [Fraction(1)], [Fraction(1)], 0, 1, Fraction(1)
    for n, term in enumerate(terms):
        d = term + sum((c[i] * terms[n - i] for i in range(1, min(length, len(c) - 1) + 1)), Fraction(0))
        if d == 0:
            shift += 1
            continue
        old = c[:]
        c += [Fraction(0)] * (len(b) + shift - len(c))
        for i, value in enumerate(b):
            c[i + shift] -= d / last * value
        if 2 * length <= n:
            length, b, last, shift = n + 1 - length, old, d, 1
        else:
            shift += 1
    if 2 * length + 1 > len(terms):
        raise ValueError("too few terms to trust the recurrence")
    return [-value for value in c[1 : length + 1]]


def closed_form(terms: Sequence[Fraction | int], start: int) -> str:
    """A sum of powers times polynomials in n that has these terms, in LaTeX; terms[0] belongs to n = start."""
    values = [Fraction(t) for t in terms]
    rule = recurrence(values)
    x, n = sympy.symbols("x n")
    order = len(rule)
    characteristic = x**order - sum(sympy.Rational(str(r)) * x ** (order - 1 - i) for i, r in enumerate(rule))
    basis = [n**k * root**n for root, times in sympy.roots(characteristic, x).items() for k in range(times)]
    assert len(basis) == order
    rows = sympy.Matrix([[e.subs(n, start + i) for e in basis] for i in range(order)])
    right = sympy.Matrix([sympy.Rational(str(v)) for v in values[:order]])
    rows = rows.applyfunc(sympy.expand)
    weights = rows.LUsolve(right).applyfunc(sympy.radsimp).applyfunc(sympy.expand)
    for i, v in enumerate(values):
        total = sum(w * e.subs(n, start + i) for w, e in zip(weights, basis, strict=True))
        assert sympy.expand(total - sympy.Rational(str(v))) == 0
    terms_in_latex = ((sympy.latex(w), sympy.latex(e)) for w, e in zip(weights, basis, strict=True))
    return "+".join(rf"\left({w}\right)\cdot {e}" for w, e in terms_in_latex)


def polynomial(points: dict[int, Fraction], name: str = "n") -> str:
    """The polynomial through the points, in LaTeX; its degree must be well below their number."""
    symbol = sympy.Symbol(name)
    data = [(k, sympy.Rational(str(v))) for k, v in points.items()]
    found = sympy.Poly(sympy.interpolate(data, symbol), symbol)
    if found.degree() > len(points) - 2:
        raise ValueError("too few points to trust the polynomial")
    return sympy.latex(found.as_expr())
