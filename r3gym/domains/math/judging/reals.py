"""Comparison of two conditions as sets of real numbers, by their truth at and between all their ends.

A condition made of comparisons changes its truth only at its critical points. Both are evaluated at each critical point
of either, between any two neighbours, and beyond the outermost: that decides equality exactly, open and closed ends
included. Letters other than the unknown (``\\lambda \\ge 1/(n-1)``) are set to a few unrelated values.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath  # type: ignore[import-untyped]

from r3gym.domains.math.judging.conditions import (
    ANONYMOUS,
    SUBJECT,
    Condition,
    NumberComparison,
    NumberKind,
    holds,
    leaves,
    letters,
    substituted,
)
from r3gym.domains.math.judging.eval import (
    InexactValueError,
    NumericEvaluator,
    UndefinedValueError,
    ValueTooLargeError,
    exact,
)
from r3gym.domains.math.judging.expr import Call, Expr, Num, UnreadableExpression, symbols

_SETTINGS = (Fraction(37, 11), Fraction(5), Fraction(113, 7))
_SIGNS = frozenset(["positive", "negative", "nonnegative", "nonpositive", "nonzero"])


def same_reals(mine: Condition, theirs: Condition) -> bool | None:
    """Compare two conditions on the anonymous unknown; None where a critical point cannot be found."""
    others = sorted((letters(mine) | letters(theirs)) - {ANONYMOUS})
    rounds = _SETTINGS if others else _SETTINGS[:1]
    try:
        for value in rounds:
            setting: dict[str, Expr] = {name: Num(value + 2 * at) for at, name in enumerate(others)}
            if not _same_once(substituted(mine, setting), substituted(theirs, setting)):
                return False
    except (UnreadableExpression, UndefinedValueError, InexactValueError, ValueTooLargeError):
        return None
    return True


def _same_once(mine: Condition, theirs: Condition) -> bool:
    return all(
        holds(substituted(mine, {ANONYMOUS: point}), {}) == holds(substituted(theirs, {ANONYMOUS: point}), {})
        for point in _probes([*_critical(mine), *_critical(theirs)])
    )


def _probes(ends: list[Expr]) -> Iterator[Expr]:
    placed: list[tuple[Any, Expr]] = sorted(
        ((NumericEvaluator().value(end, {}), end) for end in ends), key=lambda item: item[0]
    )
    values: list[Any] = []
    for value, end in placed:
        if values and abs(value - values[-1]) < mpmath.mpf(10) ** -30:
            continue
        values.append(value)
        yield end
    if not values:
        yield Num(Fraction(0))
        return
    yield Num(Fraction(int(mpmath.floor(values[0])) - 1))
    yield Num(Fraction(int(mpmath.ceil(values[-1])) + 1))
    for low, high in pairwise(values):
        if high - low < mpmath.mpf(10) ** -12:
            raise InexactValueError("two ends too close to tell apart")
        yield Num(Fraction(int((low + high) / 2 * 10**15), 10**15))


def _critical(condition: Condition) -> Iterator[Expr]:
    for leaf in leaves(condition):
        if isinstance(leaf, NumberKind):
            if leaf.name in _SIGNS and leaf.of == SUBJECT:
                yield Num(Fraction(0))
            elif leaf.name not in ("real", "constant"):
                raise UnreadableExpression("a kind of number among inequalities")
        elif isinstance(leaf, NumberComparison):
            yield from _ends(leaf.left, leaf.right)
        else:
            raise UnreadableExpression("divisibility among inequalities")


def _ends(left: Expr, right: Expr) -> Iterator[Expr]:
    """Yield where two sides can be equal: the unknown and a constant, two linear sides, or an absolute value."""
    if ANONYMOUS in symbols(right):
        left, right = right, left
    if ANONYMOUS not in symbols(left):
        return
    if left == SUBJECT and ANONYMOUS not in symbols(right):
        yield right
    elif isinstance(left, Call) and left.name == "abs" and ANONYMOUS not in symbols(right):
        slope, offset = _linear(left.args[0])
        for end in (right, Call("neg", (right,))):
            yield Call("/", (Call("+", (end, Num(-offset))), Num(slope)))
    else:
        slope, offset = _linear(Call("+", (left, Call("neg", (right,)))))
        yield Num(-offset / slope)


def _linear(tree: Expr) -> tuple[Fraction, Fraction]:
    zero, one, two, seven = (exact(tree, {ANONYMOUS: Fraction(point)}) for point in (0, 1, 2, 7))
    slope = one - zero
    if slope == 0 or two - one != slope or seven - zero != 7 * slope:
        raise UnreadableExpression("an inequality that is not linear")
    return slope, zero
