"""Comparison of two mathematical answers. Runs in the judging worker only.

The rule is one-sided: answers are "equal" only when that is certain for all practical purposes, and everything that
cannot be decided is `Decision.UNDECIDED`. Certain means: the same canonical tokens; or the same shape whose single
expressions agree exactly (numbers: exact difference or many digits; expressions: values at dozens of points); or the
same set, by its ends or by its members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any

from r3gym.domains.math.judging.eval import InexactValueError, UndefinedValueError, ValueTooLargeError, exact
from r3gym.domains.math.judging.expr import Call, Expr, Num, Tokens, UnreadableExpression, read_expression, symbols
from r3gym.domains.math.judging.latex import canonical
from r3gym.domains.math.judging.latex_tokens import is_grouped, is_letter
from r3gym.domains.math.judging.piecewise_equal import same_piecewise
from r3gym.domains.math.judging.plain import names_value
from r3gym.domains.math.judging.read import read_answer
from r3gym.domains.math.judging.sets import same_sets
from r3gym.domains.math.judging.shapes import (
    Choice,
    Collection,
    Family,
    Function,
    Matrix,
    NumberSet,
    Piecewise,
    Prose,
    Ratio,
    Relation,
    Shape,
    Value,
    WordAnswer,
)
from r3gym.domains.math.judging.units import DEGREES, RADIANS
from r3gym.domains.math.judging.values import constant, same_trees, same_value


class Decision(StrEnum):
    """The result of a comparison; ``undecided`` gives no credit, and a model judge may decide it."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Equality:
    """The decision, and its reason without quotations."""

    decision: Decision
    how: str

    @property
    def equal(self) -> bool:
        """Whether the answer is the reference."""
        return self.decision is Decision.EQUAL

    @property
    def undecided(self) -> bool:
        """Whether nothing was decided."""
        return self.decision is Decision.UNDECIDED


class _UndecidedComparison(Exception):
    """A part cannot be compared; carries the reason."""


def compare(answer: str, reference: str) -> Equality:
    """Compare an answer with the reference; total, though it may run long or out of memory on hostile input.

    Digits such as ``30,100`` may be a number or a list. In the reference they are a list; in the answer they are read
    like the reference, because an answer to 30100 is not the pair 30 and 100.
    """
    theirs = tuple(canonical(reference))
    found = _compare(tuple(canonical(answer)), theirs)
    if not found.equal and is_grouped(answer) and not is_grouped(reference):
        joined = _compare(tuple(canonical(answer, join_doubtful=True)), theirs)
        return joined if joined.equal else found
    if not found.equal and is_grouped(reference):
        return Equality(Decision.UNDECIDED, "unsure: the reference may be one number or a list")
    return found


def _compare(mine: Tokens, theirs: Tokens) -> Equality:
    if not mine:
        return Equality(Decision.DIFFERENT, "the answer is empty or too long")
    if mine == theirs:
        return Equality(Decision.EQUAL, "same text")
    try:
        equal = _same(read_answer(mine), read_answer(theirs))
    except _UndecidedComparison as reason:
        return Equality(Decision.UNDECIDED, f"unsure: {reason}")
    if not equal and _renamed(mine, theirs):
        return Equality(Decision.UNDECIDED, "unsure: the same up to the names of letters")
    return Equality(Decision.EQUAL, "same value") if equal else Equality(Decision.DIFFERENT, "different value")


def _renamed(mine: Tokens, theirs: Tokens) -> bool:
    """Return whether the texts differ only in small letters that the other lacks, possibly the name of a parameter."""
    pairs = {(a, b) for a, b in zip(mine, theirs, strict=False) if a != b}
    return (
        len(mine) == len(theirs) > 1
        and all(is_letter(token) and token.islower() and token not in ("e", "i") for pair in pairs for token in pair)
        and len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
        and not any(a in theirs or b in mine for a, b in pairs)
    )


def _decided(found: bool | None, reason: str) -> bool:
    if found is None:
        raise _UndecidedComparison(reason)
    return found


def _same(mine: Shape, theirs: Shape) -> bool:
    if mine == theirs:
        return True
    if isinstance(mine, Choice) or isinstance(theirs, Choice):
        return _same_choices(mine, theirs)
    mine, theirs = _without_name(mine, theirs), _without_name(theirs, mine)
    if isinstance(mine, WordAnswer) and isinstance(theirs, WordAnswer):
        return _same_words(mine, theirs)
    if isinstance(mine, Prose | WordAnswer) or isinstance(theirs, Prose | WordAnswer):
        if mine == theirs:
            return True
        raise _UndecidedComparison("words can only be compared as text")
    if isinstance(mine, NumberSet | Family) or isinstance(theirs, NumberSet | Family):
        return _decided(same_sets(mine, theirs), "the sets could not be compared")
    mine, theirs = _alone(mine), _alone(theirs)
    pair = (mine, theirs)
    match pair:
        case (Value() as a, Value() as b):
            return _same_values(a, b)
        case (Collection() as a, Collection() as b):
            return _same_collections(a, b)
        case (Function() as a, Function() as b):
            return _same_functions(a, b)
        case (Relation() as a, Relation() as b):
            return _same_relations(a, b)
        case (Matrix() as a, Matrix() as b):
            return _same_tables(a, b)
        case (Piecewise() as a, Piecewise() as b):
            return _decided(same_piecewise(a, b), "the cases could not be compared")
        case (Ratio() as a, Ratio() as b):
            return _same_ratios(a.parts, b.parts)
    for one, other in (pair, (theirs, mine)):
        if isinstance(one, Piecewise) and isinstance(other, Value):
            whole = Piecewise(((other.tokens, None),))
            return _decided(same_piecewise(one, whole), "the cases could not be compared")
        if isinstance(one, Ratio) and isinstance(other, Value) and len(one.parts) == 2:
            return _same_ratios(one.parts, (other.tokens, ("1",)))
        if isinstance(one, Matrix) and isinstance(other, Collection) and one.kind == r"\beginmatrix":
            column = tuple(row[0] for row in one.rows) if all(len(row) == 1 for row in one.rows) else ()
            return _same(Collection("tuple", column), other) if column else _undecided("a matrix against a list")
        if isinstance(one, Collection) and isinstance(other, Relation):
            return _same_assignments(one, other)
    if any(isinstance(shape, Relation | Function | Piecewise | Matrix | Ratio) or _assigns(shape) for shape in pair):
        raise _UndecidedComparison("the answers are of different kinds")
    return False


def _undecided(reason: str) -> bool:
    raise _UndecidedComparison(reason)


def _alone(shape: Shape) -> Shape:
    """Return the only element of a set or list, and any other shape unchanged."""
    if isinstance(shape, Collection) and shape.kind != "tuple" and len(shape.items) == 1:
        return shape.items[0]
    return shape


def _same_words(mine: WordAnswer, theirs: WordAnswer) -> bool:
    if mine.kind != theirs.kind:
        if {mine.kind, theirs.kind} in ({"yes", "no"}, {"diverges", "converges"}):
            return False
        raise _UndecidedComparison("words can only be compared as text")
    nouns = {mine.noun, theirs.noun}
    if len(nouns) == 2 and "" not in nouns and nouns != {"solution", "set"}:
        raise _UndecidedComparison("there is none of different things")
    if mine.tail and theirs.tail and mine.tail != theirs.tail:
        raise _UndecidedComparison("the same verdict with different words")
    return True


def _same_choices(mine: Shape, theirs: Shape) -> bool:
    if isinstance(mine, Choice) and isinstance(theirs, Choice):
        if mine.letter != theirs.letter:
            return False
        return mine.value is None or theirs.value is None or _same(mine.value, theirs.value)
    choice, other = (mine, theirs) if isinstance(mine, Choice) else (theirs, mine)
    assert isinstance(choice, Choice)
    if isinstance(other, Value) and len(other.tokens) == 1 and is_letter(other.tokens[0]):
        return other.tokens[0] == choice.letter
    return _same(choice.value, other) if choice.value is not None else False


def _without_name(shape: Shape, other: Shape) -> Shape:
    """Drop ``x =`` and ``f(x) =`` where the other side does not name its unknown."""
    if isinstance(other, Relation | Function | Prose | WordAnswer):
        return shape
    if isinstance(shape, Function) and isinstance(other, Value | Piecewise):
        return shape.body
    if isinstance(shape, Relation) and not _assigns(other) and names_value(shape.left, shape.right):
        return shape.right
    return shape


def _assigns(shape: Shape) -> bool:
    return isinstance(shape, Collection) and any(isinstance(item, Relation | Function) for item in shape.items)


def _same_values(mine: Value, theirs: Value) -> bool:
    a, b = mine.unit, theirs.unit
    if a is not None and b is not None and a != b:
        return _same_measures(mine, theirs)
    for angle, other in ((mine, theirs), (theirs, mine)):
        if angle.unit == DEGREES and other.unit is None and r"\pi" in other.tokens and r"\pi" not in angle.tokens:
            return _same_measures(angle, Value(other.tokens, RADIANS))
    return _same_tokens(mine.tokens, theirs.tokens)


def _same_measures(mine: Value, theirs: Value) -> bool:
    trees: list[Expr] = []
    kinds = []
    for value in (mine, theirs):
        assert value.unit is not None
        try:
            tree = read_expression(value.tokens)
        except UnreadableExpression as error:
            raise _UndecidedComparison("an expression could not be read") from error
        if value.unit == DEGREES:
            tree = Call("/", (Call("*", (tree, Call("pi", ()))), Num(Fraction(180))))
        trees.append(Call("*", (tree, Num(value.unit.size))))
        kinds.append(RADIANS.dimensions if value.unit == DEGREES else value.unit.dimensions)
    if kinds[0] != kinds[1]:
        raise _UndecidedComparison("the units differ")
    return _decided(same_trees(trees[0], trees[1]), "an expression could not be read")


def _same_tokens(mine: Tokens, theirs: Tokens) -> bool:
    if mine == theirs:
        return True
    return _decided(same_value(mine, theirs), "an expression could not be read")


def _same_functions(mine: Function, theirs: Function) -> bool:
    if mine.name != theirs.name:
        raise _UndecidedComparison("functions of different names")
    if not mine.arguments or not theirs.arguments:
        return _same(mine.body, theirs.body)
    if len(mine.arguments) != len(theirs.arguments):
        return False
    if mine.arguments == theirs.arguments:
        return _same(mine.body, theirs.body)
    found = same_sets(mine, theirs)
    return _decided(found, "the functions could not be compared")


def _same_relations(mine: Relation, theirs: Relation) -> bool:
    if mine.left == theirs.left:
        return _same(mine.right, theirs.right)
    return _decided(_same_equations(mine, theirs), "the equations are about different things")


def _same_equations(mine: Relation, theirs: Relation) -> bool | None:
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


def _same_assignments(several: Collection, one: Relation) -> bool:
    """Compare ``x = 2, y = 3`` with ``(x, y) = (2, 3)``."""
    left, right = _assignments(several), _assignments(one)
    if left is None or right is None:
        raise _UndecidedComparison("an equation against a list")
    if set(left) != set(right):
        raise _UndecidedComparison("the equations are about different things")
    return all(_same(left[name], right[name]) for name in left)


def _assignments(shape: Shape) -> dict[Tokens, Shape] | None:
    if isinstance(shape, Collection) and shape.kind == "list":
        pairs = [(item.left, item.right) for item in shape.items if isinstance(item, Relation)]
        if len(pairs) == len(shape.items) and len({left for left, _ in pairs}) == len(pairs):
            return dict(pairs)
    if isinstance(shape, Relation) and isinstance(shape.right, Collection) and shape.right.kind == "tuple":
        names = [tuple(part) for part in _names(shape.left)]
        if len(names) == len(shape.right.items) == len(set(names)):
            return dict(zip(names, shape.right.items, strict=True))
    return None


def _names(left: Tokens) -> list[list[str]]:
    names: list[list[str]] = [[]]
    for token in left[1:-1]:
        if token == ",":
            names.append([])
        else:
            names[-1].append(token)
    return names


def _same_collections(mine: Collection, theirs: Collection) -> bool:
    if mine.name and theirs.name and mine.name != theirs.name:
        raise _UndecidedComparison("the values of different unknowns")
    if "tuple" not in (mine.kind, theirs.kind) and (_assignments(mine) is None) != (_assignments(theirs) is None):
        raise _UndecidedComparison("values of several unknowns against a list")
    if "tuple" in (mine.kind, theirs.kind):
        if mine.kind != theirs.kind:
            return _same_tuple_and_list(mine, theirs)
        return _same_ordered(mine.items, theirs.items)
    if mine.kind == theirs.kind == "list" and not _is_solution_list(theirs):
        if len(mine.items) == len(theirs.items) and _same_ordered(mine.items, theirs.items):
            return True
        raise _UndecidedComparison("the order of the list may matter")
    return _same_unordered(mine.items, theirs.items)


def _same_tuple_and_list(mine: Collection, theirs: Collection) -> bool:
    """Compare a tuple with a list; ``x = 2, y = 3``, named in alphabetical order, is the tuple (2, 3)."""
    tuple_, other = (mine, theirs) if mine.kind == "tuple" else (theirs, mine)
    named = _assignments(other)
    if named is not None and list(named) == sorted(named) and all(len(name) == 1 for name in named):
        return _same_ordered(tuple(named.values()), tuple_.items)
    if len(other.items) == 1:
        return _same(other.items[0], tuple_)
    raise _UndecidedComparison("a tuple against a list")


def _is_solution_list(shape: Collection) -> bool:
    """Return whether a bare list is clearly a set of solutions: sorted numbers, tuples, equations, or two items."""
    if all(isinstance(item, Collection | Relation | Function) for item in shape.items) or len(shape.items) == 2:
        return True
    known = [_number(item) for item in shape.items]
    if None in known:
        return False
    rising = [a < b for a, b in pairwise(known)]
    return all(rising) or not any(rising)


def _number(shape: Shape) -> Any:
    if not isinstance(shape, Value) or shape.unit is not None:
        return None
    try:
        tree = read_expression(shape.tokens)
    except UnreadableExpression:
        return None
    return constant(tree) if not symbols(tree) - {"e"} else None


def _same_ordered(mine: Sequence[Shape], theirs: Sequence[Shape]) -> bool:
    return len(mine) == len(theirs) and all(_same(a, b) for a, b in zip(mine, theirs, strict=True))


def _same_unordered(mine: Sequence[Shape], theirs: Sequence[Shape]) -> bool:
    """Compare as multisets. A part that cannot be compared leaves the whole undecided, unless all parts are matched."""
    if len(mine) != len(theirs):
        return False
    left = list(theirs)
    reason: _UndecidedComparison | None = None
    for item in mine:
        for index, candidate in enumerate(left):
            try:
                if _same(item, candidate):
                    del left[index]
                    break
            except _UndecidedComparison as undecided:
                reason = undecided
        else:
            if reason is not None:
                raise reason
            return False
    return True


def _same_tables(mine: Matrix, theirs: Matrix) -> bool:
    if mine.kind != theirs.kind:
        raise _UndecidedComparison("a matrix against a determinant")
    if [len(row) for row in mine.rows] != [len(row) for row in theirs.rows]:
        return False
    return all(_same_ordered(a, b) for a, b in zip(mine.rows, theirs.rows, strict=True))


def _same_ratios(mine: tuple[Tokens, ...], theirs: tuple[Tokens, ...]) -> bool:
    """Compare ratios: ``a : b`` and ``c : d`` are the same when ``ad = bc``; likewise for three terms."""
    if len(mine) != len(theirs):
        return False
    try:
        a, b = [read_expression(part) for part in mine], [read_expression(part) for part in theirs]
    except UnreadableExpression as error:
        raise _UndecidedComparison("an expression could not be read") from error
    crossed = [same_trees(Call("*", (a[0], b[i])), Call("*", (a[i], b[0]))) for i in range(1, len(a))]
    zero = [same_trees(tree, Num(Fraction(0))) for tree in (*a, *b)]
    if None in crossed or True in zero or None in zero:
        raise _UndecidedComparison("a ratio could not be read")
    return all(crossed)
