"""Comparison of two answers that describe sets of numbers, families or functions."""

from __future__ import annotations

from fractions import Fraction

from r3gym.domains.math.judging.clauses import read_set
from r3gym.domains.math.judging.conditions import (
    ANONYMOUS,
    Condition,
    Conjunction,
    NumberComparison,
    NumberKind,
    equals_any,
    is_about_integers,
    leaves,
    names_domain,
    substituted,
)
from r3gym.domains.math.judging.eval import InexactValueError, UndefinedValueError, ValueTooLargeError, exact
from r3gym.domains.math.judging.expr import Num, Sym, UnreadableExpression, read_expression
from r3gym.domains.math.judging.generate import same_families
from r3gym.domains.math.judging.names import letters_in
from r3gym.domains.math.judging.plain import as_family
from r3gym.domains.math.judging.reals import same_reals
from r3gym.domains.math.judging.shapes import Collection, Family, Member, NumberSet, Relation, Shape, Value

_INTEGER_LETTERS = frozenset("ijklmnNMK")
#: Letters that are used for integers only.
_SURE_INTEGERS = frozenset("nm")
#: The letter of a set of numbers that is compared with a family; it does not occur in answers.
_LETTER = r"\Xi"


def same_sets(mine: Shape, theirs: Shape) -> bool | None:
    """Compare two shapes of which at least one is a set of numbers, a family or a function."""
    names = {name for name in (_name(mine), _name(theirs)) if name}
    if len(names) > 1:
        return None
    found = _same_sets(mine, theirs)
    if found is False and (_says_natural(mine) or _says_natural(theirs)):
        return None  # whether 0 is a natural number is ambiguous
    return found


def _name(shape: Shape) -> str:
    """Return the name of an answer's unknown: ``x`` in ``x = 2k``, ``n`` in ``n`` odd."""
    if isinstance(shape, NumberSet):
        return "" if shape.name == ANONYMOUS else shape.name
    if isinstance(shape, Relation):
        return "".join(shape.left)
    if isinstance(shape, Collection):
        return "".join(shape.name)
    if isinstance(shape, Family):
        lefts = {"".join(member.body.left) for member in shape.members if isinstance(member.body, Relation)}
        return lefts.pop() if len(lefts) == 1 else ""
    return ""


def _says_natural(shape: Shape) -> bool:
    conditions: list[Condition] = [shape.condition] if isinstance(shape, NumberSet) else []
    if isinstance(shape, Family):
        conditions = [member.condition for member in shape.members if member.condition is not None]
    return any(isinstance(leaf, NumberKind) and leaf.name == "natural" for c in conditions for leaf in leaves(c))


def _same_sets(mine: Shape, theirs: Shape) -> bool | None:
    left, right = _as_numbers(mine), _as_numbers(theirs)
    if left is None or right is None:
        return _same_members(mine, theirs)
    each = (_kind(left, mine), _kind(right, theirs))
    kinds = set(each) - {"finite"}
    if kinds == {"integer", "real"}:
        return False
    if kinds == {"integer"} or kinds == {"integer", "either"}:
        return _same_members(mine if each[0] == "finite" else left, theirs if each[1] == "finite" else right)
    reals = same_reals(_anonymous(left), _anonymous(right))
    if reals is False and kinds == {"either"}:
        integers = _same_members(_integral(left), _integral(right))
        if integers:
            sure = {left.name, right.name} <= _SURE_INTEGERS | {ANONYMOUS} and _has_whole_bounds(left, right)
            return True if sure else None
    return reals


def _as_numbers(shape: Shape) -> NumberSet | None:
    """Return a set of numbers unchanged, a pair as an open interval, values and sets of values as finite sets."""
    if isinstance(shape, NumberSet):
        return shape
    if isinstance(shape, Relation):
        return _as_numbers(shape.right)
    try:
        if isinstance(shape, Value) and shape.unit is None:
            return NumberSet(ANONYMOUS, equals_any((read_expression(shape.tokens),)))
        if isinstance(shape, Collection) and all(isinstance(item, Value) for item in shape.items):
            values = [item.tokens for item in shape.items if isinstance(item, Value)]
            if shape.kind != "tuple":
                return NumberSet(ANONYMOUS, equals_any(tuple(read_expression(value) for value in values)))
            if len(values) == 2:
                return NumberSet(ANONYMOUS, read_set(("(", *values[0], ",", *values[1], ")")))
    except UnreadableExpression:
        return None
    return None


def _kind(numbers: NumberSet, shape: Shape) -> str:
    if isinstance(shape, Value | Relation) or (isinstance(shape, Collection) and shape.kind != "tuple"):
        return "finite"
    if is_about_integers(numbers.condition, numbers.name):
        return "integer"
    real = any(isinstance(leaf, NumberKind) and leaf.name == "real" for leaf in leaves(numbers.condition))
    return "real" if real or numbers.name not in _INTEGER_LETTERS else "either"


def _anonymous(numbers: NumberSet) -> Condition:
    return substituted(numbers.condition, {numbers.name: Sym(ANONYMOUS)})


def _integral(numbers: NumberSet) -> NumberSet:
    return NumberSet(numbers.name, Conjunction((NumberKind("integer", Sym(numbers.name)), numbers.condition)))


def _same_members(mine: Shape, theirs: Shape) -> bool | None:
    """Compare as families. "n odd" without a domain takes the other side's domain: all, from 0 on, or positive."""
    vague = [isinstance(shape, NumberSet) and not names_domain(shape.condition) for shape in (mine, theirs)]
    named = [
        isinstance(shape, NumberSet) and shape.name != ANONYMOUS and not _says_least(shape) for shape in (mine, theirs)
    ]
    implicit = [a and b for a, b in zip(vague, named, strict=True)]
    findings: list[bool | None] = []
    for least in (None, 0, 1) if implicit[0] != implicit[1] else (None,):
        left = _family(mine, least if implicit[0] else None)
        right = _family(theirs, least if implicit[1] else None)
        if left is None or right is None:
            return None
        findings.append(same_families(left, right))
        if findings[-1]:
            return True
    if any(isinstance(shape, Relation) and _with_free_integer(shape) for shape in (mine, theirs)):
        return None  # which integers the letter runs through is not said
    # Where only one side states its domain, a difference may be one of domain alone.
    return None if None in findings or vague[0] != vague[1] else False


def _says_least(numbers: NumberSet) -> bool:
    """Return whether a condition bounds its numbers from below, so that nothing is left to the problem's domain."""
    name = Sym(numbers.name)
    return any(
        isinstance(leaf, NumberComparison)
        and (
            (leaf.operator in (">", ">=") and leaf.left == name)
            or (leaf.operator in ("<", "<=") and leaf.right == name)
        )
        for leaf in leaves(numbers.condition)
    )


def _has_whole_bounds(*sets: NumberSet) -> bool:
    """Return whether all bounds are integers: a bound such as 1/4 is one of real numbers."""
    bounds = [
        side
        for numbers in sets
        for leaf in leaves(numbers.condition)
        if isinstance(leaf, NumberComparison)
        for side in (leaf.left, leaf.right)
        if not isinstance(side, Sym)
    ]
    try:
        return all(exact(bound, {}).denominator == 1 for bound in bounds)
    except (InexactValueError, UndefinedValueError, ValueTooLargeError):
        return False


def _with_free_integer(shape: Relation) -> Family | None:
    """Return ``n = 2k`` as the family over all integers ``k``: a letter that nobody introduced runs freely."""
    if not isinstance(shape.right, Value) or shape.right.unit is not None or len(shape.left) != 1:
        return None
    free = letters_in(shape.right.tokens)
    if len(free) != 1 or not free <= frozenset("kjlmt"):
        return None
    (name,) = free
    return Family((Member(shape.right, NumberKind("integer", Sym(name)), free),))


def _family(shape: Shape, least: int | None) -> Family | None:
    if not isinstance(shape, NumberSet):
        if isinstance(shape, Relation):
            return _with_free_integer(shape) or as_family(shape.right)
        return as_family(shape)
    parts: list[Condition] = [shape.condition]
    if least is not None:
        parts.append(NumberComparison(">=", Sym(shape.name), Num(Fraction(least))))
    if not is_about_integers(shape.condition, shape.name):
        parts.append(NumberKind("integer", Sym(shape.name)))
    letter = Sym(_LETTER)
    condition = substituted(Conjunction(tuple(parts)), {shape.name: letter})
    return Family((Member(Value((_LETTER,)), condition, frozenset([_LETTER])),))
