"""A quantity inside an interval (``-1 \\le xy \\le 2``), and domains that do not restrict a formula."""

from __future__ import annotations

from fractions import Fraction

from r3gym.domains.math.judging.clauses import COMPARISONS, RELATIONS, read_condition, split_top
from r3gym.domains.math.judging.conditions import (
    Condition,
    Conjunction,
    Negation,
    NumberComparison,
    NumberKind,
    leaves,
    substituted,
)
from r3gym.domains.math.judging.expr import Num, Sym, Tokens
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word
from r3gym.domains.math.judging.names import is_quantity, letters_in
from r3gym.domains.math.judging.shapes import NumberSet

_STAND_IN = "q"
_POWERS = frozenset(["^", "+", "-", r"\cdot", "/", "(", ")", "_", r"\angle"])
#: Kinds of numbers that a formula may be said to hold for without being restricted.
_WIDE = frozenset(
    ["integer", "natural", "real", "complex", "rational", "positive", "nonnegative", "nonzero", "constant"]
)
_FIRST = 3


def read_quantity(tokens: Tokens) -> NumberSet | None:
    """Read a chain of relations about one quantity of several letters as the numbers that it can be; else None.

    The set is named by the quantity, so that ranges of ``xy`` and of ``x + y`` are never taken for the same.
    """
    if len(split_top(tokens, {",", ";", '"and', '"or'})) > 1 or _STAND_IN in tokens:
        return None
    operands = split_top(tokens, RELATIONS)
    with_letters = [part for part in operands if letters_in(part)]
    if len(operands) < 2 or len(with_letters) != 1 or not _is_measurable(with_letters[0]):
        return None
    quantity = with_letters[0]
    at = next(index for index in range(len(tokens)) if tokens[index : index + len(quantity)] == quantity)
    replaced = (*tokens[:at], _STAND_IN, *tokens[at + len(quantity) :])
    relations = [token for token in replaced if token in RELATIONS]
    if not all(token in COMPARISONS or token == r"\in" for token in relations) or "=" in relations:
        return None
    name = "".join(quantity)
    return NumberSet(name, substituted(read_condition(replaced), {_STAND_IN: Sym(name)}))


def _is_measurable(tokens: Tokens) -> bool:
    """Return whether tokens are a quantity rather than an unknown: two letters at least, or a measure of a thing."""
    if any(is_word(token) for token in tokens) or len(tokens) < 2:
        return False
    plain = all(is_letter(t) or is_number(t) or t in _POWERS or t.startswith("\\") for t in tokens)
    plain = plain and not _is_multiple(tokens)
    applied = len(tokens) > 3 and tokens[0] in "fghFPQ" and tokens[1] == "("
    return applied or is_quantity(tokens) or (plain and len(letters_in(tokens)) > 1)


def _is_multiple(tokens: Tokens) -> bool:
    """Return whether tokens are another one's multiple, as ``-xy`` and ``2xy`` are ``xy``'s; ``2x + 3y`` is none."""
    return tokens[0] == "-" or (is_number(tokens[0]) and not {"+", "-"} & set(tokens))


def is_harmless(condition: Condition) -> bool:
    """Return whether a domain after a formula only says where it is meant: kinds, exceptions, a first index."""
    if isinstance(condition, Conjunction):
        return all(map(is_harmless, condition.parts))
    if isinstance(condition, Negation):
        return all(isinstance(leaf, NumberComparison) and leaf.operator == "=" for leaf in leaves(condition))
    return _is_wide(condition)


def _is_wide(leaf: Condition) -> bool:
    if isinstance(leaf, NumberKind):
        return leaf.name in _WIDE and isinstance(leaf.of, Sym)
    if not isinstance(leaf, NumberComparison) or not isinstance(leaf.left, Sym):
        return False
    if leaf.operator == "!=":
        return True
    return leaf.operator in (">=", ">") and isinstance(leaf.right, Num) and Fraction(0) <= leaf.right.value <= _FIRST
