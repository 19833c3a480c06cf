"""The shape of a canonical answer: a value, a list, a set, a tuple, an interval, a relation, or prose.

Splitting an answer into its parts here keeps the symbolic backend on what it is good at, single
expressions: it never sees a comma, a bracket of a tuple, an inequality or a word, all of which it is happy
to misread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from r3gym.judging.latex_groups import matching
from r3gym.judging.latex_tokens import is_letter, is_number, is_word, words

Tokens = tuple[str, ...]

_RELATIONS = (
    "=",
    "<",
    ">",
    r"\le",
    r"\ge",
    r"\neq",
    r"\in",
    r"\mid",
    r"\nmid",
    r"\equiv",
    r"\subset",
    r"\notin",
)
_FLIPPED = {"<": ">", ">": "<", r"\le": r"\ge", r"\ge": r"\le", "=": "=", r"\neq": r"\neq"}
_UNIT_WORDS = words(
    "cm mm km kg mg ml ft meters metres meter metre feet inches inch degrees degree units unit square cubic"
    " seconds minutes hours days years dollars cents points miles grams litres liters"
)


@dataclass(frozen=True)
class Value:
    """One expression, with the unit or degree sign that followed it."""

    tokens: Tokens
    unit: Tokens = ()


@dataclass(frozen=True)
class Collection:
    """Several answers: ``list`` (as written), ``set`` (braces) or ``tuple`` (round brackets)."""

    kind: str
    items: tuple[Shape, ...]


@dataclass(frozen=True)
class Interval:
    """A real interval."""

    low: Tokens
    high: Tokens
    low_closed: bool
    high_closed: bool
    variable: Tokens = ()


@dataclass(frozen=True)
class Relation:
    """``left operator right`` that is neither an assignment to a plain name nor a plain interval."""

    left: Tokens
    operator: str
    right: Shape


@dataclass(frozen=True)
class Union:
    """Intervals and sets joined by a union sign."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True)
class Prose:
    """Words, or a structure this module does not read: comparable only as text."""

    tokens: Tokens


Shape = Value | Collection | Interval | Relation | Union | Prose


def read_shape(tokens: Sequence[str]) -> Shape:
    """The shape of canonical tokens.

    >>> read_shape(["(", "2", ",", "5", ")"])
    Collection(kind='tuple', items=(Value(tokens=('2',), unit=()), Value(tokens=('5',), unit=())))
    """
    return _read(tuple(tokens), depth=0)


def split_top(tokens: Tokens, separators: frozenset[str] | set[str]) -> list[Tokens]:
    """Split at separators outside all brackets."""
    parts: list[Tokens] = []
    depth = start = 0
    for index, token in enumerate(tokens):
        depth += (token in ("(", "[", r"\{")) - (token in (")", "]", r"\}"))
        if depth <= 0 and token in separators:
            parts.append(tokens[start:index])
            start = index + 1
    parts.append(tokens[start:])
    return parts


def _read(tokens: Tokens, depth: int) -> Shape:
    if depth > 8 or not tokens:
        return Prose(tokens)
    separators = {",", ";", '"or', '"and'}
    pieces = [piece for piece in split_top(tokens, separators) if piece]
    if len(pieces) > 1:
        return _read_list(tokens, pieces, depth)
    if not pieces:
        return Prose(tokens)
    return _read_one(pieces[0], depth)


def _read_list(tokens: Tokens, pieces: list[Tokens], depth: int) -> Shape:
    items: list[Shape] = []
    for piece in pieces:
        items.extend(_expand_sign(piece, depth))
    if any(isinstance(item, Prose) for item in items):
        return Prose(tokens)
    return Collection("list", tuple(_share_name(items)))


def _share_name(items: list[Shape]) -> list[Shape]:
    """Read ``n = 2, 5, 13`` and ``x = 3 or x = -3`` as lists of values of one unknown."""
    first = items[0]
    if not (isinstance(first, Relation) and first.operator == "="):
        return items
    rest_plain = all(not isinstance(item, Relation) for item in items[1:])
    rest_same = all(isinstance(i, Relation) and i.operator == "=" and i.left == first.left for i in items[1:])
    if rest_plain and not is_function(first.left):
        return [first.right, *items[1:]]
    if rest_same and not is_function(first.left):
        return [item.right for item in items if isinstance(item, Relation)]
    return items


def is_function(left: Tokens) -> bool:
    """Whether the left side of an equation is a function applied to something, as in ``f(x)``."""
    return len(left) > 3 and is_letter(left[0]) and left[1] == "(" and left[-1] == ")"


def is_name(left: Tokens) -> bool:
    """Whether the left side of an equation only names the answer: a letter, an indexed letter, a tuple of
    letters.
    """
    if len(left) == 1:
        return is_letter(left[0]) or (left[0].startswith("\\") and left[0][1:].isalpha())
    if len(left) == 3 and left[1] == "_":
        return is_letter(left[0])
    return left[0] == "(" and left[-1] == ")" and all(is_letter(t) or t == "," for t in left[1:-1])


def _expand_sign(piece: Tokens, depth: int) -> list[Shape]:
    """``\\pm a`` is two answers; more than one sign is left alone."""
    if piece.count(r"\pm") == 1 and r"\mp" not in piece:
        at = piece.index(r"\pm")
        plus = piece[:at] + (("+",) if _has_left_operand(piece[:at]) else ()) + piece[at + 1 :]
        return [_read_one(plus, depth), _read_one((*piece[:at], "-", *piece[at + 1 :]), depth)]
    return [_read_one(piece, depth)]


def _has_left_operand(before: Tokens) -> bool:
    return bool(before) and (before[-1] in (")", "!", "%") or is_number(before[-1]) or is_letter(before[-1]))


def _read_one(tokens: Tokens, depth: int) -> Shape:
    if not tokens or tokens.count(r"\pm") + tokens.count(r"\mp") > 1:
        return Prose(tokens)
    if r"\pm" in tokens:
        expanded = _expand_sign(tokens, depth)
        return Prose(tokens) if len(expanded) == 1 or Prose in map(type, expanded) else _pair(expanded)
    if r"\cup" in tokens:
        parts = split_top(tokens, {r"\cup"})
        if len(parts) > 1:
            read = [_read_one(part, depth + 1) if part else Prose(part) for part in parts]
            return Prose(tokens) if any(isinstance(part, Prose) for part in read) else Union(tuple(read))
    relation = _read_relation(tokens, depth)
    if relation is not None:
        return relation
    bracketed = _read_bracketed(tokens, depth)
    if bracketed is not None:
        return bracketed
    tokens, unit = _strip_unit(tokens)
    if not tokens or any(is_word(token) or token in (",", ";") for token in tokens):
        return Prose(tokens + unit)
    return Value(tokens, unit)


def _pair(expanded: list[Shape]) -> Shape:
    return Collection("list", tuple(_share_name(expanded)))


def _read_bracketed(tokens: Tokens, depth: int) -> Shape | None:
    if tokens[0] not in ("(", "[", r"\{") or matching(tokens, 0) != len(tokens) - 1:
        return None
    inner = tokens[1:-1]
    if tokens[0] == r"\{":
        parts = [part for part in split_top(inner, {",", ";"}) if part]
        items: list[Shape] = [shape for part in parts for shape in _expand_sign(part, depth + 1)]
        return Prose(tokens) if any(isinstance(item, Prose) for item in items) else Collection("set", tuple(items))
    parts = split_top(inner, {",", ";"})
    if len(parts) == 2 and all(parts) and (tokens[0] == "[" or tokens[-1] == "]"):
        return Interval(parts[0], parts[1], tokens[0] == "[", tokens[-1] == "]")
    if tokens[0] == "(" and tokens[-1] == ")" and len(parts) > 1:
        read = [_read_one(part, depth + 1) if part else Prose(part) for part in parts]
        return Prose(tokens) if any(isinstance(item, Prose) for item in read) else Collection("tuple", tuple(read))
    return None


def _read_relation(tokens: Tokens, depth: int) -> Shape | None:
    operators = [token for token in tokens if token in _RELATIONS]
    parts = split_top(tokens, frozenset(_RELATIONS))
    if not operators or len(parts) != len(operators) + 1 or not all(parts) or any(is_word(t) for t in tokens):
        return None if not operators else Prose(tokens)
    if len(operators) == 2 and is_name(parts[1]):
        return _chain(tokens, parts, operators)
    if len(operators) != 1:
        return Prose(tokens)
    left, operator, right = parts[0], operators[0], parts[1]
    if operator in _FLIPPED and is_name(right) and not is_name(left):
        left, operator, right = right, _FLIPPED[operator], left
    if operator in ("<", r"\le") and is_name(left):
        return Interval(("-", r"\infty"), right, False, operator == r"\le", left)
    if operator in (">", r"\ge") and is_name(left):
        return Interval(right, (r"\infty",), operator == r"\ge", False, left)
    value = _read_one(right, depth + 1)
    if isinstance(value, Prose):
        return Prose(tokens)
    return value if operator == r"\in" and is_name(left) else Relation(left, operator, value)


def _chain(tokens: Tokens, parts: list[Tokens], operators: list[str]) -> Shape:
    """``a < x <= b`` and its mirror image as an interval."""
    if all(op in ("<", r"\le") for op in operators):
        return Interval(parts[0], parts[2], operators[0] != "<", operators[1] != "<", parts[1])
    if all(op in (">", r"\ge") for op in operators):
        return Interval(parts[2], parts[0], operators[1] != ">", operators[0] != ">", parts[1])
    return Prose(tokens)


def _strip_unit(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """Split a trailing unit (words of measure, a degree sign, ``km / h``, ``cm ^ 2``) from a value."""
    if tokens[-1] == "°" and any(token.startswith("\\") and token != r"\pi" for token in tokens):
        return tokens, ()  # the degrees belong to the argument of a function
    for start in range(1, len(tokens)):
        tail = tokens[start:]
        word = tail[0][1:] if is_word(tail[0]) else ""
        if tail == ("°",) or (word in _UNIT_WORDS and all(_in_unit(token) for token in tail[1:])):
            return tokens[:start], ("°",) if tail[0] == "°" or word.startswith("degree") else tail
    return tokens, ()


def _in_unit(token: str) -> bool:
    return token in ("/", "^", "2", "3", "h", "s", "m", '"per', '"hour', '"second') or (
        is_word(token) and token[1:] in _UNIT_WORDS
    )
