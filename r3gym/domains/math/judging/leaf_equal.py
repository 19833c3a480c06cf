"""Comparison of single parts of two answers: values with units, equations, ratios, verdicts in words."""

from __future__ import annotations

from fractions import Fraction

from r3gym.domains.math.judging.eval import InexactValueError, UndefinedValueError, ValueTooLargeError, exact
from r3gym.domains.math.judging.expr import Call, Expr, Num, Tokens, UnreadableExpression, read_expression, symbols
from r3gym.domains.math.judging.names import letters_in
from r3gym.domains.math.judging.shapes import Relation, Value, WordAnswer
from r3gym.domains.math.judging.units import DEGREES, RADIANS
from r3gym.domains.math.judging.values import same_trees, same_value

#: What an angle without a unit is written with.
_IN_RADIANS = frozenset((r"\pi", r"\arcsin", r"\arccos", r"\arctan", r"\arccot"))


class UndecidedComparison(Exception):
    """A part cannot be compared; carries the reason."""


def decided(found: bool | None, reason: str) -> bool:
    """Return what was found. Raise `UndecidedComparison` where nothing was."""
    if found is None:
        raise UndecidedComparison(reason)
    return found


def same_words(mine: WordAnswer, theirs: WordAnswer) -> bool:
    """Compare two verdicts in words; the empty set is the same as none of anything."""
    if mine.kind != theirs.kind:
        if {mine.kind, theirs.kind} in ({"yes", "no"}, {"diverges", "converges"}):
            return False
        raise UndecidedComparison("words can only be compared as text")
    nouns = {mine.noun, theirs.noun}
    if len(nouns) == 2 and not nouns & {"", "set"}:
        raise UndecidedComparison("there is none of different things")
    if mine.tail and theirs.tail and mine.tail != theirs.tail:
        raise UndecidedComparison("the same verdict with different words")
    return True


def same_values(mine: Value, theirs: Value) -> bool:
    """Compare two values. A missing unit is ignored, but degrees where the reference has none may be another thing."""
    a, b = mine.unit, theirs.unit
    if a is not None and b is not None and a != b:
        return _same_measures(mine, theirs)
    for angle, other in ((mine, theirs), (theirs, mine)):
        if (
            angle.unit == DEGREES
            and other.unit is None
            and r"\pi" not in angle.tokens
            and _IN_RADIANS & set(other.tokens)
        ):
            return _same_measures(angle, Value(other.tokens, RADIANS))
    same = _same_tokens(mine.tokens, theirs.tokens)
    if same and a == DEGREES and b is None:
        raise UndecidedComparison("degrees against a number")
    if not same and _is_renamed(mine.tokens, theirs.tokens):
        raise UndecidedComparison("the same up to the name of a letter")
    return same


def _is_renamed(mine: Tokens, theirs: Tokens) -> bool:
    """Return whether two expressions are the same once the only letter of one is called like that of the other."""
    left, right = letters_in(mine) - {"i"}, letters_in(theirs) - {"i"}
    if len(left) != 1 or len(right) != 1 or left == right:
        return False
    (old,), (new,) = left, right
    if len(mine) == 1 and old.isupper():
        return False  # a bare capital is a choice or a point, not a variable
    return same_value(tuple(new if token == old else token for token in mine), theirs) is True


def _same_measures(mine: Value, theirs: Value) -> bool:
    trees: list[Expr] = []
    kinds = []
    for value in (mine, theirs):
        assert value.unit is not None
        try:
            tree = read_expression(value.tokens)
        except UnreadableExpression as error:
            raise UndecidedComparison("an expression could not be read") from error
        if value.unit == DEGREES:
            tree = Call("/", (Call("*", (tree, Call("pi", ()))), Num(Fraction(180))))
        trees.append(Call("*", (tree, Num(value.unit.size))))
        kinds.append(RADIANS.dimensions if value.unit == DEGREES else value.unit.dimensions)
    if kinds[0] != kinds[1]:
        raise UndecidedComparison("the units differ")
    return decided(same_trees(trees[0], trees[1]), "an expression could not be read")


def _same_tokens(mine: Tokens, theirs: Tokens) -> bool:
    if mine == theirs:
        return True
    return decided(same_value(mine, theirs), "an expression could not be read")


def same_equations(mine: Relation, theirs: Relation) -> bool | None:
    """Return True if one equation is a multiple of the other, with the same letters; None otherwise."""
    gaps: list[Expr] = []
    for relation in (mine, theirs):
        if not isinstance(relation.right, Value) or relation.right.unit is not None:
            return None
        try:
            left, right = read_expression(relation.left), read_expression(relation.right.tokens)
        except UnreadableExpression:
            return None
        gaps.append(Call("+", (left, Call("neg", (right,)))))
    names = symbols(gaps[0])
    if not names or names != symbols(gaps[1]):
        return None
    at = {name: Fraction(17 + 5 * index, 7) for index, name in enumerate(sorted(names))}
    try:
        scales = [Num(exact(gap, at)) for gap in gaps]
    except (InexactValueError, ValueTooLargeError, UndefinedValueError):
        return None
    if any(scale.value == 0 for scale in scales):
        return None
    return same_trees(Call("*", (gaps[0], scales[1])), Call("*", (gaps[1], scales[0]))) or None


def same_ratios(mine: tuple[Tokens, ...], theirs: tuple[Tokens, ...]) -> bool:
    """Compare ratios: ``a : b`` and ``c : d`` are the same when ``ad = bc``; likewise for three terms."""
    if len(mine) != len(theirs):
        return False
    try:
        a, b = [read_expression(part) for part in mine], [read_expression(part) for part in theirs]
    except UnreadableExpression as error:
        raise UndecidedComparison("an expression could not be read") from error
    crossed = [same_trees(Call("*", (a[0], b[i])), Call("*", (a[i], b[0]))) for i in range(1, len(a))]
    zero = [same_trees(tree, Num(Fraction(0))) for tree in (*a, *b)]
    if None in crossed or True in zero or None in zero:
        raise UndecidedComparison("a ratio could not be read")
    return all(crossed)
