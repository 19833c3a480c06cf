"""Reading conditions from canonical tokens: ``n \\ge 3``, ``k \\in \\mathbb{Z}``, ``"odd "integers n``, ``3 \\mid n``.

Every word must be known: a clause with one unknown word is refused, because "n odd" and "n odd or so" differ.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from r3gym.domains.math.judging.conditions import (
    ANONYMOUS,
    SUBJECT,
    Condition,
    Congruence,
    Conjunction,
    Disjunction,
    Divisibility,
    Negation,
    NumberComparison,
    NumberKind,
    PowerCondition,
    equals_any,
    letters,
    progression,
    substituted,
)
from r3gym.domains.math.judging.eval import InexactValueError, UndefinedValueError, ValueTooLargeError, exact
from r3gym.domains.math.judging.expr import GREEK, Expr, Num, Sym, Tokens, UnreadableExpression, read_expression
from r3gym.domains.math.judging.latex_groups import matching
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word, word_set

COMPARISONS = {"=": "=", "<": "<", ">": ">", r"\le": "<=", r"\ge": ">=", r"\neq": "!="}
RELATIONS = frozenset(
    [*COMPARISONS, r"\in", r"\notin", r"\mid", r"\nmid", r"\equiv", r"\divby", r"\powerof", r"\except"]
)
#: Separators of body and condition in a set; the first one counts, because the condition may be a divisibility.
BUILDER_MARKS = frozenset([r"\mid", "|", ":"])
_OPEN = frozenset(["(", "[", r"\{", r"\begincases", r"\beginmatrix", r"\begindet", r"\lfloor", r"\lceil", r"\langle"])
_CLOSE = frozenset([")", "]", r"\}", r"\endcases", r"\endmatrix", r"\enddet", r"\rfloor", r"\rceil", r"\rangle"])
_FILLER = word_set(
    "is are be being all any some every each the an for that such if when whenever then only both number numbers value"
    " values with whose where fixed given either satisfying arbitrary iff it must can as exactly also of"
)
_KIND_WORDS = {
    "integer": "integer", "integers": "integer", "natural": "natural", "naturals": "natural", "even": "even",
    "odd": "odd", "prime": "prime", "primes": "prime", "composite": "composite", "composites": "composite",
    "positive": "positive", "negative": "negative", "nonnegative": "nonnegative", "nonpositive": "nonpositive",
    "nonzero": "nonzero", "rational": "rational", "rationals": "rational", "real": "real", "reals": "real",
    "complex": "complex", "constant": "constant", "constants": "constant", "square": "square", "squares": "square",
    "cube": "cube", "cubes": "cube", "whole": "integer",
}  # fmt: skip
_PHRASES = tuple(
    (tuple('"' + word for word in phrase.split()), replacement)
    for phrase, replacement in (
        ("greater than or equal to", r"\ge"), ("less than or equal to", r"\le"), ("strictly greater than", ">"),
        ("strictly less than", "<"), ("greater than", ">"), ("larger than", ">"), ("bigger than", ">"),
        ("more than", ">"), ("less than", "<"), ("smaller than", "<"), ("at least", r"\ge"), ("at most", r"\le"),
        ("not equal to", r"\neq"), ("different from", r"\neq"), ("equal to", "="), ("equals", "="),
        ("divisible by", r"\divby"), ("multiples of", r"\divby"), ("multiple of", r"\divby"),
        ("powers of", r"\powerof"), ("power of", r"\powerof"), ("except for", r"\except"), ("except", r"\except"),
        ("other than", r"\except"), ("excluding", r"\except"), ("congruent to", r"\equiv"), ("in", r"\in"),
        ("does not divide", r"\nmid"), ("divides", r"\mid"), ("perfect square", '"square'),
        ("perfect squares", '"square'), ("perfect cube", '"cube'), ("perfect cubes", '"cube'),
        ("if and only if", '"iff'), ("as well as", '"and'),
        ("from", r"\ge"), ("up to", r'"is \le'), ("to", r'"is \le'), ("inclusive", '"the'),
    )
)  # fmt: skip
_NUMBER_WORDS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "ten": "10"}
_DOMAINS = {"Z": "integer", "N": "natural", "Q": "rational", "R": "real", "C": "complex"}
_SUFFIXES = {
    ("^", "+"): "positive", ("_", "+"): "positive", ("_", "(", ">", "0", ")"): "positive",
    ("_", "(", r"\ge", "1", ")"): "positive", ("_", "(", r"\ge", "0", ")"): "nonnegative",
    ("^", "(", r"\ge", "0", ")"): "nonnegative", ("^", "-"): "negative", ("^", r"\star"): "nonzero",
    ("_", "(", r"\neq", "0", ")"): "nonzero", ("^", "(", "+", ")"): "positive", ("^", "(", ">", "0", ")"): "positive",
}  # fmt: skip


def split_top(tokens: Tokens, separators: frozenset[str] | set[str]) -> list[Tokens]:
    """Split at separators outside all brackets; the residues of a congruence stay together."""
    parts: list[Tokens] = []
    depth = start = 0
    held = -1  # the index up to which a congruence keeps its commas
    for index, token in enumerate(tokens):
        depth += (token in _OPEN) - (token in _CLOSE)
        free = index > held
        if token in (r"\equiv", "=") and free:
            held = _end_of_residues(tokens, index)
        if depth <= 0 and token in separators and free:
            parts.append(tokens[start:index])
            start = index + 1
    parts.append(tokens[start:])
    return parts


def _end_of_residues(tokens: Tokens, start: int) -> int:
    for index in range(start + 1, len(tokens)):
        if tokens[index] == r"\mod":
            return index
        if tokens[index] in RELATIONS or (is_word(tokens[index]) and tokens[index] not in ('"or', '"and')):
            break
    return start


def plain_phrases(tokens: Tokens) -> Tokens:
    """Return the tokens with phrases such as "greater than" replaced by their sign, without articles."""
    out: list[str] = []
    index = 0
    while index < len(tokens):
        for phrase, replacement in _PHRASES:
            if tokens[index : index + len(phrase)] == phrase:
                out += replacement.split()
                index += len(phrase)
                break
        else:
            token = tokens[index]
            if out and out[-1] in (r"\powerof", r"\divby") and is_word(token):
                token = _NUMBER_WORDS.get(token[1:], token)
            after = tokens[index + 1] if index + 1 < len(tokens) else ""
            article = token in ("a", "A") and is_word(after) and after not in ('"and', '"or', '"is', '"in', '"are')
            if not (article and (not out or is_word(out[-1]))):
                out.append(token)
            index += 1
    return _listed_residues(tuple(out))


def _listed_residues(tokens: Tokens) -> Tokens:
    """Return ``n \\equiv 0 "or 1 \\mod 4`` with a comma between the residues."""
    out = list(tokens)
    for index, token in enumerate(tokens):
        if token in (r"\equiv", "="):
            for at in range(index, _end_of_residues(tokens, index)):
                out[at] = "," if out[at] in ('"or', '"and') else out[at]
    return tuple(out)


def read_condition(tokens: Tokens) -> Condition:
    """Read the condition that a clause states. Raise `UnreadableExpression` if there is none."""
    return _read_any(plain_phrases(tokens))


def _read_any(tokens: Tokens) -> Condition:
    parts = [part for part in split_top(tokens, {'"or'}) if part and part != (",",)]
    if not parts:
        raise UnreadableExpression("an empty condition")
    read = tuple(_read_all(part) for part in parts)
    return read[0] if len(read) == 1 else Disjunction(read)


def _read_all(tokens: Tokens) -> Condition:
    pieces = [piece for piece in split_top(tokens, {",", ";", '"and', '"but', '"where', '"with'}) if piece]
    if not pieces:
        raise UnreadableExpression("an empty condition")
    parts: list[Condition] = []
    while len(pieces) > 1 and is_number(pieces[0][0]) and len(pieces[0]) == 1:
        if not all(len(piece) == 1 or piece[0] == '"all' for piece in pieces[1:]):
            raise UnreadableExpression("a number among conditions")
        parts.append(NumberComparison("=", SUBJECT, read_expression(pieces.pop(0))))
    waiting: list[Sym] = []  # names whose condition follows later: "a, b > 0"
    last: Condition | None = None
    last_name = ""
    index = 0
    while index < len(pieces):
        piece = _ellipsis_joined(pieces, index)
        index += 1 if piece == pieces[index] else len(pieces) - index
        name = _bare_name(piece)
        if name is not None and index < len(pieces) and not (last and _all_bare(pieces[index:])):
            waiting.append(name)
            continue
        if name is not None:
            if last is None or not last_name:
                raise UnreadableExpression("a name without a condition")
            parts.append(substituted(last, {last_name: name}))
            continue
        last, last_name = _read_piece(piece)
        parts.append(last)
        for other in waiting:
            if not last_name:
                raise UnreadableExpression("a name without a condition")
            parts.append(substituted(last, {last_name: other}))
        waiting = []
    return parts[0] if len(parts) == 1 else Conjunction(tuple(parts))


def _all_bare(pieces: list[Tokens]) -> bool:
    return all(_bare_name(piece) is not None for piece in pieces)


def _ellipsis_joined(pieces: list[Tokens], index: int) -> Tokens:
    """Return ``k = 0, 1, 2, \\ldots`` as ``k \\in \\{0, 1, 2, \\ldots\\}``."""
    piece = pieces[index]
    rest = pieces[index + 1 :]
    if len(piece) == 3 and piece[1] == "=" and (r"\ldots",) in rest and not any(RELATIONS & set(p) for p in rest):
        inner: Tokens = piece[2:]
        for part in rest:
            inner = (*inner, ",", *part)
        return (piece[0], r"\in", r"\{", *inner, r"\}")
    return piece


def _bare_name(tokens: Tokens) -> Sym | None:
    tokens = tuple(token for token in tokens if not (is_word(token) and token[1:] in _FILLER))
    if len(tokens) == 1 and (is_letter(tokens[0]) or tokens[0] in GREEK):
        return Sym(tokens[0])
    if (
        len(tokens) == 3
        and tokens[1] == "_"
        and is_letter(tokens[0])
        and (is_number(tokens[2]) or is_letter(tokens[2]))
    ):
        return Sym(f"{tokens[0]}_{tokens[2]}")
    return None


def _read_piece(tokens: Tokens) -> tuple[Condition, str]:
    """Read one piece, and the name it is about ("" for several or none)."""
    kinds: list[tuple[str, bool]] = []
    parts: list[Condition] = []
    subject: Expr | None = None
    negated = False
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if is_word(token):
            word = token[1:]
            if word == "not":
                negated = True
            elif word in _KIND_WORDS:
                kinds.append((_KIND_WORDS[word], negated))
                negated = False
            elif word not in _FILLER:
                raise UnreadableExpression(f"the word {word!r}")
            index += 1
            continue
        end = index
        while end < len(tokens) and not is_word(tokens[end]):
            end += 1
        found, named = _read_chunk(tokens[index:end], subject)
        if named is not None and subject is not None and named != subject:
            raise UnreadableExpression("a clause about two things")
        subject = named if named is not None else subject
        if found is not None:
            parts.append(Negation(found) if negated else found)
            negated = False
        index = end
    if negated:
        raise UnreadableExpression("a negation of nothing")
    about = SUBJECT if subject is None else subject
    parts = [substituted(part, {ANONYMOUS: about}) for part in parts]
    for name, opposite in kinds:
        kind = NumberKind(name, about)
        parts.append(Negation(kind) if opposite else kind)
    if not parts:
        raise UnreadableExpression("a clause that says nothing")
    return (parts[0] if len(parts) == 1 else Conjunction(tuple(parts))), about.name if isinstance(about, Sym) else ""


def _read_chunk(tokens: Tokens, subject: Expr | None) -> tuple[Condition | None, Expr | None]:
    """Read a run of symbols, a name or a chain of relations, and the name that it is about."""
    if tokens.count("|") == 1:
        tokens = tuple(r"\mid" if token == "|" else token for token in tokens)
    operands = split_top(tokens, RELATIONS)
    operators = _top_operators(tokens)
    if not operators:
        if tokens[0] in ("(",) and matching(tokens, 0) == len(tokens) - 1:
            return _read_any(tokens[1:-1]), None
        return None, read_expression(tokens)
    about = subject if subject is not None else SUBJECT
    names = [name for operand in operands if (name := _bare_name(operand)) is not None]
    if subject is None and names:
        about = names[0]
    parts: list[Condition] = []
    for at, operator in enumerate(operators):
        left = operands[at]
        if len(operators) > 1 and _is_no_bound(left, operator, operands[at + 1]):
            continue
        if not left and at > 0:
            raise UnreadableExpression("two relations side by side")
        parts.append(_relation(read_expression(left) if left else about, operator, operands[at + 1]))
    named = about if isinstance(about, Sym) and (about != SUBJECT) else None
    if not parts:
        raise UnreadableExpression("a chain that says nothing")
    return (parts[0] if len(parts) == 1 else Conjunction(tuple(parts))), named


def _is_no_bound(left: Tokens, operator: str, right: Tokens) -> bool:
    """Return whether a relation only says that something is finite: ``x < \\infty``, ``-\\infty < x``."""
    if operator in (">", r"\ge"):
        left, right = right, left
    ends = ((r"\infty",), ("+", r"\infty"))
    return operator in ("<", r"\le", ">", r"\ge") and (right in ends or left == ("-", r"\infty"))


def _top_operators(tokens: Tokens) -> list[str]:
    depth = 0
    found = []
    for token in tokens:
        depth += (token in _OPEN) - (token in _CLOSE)
        if depth <= 0 and token in RELATIONS:
            found.append(token)
    return found


def _relation(left: Expr, operator: str, right: Tokens) -> Condition:
    if not right:
        raise UnreadableExpression("a relation without a right side")
    if operator in (r"\in", r"\notin"):
        member = read_set(right, left)
        return member if operator == r"\in" else Negation(member)
    if r"\mod" in right:
        if operator not in (r"\equiv", "="):
            raise UnreadableExpression("a modulus in an inequality")
        at = right.index(r"\mod")
        residues = [signed for part in split_top(right[:at], {",", '"or', '"and'}) if part for signed in _signed(part)]
        return Congruence(left, tuple(read_expression(part) for part in residues), read_expression(right[at + 1 :]))
    if operator == r"\neq" and right[0] == r"\pm":
        return Conjunction(tuple(NumberComparison("!=", left, read_expression(part)) for part in _signed(right)))
    other = read_expression(right)
    if operator in COMPARISONS:
        return NumberComparison(COMPARISONS[operator], left, other)
    if operator in (r"\mid", r"\nmid"):
        return Divisibility(left, other) if operator == r"\mid" else Negation(Divisibility(left, other))
    if operator == r"\divby":
        return Divisibility(other, left)
    if operator == r"\powerof":
        return PowerCondition(other, left)
    if operator == r"\except":
        return NumberComparison("!=", left, other)
    raise UnreadableExpression("a congruence without a modulus")


def _signed(residue: Tokens) -> tuple[Tokens, ...]:
    """Return both residues of ``\\pm 2``, and any other residue alone."""
    return (residue[1:], ("-", *residue[1:])) if residue[0] == r"\pm" and len(residue) > 1 else (residue,)


def read_set(tokens: Tokens, member: Expr = SUBJECT) -> Condition:
    """Return the condition that ``member`` lies in the set that the tokens describe. Raise `UnreadableExpression`."""
    parts = split_top(tokens, {r"\cup"})
    if len(parts) > 1:
        return Disjunction(tuple(read_set(part, member) for part in parts))
    parts = split_top(tokens, {r"\setminus"})
    if len(parts) == 2:
        return Conjunction((read_set(parts[0], member), Negation(read_set(parts[1], member))))
    if len(parts) > 2 or not tokens:
        raise UnreadableExpression("a difference of several sets")
    parts = split_top(tokens, {"-"})
    if len(parts) == 2 and parts[0] and parts[0][0].startswith(r"\mathbb ") and parts[1][:1] == (r"\{",):
        return Conjunction((read_set(parts[0], member), Negation(read_set(parts[1], member))))
    if tokens[0] == "(" and tokens[-1] == ")" and matching(tokens, 0) == len(tokens) - 1:
        inner = tokens[1:-1]
        if len(split_top(inner, {",", ";"})) == 1:
            return read_set(inner, member)
    if tokens[0].startswith(r"\mathbb ") or (len(tokens) == 1 and tokens[0] in _DOMAINS):
        return _domain(tokens, member)
    if tokens[0] in ("(", "[", "]") and tokens[-1] in (")", "]", "["):
        return _interval(tokens, member)
    if tokens[0] == r"\{" and matching(tokens, 0) == len(tokens) - 1:
        return _braces(tokens[1:-1], member)
    if tokens == (r"\varnothing",):
        return Disjunction(())
    raise UnreadableExpression("an unknown set")


def _domain(tokens: Tokens, member: Expr) -> Condition:
    name = tokens[0].removeprefix(r"\mathbb ")
    if name not in _DOMAINS:
        raise UnreadableExpression("an unknown set")
    base = NumberKind(_DOMAINS[name], member)
    suffix = tokens[1:]
    if not suffix:
        return base
    if name == "N" and suffix in (("_", "0"), ("^", "0")):
        return Conjunction((NumberKind("integer", member), NumberKind("nonnegative", member)))
    if suffix in _SUFFIXES:
        kind = "integer" if name == "N" and "0" in suffix else base.name
        return Conjunction((NumberKind(kind, member), NumberKind(_SUFFIXES[suffix], member)))
    if suffix[:2] == ("_", "(") and len(suffix) > 4 and suffix[2] in COMPARISONS:
        return Conjunction((base, NumberComparison(COMPARISONS[suffix[2]], member, read_expression(suffix[3:-1]))))
    raise UnreadableExpression("an unknown set")


def _interval(tokens: Tokens, member: Expr) -> Condition:
    ends = split_top(tokens[1:-1], {",", ";"})
    if len(ends) != 2 or not all(ends):
        raise UnreadableExpression("an interval with other than two ends")
    low, high = ends
    parts: list[Condition] = [NumberKind("real", member)]
    if low != ("-", r"\infty"):
        parts.append(NumberComparison(">=" if tokens[0] == "[" else ">", member, read_expression(low)))
    if high not in ((r"\infty",), ("+", r"\infty")):
        parts.append(NumberComparison("<=" if tokens[-1] == "]" else "<", member, read_expression(high)))
    return Conjunction(tuple(parts))


def _braces(inner: Tokens, member: Expr) -> Condition:
    body = split_top(inner, BUILDER_MARKS)[0]
    if body != inner:
        return _builder(body, inner[len(body) + 1 :], member)
    items = [item for item in split_top(inner, {",", ";"}) if item]
    if (r"\ldots",) in items:
        return read_progression(items, member)
    return equals_any(tuple(read_expression(item) for item in items), member)


def _builder(left: Tokens, right: Tokens, member: Expr) -> Condition:
    parts = split_top(left, {r"\in"})
    name = _bare_name(parts[0])
    if name is None:
        raise UnreadableExpression("a set of expressions")
    condition = read_condition(right)
    if name.name not in letters(condition):
        raise UnreadableExpression("a set whose condition is about something else")
    if len(parts) == 2:
        condition = Conjunction((read_set(parts[1], name), condition))
    return substituted(condition, {name.name: member})


def read_progression(items: list[Tokens], member: Expr = SUBJECT) -> Condition:
    """Read ``1, 2, \\ldots, n`` and ``0, 1, 2, \\ldots``: a progression of integers with a visible step."""
    at = items.index((r"\ldots",))
    try:
        first = [exact(read_expression(item), {}) for item in items[:at]]
    except (InexactValueError, ValueTooLargeError, UndefinedValueError) as error:
        raise UnreadableExpression("a progression of other things than numbers") from error
    steps = {b - a for a, b in pairwise(first)} or {Fraction(1)}
    last = items[at + 1 :]
    step = next(iter(steps))
    if not first or len(steps) != 1 or step < 1 or any(value.denominator != 1 for value in first) or len(last) > 1:
        raise UnreadableExpression("a progression whose rule cannot be seen")
    if not last and len(first) < (3 if step == 1 else 4):
        raise UnreadableExpression("a progression whose rule cannot be seen")
    end = read_expression(last[0]) if last else None
    if isinstance(end, Num) and ((end.value - first[0]) % step or end.value <= first[-1]):
        raise UnreadableExpression("a progression that does not meet its end")
    if not isinstance(end, Num) and end is not None and step != 1:
        raise UnreadableExpression("a progression whose end is not known")
    return progression(Num(first[0]), step, end, member)
