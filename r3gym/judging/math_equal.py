"""Whether two mathematical answers are the same. Runs in the judging worker only, where sympy may be
imported.

The rule is one-sided: "equal" is said only when it is certain for all practical purposes, and everything
that cannot be decided is "not equal", marked ``unsure``. Certain means: the same canonical tokens; or the
same shape whose single expressions agree exactly (numbers: exact difference or 40 digits; expressions: the
same letters and agreement of values at a dozen points).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from r3gym.judging.latex import canonical
from r3gym.judging.latex_tokens import is_number
from r3gym.judging.math_shapes import (
    Collection,
    Interval,
    Prose,
    Relation,
    Shape,
    Tokens,
    Union,
    Value,
    is_name,
    read_shape,
)
from r3gym.judging.math_values import same_value


@dataclass(frozen=True)
class Equality:
    """The finding: equal or not, whether it was decided at all, and how, in words that quote nothing."""

    equal: bool
    unsure: bool
    how: str


class _Undecided(Exception):
    """A part cannot be compared; carries the reason."""


def compare(answer: str, reference: str) -> Equality:
    """Compare an answer with the reference; total, though it may run long or out of memory on hostile
    input.
    """
    mine, theirs = canonical(answer), canonical(reference)
    if not mine:
        return Equality(False, False, "the answer is empty or too long")
    if mine == theirs:
        return Equality(True, False, "same text")
    try:
        equal = _same(read_shape(mine), read_shape(theirs))
    except _Undecided as reason:
        return Equality(False, True, f"unsure: {reason}")
    return Equality(equal, False, "same value" if equal else "different value")


def _same(mine: Shape, theirs: Shape) -> bool:
    mine, theirs = _without_name(mine, theirs), _without_name(theirs, mine)
    if isinstance(mine, Prose) or isinstance(theirs, Prose):
        if mine == theirs:
            return True
        raise _Undecided("words can only be compared as text")
    if isinstance(mine, Value) and isinstance(theirs, Value):
        return _same_values(mine, theirs)
    if isinstance(mine, Interval) or isinstance(theirs, Interval):
        return _same_intervals(_as_interval(mine), _as_interval(theirs))
    if isinstance(mine, Union) and isinstance(theirs, Union):
        return _same_unordered(mine.parts, theirs.parts)
    if isinstance(mine, Collection) and isinstance(theirs, Collection):
        return _same_collections(mine, theirs)
    if isinstance(mine, Relation) and isinstance(theirs, Relation):
        if mine.operator != theirs.operator or mine.left != theirs.left:
            raise _Undecided("the relations are written for different things")
        return _same(mine.right, theirs.right)
    if isinstance(mine, Collection) and len(mine.items) == 1 and mine.kind == "set":
        return _same(mine.items[0], theirs)
    if isinstance(theirs, Collection) and len(theirs.items) == 1 and theirs.kind == "set":
        return _same(mine, theirs.items[0])
    if isinstance(mine, Relation) or isinstance(theirs, Relation):
        raise _Undecided("one side is an equation, the other is not")
    return False


def _without_name(shape: Shape, other: Shape) -> Shape:
    """Drop ``x =`` where the other side does not name its unknown, and ``f(x) =`` in the same case."""
    if not isinstance(shape, Relation) or shape.operator != "=" or isinstance(other, Relation):
        return shape
    named = is_name(shape.left) or (len(shape.left) == 4 and shape.left[1] == "(")
    return shape.right if named else shape


def _same_values(mine: Value, theirs: Value) -> bool:
    if mine.unit and theirs.unit and mine.unit != theirs.unit:
        raise _Undecided("the units differ")
    return _same_tokens(mine.tokens, theirs.tokens)


def _same_tokens(mine: Tokens, theirs: Tokens) -> bool:
    if mine == theirs:
        return True
    result = same_value(mine, theirs)
    if result is None:
        raise _Undecided("an expression could not be read")
    return result


def _as_interval(shape: Shape) -> Interval:
    """An interval as it is, or a pair in round brackets read as an open interval."""
    if isinstance(shape, Interval):
        return shape
    if isinstance(shape, Collection) and shape.kind == "tuple" and len(shape.items) == 2:
        low, high = shape.items
        if isinstance(low, Value) and isinstance(high, Value):
            return Interval(low.tokens, high.tokens, False, False)
    raise _Undecided("an interval against something that is not one")


def _same_intervals(mine: Interval, theirs: Interval) -> bool:
    if mine.variable and theirs.variable and mine.variable != theirs.variable:
        raise _Undecided("the inequalities are about different unknowns")
    if (mine.low_closed, mine.high_closed) != (theirs.low_closed, theirs.high_closed):
        return False
    return _same_tokens(mine.low, theirs.low) and _same_tokens(mine.high, theirs.high)


def _same_collections(mine: Collection, theirs: Collection) -> bool:
    if "tuple" in (mine.kind, theirs.kind):
        if mine.kind != theirs.kind:
            raise _Undecided("a tuple against a list")
        return _same_ordered(mine.items, theirs.items)
    if mine.kind == theirs.kind == "list" and not _is_solution_list(theirs):
        if len(mine.items) == len(theirs.items) and _same_ordered(mine.items, theirs.items):
            return True
        raise _Undecided("the order of the list may matter")
    return _same_unordered(mine.items, theirs.items)


def _is_solution_list(shape: Collection) -> bool:
    """Whether a bare list is plainly a set of solutions: sorted numbers, tuples, or equations."""
    if all(isinstance(item, Collection | Relation) for item in shape.items):
        return True
    if len(shape.items) == 2:
        return True
    numbers = [_number(item) for item in shape.items]
    known = [number for number in numbers if number is not None]
    return len(known) == len(numbers) and (known == sorted(known) or known == sorted(known, reverse=True))


def _number(shape: Shape) -> float | None:
    if not isinstance(shape, Value) or shape.unit:
        return None
    sign, tokens = (-1, shape.tokens[1:]) if shape.tokens[0] == "-" else (1, shape.tokens)
    return sign * float(tokens[0]) if len(tokens) == 1 and is_number(tokens[0]) and len(tokens[0]) < 300 else None


def _same_ordered(mine: Sequence[Shape], theirs: Sequence[Shape]) -> bool:
    return len(mine) == len(theirs) and all(_same(a, b) for a, b in zip(mine, theirs, strict=True))


def _same_unordered(mine: Sequence[Shape], theirs: Sequence[Shape]) -> bool:
    """Equal as multisets. A part that cannot be compared leaves the whole undecided, unless all find a
    partner.
    """
    if len(mine) != len(theirs):
        return False
    left = list(theirs)
    reason: _Undecided | None = None
    for item in mine:
        for index, candidate in enumerate(left):
            try:
                if _same(item, candidate):
                    del left[index]
                    break
            except _Undecided as undecided:
                reason = undecided
        else:
            if reason is not None:
                raise reason
            return False
    return True
