"""From canonical tokens to the shape of an answer: a value, a list, a set, a function, a family, or prose.

The order of attempts matters: words first, then plain structure (`read_plain`), and only where signs or words of a
condition occur, families and sets of numbers. Everything else is prose.
"""

from __future__ import annotations

from r3gym.domains.math.judging.clauses import split_top
from r3gym.domains.math.judging.dress import undressed
from r3gym.domains.math.judging.expr import Tokens, UnreadableExpression, read_expression
from r3gym.domains.math.judging.families import read_family, read_number_set
from r3gym.domains.math.judging.latex_tokens import is_number, is_word
from r3gym.domains.math.judging.names import is_name, is_quantity
from r3gym.domains.math.judging.piecewise import read_piecewise
from r3gym.domains.math.judging.plain import arguments, is_function, is_plain, read_plain, read_plain_or_none, trimmed
from r3gym.domains.math.judging.quantities import read_quantity
from r3gym.domains.math.judging.shapes import (
    Choice,
    Function,
    Prose,
    Relation,
    Shape,
)
from r3gym.domains.math.judging.values import constant
from r3gym.domains.math.judging.words import read_words, strip_lead

_MAX_DEPTH = 8


def read_answer(tokens: Tokens) -> Shape:
    """Return the shape of canonical tokens; total.

    >>> read_answer(("(", "2", ",", "5", ")"))
    Collection(kind='tuple', items=(Value(tokens=('2',), unit=None), Value(tokens=('5',), unit=None)), name=())
    """
    tokens = trimmed(strip_lead(trimmed(tokens)))
    if not tokens:
        return Prose(tokens)
    tokens = undressed(tokens)
    said = read_words(tokens)
    if said is not None:
        return said
    choice = _read_choice(tokens)
    return choice if choice is not None else _read(tokens, 0)


def _read_choice(tokens: Tokens) -> Choice | None:
    """Read an option and its value, as in ``(B) 5``; a bare letter remains a letter."""
    if len(tokens) > 3 and tokens[0] == "(" and tokens[2] == ")" and tokens[1] in ("A", "B", "C", "D", "E"):
        rest = tokens[4:] if tokens[3] in (":", ".") else tokens[3:]
        if rest and (is_number(rest[0]) or rest[0] in ("-", "(", r"\sqrt") or is_word(rest[0])):
            return Choice(tokens[1], _read(rest, 0))
    return None


def _read(tokens: Tokens, depth: int) -> Shape:
    if depth > _MAX_DEPTH or not tokens:
        return Prose(tokens)
    tokens = _exact_part(tokens)
    for reader in _READERS:
        try:
            shape = reader(tokens)
        except UnreadableExpression:
            continue
        if shape is not None and not isinstance(shape, Prose):
            return shape
    return Prose(tokens)


def _read_measure(tokens: Tokens) -> Shape | None:
    """Read ``\\Pr(A > B) = 1/2``: the relation inside the measure is no part of the answer."""
    halves = split_top(tokens, {"="})
    if len(halves) != 2 or not all(halves) or is_plain(halves[0]) or not is_quantity(halves[0]):
        return None
    return Relation(halves[0], read_plain(halves[1]))


def _exact_part(tokens: Tokens) -> Tokens:
    """Return the exact value before ``\\approx`` if the decimal after it fits, else all tokens."""
    parts = split_top(tokens, {r"\approx"})
    if len(parts) == 2 and parts[0] and not is_name(parts[0]) and _is_near(parts[0], parts[1]):
        return parts[0]
    return tokens


def _is_near(exact_part: Tokens, decimal: Tokens) -> bool:
    """Return whether a decimal fits the exact value that it approximates, to one unit of its last digit."""
    try:
        left, right = (constant(read_expression(part)) for part in (split_top(exact_part, {"="})[-1], decimal))
    except UnreadableExpression:
        return False
    if left is None or right is None:
        return False
    places = len(decimal[-1].partition(".")[2])
    return bool(abs(float(left) - float(right)) <= 1.001 * 10.0**-places)


def _read_function_of_cases(tokens: Tokens) -> Shape | None:
    """Read ``f(x) =`` before a table of cases."""
    halves = split_top(tokens, {"="})
    if len(halves) < 2 or not is_function(halves[0]):
        return None
    body = read_piecewise(tokens[len(halves[0]) + 1 :])
    return None if body is None else Function(halves[0][0], arguments(halves[0]), body)


_READERS = (
    _read_measure,
    read_piecewise,
    _read_function_of_cases,
    read_plain_or_none,
    read_quantity,
    read_family,
    read_number_set,
)
