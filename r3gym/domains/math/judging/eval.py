"""Values of expression trees: exact rationals where possible, otherwise many digits.

Values are real by default: a root or logarithm of a negative number is undefined, so that ``\\sqrt{ab}`` and
``\\sqrt a\\sqrt b`` agree wherever both are defined. With ``i`` in the tree everything is complex. Sizes are
bounded before anything is computed; a value that is too large is refused, never approximated.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import mpmath  # type: ignore[import-untyped]

from r3gym.domains.math.judging.expr import Call, Expr, Num, Sym

Env = Mapping[str, Fraction]

_MAX_BITS = 60_000
_MAX_FACTORIAL = 3_000
_MAX_TERMS = 400
_MAX_MAGNITUDE = 1_500


class UndefinedValueError(Exception):
    """The expression has no value at this point."""


class InexactValueError(Exception):
    """The value is irrational, or too large to be kept exactly."""


class ValueTooLargeError(Exception):
    """The value is beyond the bounds of computation."""


def exact(tree: Expr, env: Env) -> Fraction:
    """Return the exact rational value. Raise `UndefinedValueError`, `InexactValueError` or `ValueTooLargeError`."""
    if isinstance(tree, Num):
        return tree.value
    if isinstance(tree, Sym):
        if tree.name not in env:
            raise InexactValueError(tree.name)
        return env[tree.name]
    if tree.name in ("sum", "prod"):
        return _exact_series(tree, env)
    rule = _EXACT.get(tree.name)
    if rule is None:
        raise InexactValueError(tree.name)
    value = rule(*(exact(arg, env) for arg in tree.args))
    if value.numerator.bit_length() + value.denominator.bit_length() > 2 * _MAX_BITS:
        raise ValueTooLargeError("too many digits")
    return value


def _divide(a: Fraction, b: Fraction) -> Fraction:
    if b == 0:
        raise UndefinedValueError("division by zero")
    return a / b


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if base == 0:
        if exponent <= 0:
            raise UndefinedValueError("zero to a power that is not positive")
        return base
    if exponent.denominator != 1:
        if base < 0:
            raise UndefinedValueError("a fractional power of a negative number")
        base, exponent = _root(base, Fraction(exponent.denominator)), Fraction(exponent.numerator)
    if abs(base) == 1:
        return Fraction(1) if base == 1 or exponent % 2 == 0 else Fraction(-1)
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > _MAX_BITS:
        raise ValueTooLargeError("a power with too many digits")
    return Fraction(base ** int(exponent))


def _root(value: Fraction, order: Fraction) -> Fraction:
    if order.denominator != 1 or not 1 <= order <= 1000:
        raise InexactValueError("an unusual root")
    n = int(order)
    if value < 0:
        if n % 2 == 0:
            raise UndefinedValueError("an even root of a negative number")
        return -_root(-value, order)
    parts = [_integer_root(part, n) for part in (value.numerator, value.denominator)]
    return Fraction(parts[0], parts[1])


def _integer_root(value: int, n: int) -> int:
    if n == 2:
        root = math.isqrt(value)
    else:
        if value.bit_length() > 4_000:
            raise InexactValueError("a root of a large number")
        low, high = 0, 1 << (value.bit_length() // n + 1)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**n <= value else (low, middle - 1)
        root = low
    if root**n != value:
        raise InexactValueError("an irrational root")
    return root


def _factorial(value: Fraction, step: int = 1) -> Fraction:
    if value.denominator != 1:
        raise InexactValueError("a factorial of a fraction")
    if value < 0:
        raise UndefinedValueError("a factorial of a negative number")
    if value > _MAX_FACTORIAL:
        raise ValueTooLargeError("a large factorial")
    return Fraction(math.prod(range(int(value), 0, -step)))


def _binomial(n: Fraction, k: Fraction) -> Fraction:
    if n.denominator != 1 or k.denominator != 1:
        raise InexactValueError("a binomial of fractions")
    if n < 0:
        raise UndefinedValueError("a binomial of a negative number")
    if n > 20_000:
        raise ValueTooLargeError("a large binomial")
    return Fraction(math.comb(int(n), int(k)) if k >= 0 else 0)


def _whole(rule: Callable[..., int]) -> Callable[..., Fraction]:
    def apply(*values: Fraction) -> Fraction:
        if any(value.denominator != 1 for value in values):
            raise UndefinedValueError("integers expected")
        return Fraction(rule(*(int(value) for value in values)))

    return apply


_EXACT: dict[str, Callable[..., Fraction]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "neg": lambda a: -a,
    "/": _divide,
    "^": _power,
    "root": _root,
    "!": _factorial,
    "!!": lambda a: _factorial(a, 2),
    "binom": _binomial,
    "abs": abs,
    "floor": lambda a: Fraction(math.floor(a)),
    "ceil": lambda a: Fraction(math.ceil(a)),
    "max": max,
    "min": min,
    "gcd": _whole(math.gcd),
    "lcm": _whole(math.lcm),
}


def _bounds(tree: Call, env: Env) -> tuple[str, range]:
    index = tree.args[0]
    low, high = exact(tree.args[1], env), exact(tree.args[2], env)
    if low.denominator != 1 or high.denominator != 1 or high < low - 1:
        raise UndefinedValueError("a sum over no range of integers")
    if high - low > _MAX_TERMS:
        raise ValueTooLargeError("a sum of too many terms")
    assert isinstance(index, Sym)
    return index.name, range(int(low), int(high) + 1)


def _exact_series(tree: Call, env: Env) -> Fraction:
    name, indices = _bounds(tree, env)
    total = Fraction(0 if tree.name == "sum" else 1)
    for index in indices:
        term = exact(tree.args[3], {**env, name: Fraction(index)})
        total = total + term if tree.name == "sum" else total * term
    return total


@dataclass
class NumericEvaluator:
    """An evaluation to many digits; afterwards ``magnitude`` tells how large or small intermediate values were."""

    digits: int = 60
    complex_mode: bool = False
    common_log: bool = False
    magnitude: float = field(default=0.0, init=False)

    def value(self, tree: Expr, env: Env) -> Any:
        """Return the value as an mpmath number. Raise `UndefinedValueError` or `ValueTooLargeError`."""
        with mpmath.workdps(self.digits):
            return self._value(tree, env)

    def _value(self, tree: Expr, env: Env) -> Any:
        value = self._node(tree, env)
        if not mpmath.isfinite(value):
            raise UndefinedValueError("not a finite number")
        if not self.complex_mode and isinstance(value, mpmath.mpc):
            if value.imag != 0:
                raise UndefinedValueError("not a real number")
            value = value.real
        if value != 0:
            size = abs(int(mpmath.mag(value))) * 0.30103
            self.magnitude = max(self.magnitude, size)
            if size > _MAX_MAGNITUDE:
                raise ValueTooLargeError("too large or too small")
        return value

    def _node(self, tree: Expr, env: Env) -> Any:
        if isinstance(tree, Num):
            return mpmath.mpf(tree.value.numerator) / tree.value.denominator
        if isinstance(tree, Sym):
            if tree.name in env:
                return mpmath.mpf(env[tree.name].numerator) / env[tree.name].denominator
            if tree.name == "e":
                return mpmath.e + 0
            if tree.name == "i" and self.complex_mode:
                return mpmath.mpc(0, 1)
            raise UndefinedValueError(tree.name)
        if tree.name in ("sum", "prod"):
            name, indices = _bounds(tree, env)
            total = mpmath.mpf(0 if tree.name == "sum" else 1)
            for index in indices:
                term = self._value(tree.args[3], {**env, name: Fraction(index)})
                total = total + term if tree.name == "sum" else total * term
            return total
        values = [self._value(arg, env) for arg in tree.args]
        if tree.name.startswith("@"):
            return self._unknown(tree.name, values)
        try:
            return self._apply(tree.name, values)
        except (ZeroDivisionError, ValueError, OverflowError, TypeError, mpmath.libmp.ComplexResult) as error:
            raise UndefinedValueError(tree.name) from error

    def _unknown(self, name: str, values: list[Any]) -> Any:
        """Return a pseudorandom value of an unknown function: equal arguments give equal values, all others do not."""
        key = name + "|".join(mpmath.nstr(value, 25) for value in values)
        return mpmath.mpf(int(hashlib.sha256(key.encode()).hexdigest()[:12], 16)) / 10**13

    def _apply(self, name: str, v: list[Any]) -> Any:
        if name in ("^", "root"):
            exponent = v[1] if name == "^" else 1 / v[1]
            return self._power(v[0], exponent, name == "root")
        if name in ("ln", "log", "lg"):
            if not self.complex_mode and v[0] <= 0:
                raise UndefinedValueError("a logarithm of a number that is not positive")
            common = name == "lg" or (name == "log" and self.common_log)
            return mpmath.log10(v[0]) if common else mpmath.log(v[0])
        if name in ("floor", "ceil"):
            nearest = mpmath.nint(v[0])
            if abs(v[0] - nearest) < mpmath.mpf(10) ** -(self.digits // 2):
                return nearest
            return mpmath.floor(v[0]) if name == "floor" else mpmath.ceil(v[0])
        if name in ("!", "!!", "binom"):
            if not all(mpmath.isint(value) for value in v) or abs(v[0]) > 10**6:
                raise UndefinedValueError("a factorial of a number that is no integer")
            return exact(Call(name, tuple(Num(Fraction(int(value))) for value in v)), {}).numerator * mpmath.mpf(1)
        if name in ("gcd", "lcm"):
            raise UndefinedValueError("a common divisor of numbers that are no integers")
        if name in ("tan", "sec") and abs(mpmath.cos(v[0])) < mpmath.mpf(10) ** -(self.digits // 2):
            raise UndefinedValueError("a pole")
        if name in ("cot", "csc") and abs(mpmath.sin(v[0])) < mpmath.mpf(10) ** -(self.digits // 2):
            raise UndefinedValueError("a pole")
        return _NUMERIC[name](*v)

    def _power(self, base: Any, exponent: Any, is_root: bool) -> Any:
        if base == 0:
            if mpmath.re(exponent) <= 0:
                raise UndefinedValueError("zero to a power that is not positive")
            return mpmath.mpf(0)
        size = abs(float(mpmath.log(abs(base), 10))) * abs(exponent)
        if size > _MAX_MAGNITUDE:
            raise ValueTooLargeError("a power beyond what is computed")
        if not self.complex_mode and base < 0 and not mpmath.isint(exponent):
            order = 1 / exponent
            nearest = mpmath.nint(order)
            if is_root and abs(order - nearest) < mpmath.mpf(10) ** -20 and int(nearest) % 2 == 1:
                return -((-base) ** exponent)
            raise UndefinedValueError("a fractional power of a negative number")
        if mpmath.isint(exponent) and abs(exponent) < 10**6:
            return base ** int(mpmath.re(exponent))
        return mpmath.power(base, exponent)


_NUMERIC: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "neg": lambda a: -a,
    "/": lambda a, b: a / b,
    "pi": lambda: mpmath.pi + 0,
    "abs": abs,
    "max": max,
    "min": min,
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tan": mpmath.tan,
    "cot": mpmath.cot,
    "sec": mpmath.sec,
    "csc": mpmath.csc,
    "arcsin": mpmath.asin,
    "arccos": mpmath.acos,
    "arctan": mpmath.atan,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
}
