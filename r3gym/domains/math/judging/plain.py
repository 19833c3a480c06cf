"""Plain structure in canonical tokens: values, lists, tuples, equations, functions, ratios and tables."""

from __future__ import annotations

from dataclasses import replace

from r3gym.domains.math.judging.clauses import read_progression, split_top
from r3gym.domains.math.judging.conditions import ANONYMOUS
from r3gym.domains.math.judging.expr import GREEK, Tokens, UnreadableExpression
from r3gym.domains.math.judging.latex_groups import matching
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word
from r3gym.domains.math.judging.names import (
    FUNCTION_NAMES,
    LABELS,
    is_applied_name,
    is_name,
    is_quantity,
    is_turned,
    letters_in,
    name_order,
    tuple_names,
)
from r3gym.domains.math.judging.shapes import (
    Collection,
    Family,
    Function,
    Matrix,
    Member,
    NumberSet,
    Prose,
    Ratio,
    Relation,
    Shape,
    Value,
)
from r3gym.domains.math.judging.units import strip_unit
from r3gym.domains.math.judging.values import same_value

_MAX_DEPTH = 8
_SEPARATORS = frozenset([",", ";", '"or', '"and'])
#: Signs that make an answer more than a list of values and equations.
_HARD = frozenset(
    ["<", ">", r"\le", r"\ge", r"\neq", r"\in", r"\notin", r"\mid", r"\nmid", r"\mod", r"\cup", r"\cap", r"\setminus"]
)
_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}


def is_plain(tokens: Tokens) -> bool:
    """Return whether an answer has no sign or word of a condition, so that it consists of values and equations."""
    outward = tokens[:1] == ("]",) or tokens[-1:] == ("[",)
    return not outward and not any(token in _HARD for token in tokens)


def read_plain(tokens: Tokens) -> Shape:
    """Read a value, collection, equation, function, ratio or table. Raise `UnreadableExpression` for anything else."""
    shape = read_plain_or_none(tokens)
    if shape is None or isinstance(shape, Prose):
        raise UnreadableExpression("no plain structure")
    return shape


def read_plain_or_none(tokens: Tokens) -> Shape | None:
    """Read the same shapes as `read_plain`; return prose or None for anything else."""
    return _read_list(tokens, 0) if is_plain(tokens) else _read_membership(tokens)


def _read_membership(tokens: Tokens) -> Shape | None:
    """Read the set in ``n \\in \\{1, 2\\}`` and ``(x, y) \\in \\{...\\}``."""
    halves = split_top(tokens, {r"\in"})
    if len(halves) != 2 or not all(halves) or not is_name(halves[0]):
        return None
    inner = halves[1]
    if inner[0] != r"\{" or matching(inner, 0) != len(inner) - 1 or not is_plain(inner) or ":" in inner:
        return None
    shape = _read_list(inner, 0)
    return replace(shape, name=halves[0]) if isinstance(shape, Collection) else shape


def _read_list(tokens: Tokens, depth: int) -> Shape:
    if depth > _MAX_DEPTH:
        return Prose(tokens)
    if ";" in tokens and "," in tokens and len(outer := [p for p in split_top(tokens, {";"}) if p]) > 1:
        groups = tuple(_read_list(part, depth + 1) for part in outer)
        return Prose(tokens) if any(isinstance(group, Prose) for group in groups) else Collection("list", groups)
    if tokens[:1] == ('"both',) or tokens[:1] == ('"either',):
        tokens = tokens[1:]
    pieces = [piece for piece in split_top(tokens, _SEPARATORS) if piece]
    if not pieces:
        return Prose(tokens)
    if len(pieces) == 1:
        return _read_one(pieces[0], depth)
    if (r"\ldots",) in pieces:
        return _read_ellipsis(tokens, pieces)
    items = [shape for piece in pieces for shape in _expanded(piece, depth)]
    if any(isinstance(item, Prose) for item in items):
        return Prose(tokens)
    lefts = {item.left for item in items if isinstance(item, Relation)}
    if len(lefts) > 1 and '"or' in tokens:
        return _read_alternatives(tokens, depth)
    return _listed(items)


def _read_alternatives(tokens: Tokens, depth: int) -> Shape:
    """Read ``x = 1, y = 2 "or x = 2, y = 1`` as tuples, if each alternative gives a value to the same names."""
    tuples: list[Shape] = []
    names: set[tuple[Tokens, ...]] = set()
    for part in split_top(tokens, {'"or'}):
        pieces = [piece for piece in split_top(part, {",", ";", '"and'}) if piece]
        read = [_read_one(piece, depth + 1) for piece in pieces]
        named = sorted((item for item in read if isinstance(item, Relation)), key=lambda item: name_order(item.left))
        if len(named) != len(read) or not all(is_name(item.left) and len(item.left) in (1, 3) for item in named):
            return Prose(tokens)
        names.add(tuple(item.left for item in named))
        tuples.append(Collection("tuple", tuple(item.right for item in named)))
    if len(names) != 1 or len(set(first := names.pop())) != len(first) or len(first) < 2:
        return Prose(tokens)  # which values belong together is not clear
    inner = tuple(token for name in first for token in (*name, ","))[:-1]
    return Collection("list", tuple(tuples), ("(", *inner, ")"))


def _read_ellipsis(tokens: Tokens, pieces: list[Tokens]) -> Shape:
    first = split_top(pieces[0], {"="})
    if len(first) == 2 and is_name(first[0]):
        pieces = [first[1], *pieces[1:]]
    try:
        return NumberSet(ANONYMOUS, read_progression(pieces))
    except UnreadableExpression:
        return Prose(tokens)


def _listed(items: list[Shape]) -> Shape:
    """Combine items to a list of values of one unknown, as in ``n = 2, 5, 13`` and ``x = 3 or x = -3``."""
    first = items[0]
    name: Tokens = ()
    if isinstance(first, Relation):
        rest = items[1:]
        if not any(isinstance(item, Relation | Function) for item in rest):
            items, name = [first.right, *rest], first.left
        elif all(isinstance(item, Relation) and item.left == first.left for item in rest):
            items, name = [item.right for item in items if isinstance(item, Relation)], first.left
    flat: list[Shape] = []
    for item in items:
        flat += item.items if isinstance(item, Collection) and item.kind == "list" else (item,)
    names = {item.name for item in items if isinstance(item, Collection) and item.kind == "list"}
    if len(names) == 1 and not name and len(items) == len([item for item in items if isinstance(item, Collection)]):
        (name,) = names
    return Collection("list", tuple(flat), name)


def is_function(left: Tokens) -> bool:
    """Return whether the left side of an equation is a function applied to letters, as in ``f(x)``."""
    return len(left) > 3 and (is_letter(left[0]) or left[0] == "?") and left[-1] == ")" and bool(arguments(left))


def arguments(left: Tokens) -> tuple[str, ...]:
    """Return the letters between the parentheses of ``f(x, y)``; () where there is anything else."""
    start = 3 if left[1] == "_" else 1
    inner = left[start + 1 : -1]
    names = inner[::2]
    fits = left[start : start + 1] == ("(",) and all(comma == "," for comma in inner[1::2]) and len(inner) % 2 == 1
    return names if fits and all(is_letter(name) for name in names) else ()


def _expanded(piece: Tokens, depth: int) -> list[Shape]:
    """Expand ``\\pm a`` to two answers; with ``\\mp`` the signs are coupled; two independent signs are not expanded."""
    if piece.count(r"\pm") != 1 or r"\{" in piece:
        return [_read_one(piece, depth)]
    at = piece.index(r"\pm")
    both = []
    for sign, other in (("+", "-"), ("-", "+")):
        plus = sign == "+" and not _has_left_operand(piece[:at])
        tokens = (*piece[:at], *(() if plus else (sign,)), *piece[at + 1 :])
        both.append(_read_one(tuple(other if token == r"\mp" else token for token in tokens), depth))
    return both


def _has_left_operand(before: Tokens) -> bool:
    return bool(before) and (before[-1] in (")", "!", "%", r"\pi") or is_number(before[-1]) or is_letter(before[-1]))


def _read_one(tokens: Tokens, depth: int) -> Shape:
    if depth > _MAX_DEPTH or not tokens or r"\mp" in tokens or _open_signs(tokens) > 1:
        return Prose(tokens)
    if _open_signs(tokens):
        both = _expanded(tokens, depth + 1)
        return Prose(tokens) if any(isinstance(item, Prose) for item in both) else _listed(both)
    for reader in (_read_equation, _read_table, _read_bracketed, _read_ratio):
        shape = reader(tokens, depth)
        if shape is not None:
            return shape
    label = tokens[-2] if len(tokens) > 3 and tokens[-3] == "(" and tokens[-1] == ")" else ""
    if label in LABELS:
        return Relation((label,), _read_one(tokens[:-3], depth + 1))
    if is_word(label) and _NUMBER_WORDS.get(label[1:]) == "".join(tokens[:-3]):
        tokens = tokens[:-3]
    if tokens[0] in LABELS and len(tokens) > 1 and (is_number(tokens[1]) or tokens[1] == "-"):
        return Relation(tokens[:1], _read_one(tokens[1:], depth + 1))
    tokens, unit = strip_unit(tokens)
    if not tokens or any(is_word(token) and token not in ('"lcm', '"gcd') for token in tokens):
        return Prose(tokens)
    if any(token in (",", ";", ":", "=", r"\ldots", r"\to") for token in _outside(tokens)):
        # Sums with an ellipsis and similar forms are comparable only as text, which was compared before.
        return Prose(tokens)
    if tokens[0] == "[" and matching(tokens, 0) == len(tokens) - 1:
        return Prose(tokens)  # ambiguous: an integer part or plain brackets
    interval = tokens[0] in ("[", "]", "(") and tokens[-1] in (")", "]", "[") and ("," in tokens or ";" in tokens)
    if interval or any(token.startswith(r"\mathbb ") for token in tokens):
        return Prose(tokens)
    return Prose(tokens) if r"\pm" in tokens else Value(tokens, unit)


def _open_signs(tokens: Tokens) -> int:
    """Return how often ``\\pm`` stands outside braces; inside a set each one doubles its own element."""
    return 0 if r"\{" in tokens else tokens.count(r"\pm")


def _outside(tokens: Tokens) -> list[str]:
    depth = 0
    found = []
    for token in tokens:
        depth += (token in ("(", "[", r"\{")) - (token in (")", "]", r"\}"))
        if depth <= 0:
            found.append(token)
    return found


def _read_equation(tokens: Tokens, depth: int) -> Shape | None:
    parts = split_top(tokens, {"=", r"\equiv"})
    if len(parts) == 1 and len(tokens) > 2 and tokens[0] in LABELS and tokens[1] == ":":
        parts = [tokens[:1], tokens[2:]]
    if len(parts) == 1:
        return None
    if not all(parts):
        return Prose(tokens)
    if parts[0][:2] == ("m", r"\angle"):  # the measure of an angle
        parts[0] = parts[0][1:]
    if any(is_word(token) for token in parts[0]) and not is_quantity(parts[0]):
        return Prose(tokens)
    if r"\equiv" in tokens:
        named = len(parts) == 2 and (is_function(parts[0]) or parts[0][0] in FUNCTION_NAMES)
        if not named:
            return Prose(tokens)
    left = parts[0]
    plain = not is_name(left) and not any(is_letter(token) or token in GREEK for token in tokens)
    if len(parts) > 2 or (plain and not is_quantity(left)):
        return _read_chain(tokens, parts, depth)
    value = _read_one(parts[1], depth + 1)
    if isinstance(value, Prose):
        return Prose(tokens)
    if r"\equiv" in tokens and len(left) == 1:
        return Function(left[0], (), value)
    if is_function(left):
        name = "".join(left[:3]) if left[1] == "_" else left[0]
        return Function(name, arguments(left), value)
    if len(left) == 3 and left[1] == "_" and is_letter(left[2]) and left[2] in letters_in(parts[1]):
        return Function(left[0] + "_", (left[2],), value)  # a sequence is a function of its index
    if is_name(parts[1]) and not is_name(left):
        turned = _read_one(left, depth + 1)
        return Prose(tokens) if isinstance(turned, Prose) else Relation(parts[1], turned)
    return Relation(left, value)


def names_value(left: Tokens, right: Shape) -> bool:
    """Return whether an equation only names its right side: ``x = 3``, ``AB / CD = 2``, ``f(2) = 5``, ``m + n = 7``.

    ``x^2 = 4``, ``a = b`` and ``2 + 3 = 6`` are statements, not names; ``f(2-x) = x`` names something else.
    """
    if is_name(left):
        turned = isinstance(right, Collection) and is_turned(tuple_names(left))
        return not turned and not (isinstance(right, Value) and is_name(right.tokens))
    points = all(is_letter(t) and t.isupper() for t in left if t not in ("(", ")", "/", "|", r"\angle", r"\triangle"))
    free = letters_in(right.tokens) if isinstance(right, Value) else frozenset[str]()
    return points or is_applied_name(left, free) or (is_quantity(left) and not free & letters_in(left))


def _read_chain(tokens: Tokens, parts: list[Tokens], depth: int) -> Shape:
    """Read ``S = 2 + 3 = 5`` as the last value, if all of them agree, and ``a = b = 1`` as the value of each."""
    *names, last = parts
    letters = {name[0] for name in names if len(name) == 1 and is_letter(name[0])} - {"e", "i"}
    if len(letters) == len(names) > 1 and not is_name(last):
        value = _read_one(last, depth + 1)
        if not isinstance(value, Value):
            return Prose(tokens)
        return Collection("list", tuple(Relation(name, value) for name in names))
    named = is_name(parts[0]) or is_function(parts[0]) or is_quantity(parts[0])
    values = parts[1:] if named else parts
    if not all(same_value(value, values[-1]) for value in values[:-1]):
        return Prose(tokens)
    return _read_one((*parts[0], "=", *values[-1]) if named else values[-1], depth + 1)


def _read_table(tokens: Tokens, depth: int) -> Shape | None:
    kinds = {r"\beginmatrix": r"\endmatrix", r"\begindet": r"\enddet"}
    if tokens[0] in ("(", "[") and len(tokens) > 2 and tokens[1] == r"\beginmatrix" and tokens[-2] == r"\endmatrix":
        tokens = tokens[1:-1]
    if tokens[0] not in kinds or tokens[-1] != kinds[tokens[0]] or tokens.count(tokens[0]) != 1:
        return None
    rows = [row for row in split_top(tokens[1:-1], {r"\newrow"}) if row]
    read = tuple(tuple(_read_one(cell, depth + 1) for cell in split_top(row, {r"\amp"})) for row in rows)
    broken = not read or any(isinstance(cell, Prose) for row in read for cell in row)
    return Prose(tokens) if broken else Matrix(tokens[0], read)


def _read_bracketed(tokens: Tokens, depth: int) -> Shape | None:
    if tokens[0] == r"\langle" and tokens[-1] == r"\rangle":
        tokens = ("(", *tokens[1:-1], ")")
    if tokens[0] not in ("(", r"\{") or matching(tokens, 0) != len(tokens) - 1 or tokens[-1] == "]":
        return None
    inner = tokens[1:-1]
    if not inner:
        return Prose(tokens)
    parts = [part for part in split_top(inner, {",", ";"}) if part]
    if tokens[0] == r"\{":
        if (r"\ldots",) in parts:
            return _read_ellipsis(tokens, parts)
        items = [shape for part in parts for shape in _expanded(part, depth + 1)]
        broken = not items or any(isinstance(item, Prose) for item in items)
        return Prose(tokens) if broken else Collection("set", tuple(items))
    if len(parts) < 2 or len(parts) != len(split_top(inner, {",", ";"})):
        return None
    if inner.count(r"\pm") == 1:
        both = [_read_one(part, depth + 1) for part in _signs(tokens)]
        return Prose(tokens) if any(isinstance(item, Prose) for item in both) else Collection("list", tuple(both))
    read = tuple(_read_one(part, depth + 1) for part in parts)
    return Prose(tokens) if any(isinstance(item, Prose) for item in read) else Collection("tuple", read)


def _signs(tokens: Tokens) -> list[Tokens]:
    at = tokens.index(r"\pm")
    plus = ("+",) if _has_left_operand(tokens[:at]) else ()
    return [
        tuple("-" if token == r"\mp" else token for token in (*tokens[:at], *plus, *tokens[at + 1 :])),
        tuple("+" if token == r"\mp" else token for token in (*tokens[:at], "-", *tokens[at + 1 :])),
    ]


def _read_ratio(tokens: Tokens, depth: int) -> Shape | None:
    parts = split_top(tokens, {":"})
    if len(parts) not in (2, 3) or not all(parts) or any(is_word(token) for token in tokens) or r"\to" in tokens:
        return None
    if len(parts) == 2 and is_name(parts[0]) and not letters_in(parts[1]):
        return Relation(parts[0], _read_one(parts[1], depth + 1))  # n: 5
    return Ratio(tuple(parts))


def as_family(shape: Shape) -> Family | None:
    """Return a finite collection as a family without conditions."""
    if isinstance(shape, Family):
        return shape
    if isinstance(shape, Collection) and shape.kind != "tuple":
        return Family(tuple(Member(item) for item in shape.items))
    return Family((Member(shape),)) if isinstance(shape, Value | Collection | Function) else None


def trimmed(tokens: Tokens) -> Tokens:
    """Return the tokens without the punctuation at their end."""
    while tokens and tokens[-1] in (".", ",", ";", ":"):
        tokens = tokens[:-1]
    return tokens
