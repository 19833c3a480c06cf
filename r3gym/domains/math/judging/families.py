"""Reading families (``3k`` for integers ``k >= 1``) and sets of numbers (``n`` odd, ``x > 2``) from tokens."""

from __future__ import annotations

from r3gym.domains.math.judging.clauses import BUILDER_MARKS, RELATIONS, read_condition, read_set, split_top
from r3gym.domains.math.judging.conditions import (
    ANONYMOUS,
    Condition,
    Congruence,
    Conjunction,
    Disjunction,
    Divisibility,
    NumberComparison,
    NumberKind,
    PowerCondition,
    holds,
    leaves,
    letters,
    substituted,
    trees,
)
from r3gym.domains.math.judging.eval import InexactValueError, UndefinedValueError, ValueTooLargeError
from r3gym.domains.math.judging.expr import Num, Sym, Tokens, UnreadableExpression, functions
from r3gym.domains.math.judging.generate import mentioned
from r3gym.domains.math.judging.latex_groups import matching
from r3gym.domains.math.judging.latex_tokens import is_letter, is_word, word_set
from r3gym.domains.math.judging.names import is_name
from r3gym.domains.math.judging.plain import read_plain
from r3gym.domains.math.judging.shapes import Collection, Family, Member, NumberSet, Relation, Shape, Value

_STARTERS = frozenset('"' + word for word in word_set("for where with such when if given provided whenever satisfying"))
_QUANTIFIERS = frozenset(
    '"' + word for word in word_set("for all any some every each where with real x numbers constants")
)


def read_family(tokens: Tokens) -> Shape | None:
    """Read a family, or the plain answer where the clause is only "for all x"; None where there is no clause."""
    if r"\cup" in tokens or tokens[0] == r"\{":
        return _read_union(tokens)
    for body, clause in _cuts(tokens):
        try:
            return _with_clause(body, clause)
        except UnreadableExpression:
            continue
    return None


def _cuts(tokens: Tokens) -> list[tuple[Tokens, Tokens]]:
    """Return the ways to divide an answer into a body and a clause, from left to right."""
    cuts: list[tuple[Tokens, Tokens]] = []
    depth = 0
    for index, token in enumerate(tokens):
        if index and depth == 0:
            rest = tokens[index + 1 :]
            if token in _STARTERS and (rest := _past_starters(rest)):
                cuts.append((tokens[:index], rest))
            elif token in (",", ";") and rest[:1] != ('"or',) and _states_more_than_equality(rest):
                cuts.append((tokens[:index], _past_starters(rest)))
            elif token == "(" and matching(tokens, index) == len(tokens) - 1 and RELATIONS & set(rest[:-1]):
                cuts.append((tokens[:index], rest[:-1]))
        depth += (token in ("(", "[", r"\{")) - (token in (")", "]", r"\}"))
    cuts += [(body + rest, clause[: -len(rest)]) for body, clause in cuts for rest in _tails(clause)]
    return [(_trimmed(body), _trimmed(clause)) for body, clause in cuts if clause]


def _tails(clause: Tokens) -> list[Tokens]:
    """Return the ends of a clause that may be a further part of the answer: ``for any prime p, (2, 2)``."""
    tails = []
    length = 0
    for piece in split_top(clause, {","})[:-1]:
        length += len(piece)
        tails.append(clause[length:])
        length += 1
    return tails[:4]


def _past_starters(tokens: Tokens) -> Tokens:
    while tokens and (tokens[0] in _STARTERS or tokens[0] == '"that'):
        tokens = tokens[1:]
    return tokens


def _trimmed(tokens: Tokens) -> Tokens:
    while tokens and tokens[-1] in (",", ";", ":", '"and'):
        tokens = tokens[:-1]
    return tokens


def _states_more_than_equality(tokens: Tokens) -> bool:
    """Return whether tokens are a clause, as ``k \\in \\mathbb{Z}`` or ``k = 0, 1, \\ldots``, unlike ``y = 3``."""
    more = any(token in RELATIONS and token != "=" for token in tokens) or any(is_word(token) for token in tokens)
    return more or (r"\ldots" in tokens and "=" in tokens)


def _with_clause(body: Tokens, clause: Tokens) -> Shape:
    if not body:
        raise UnreadableExpression("a clause about nothing")
    shape = read_plain(body)
    if isinstance(shape, NumberSet):
        raise UnreadableExpression("a set with a clause")
    if all(token in _QUANTIFIERS or is_letter(token) or token == "," for token in clause):
        names = [Sym(token) for token in clause if is_letter(token)]
        if not names:
            raise UnreadableExpression("a clause about nothing")
        return _family(shape, Conjunction(tuple(NumberKind("constant", name) for name in names)))
    return _family(shape, read_condition(clause))


def _family(shape: Shape, condition: Condition) -> Shape:
    names = letters(condition)
    if any(name.startswith("@") for tree in trees(condition) for name in functions(tree)):
        raise UnreadableExpression("a clause about a function")
    if ANONYMOUS in names:
        if len(names) != 2:
            raise UnreadableExpression("a clause about something without a name")
        (name,) = names - {ANONYMOUS}
        condition = substituted(condition, {ANONYMOUS: Sym(name)})
    bodies: tuple[Shape, ...] = (shape,)
    if isinstance(shape, Collection) and shape.kind == "list":
        bodies = tuple(Relation(shape.name, item) for item in shape.items) if shape.name else shape.items
    if not letters(condition) <= frozenset[str]().union(*(mentioned(body) for body in bodies)):
        raise UnreadableExpression("a clause about something else")
    return Family(tuple(Member(body, condition) for body in bodies))


def _read_union(tokens: Tokens) -> Shape | None:
    """Read braces with a body and a clause, or a union with such a part."""
    halves = split_top(tokens, {r"\in"})
    if len(halves) == 2 and is_name(halves[0]):
        tokens = halves[1]
    members: list[Member] = []
    clauses = 0
    for part in split_top(tokens, {r"\cup"}):
        if len(part) < 3 or part[0] != r"\{" or matching(part, 0) != len(part) - 1:
            return None
        inner = part[1:-1]
        body = split_top(inner, BUILDER_MARKS)[0]
        if body == inner:
            shape = read_plain(part)
            members += [Member(item) for item in shape.items] if isinstance(shape, Collection) else []
            if not isinstance(shape, Collection):
                return None
            continue
        if is_name(split_top(body, {r"\in"})[0]) and body[0] != "(":
            return None  # a set of numbers
        clauses += 1
        member = _with_clause(split_top(body, {r"\in"})[0], inner[len(body) + 1 :])
        members += member.members if isinstance(member, Family) else []
    return Family(tuple(members)) if clauses else None


def read_number_set(tokens: Tokens) -> NumberSet | Family:
    """Read the set of numbers that a condition, an interval or a set sign describes. Raise `UnreadableExpression`."""
    try:
        condition = read_set(tokens)
    except UnreadableExpression:
        condition = read_condition(tokens)
    condition = _unmixed(condition)
    names = letters(condition)
    if ANONYMOUS in names:
        others = names - {ANONYMOUS}
        subjects = {name for leaf in leaves(condition) for name in _subjects(leaf)} - {ANONYMOUS}
        if len(subjects) > 1 or (subjects and len(others) > 1):
            raise UnreadableExpression("a condition about several things")
        if not subjects:
            return NumberSet(ANONYMOUS, condition)
        (name,) = subjects
        return NumberSet(name, substituted(condition, {ANONYMOUS: Sym(name)}))
    common = frozenset.intersection(*(_subjects(leaf) for leaf in leaves(condition)), names)
    if len(common) != 1:
        return _system(condition)
    (name,) = common
    return NumberSet(name, condition)


def _system(condition: Condition) -> Family:
    """Return the family of tuples, in alphabetical order, that satisfy a condition on several letters."""
    names = sorted(letters(condition))
    if not 2 <= len(names) <= 3 or not all(is_letter(name) for name in names):
        raise UnreadableExpression("a condition about several things")
    left = tuple(token for name in names for token in (name, ","))[:-1]
    values = Collection("tuple", tuple(Value((name,)) for name in names))
    return Family((Member(Relation(("(", *left, ")"), values), condition),))


def _subjects(leaf: Condition) -> frozenset[str]:
    """Return the letters that a single statement can be about."""
    match leaf:
        case NumberComparison(_, left, right):
            found = letters(leaf) if len(letters(leaf)) == 1 else frozenset[str]()
            return found | {side.name for side in (left, right) if isinstance(side, Sym)}
        case NumberKind(_, of) | PowerCondition(_, of) | Divisibility(_, of):
            return letters(NumberKind("real", of)) or letters(leaf)
        case Congruence(left, _, _):
            return letters(NumberKind("real", left))
    return frozenset()


def _unmixed(condition: Condition) -> Condition:
    """Read ``n = 1`` beside "all primes" as alternatives, because no number satisfies both.

    Raise `UnreadableExpression` where a number may satisfy both, so that the meaning is not clear.
    """
    if isinstance(condition, Disjunction):
        return Disjunction(tuple(_unmixed(part) for part in condition.parts))
    if not isinstance(condition, Conjunction):
        return condition
    equations = [part for part in condition.parts if isinstance(part, NumberComparison) and part.operator == "="]
    if not equations:
        return Conjunction(tuple(_unmixed(part) for part in condition.parts))
    rest = Conjunction(tuple(part for part in condition.parts if part not in equations))
    for equation in equations:
        side, value = equation.left, equation.right
        if not isinstance(side, Sym) or not isinstance(value, Num) or not rest.parts:
            raise UnreadableExpression("an equation among conditions can be read in two ways")
        try:
            both = holds(rest, dict.fromkeys(letters(rest), value.value))
        except (UndefinedValueError, InexactValueError, ValueTooLargeError) as error:
            raise UnreadableExpression("an equation among conditions can be read in two ways") from error
        if both:
            raise UnreadableExpression("an equation among conditions can be read in two ways")
    return Disjunction((*equations, rest))
