"""What stands around an answer without changing it, taken off before the answer is read.

A place (``9 \\text{ at } x = 3``), ``x \\mapsto`` instead of ``f(x) =``, "and its permutations", a number in words.
"""

from __future__ import annotations

from itertools import permutations

from r3gym.domains.math.judging.clauses import split_top
from r3gym.domains.math.judging.expr import Tokens
from r3gym.domains.math.judging.latex_groups import matching
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word, word_set
from r3gym.domains.math.judging.names import is_name, letters_in

_NUMBER_WORDS = {
    '"' + word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
}
_PLACES = tuple(
    tuple('"' + word for word in words.split())
    for words in ("attained", "achieved", "reached", "occurs", "occurring", "at", "when", "with equality")
)
_LINKS = frozenset('"' + word for word in word_set("is are at when for if with where by and equality it only"))
_ORDERS = frozenset('"' + word for word in word_set("and all its their the cyclic permutations permutation orders any"))
_CERTAIN = frozenset(['"only', '"exactly', '"just', '"precisely'])


def undressed(tokens: Tokens) -> Tokens:
    """Return the tokens with a number in words as digits, a mapping as an equation, and permutations written out."""
    if len(tokens) == 1:
        return (_NUMBER_WORDS.get(tokens[0], tokens[0]),)
    if len(tokens) == 2 and tokens[0] in (r"\approx", r"\simeq", r"\doteq") and is_number(tokens[1]):
        tokens = tokens[1:]  # the digits are compared as they are
    if len(tokens) > 1 and tokens[0] == '"the' and all(map(is_word, tokens)):
        tokens = tokens[1:]
    tokens = _in_usual_order(_without_signature(_without_option(_without_system(tokens))))
    while len(tokens) > 1 and tokens[0] in _CERTAIN:
        tokens = tokens[1:]
    while len(tokens) > 1 and tokens[-1] in _CERTAIN:
        tokens = tokens[:-1]
    if tokens[0] in (r"\min", r"\max") and tokens[1:2] == ('"value',) and len(tokens) > 2:
        rest = tokens[3:] if tokens[2] in ('"is', '"of', ":", "=") else tokens[2:]
        tokens = (tokens[0], "=", *rest) if rest else tokens
    return _with_permutations(_without_mapping(_without_introduction(tokens)))


def _without_system(tokens: Tokens) -> Tokens:
    """Return a table of equations for different letters as a list of them."""
    if tokens[0] != r"\begincases" or tokens[-1] != r"\endcases":
        return tokens
    rows = split_top(tokens[1:-1], {r"\newrow"})
    known = all(len(row) > 2 and is_letter(row[0]) and row[1] == "=" and row.count("=") == 1 for row in rows)
    plain = not any(token in (",", "&") or is_word(token) for token in tokens)
    if not (known and plain and len({row[0] for row in rows}) == len(rows) > 1):
        return tokens
    return tuple(token for row in rows for token in (",", *row))[1:]


def _without_option(tokens: Tokens) -> Tokens:
    """Return the letter of "Option A", "Choice (A)" and ``A)``."""
    rest = tuple(token for token in tokens if token not in ("(", ")", ".", ":", '"option', '"choice'))
    return rest if len(rest) == 1 < len(tokens) and rest[0] in tuple("ABCDE") else tokens


def _in_usual_order(tokens: Tokens) -> Tokens:
    """Return ``b = a = c`` as ``a = b = c``."""
    letters, signs = tokens[::2], set(tokens[1::2])
    chain = len(letters) > 2 and len(tokens) % 2 == 1 and signs == {"="} and all(map(is_letter, letters))
    return tuple("=".join(sorted(letters))) if chain and all(len(one) == 1 for one in letters) else tokens


def _without_signature(tokens: Tokens) -> Tokens:
    """Return ``f : R \\to R , f(x) = x`` without the sets between which the function goes."""
    if len(tokens) < 6 or not is_letter(tokens[0]) or tokens[1] != ":" or r"\to" not in tokens:
        return tokens
    parts = split_top(tokens, {",", ";"})
    body = tokens[len(parts[0]) + 1 :]
    known = r"\to" in parts[0] and not any(token in ("=", r"\in") or is_word(token) for token in parts[0])
    return body if known and body[:2] == (tokens[0], "(") else tokens


def _without_introduction(tokens: Tokens) -> Tokens:
    """Drop "there are" before a number of things, and "n is" before a value."""
    if len(tokens) > 2 and is_letter(tokens[0]) and tokens[1] == '"is' and not any(map(is_word, tokens[2:])):
        return (tokens[0], "=", *tokens[2:])
    if tokens[:2] in (('"there', '"are'), ('"there', '"is')) and len(tokens) > 2:
        rest = tokens[3:] if tokens[2] in _CERTAIN else tokens[2:]
        return rest if rest and (is_number(rest[0]) or rest[0] in ("(", r"\binom")) else tokens
    return tokens


def _without_mapping(tokens: Tokens) -> Tokens:
    """Return ``f : x \\mapsto y`` as ``f(x) = y``; a mapping without a name is called ``?``."""
    if tokens.count(r"\mapsto") != 1:
        return tokens
    at = tokens.index(r"\mapsto")
    head, body = tokens[:at], tokens[at + 1 :]
    name = "?"
    if len(head) == 3 and head[1] == ":" and is_letter(head[0]):
        name, head = head[0], head[2:]
    if len(head) != 1 or not is_letter(head[0]) or not body:
        return tokens
    return (name, "(", *head, ")", "=", *body)


def _with_permutations(tokens: Tokens) -> Tokens:
    """Write out ``(1, 10, 10)`` "and its permutations"."""
    end = next((index for index, token in enumerate(tokens) if is_word(token)), len(tokens))
    words, listed = tokens[end:], tokens[:end]
    if not words or not words[-1].startswith('"permutation') or not set(words) <= _ORDERS:
        return tokens
    while listed and listed[-1] == ",":
        listed = listed[:-1]
    head: Tokens = ()
    if "=" in listed:
        at = listed.index("=")
        head, listed = listed[: at + 1], listed[at + 1 :]
    if not listed or listed[0] != "(" or matching(listed, 0) != len(listed) - 1:
        return tokens
    items = split_top(listed[1:-1], {","})
    if not 2 <= len(items) <= 4:
        return tokens
    if '"cyclic' in words:
        orders = [tuple(items[turn:] + items[:turn]) for turn in range(len(items))]
    else:
        orders = list(permutations(items))
    out: Tokens = ()
    for order in dict.fromkeys(orders):
        inner = tuple(token for item in order for token in (*item, ","))[:-1]
        out = (*out, ",", "(", *inner, ")") if out else ("(", *inner, ")")
    return (*head, *out)


def split_place(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """Split ``9 \\text{ at } x = 3`` into the value and the equations of its place; the place may be empty.

    Only a value without letters has a place, and only equations ``letter = number`` are one: "5 if n > 2" is a case.
    """
    for index in range(1, len(tokens)):
        rest = tokens[index:]
        if rest[0] == "(" and matching(rest, 0) == len(rest) - 1:
            rest = rest[1:-1]
        if not is_word(rest[0] if rest else ""):
            continue
        starts = any(rest[: len(place)] == place for place in _PLACES) or (
            rest[0] == '"with' and rest != tokens[index:]
        )
        if not starts:
            return tokens, ()
        while rest and rest[0] in _LINKS | {place[0] for place in _PLACES}:
            rest = rest[1:]
        value = tokens[:index]
        while value and value[-1] in (",", ";"):
            value = value[:-1]
        right = split_top(value, {"="})[-1]
        fits = value and right and not letters_in(right) and not any(is_word(token) for token in right)
        return (value, rest) if fits and _is_place(rest) else (tokens, ())
    return tokens, ()


def _is_place(tokens: Tokens) -> bool:
    pieces = [piece for piece in split_top(tokens, {",", '"and'}) if piece]
    for piece in pieces:
        *names, value = split_top(piece, {"="})
        if not names or not all(map(is_name, names)) or not value or any(map(is_word, value)):
            return False
    return bool(pieces)
