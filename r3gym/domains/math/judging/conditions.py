"""Conditions on numbers, as they occur in answers: inequalities, divisibility, congruences, kinds of numbers.

Two conditions are compared by their truth at many points, never by their notation, so this module decides conditions at
one point. Runs in the judging worker only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from r3gym.domains.math.judging.eval import Env, InexactValueError, NumericEvaluator, UndefinedValueError, exact
from r3gym.domains.math.judging.expr import Expr, Num, Sym, constants, replaced, symbols

#: The subject of a condition without a named variable, such as "all odd integers".
ANONYMOUS = "#"
SUBJECT = Sym(ANONYMOUS)


@dataclass(frozen=True)
class NumberComparison:
    """``left operator right`` with one of ``= != < <= > >=``."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Divisibility:
    """``divisor`` divides ``of``; both must be integers."""

    divisor: Expr
    of: Expr


@dataclass(frozen=True)
class Congruence:
    """``left`` leaves one of the residues modulo ``modulus``."""

    left: Expr
    residues: tuple[Expr, ...]
    modulus: Expr


@dataclass(frozen=True)
class NumberKind:
    """A kind of number, one of `KINDS`."""

    name: str
    of: Expr


@dataclass(frozen=True)
class PowerCondition:
    """A power of ``base`` with a nonnegative integer exponent."""

    base: Expr
    of: Expr


@dataclass(frozen=True)
class Negation:
    """The opposite."""

    part: Condition


@dataclass(frozen=True)
class Conjunction:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Disjunction:
    """Some part holds."""

    parts: tuple[Condition, ...]


Condition = (
    NumberComparison | Divisibility | Congruence | NumberKind | PowerCondition | Negation | Conjunction | Disjunction
)


def _is_prime(value: int) -> bool:
    if value > 10**12:
        raise InexactValueError("a large number")
    return value > 1 and all(value % divisor for divisor in range(2, math.isqrt(value) + 1))


def _is_power(value: int, exponent: int) -> bool:
    root = round(abs(value) ** (1 / exponent)) if abs(value) < 10**15 else None
    if root is None:
        raise InexactValueError("a large number")
    return value >= 0 and root**exponent == value


def _integer(rule: Callable[[int], bool]) -> Callable[[Fraction], bool]:
    return lambda value: value.denominator == 1 and rule(int(value))


KINDS: dict[str, Callable[[Fraction], bool]] = {
    "integer": _integer(lambda _: True),
    "natural": _integer(lambda n: n > 0),
    "even": _integer(lambda n: n % 2 == 0),
    "odd": _integer(lambda n: n % 2 == 1),
    "prime": _integer(_is_prime),
    "composite": _integer(lambda n: n > 3 and not _is_prime(n)),
    "square": _integer(lambda n: _is_power(n, 2)),
    "cube": _integer(lambda n: _is_power(n, 3)),
    "positive": lambda value: value > 0,
    "negative": lambda value: value < 0,
    "nonnegative": lambda value: value >= 0,
    "nonpositive": lambda value: value <= 0,
    "nonzero": lambda value: value != 0,
    "rational": lambda _: True,
    "real": lambda _: True,
    "complex": lambda _: True,
    "constant": lambda _: True,
}
INTEGER_KINDS = frozenset(["integer", "natural", "even", "odd", "prime", "composite", "square", "cube"])
_COMPARE: dict[str, Callable[[int], bool]] = {
    "=": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
}


def holds(condition: Condition, env: Env) -> bool:
    """Return whether a condition holds at a point.

    Raise `UndefinedValueError`, `InexactValueError` or `ValueTooLargeError` where that is not known.
    """
    match condition:
        case Conjunction(parts):
            return all(holds(part, env) for part in parts)
        case Disjunction(parts):
            return any(holds(part, env) for part in parts)
        case Negation(part):
            return not holds(part, env)
        case NumberComparison(operator, left, right):
            return _COMPARE[operator](_sign(left, right, env))
        case NumberKind(name, of):
            return KINDS[name](_number(of, env, name))
        case Divisibility(divisor, of):
            a, b = exact(divisor, env), exact(of, env)
            return a.denominator == 1 and b.denominator == 1 and (b % a == 0 if a else b == 0)
        case Congruence(left, residues, modulus):
            m = exact(modulus, env)
            if m == 0 or m.denominator != 1:
                raise UndefinedValueError("a modulus that is no integer")
            return any((exact(left, env) - exact(residue, env)) % m == 0 for residue in residues)
        case PowerCondition(base, of):
            return _is_power_of(exact(base, env), exact(of, env))


def _number(tree: Expr, env: Env, kind: str) -> Fraction:
    try:
        return exact(tree, env)
    except InexactValueError:
        value = NumericEvaluator().value(tree, env)
        if kind in INTEGER_KINDS or kind == "rational":
            raise
        return Fraction(1 if value > 0 else -1 if value < 0 else 0)


def _sign(left: Expr, right: Expr, env: Env) -> int:
    try:
        gap = exact(left, env) - exact(right, env)
        return (gap > 0) - (gap < 0)
    except InexactValueError:
        difference = NumericEvaluator().value(left, env) - NumericEvaluator().value(right, env)
        return 0 if abs(difference) < 1e-40 else 1 if difference > 0 else -1


def _is_power_of(base: Fraction, value: Fraction) -> bool:
    if base.denominator != 1 or base < 2:
        raise UndefinedValueError("a power of a number that is no integer above one")
    if value.denominator != 1 or value < 1:
        return False
    while value % base == 0:
        value /= base
    return value == 1


def substituted(condition: Condition, by: Mapping[str, Expr]) -> Condition:
    """Return the condition with letters replaced, all at once."""
    match condition:
        case Conjunction(parts):
            return Conjunction(tuple(substituted(part, by) for part in parts))
        case Disjunction(parts):
            return Disjunction(tuple(substituted(part, by) for part in parts))
        case Negation(part):
            return Negation(substituted(part, by))
        case NumberComparison(operator, left, right):
            return NumberComparison(operator, replaced(left, by), replaced(right, by))
        case NumberKind(name, of):
            return NumberKind(name, replaced(of, by))
        case Divisibility(divisor, of):
            return Divisibility(replaced(divisor, by), replaced(of, by))
        case Congruence(left, residues, modulus):
            changed = tuple(replaced(residue, by) for residue in residues)
            return Congruence(replaced(left, by), changed, replaced(modulus, by))
        case PowerCondition(base, of):
            return PowerCondition(replaced(base, by), replaced(of, by))


def leaves(condition: Condition) -> Iterator[Condition]:
    """Yield the single statements of a condition."""
    if isinstance(condition, Conjunction | Disjunction):
        for part in condition.parts:
            yield from leaves(part)
    elif isinstance(condition, Negation):
        yield from leaves(condition.part)
    else:
        yield condition


def trees(condition: Condition) -> Iterator[Expr]:
    """Yield the expressions in a condition."""
    for leaf in leaves(condition):
        match leaf:
            case NumberComparison(_, left, right):
                yield from (left, right)
            case NumberKind(_, of):
                yield of
            case Divisibility(divisor, of):
                yield from (divisor, of)
            case Congruence(left, residues, modulus):
                yield from (left, *residues, modulus)
            case PowerCondition(base, of):
                yield from (base, of)


def letters(condition: Condition) -> frozenset[str]:
    """Return the letters that a condition mentions, without ``e``."""
    return frozenset[str]().union(*(symbols(tree) for tree in trees(condition))) - {"e"}


def numbers(condition: Condition) -> frozenset[Fraction]:
    """Return the numbers that a condition mentions."""
    return frozenset[Fraction]().union(*(constants(tree) for tree in trees(condition)))


def is_about_integers(condition: Condition, name: str) -> bool:
    """Return whether a condition states or implies that a letter is an integer."""
    return any(
        (isinstance(leaf, NumberKind) and leaf.name in INTEGER_KINDS and name in symbols(leaf.of))
        or (isinstance(leaf, Divisibility) and name in symbols(leaf.of) | symbols(leaf.divisor))
        or (isinstance(leaf, Congruence) and name in symbols(leaf.left))
        or (isinstance(leaf, PowerCondition) and name in symbols(leaf.of))
        for leaf in leaves(condition)
    )


def names_domain(condition: Condition) -> bool:
    """Return whether the domain is stated: "odd integers", not merely "odd"."""
    return any(isinstance(leaf, NumberKind) and leaf.name in ("integer", "natural") for leaf in leaves(condition))


def equals_any(values: tuple[Expr, ...], subject: Expr = SUBJECT) -> Condition:
    """Return the condition that the subject is one of some values."""
    return Disjunction(tuple(NumberComparison("=", subject, value) for value in values))


def progression(first: Num, step: Fraction, last: Expr | None, subject: Expr) -> Condition:
    """Return the condition of an arithmetic progression of integers from ``first``, up to ``last`` if given."""
    parts: list[Condition] = [NumberKind("integer", subject), NumberComparison(">=", subject, first)]
    if last is not None:
        parts.append(NumberComparison("<=", subject, last))
    if step != 1:
        parts.append(Congruence(subject, (first,), Num(step)))
    return Conjunction(tuple(parts))
