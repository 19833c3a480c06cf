"""Conditions on numbers, as they stand in answers: inequalities, divisibility, congruences, kinds of numbers.

Two conditions are compared by what they say at many points, never by how they are written, so everything here is about
deciding one point. Runs in the judging worker only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from r3gym.domains.math.judging.eval import Env, NotExact, Numeric, Undefined, exact
from r3gym.domains.math.judging.expr import Expr, Num, Sym, constants, replaced, symbols

#: The thing that a condition is about when it does not name it: "all odd integers".
ANONYMOUS = "#"
SUBJECT = Sym(ANONYMOUS)


@dataclass(frozen=True)
class Compare:
    """``left operator right`` with one of ``= != < <= > >=``."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Divides:
    """``divisor`` divides ``of``; both must be integers."""

    divisor: Expr
    of: Expr


@dataclass(frozen=True)
class Congruent:
    """``left`` leaves one of the residues modulo ``modulus``."""

    left: Expr
    residues: tuple[Expr, ...]
    modulus: Expr


@dataclass(frozen=True)
class Kind:
    """A kind of number, one of `KINDS`."""

    name: str
    of: Expr


@dataclass(frozen=True)
class PowerOf:
    """A power of ``base`` with a nonnegative integer exponent."""

    base: Expr
    of: Expr


@dataclass(frozen=True)
class Not:
    """The opposite."""

    part: Condition


@dataclass(frozen=True)
class All:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class Any:
    """Some part holds."""

    parts: tuple[Condition, ...]


Condition = Compare | Divides | Congruent | Kind | PowerOf | Not | All | Any


def _is_prime(value: int) -> bool:
    if value > 10**12:
        raise NotExact("a large number")
    return value > 1 and all(value % divisor for divisor in range(2, math.isqrt(value) + 1))


def _is_power(value: int, exponent: int) -> bool:
    root = round(abs(value) ** (1 / exponent)) if abs(value) < 10**15 else None
    if root is None:
        raise NotExact("a large number")
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
    """Whether a condition holds at a point; raises `Undefined`, `NotExact` or `TooLarge` where that is not known."""
    match condition:
        case All(parts):
            return all(holds(part, env) for part in parts)
        case Any(parts):
            return any(holds(part, env) for part in parts)
        case Not(part):
            return not holds(part, env)
        case Compare(operator, left, right):
            return _COMPARE[operator](_sign(left, right, env))
        case Kind(name, of):
            return KINDS[name](_number(of, env, name))
        case Divides(divisor, of):
            a, b = exact(divisor, env), exact(of, env)
            return a.denominator == 1 and b.denominator == 1 and (b % a == 0 if a else b == 0)
        case Congruent(left, residues, modulus):
            m = exact(modulus, env)
            if m == 0 or m.denominator != 1:
                raise Undefined("a modulus that is no integer")
            return any((exact(left, env) - exact(residue, env)) % m == 0 for residue in residues)
        case PowerOf(base, of):
            return _is_power_of(exact(base, env), exact(of, env))


def _number(tree: Expr, env: Env, kind: str) -> Fraction:
    try:
        return exact(tree, env)
    except NotExact:
        value = Numeric().value(tree, env)
        if kind in INTEGER_KINDS or kind == "rational":
            raise
        return Fraction(1 if value > 0 else -1 if value < 0 else 0)


def _sign(left: Expr, right: Expr, env: Env) -> int:
    try:
        gap = exact(left, env) - exact(right, env)
        return (gap > 0) - (gap < 0)
    except NotExact:
        difference = Numeric().value(left, env) - Numeric().value(right, env)
        return 0 if abs(difference) < 1e-40 else 1 if difference > 0 else -1


def _is_power_of(base: Fraction, value: Fraction) -> bool:
    if base.denominator != 1 or base < 2:
        raise Undefined("a power of a number that is no integer above one")
    if value.denominator != 1 or value < 1:
        return False
    while value % base == 0:
        value /= base
    return value == 1


def substituted(condition: Condition, by: Mapping[str, Expr]) -> Condition:
    """The condition with letters replaced, all at once."""
    match condition:
        case All(parts):
            return All(tuple(substituted(part, by) for part in parts))
        case Any(parts):
            return Any(tuple(substituted(part, by) for part in parts))
        case Not(part):
            return Not(substituted(part, by))
        case Compare(operator, left, right):
            return Compare(operator, replaced(left, by), replaced(right, by))
        case Kind(name, of):
            return Kind(name, replaced(of, by))
        case Divides(divisor, of):
            return Divides(replaced(divisor, by), replaced(of, by))
        case Congruent(left, residues, modulus):
            changed = tuple(replaced(residue, by) for residue in residues)
            return Congruent(replaced(left, by), changed, replaced(modulus, by))
        case PowerOf(base, of):
            return PowerOf(replaced(base, by), replaced(of, by))


def leaves(condition: Condition) -> Iterator[Condition]:
    """The single statements of a condition."""
    if isinstance(condition, All | Any):
        for part in condition.parts:
            yield from leaves(part)
    elif isinstance(condition, Not):
        yield from leaves(condition.part)
    else:
        yield condition


def trees(condition: Condition) -> Iterator[Expr]:
    """The expressions in a condition."""
    for leaf in leaves(condition):
        match leaf:
            case Compare(_, left, right):
                yield from (left, right)
            case Kind(_, of):
                yield of
            case Divides(divisor, of):
                yield from (divisor, of)
            case Congruent(left, residues, modulus):
                yield from (left, *residues, modulus)
            case PowerOf(base, of):
                yield from (base, of)


def letters(condition: Condition) -> frozenset[str]:
    """The letters that a condition mentions, without ``e``."""
    return frozenset[str]().union(*(symbols(tree) for tree in trees(condition))) - {"e"}


def numbers(condition: Condition) -> frozenset[Fraction]:
    """The numbers that a condition mentions."""
    return frozenset[Fraction]().union(*(constants(tree) for tree in trees(condition)))


def is_about_integers(condition: Condition, name: str) -> bool:
    """Whether a condition says, or takes for granted, that a letter is an integer."""
    return any(
        (isinstance(leaf, Kind) and leaf.name in INTEGER_KINDS and name in symbols(leaf.of))
        or (isinstance(leaf, Divides) and name in symbols(leaf.of) | symbols(leaf.divisor))
        or (isinstance(leaf, Congruent) and name in symbols(leaf.left))
        or (isinstance(leaf, PowerOf) and name in symbols(leaf.of))
        for leaf in leaves(condition)
    )


def names_domain(condition: Condition) -> bool:
    """Whether the domain is stated: "odd integers", not merely "odd"."""
    return any(isinstance(leaf, Kind) and leaf.name in ("integer", "natural") for leaf in leaves(condition))


def equals_any(values: tuple[Expr, ...], subject: Expr = SUBJECT) -> Condition:
    """That the subject is one of some values."""
    return Any(tuple(Compare("=", subject, value) for value in values))


def progression(first: Num, step: Fraction, last: Expr | None, subject: Expr) -> Condition:
    """The arithmetic progression of integers from ``first``, up to ``last`` where there is one."""
    parts: list[Condition] = [Kind("integer", subject), Compare(">=", subject, first)]
    if last is not None:
        parts.append(Compare("<=", subject, last))
    if step != 1:
        parts.append(Congruent(subject, (first,), Num(step)))
    return All(tuple(parts))
