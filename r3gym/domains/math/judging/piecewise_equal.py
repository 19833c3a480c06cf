"""Comparison of two definitions by cases: the same value, or none, at every one of many points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from r3gym.domains.math.judging.conditions import Condition, holds, is_about_integers, letters, numbers
from r3gym.domains.math.judging.eval import InexactValueError, UndefinedValueError, ValueTooLargeError
from r3gym.domains.math.judging.expr import Expr, UnreadableExpression, constants, read_expression, symbols
from r3gym.domains.math.judging.shapes import Piecewise
from r3gym.domains.math.judging.values import same_trees_at

_Rows = list[tuple[Expr, Condition | None]]


def same_piecewise(mine: Piecewise, theirs: Piecewise) -> bool | None:
    """Compare at integers, and at fractions too unless a condition is about integers; None if a point is unclear."""
    try:
        left, right = _rows(mine), _rows(theirs)
        names = sorted(_letters(left) | _letters(right))
        if not 1 <= len(names) <= 2:
            return None
        for env in _points(names, [*left, *right]):
            a, b = _value(left, env), _value(right, env)
            if (a is None) != (b is None):
                return False
            if a is not None and b is not None:
                found = same_trees_at(a, b, env)
                if found is not True:
                    return found
    except (UnreadableExpression, UndefinedValueError, InexactValueError, ValueTooLargeError):
        return None
    return True


def _rows(cases: Piecewise) -> _Rows:
    return [(read_expression(value), condition) for value, condition in cases.rows]


def _letters(rows: _Rows) -> frozenset[str]:
    found = frozenset[str]().union(*(symbols(value) for value, _ in rows))
    return (found | frozenset[str]().union(*(letters(c) for _, c in rows if c is not None))) - {"e"}


def _value(rows: _Rows, env: dict[str, Fraction]) -> Expr | None:
    values = [value for value, condition in rows if condition is not None and holds(condition, env)]
    if any(same_trees_at(value, values[0], env) is not True for value in values[1:]):
        raise UndefinedValueError("cases that contradict each other")
    return next(iter(values), next((value for value, condition in rows if condition is None), None))


def _points(names: list[str], rows: _Rows) -> Iterator[dict[str, Fraction]]:
    conditions = [condition for _, condition in rows if condition is not None]
    whole = {name for name in names for condition in conditions if is_about_integers(condition, name)} | {"n", "m"}
    marks: set[Fraction] = set()
    for value, condition in rows:
        marks |= constants(value) | (numbers(condition) if condition is not None else set())
    span = 30 if len(names) == 1 else 6
    choices = []
    for name in names:
        values = {Fraction(number) for number in range(-span, span + 1)}
        near = {mark + step for mark in marks if abs(mark) < 10**6 for step in (-1, 0, 1)}
        values |= {mark for mark in near if mark.denominator == 1}
        if name not in whole:
            values |= {Fraction(number, 7) for number in range(-span, span + 1)} | near
            values |= {mark + step for mark in marks for step in (Fraction(-1, 9), Fraction(1, 9))}
        choices.append(sorted(values))
    for point in product(*choices):
        yield dict(zip(names, point, strict=True))
