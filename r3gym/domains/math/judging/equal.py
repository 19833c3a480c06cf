"""Comparison of two mathematical answers. Runs in the judging worker only.

The rule is one-sided: answers are "equal" only when that is certain for all practical purposes, and everything that
cannot be decided is `Decision.UNDECIDED`. Certain means: the same canonical tokens; or the same shape whose single
expressions agree exactly (numbers: exact difference or many digits; expressions: values at dozens of points); or the
same set, by its ends or by its members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from r3gym.domains.math.judging.conditions import Congruence, letters
from r3gym.domains.math.judging.dress import split_place
from r3gym.domains.math.judging.expr import Tokens, UnreadableExpression, read_expression, symbols
from r3gym.domains.math.judging.generate import mentioned
from r3gym.domains.math.judging.latex import canonical
from r3gym.domains.math.judging.latex_tokens import is_grouped, is_letter, is_number
from r3gym.domains.math.judging.leaf_equal import (
    UndecidedComparison,
    decided,
    same_equations,
    same_ratios,
    same_values,
    same_words,
)
from r3gym.domains.math.judging.names import (
    LABELS,
    are_a_series,
    is_quantity,
    is_turned,
    is_unknown,
    letters_in,
    name_order,
    tuple_names,
)
from r3gym.domains.math.judging.piecewise_equal import same_piecewise
from r3gym.domains.math.judging.plain import names_value, read_plain_or_none
from r3gym.domains.math.judging.quantities import is_harmless
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
from r3gym.domains.math.judging.unstated import with_the_domain_of
from r3gym.domains.math.judging.values import constant, same_value

#: Letters that usually run through a family instead of being given by the problem.
_PARAMETERS = frozenset("kjlst")


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
        equal = _same_places(mine, theirs)
    except UndecidedComparison as reason:
        return Equality(Decision.UNDECIDED, f"unsure: {reason}")
    if not equal and _renamed(mine, theirs):
        return Equality(Decision.UNDECIDED, "unsure: the same up to the names of letters")
    return Equality(Decision.EQUAL, "same value") if equal else Equality(Decision.DIFFERENT, "different value")


def _same_places(mine: Tokens, theirs: Tokens) -> bool:
    """Compare two answers, either of which may say where its value is attained."""
    (value, place), (other_value, other_place) = split_place(mine), split_place(theirs)
    if place and other_place:
        places = _same(read_answer(place), read_answer(other_place))
        return _same(read_answer(value), read_answer(other_value)) and (
            places or _undecided("the same value, attained elsewhere")
        )
    return _same(read_answer(value), read_answer(other_value))


def _renamed(mine: Tokens, theirs: Tokens) -> bool:
    """Return whether the texts differ only in small letters that the other lacks, possibly the name of a parameter."""
    pairs = {(a, b) for a, b in zip(mine, theirs, strict=False) if a != b}
    return (
        len(mine) == len(theirs) > 1
        and all(is_letter(token) and token.islower() and token not in ("e", "i") for pair in pairs for token in pair)
        and len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
        and not any(a in theirs or b in mine for a, b in pairs)
    )


def _same(mine: Shape, theirs: Shape) -> bool:
    if mine == theirs:
        return True
    if isinstance(mine, Choice) or isinstance(theirs, Choice):
        return _same_choices(mine, theirs)
    mine, theirs = _as_point(mine, theirs), _as_point(theirs, mine)
    mine, theirs = _without_name(mine, theirs), _without_name(theirs, mine)
    if isinstance(mine, WordAnswer) and isinstance(theirs, WordAnswer):
        return same_words(mine, theirs)
    if isinstance(mine, Prose | WordAnswer) or isinstance(theirs, Prose | WordAnswer):
        if mine == theirs:
            return True
        raise UndecidedComparison("words can only be compared as text")
    if isinstance(mine, Family) and (formula := _with_harmless_domain(mine, theirs)) is not None:
        return _same(formula, theirs)
    for numbers, value in ((mine, theirs), (theirs, mine)):
        if isinstance(numbers, NumberSet) and isinstance(numbers.condition, Congruence) and isinstance(value, Value):
            raise UndecidedComparison("a residue class against a number")  # the residue may be the answer
    for family, formula in ((mine, theirs), (theirs, mine)):
        if isinstance(family, Family) and (filled := with_the_domain_of(family, formula)) is not None:
            given = formula is theirs and not _PARAMETERS & mentioned(formula)  # n may be the problem's own letter
            same = not given and same_sets(family, filled) is True
            return same or _undecided("a formula whose letter may run through a family")
    if isinstance(mine, NumberSet | Family) or isinstance(theirs, NumberSet | Family):
        return decided(same_sets(mine, theirs), "the sets could not be compared")
    mine, theirs = _alone(mine), _alone(theirs)
    pair = (mine, theirs)
    match pair:
        case (Value() as a, Value() as b):
            return same_values(a, b)
        case (Collection() as a, Collection() as b):
            return _same_collections(a, b)
        case (Function() as a, Function() as b):
            return _same_functions(a, b)
        case (Relation() as a, Relation() as b):
            return _same_relations(a, b)
        case (Matrix() as a, Matrix() as b):
            return _same_tables(a, b)
        case (Piecewise() as a, Piecewise() as b):
            return decided(same_piecewise(a, b), "the cases could not be compared")
        case (Ratio() as a, Ratio() as b):
            return same_ratios(a.parts, b.parts)
    for one, other in (pair, (theirs, mine)):
        if isinstance(one, Piecewise) and isinstance(other, Value):
            whole = Piecewise(((other.tokens, None),))
            return decided(same_piecewise(one, whole), "the cases could not be compared")
        if isinstance(one, Ratio) and isinstance(other, Value) and len(one.parts) == 2:
            return same_ratios(one.parts, (other.tokens, ("1",)))
        if isinstance(one, Matrix) and isinstance(other, Collection) and one.kind == r"\beginmatrix":
            column = tuple(row[0] for row in one.rows) if all(len(row) == 1 for row in one.rows) else ()
            return _same(Collection("tuple", column), other) if column else _undecided("a matrix against a list")
        if isinstance(one, Collection) and isinstance(other, Relation):
            return _same_assignments(one, other)
    if any(isinstance(shape, Relation | Function | Piecewise | Matrix | Ratio) or _assigns(shape) for shape in pair):
        raise UndecidedComparison("the answers are of different kinds")
    if any(map(_has_letters, pair)):
        raise UndecidedComparison("an expression against a list")  # its letters may stand for any shape
    return False


def _as_point(shape: Shape, other: Shape) -> Shape:
    """Return ``P(3, 4)`` as the tuple (3, 4) where the other side is a tuple: a point with its name."""
    if not isinstance(shape, Value) or not isinstance(other, Collection | Relation | Prose):
        return shape
    named = len(shape.tokens) > 4 and is_letter(shape.tokens[0]) and shape.tokens[0].isupper()
    if not named or shape.unit is not None:
        return shape
    point = read_plain_or_none(shape.tokens[1:])
    return point if isinstance(point, Collection) and point.kind == "tuple" else shape


def _with_harmless_domain(family: Family, other: Shape) -> Shape | None:
    """Return the formula of an answer that adds a domain to it, where the reference is a formula without any.

    Harmless are kinds of numbers, single exceptions (``x \\ne 1``) and a first index up to 3; anything else restricts.
    """
    if len(family.members) != 1 or not isinstance(other, Value | Function | Relation | Piecewise):
        return None
    body, condition = family.members[0].body, family.members[0].condition
    if condition is None or not isinstance(body, Value | Function | Relation) or not is_harmless(condition):
        return None
    if not isinstance(body, Function) and letters(condition) & _PARAMETERS:
        return None  # k\pi is all multiples of pi, and with k > 0 not all of them
    try:
        known = letters(condition) <= mentioned(other)  # a letter that the reference lacks is a parameter
    except UnreadableExpression:
        return None
    return body if known or (isinstance(body, Function) and letters(condition) <= set(body.arguments)) else None


def _undecided(reason: str) -> bool:
    raise UndecidedComparison(reason)


def _alone(shape: Shape) -> Shape:
    """Return the only element of a set or list, and any other shape unchanged."""
    if isinstance(shape, Collection) and shape.kind != "tuple" and len(shape.items) == 1:
        return shape.items[0]
    return shape


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
    if isinstance(shape, Relation) and isinstance(other, Function) and shape.left == ("y",):
        known = isinstance(shape.right, Value) and letters_in(shape.right.tokens) <= set(other.arguments)
        return Function("?", other.arguments, shape.right) if known else shape  # the graph y = x + 1
    if isinstance(other, Relation | Function | Prose | WordAnswer):
        return shape
    if isinstance(shape, Function) and isinstance(other, Value | Piecewise):
        return _with_letter(shape, other)
    if isinstance(shape, Relation) and isinstance(other, NumberSet) and _has_letters(shape.right):
        return shape  # n = 2k: the letter runs, and the name says of which unknown these are the values
    if isinstance(shape, Relation) and not _assigns(other) and names_value(shape.left, shape.right):
        return shape.right
    return shape


def _has_letters(shape: Shape) -> bool:
    return isinstance(shape, Value) and bool(letters_in(shape.tokens))


def _with_letter(function: Function, other: Value | Piecewise) -> Shape:
    """Return the body of a function, with its argument named like the only letter of the other side."""
    theirs = letters_in(other.tokens) if isinstance(other, Value) else frozenset[str]()
    if len(theirs) != 1 or len(function.arguments) != 1 or not isinstance(function.body, Value):
        return function.body
    (letter,) = theirs
    tokens = function.body.tokens
    if letter in tokens:
        return function.body
    return Value(tuple(letter if token == function.arguments[0] else token for token in tokens), function.body.unit)


def _assigns(shape: Shape) -> bool:
    return isinstance(shape, Collection) and any(isinstance(item, Relation | Function) for item in shape.items)


def _same_functions(mine: Function, theirs: Function) -> bool:
    if mine.name != theirs.name and "?" not in (mine.name, theirs.name):
        raise UndecidedComparison("functions of different names")
    if not mine.arguments or not theirs.arguments:
        return _same(mine.body, theirs.body)
    if len(mine.arguments) != len(theirs.arguments):
        return False
    if mine.arguments == theirs.arguments:
        return _same(mine.body, theirs.body)
    found = same_sets(mine, theirs)
    return decided(found, "the functions could not be compared")


def _same_relations(mine: Relation, theirs: Relation) -> bool:
    if mine.left == theirs.left:
        return _same(mine.right, theirs.right)
    left, right = _assignments(mine), _assignments(theirs)
    if left and right and set(left) == set(right):
        return all(_same(left[name], right[name]) for name in left)
    if _optimum(mine.left) == _optimum(theirs.left) or (
        is_quantity(mine.left) and is_quantity(theirs.left) and same_value(mine.left, theirs.left)
    ):
        return _same(mine.right, theirs.right)
    return decided(same_equations(mine, theirs), "the equations are about different things")


def _optimum(name: Tokens) -> Tokens:
    """Return ``M`` for ``M_{\\min}``: the problem asks for one of them, and the answer says which."""
    return name[:-2] if len(name) == 3 and name[1] == "_" and name[2] in LABELS else name


def _same_assignments(several: Collection, one: Relation) -> bool:
    """Compare ``x = 2, y = 3`` with ``(x, y) = (2, 3)``."""
    left, right = _assignments(several), _assignments(one)
    if left is None or right is None:
        raise UndecidedComparison("an equation against a list")
    if set(left) != set(right):
        raise UndecidedComparison("the equations are about different things")
    return all(_same(left[name], right[name]) for name in left)


def _assignments(shape: Shape) -> dict[Tokens, Shape] | None:
    if isinstance(shape, Collection) and shape.kind == "list":
        pairs = [(_bare(item.left), item.right) for item in shape.items if isinstance(item, Relation)]
        if len(pairs) == len(shape.items) and len({left for left, _ in pairs}) == len(pairs):
            return dict(pairs)
    if isinstance(shape, Relation) and isinstance(shape.right, Collection) and shape.right.kind == "tuple":
        names = tuple_names(shape.left)
        if len(names) == len(shape.right.items):
            return dict(zip(names, shape.right.items, strict=True))
    return None


def _bare(name: Tokens) -> Tokens:
    """Return ``B`` for ``\\angle B``: the angle at a point is named like the point."""
    return name[1:] if len(name) == 2 and name[0] == r"\angle" else name


def _same_collections(mine: Collection, theirs: Collection) -> bool:
    if mine.name and theirs.name and mine.name != theirs.name:
        mine = _reordered(mine, theirs.name)
    mine, theirs = _as_roots(mine, theirs), _as_roots(theirs, mine)
    if is_turned(tuple_names(mine.name)) != is_turned(tuple_names(theirs.name)):
        raise UndecidedComparison("tuples named in another order")
    left, right = _assignments(mine), _assignments(theirs)
    if left and right and set(left) == set(right):
        return all(_same(left[name], right[name]) for name in left)
    if _same_in_usual_order(left, mine, theirs) or _same_in_usual_order(right, theirs, mine):
        return True
    if "tuple" not in (mine.kind, theirs.kind) and (_assignments(mine) is None) != (_assignments(theirs) is None):
        raise UndecidedComparison("values of several unknowns against a list")
    if "tuple" in (mine.kind, theirs.kind):
        if mine.kind != theirs.kind:
            return _same_tuple_and_list(mine, theirs)
        return _same_ordered(mine.items, theirs.items)
    if mine.kind == theirs.kind == "list" and not _is_solution_list(theirs):
        if len(mine.items) == len(theirs.items) and _same_ordered(mine.items, theirs.items):
            return True
        raise UndecidedComparison("the order of the list may matter")
    return _same_unordered(mine.items, theirs.items)


def _same_in_usual_order(named: dict[Tokens, Shape] | None, shape: Collection, other: Collection) -> bool:
    """Return whether ``a = 5, b = 1, c = 12`` is the bare list ``5, 1, 12``."""
    if named is None or len(named) < 3 or not all(map(is_unknown, named)) or not are_a_series(list(named)):
        return False
    if shape.kind != "list" or other.kind != "list" or other.name or _assigns(other):
        return False
    return list(named) == sorted(named, key=name_order) and _same_ordered(tuple(named.values()), other.items)


def _reordered(shape: Collection, names: Tokens) -> Collection:
    """Return tuples ``(p, a)`` in the order of the names ``(a, p)``. Raise `UndecidedComparison` for other names."""
    own, wanted = tuple_names(shape.name), tuple_names(names)
    if _unindexed(shape.name) == names or _unindexed(names) == shape.name:
        return replace(shape, name=names)
    if not own or sorted(own) != sorted(wanted):
        raise UndecidedComparison("the values of different unknowns")
    places = [own.index(name) for name in wanted]
    items: list[Shape] = []
    for item in shape.items:
        if not isinstance(item, Collection) or item.kind != "tuple" or len(item.items) != len(own):
            raise UndecidedComparison("the values of different unknowns")
        items.append(replace(item, items=tuple(item.items[place] for place in places)))
    return replace(shape, items=tuple(items), name=names)


def _unindexed(name: Tokens) -> Tokens:
    """Return ``x`` for ``x_{1,2}``, both solutions at once."""
    return name[:1] if name[1:3] == ("_", "(") and all(is_number(t) or t == "," for t in name[3:-1]) else ()


def _as_roots(shape: Collection, other: Collection) -> Collection:
    """Return ``x_1 = -3, x_2 = 3`` as the list of solutions where the other side lists values of ``x``."""
    named = _assignments(shape)
    if named is None or other.kind == "tuple" or _assigns(other) or len(named) < 2:
        return shape
    firsts = {name[0] for name in named}
    indexed = all(len(name) == 3 and name[1] == "_" for name in named) and len(firsts) == 1
    if not indexed or (other.name and other.name[0] not in firsts):
        return shape
    return Collection("set", tuple(named.values()), other.name)


def _same_tuple_and_list(mine: Collection, theirs: Collection) -> bool:
    """Compare a tuple with a list; ``x = 2, y = 3``, named in alphabetical order, is the tuple (2, 3)."""
    tuple_, other = (mine, theirs) if mine.kind == "tuple" else (theirs, mine)
    named = _assignments(other)
    if named is not None:
        return _same_named_tuple(named, tuple_)
    if len(other.items) == 1:
        return _same(other.items[0], tuple_)
    # Two bare numbers may be meant as the ends of an interval, and braces have no order.
    if other.kind == "list" and len(other.items) > 2 and not other.name:
        if _same_ordered(mine.items, theirs.items):
            return True
        if len(mine.items) != len(theirs.items) or not _same_unordered(mine.items, theirs.items):
            return False
    raise UndecidedComparison("a tuple against a list")


def _same_named_tuple(named: dict[Tokens, Shape], tuple_: Collection) -> bool:
    """Compare ``y = 3, x = 2`` with (2, 3): the names decide on the order, and each must be that of an unknown."""
    names = sorted(named, key=name_order)
    if not (all(map(is_unknown, names)) and are_a_series(names)):
        raise UndecidedComparison("equations against a tuple")
    return _same_ordered([named[name] for name in names], tuple_.items)


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
    reason: UndecidedComparison | None = None
    for item in mine:
        for index, candidate in enumerate(left):
            try:
                if _same(item, candidate):
                    del left[index]
                    break
            except UndecidedComparison as undecided:
                reason = undecided
        else:
            if reason is not None:
                raise reason
            return False
    return True


def _same_tables(mine: Matrix, theirs: Matrix) -> bool:
    if mine.kind != theirs.kind:
        raise UndecidedComparison("a matrix against a determinant")
    if [len(row) for row in mine.rows] != [len(row) for row in theirs.rows]:
        return False
    return all(_same_ordered(a, b) for a, b in zip(mine.rows, theirs.rows, strict=True))
