"""Left sides of equations: which of them only name the answer, and which name something else than the answer.

``x = 3``, ``[ABC] = 18``, ``\\Pr(A > B) = 1/2`` and ``m + n = 24`` name a number. ``f(2-x) = x`` and ``a_{n+1} = 2^n``
are about another value than ``f(x)`` and ``a_n``, and ``x^2 = 4`` is an equation to be solved: none may be dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from r3gym.domains.math.judging.expr import GREEK, Tokens
from r3gym.domains.math.judging.latex_groups import matching
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word, word_set

LABELS = frozenset([r"\min", r"\max"])
FUNCTION_NAMES = frozenset("fghFGHPQRST")
_QUANTITY_WORDS = word_set(
    "the probability area volume sum value answer length perimeter radius ratio product total pr prob expected"
    " expectation distance number count card largest smallest least greatest of is minimal maximal final"
)
#: Names of measures that are applied to a thing: a probability, an expectation, an area.
_MEASURES = frozenset([r"\Pr", r"\mathbb P", r"\mathbb E", "E", '"area', '"pr', '"prob', '"vol', '"card', '"var', '"e'])
_ARTICLES = word_set("the of is final")
_TURNS = word_set("not no never neither nor if unless except than or about twice half other")
#: Numbers that a thing has: the degree of a polynomial, a common divisor.
_PROPERTIES = frozenset([r"\gcd", r"\lcm", r"\deg", r"\dim", r"\det", r"\lim", '"gcd', '"lcm', '"deg', '"rank', '"ord'])
_JOINING = frozenset(["+", "-", r"\cdot", "/", "(", ")", r"\angle", r"\triangle", "_"])
_OPEN, _CLOSE = frozenset("(["), frozenset(")]")


def is_name(left: Tokens) -> bool:
    """Return whether the left side of an equation only names the answer: a letter, with index or not, or a tuple."""
    if not left:
        return False
    if len(left) == 1:
        return is_letter(left[0]) or left[0] in GREEK or left[0] in LABELS
    if len(left) == 3 and left[1] == "_":
        return is_letter(left[0])
    if left[0] == r"\angle":
        return all(is_letter(token) for token in left[1:])
    return bool(tuple_names(left))


def tuple_names(left: Tokens) -> tuple[Tokens, ...]:
    """Return the names in ``(x_1, x_2)``; () for anything else than a tuple of different names, all of one series."""
    if len(left) < 5 or left[0] != "(" or left[-1] != ")":
        return ()
    names: list[list[str]] = [[]]
    for token in left[1:-1]:
        if token == ",":
            names.append([])
        else:
            names[-1].append(token)
    found = tuple(tuple(name) for name in names)
    return found if len(found) > 1 and all(map(is_unknown, found)) and are_a_series(found) else ()


def is_unknown(name: Tokens) -> bool:
    """Return whether a name is that of one unknown, a letter with an index or without; not ``2x``, ``-x``, ``x^2``."""
    if len(name) == 3 and name[1] == "_":
        return is_letter(name[0]) or name[0] in GREEK
    return len(name) == 1 and (is_letter(name[0]) or name[0] in GREEK)


def are_a_series(names: Sequence[Tokens]) -> bool:
    """Return whether names are different, and leave none out where they are numbered: not ``x_1, x_2, x_4``."""
    indices = sorted(int(name[2]) for name in names if len(name) == 3 and name[2].isdigit())
    one_letter = len(indices) == len(names) and len({name[0] for name in names}) == 1
    gaps = one_letter and indices != list(range(indices[0], indices[0] + len(indices)))
    return len(set(names)) == len(names) and not gaps


def name_order(name: Tokens) -> tuple[str, int, str]:
    """Return the place of a name among others: alphabetical, ``x_2`` before ``x_10``."""
    index = name[-1] if len(name) == 3 else ""
    return name[0], int(index) if index.isdigit() else 0, index


def is_turned(names: tuple[Tokens, ...]) -> bool:
    """Return whether names stand in another order than usual: ``(y, x)`` and ``(x_2, x_1)``, unlike ``(n, k)``.

    Only neighbours in the alphabet, or one letter with several indices, have a usual order.
    """
    if not names or list(names) == sorted(names, key=name_order):
        return False
    firsts = sorted({name[0] for name in names})
    if len(firsts) == 1:
        return True
    run = len(firsts) == len(names) and all(len(first) == 1 for first in firsts)
    return run and ord(firsts[-1]) - ord(firsts[0]) == len(firsts) - 1


def letters_in(tokens: Tokens) -> frozenset[str]:
    """Return the letters of some tokens, without the constant ``e``."""
    return frozenset(token for token in tokens if is_letter(token) or token in GREEK) - {"e"}


def is_applied_name(left: Tokens, right_letters: frozenset[str]) -> bool:
    """Return whether ``f(2)`` or ``a_{10}`` names one value: its argument shares no letter with the value.

    Nor may the argument be a function again or a computation with a letter: ``f(f(x)) = 5`` is no value of ``f``.
    """
    start = 2 if left[1:3] == ("_", "(") else 1
    if len(left) < 4 or not is_letter(left[0]) or left[start] != "(" or matching(left, start) != len(left) - 1:
        return False
    if start == 1 and left[0] not in FUNCTION_NAMES and not left[0].isupper():
        return False
    inner = left[start + 1 : -1]
    inside = letters_in(inner)
    if not inside:
        return True
    events = all(letter.isupper() for letter in inside) or left[0] == "P"
    return not inside & right_letters and (events or start == 2) and not (start == 2 and "+" in inner)


def is_quantity(left: Tokens) -> bool:
    """Return whether a left side is a quantity with a number as its value: a measure of a thing, or ``m + n``."""
    if not left:
        return False
    if left[0] in LABELS and len(left) > 1:
        return _is_optimised(left[1:])
    if left[0] in _PROPERTIES:
        return not any(token in ("+", "-", "^") for token in left)
    if len(left) > 2 and left[-2] == "_" and left[-1] in LABELS:
        left = left[:-2]
    if left == (r"\Pr",) or _is_described(left):
        return True
    if len(left) == 3 and is_letter(left[0]) and left[1] == "_" and is_word(left[2]):
        return True  # S_{ABC}
    if left[0] in _MEASURES or left[0] == "P":
        return len(left) > 2 and left[1] in _OPEN and matching(left, 1) == len(left) - 1
    if left[0] == "[" and left[-1] == "]":
        return all(is_word(token) or (is_letter(token) and token.isupper()) for token in left[1:-1])
    if left[0] == left[-1] == "|" and len(left) > 2:
        return all((is_letter(token) and token.isupper()) or token in (r"\cup", r"\cap", "_") for token in left[1:-1])
    if left[0] == "#":
        return len(left) > 1 and all(is_letter(token) and token.isupper() for token in left[1:])
    if left[0] == r"\sum":
        return all(is_letter(t) or is_number(t) or t in ("_", "^", "(", ")", "=") for t in left[1:]) and len(left) > 2
    return is_combination(left)


def _is_described(left: Tokens) -> bool:
    """Return whether words describe a quantity: ``number of ways``, ``area of ABC``."""
    words = {token[1:] for token in left if is_word(token)}
    plain = all(is_word(token) or is_letter(token) for token in left)
    return plain and bool(words & _QUANTITY_WORDS - _ARTICLES) and not words & _TURNS


def _is_optimised(tokens: Tokens) -> bool:
    """Return whether something follows whose largest or smallest value can be meant: ``f``, ``_x f(x)``, ``|S|``."""
    if tokens[0] == "_" and len(tokens) > 2:
        end = matching(tokens, 1) if tokens[1] == "(" else 1
        tokens = tokens[(end or 1) + 1 :]
    return bool(letters_in(tokens)) and not any(is_word(token) for token in tokens)


def is_combination(tokens: Tokens) -> bool:
    """Return whether tokens combine different letters without any number: ``m + n``, ``xy``, ``AB / CD``."""
    if any(is_letter(a) and b == "(" for a, b in pairwise(tokens)):
        return False  # a function
    if tokens[0] in ("+", "-") or not all(
        is_letter(t) or t in GREEK or t in _JOINING or is_small(tokens, i) for i, t in enumerate(tokens)
    ):
        return False
    names = {tokens[i : i + 3] if tokens[i + 1 : i + 2] == ("_",) else t for i, t in enumerate(tokens) if is_letter(t)}
    return len(names | (letters_in(tokens) & GREEK)) > 1 and not (letters_in(tokens) & {"i"})


def is_small(tokens: Tokens, at: int) -> bool:
    """Return whether a token is an index or exponent, as in ``x_1 + x_2`` and ``a^2 + b^2``, or the sign before it."""
    if tokens[at] == "^":
        return True
    return at > 0 and tokens[at - 1] in ("_", "^") and is_number(tokens[at])
