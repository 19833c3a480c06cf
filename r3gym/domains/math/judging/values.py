"""Comparison of the values of two single expressions. Runs in the judging worker only.

Rational constants are compared exactly. Other constants are computed to many digits, the more the larger any part of
them is, so that ``\\sqrt{10^{100}+1}`` is not ``10^{50}``. Expressions with letters must agree at every one of several
dozen points, negative and fractional ones included. r3gym's own reader comes first; math-verify reads what it does not
support (integrals, infinite sums, limits).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any

import mpmath  # type: ignore[import-untyped]

from r3gym.domains.math.judging import backend as math_backend
from r3gym.domains.math.judging.eval import (
    InexactValueError,
    NumericEvaluator,
    UndefinedValueError,
    ValueTooLargeError,
    exact,
)
from r3gym.domains.math.judging.expr import (
    GREEK,
    Call,
    Expr,
    Num,
    Tokens,
    UnreadableExpression,
    functions,
    read_expression,
    symbols,
)

_DIGITS = 80
#: Sizes (as powers of ten) for which these digits suffice; for larger ones there are more.
_COVERED = 10
#: Letters that are always read as integers: only for them may an identity hold at integers alone.
_INTEGER_LETTERS = frozenset("nmNM")
_BROKEN = frozenset(["floor", "ceil", "abs", "max", "min", "gcd", "lcm", "binom", "!", "!!"])
#: Functions that can be the same as another up to a far point, and not beyond it.
_BENT = frozenset(["abs", "max", "min", "floor", "ceil", "root", "gcd", "lcm"])
_ENOUGH = 6


def same_value(mine: Tokens, theirs: Tokens) -> bool | None:
    """Return whether two expressions have the same value, None where either side cannot be read safely.

    >>> same_value(("x", "^", "2"), ("x", "\\\\cdot", "x"))
    True
    """
    infinities = [_infinity(tokens) for tokens in (mine, theirs)]
    if any(infinities):
        return infinities[0] == infinities[1] if all(infinities) or _reads(mine) or _reads(theirs) else None
    left, right = _tree(mine), _tree(theirs)
    if left is None or right is None:
        return math_backend.same_value(mine, theirs)
    return same_trees(left, right)


def _infinity(tokens: Tokens) -> str:
    if not tokens or tokens[-1] != r"\infty" or len(tokens) > 2:
        return ""
    return "-" if tokens[0] == "-" else "+"


def _reads(tokens: Tokens) -> bool:
    return _tree(tokens) is not None


@lru_cache(maxsize=512)
def _tree(tokens: Tokens) -> Expr | None:
    try:
        return read_expression(tokens)
    except UnreadableExpression:
        return None


def constant(tree: Expr) -> Any:
    """Return the value of a tree without letters as a Fraction or an mpmath number, for sorting and sampling.

    Return None where the tree has no such value.
    """
    try:
        return exact(tree, {})
    except (InexactValueError, ValueTooLargeError, UndefinedValueError):
        pass
    try:
        return NumericEvaluator(_DIGITS).value(tree, {})
    except (ValueTooLargeError, UndefinedValueError, InexactValueError):
        return None


def same_trees(left: Expr, right: Expr) -> bool | None:
    """Return whether two trees have the same value at every point; None if undecided."""
    if left == right or _same_towers(left, right):
        return True
    letters = (symbols(left) | symbols(right)) - {"e"}
    used = functions(left) | functions(right)
    if "i" in letters:
        return _same_complex(left, right, letters - {"i"})
    found = _same_function(left, right, letters) if letters else _same_constant(left, right, NumericEvaluator(_DIGITS))
    if found is False and _names_differ(left, right):
        return None
    if found is False and "log" in used:
        # The logarithm may be the common one: then the comparison is ambiguous.
        other = _agrees_somewhere(left, right, letters)
        return None if other else False
    return found


def _same_towers(left: Expr, right: Expr) -> bool:
    """Return whether two powers of one number have the same exponent, too large to be computed as they may be."""
    if not (isinstance(left, Call) and isinstance(right, Call)) or left.name != "^" or right.name != "^":
        return False
    return (
        isinstance(left.args[0], Num)
        and left.args[0] == right.args[0]
        and same_trees(left.args[1], right.args[1]) is True
    )


def _names_differ(left: Expr, right: Expr) -> bool:
    """Return whether one side uses a function, a Greek letter or an indexed name that the other lacks.

    It may be known by that name: ``\\zeta(2)``, ``F_{2n}``, the golden ratio.
    """
    mine, theirs = (
        {name for name in functions(tree) if name.startswith("@")}
        | {name for name in symbols(tree) if name in GREEK or "_" in name}
        for tree in (left, right)
    )
    return mine != theirs


def _agrees_somewhere(left: Expr, right: Expr, letters: frozenset[str]) -> bool:
    env = dict.fromkeys(letters, Fraction(37, 11))
    return _compare(left, right, env, NumericEvaluator(_DIGITS, common_log=True)) is not False


def _same_complex(left: Expr, right: Expr, others: frozenset[str]) -> bool | None:
    """Compare constants with ``i`` as the imaginary unit; beside other letters it may be an index: True or None."""
    if not others:
        return _same_constant(left, right, NumericEvaluator(_DIGITS, complex_mode=True))
    if _same_function(left, right, others | {"i"}):
        return True
    return None


def _same_constant(left: Expr, right: Expr, how: NumericEvaluator) -> bool | None:
    return _compare(left, right, {}, how)


def _compare(left: Expr, right: Expr, env: dict[str, Fraction], how: NumericEvaluator) -> bool | None:
    """Return whether two values agree at one point; None where one is undefined or the digits do not suffice."""
    if not how.complex_mode and not how.common_log:
        try:
            return exact(left, env) == exact(right, env)
        except InexactValueError:
            pass
        except (ValueTooLargeError, UndefinedValueError):
            return None
    try:
        fine = NumericEvaluator(how.digits, how.complex_mode, how.common_log)
        a, b = fine.value(left, env), fine.value(right, env)
        size = int(fine.magnitude) + 1
        if size > _COVERED:
            fine = NumericEvaluator(_DIGITS + 2 * size, how.complex_mode, how.common_log)
            a, b = fine.value(left, env), fine.value(right, env)
    except (ValueTooLargeError, UndefinedValueError, InexactValueError):
        return None
    with mpmath.workdps(fine.digits):
        gap = abs(a - b)
        if gap < mpmath.mpf(10) ** -(40 + size):
            return True
        return False if gap > mpmath.mpf(10) ** -(30 + size) else None


def same_trees_at(left: Expr, right: Expr, env: dict[str, Fraction]) -> bool | None:
    """Return whether two trees have the same value at one point; None if undecided."""
    return _compare(left, right, env, NumericEvaluator(_DIGITS))


def _same_function(left: Expr, right: Expr, letters: frozenset[str]) -> bool | None:
    names = sorted(letters)
    used = functions(left) | functions(right)
    agreed = 0
    one_sided = 0
    points = _points(names, many=bool(used & _BROKEN))
    for kind, env in chain(_far_points(names, left, right) if used & _BENT else (), points):
        found = _compare(left, right, env, NumericEvaluator(_DIGITS))
        if found is False:
            # An identity of integers that does not hold at the first fraction.
            return kind == "fraction" and agreed >= _ENOUGH and letters <= _INTEGER_LETTERS
        agreed += found is True and kind != "far"
        if found is None and kind == "integer" and len(names) == 1 and min(env.values()) > 0:
            one_sided += _is_defined(left, env) != _is_defined(right, env)
    # sin(arcsin x) is x where it is anything; x/x is 1 but for one point.
    return True if agreed >= _ENOUGH and one_sided < _ENOUGH else None


def _is_defined(tree: Expr, env: dict[str, Fraction]) -> bool:
    try:
        NumericEvaluator(_DIGITS).value(tree, env)
    except UndefinedValueError:
        return False
    except (ValueTooLargeError, InexactValueError):
        pass
    return True


def _far_points(names: Sequence[str], left: Expr, right: Expr) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Yield points around and beyond every constant: ``|x + 10^9|`` is ``x + 10^9`` unless ``x`` is far below zero."""
    marks = {abs(value) for value in _landmarks(left) | _landmarks(right) if abs(value) > 8}
    sizes = [*sorted(marks)[:6], Fraction(10**6), Fraction(10**15)]
    for size in sizes:
        for value in (-2 * size - 1, -size - 1, -size + 1, size - 1, size + 1, 2 * size + 1):
            for chosen in names:
                yield "far", {name: Fraction(int(value)) if name == chosen else Fraction(5) for name in names}


def _landmarks(tree: Expr) -> frozenset[Fraction]:
    """Return the values of the largest parts of a tree that have no letter, where they are exact."""
    if not symbols(tree):
        try:
            return frozenset([exact(tree, {})])
        except (InexactValueError, ValueTooLargeError, UndefinedValueError):
            return frozenset()
    if not isinstance(tree, Call):
        return frozenset()
    return frozenset[Fraction]().union(*(_landmarks(arg) for arg in tree.args))


def _points(names: Sequence[str], many: bool) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Yield all small integers for one letter, so that no exception (a power of two) is missed; else a sample.

    Fractions come last: an identity of integers is confirmed at all integers before a fraction can contradict it.
    """
    rng = random.Random(20_240_607)
    for number in range(1, (70 if many else 12) + 1):
        yield "integer", {name: Fraction(number if len(names) == 1 else rng.randint(1, 17)) for name in names}
    for number in range(1, 9):
        yield "integer", {name: Fraction(-number if len(names) == 1 else rng.randint(-9, 9)) for name in names}
    for _ in range(6):
        yield "fraction", {name: Fraction(rng.randint(5, 199), rng.choice([7, 11, 13])) for name in names}
    for _ in range(5):
        yield "fraction", {name: Fraction(rng.randint(1, 100), 101) for name in names}
    for _ in range(6):
        yield "fraction", {name: Fraction(rng.randint(-199, 199), rng.choice([7, 11, 13])) for name in names}
