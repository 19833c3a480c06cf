"""Comparison of two families by their members.

Families over integers are generated: the first members of each must all be members of the other, which is tested on a
much longer range of it, or on its condition directly where the body is the unknown itself. So a shifted or renamed
parameter makes no difference, and a halved period or a missing first member does. Families over other numbers are the
same when some renaming of their letters makes bodies and conditions agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import mpmath  # type: ignore[import-untyped]

from r3gym.domains.math.judging.conditions import (
    Condition,
    Congruence,
    Divisibility,
    NumberComparison,
    NumberKind,
    holds,
    is_about_integers,
    leaves,
    letters,
    numbers,
    substituted,
)
from r3gym.domains.math.judging.eval import (
    InexactValueError,
    NumericEvaluator,
    UndefinedValueError,
    ValueTooLargeError,
    exact,
)
from r3gym.domains.math.judging.expr import (
    Call,
    Expr,
    Num,
    Sym,
    UnreadableExpression,
    constants,
    functions,
    read_expression,
    replaced,
    symbols,
)
from r3gym.domains.math.judging.latex_tokens import word_set
from r3gym.domains.math.judging.shapes import Collection, Family, Function, Member, Relation, Shape, Value
from r3gym.domains.math.judging.values import same_trees

Body = tuple[str, tuple["Body", ...]] | Expr
Key = Any

_INTEGER_LETTERS = frozenset("ijklmnNMK")
_EXPONENT_LETTERS = frozenset("abcdrstuv")
_FREE = (Fraction(3), Fraction(5), Fraction(4))
#: For families that are not rational: each member costs many digits.
_SHORT_SPANS = ((-12, 15), (-60, 60))
_SPANS = {1: ((-25, 40), (-300, 300)), 2: ((-3, 6), (-12, 25)), 3: ((-2, 3), (-5, 8))}
_RATIONAL = frozenset(
    ["+", "*", "/", "neg", "^", "!", "!!", "binom", "abs", "floor", "ceil", "max", "min", "gcd", "lcm"]
)
_POLYNOMIAL = frozenset(["+", "*", "/", "neg", "pi"])
#: Two rational expressions in pi are equal only if they are equal for any number in its place; this one has no pattern.
_PI = Sym("@pi")
_ANY_PI = Fraction(2_718_281_828_459_045_235, 866_025_403_784_438_647)
#: Kinds that are the domain of a whole problem, so that stating them or not makes no difference.
_DOMAIN_KINDS = frozenset(word_set("integer natural rational real complex positive nonnegative nonzero constant"))
_MAX_PERIOD = 5_000
_MAX_KEYS = 30_000


@dataclass(frozen=True)
class _FamilyMember:
    """A member prepared for generation: its body as trees, its condition, and the letters that the condition binds."""

    body: Body
    condition: Condition | None
    bound: tuple[str, ...]


def same_families(mine: Family, theirs: Family) -> bool | None:
    """Compare two families; None where they cannot be generated or matched."""
    try:
        left, right = [_part(member) for member in mine.members], [_part(member) for member in theirs.members]
        if not _same_arguments(mine, theirs):
            return None
        if all(_is_integral(part) for part in left + right):
            return _same_generated(left, right)
        return _same_matched(left, right)
    except (UnreadableExpression, UndefinedValueError, InexactValueError, ValueTooLargeError):
        return None


def body_of(shape: Shape) -> Body:
    """Return the trees of a body; the arguments of a function become ``@0``, ``@1``."""
    match shape:
        case Value(tokens, None):
            return read_expression(tokens)
        case Relation(_, right):
            return body_of(right)
        case Collection(kind, items):
            return (kind, tuple(body_of(item) for item in items))
        case Function(name, arguments, body):
            inner = body_of(body)
            if not isinstance(inner, Num | Sym | Call):
                raise UnreadableExpression("a function of an unusual kind")
            return (f"{name}/{len(arguments)}", (replaced(inner, _slots(arguments)),))
    raise UnreadableExpression("a body of an unusual kind")


def mentioned(shape: Shape) -> frozenset[str]:
    """Return the letters of a body, including the arguments of a function. Raise `UnreadableExpression`."""
    own = frozenset(shape.arguments) if isinstance(shape, Function) else frozenset[str]()
    return own | _letters(body_of(shape))


def _slots(arguments: tuple[str, ...]) -> dict[str, Expr]:
    return {name: Sym(f"@{at}") for at, name in enumerate(arguments)}


def _part(member: Member) -> _FamilyMember:
    body = body_of(member.body)
    condition = member.condition
    arguments = member.body.arguments if isinstance(member.body, Function) else ()
    if condition is None or not letters(condition) - set(arguments):
        return _FamilyMember(body, None, ())
    bound = (letters(condition) if member.bound is None else member.bound) - set(arguments)
    if not bound & _letters(body):
        return _FamilyMember(body, None, ())  # the condition belongs to another member
    return _FamilyMember(body, condition, tuple(sorted(bound)))


def _letters(body: Body) -> frozenset[str]:
    return frozenset[str]().union(*(symbols(tree) for tree in _trees(body))) - {"e"}


def _mentioned(part: _FamilyMember) -> frozenset[str]:
    return _letters(part.body) | (letters(part.condition) if part.condition is not None else frozenset())


def _trees(body: Body) -> Iterator[Expr]:
    if isinstance(body, tuple):
        for part in body[1]:
            yield from _trees(part)
    else:
        yield body


def _same_arguments(mine: Family, theirs: Family) -> bool:
    """Compare clauses about a function's own argument: "for all x" changes nothing, "for x > 0" must not contradict."""
    clauses: list[set[Condition]] = []
    for family in (mine, theirs):
        found: set[Condition] = set()
        for member in family.members:
            if isinstance(member.body, Function) and member.condition is not None:
                about = letters(member.condition)
                if about and about <= set(member.body.arguments):
                    found.add(substituted(member.condition, _slots(member.body.arguments)))
        clauses.append({clause for clause in found if not _says(clause, frozenset(["constant"]))})
    if clauses[0] and clauses[1]:
        return clauses[0] == clauses[1]
    return all(_says(clause, _DOMAIN_KINDS) for clause in clauses[0] | clauses[1])


def _says(condition: Condition, kinds: frozenset[str]) -> bool:
    """Return whether a condition states only some kinds of numbers, or that something is positive."""
    for leaf in leaves(condition):
        sign = isinstance(leaf, NumberComparison) and leaf.operator in (">", ">=") and leaf.right == Num(Fraction(0))
        if not (isinstance(leaf, NumberKind) and leaf.name in kinds) and not (sign and "positive" in kinds):
            return False
    return True


def _kinds(part: _FamilyMember, name: str) -> set[str]:
    if part.condition is None:
        return set()
    return {leaf.name for leaf in leaves(part.condition) if isinstance(leaf, NumberKind) and name in symbols(leaf.of)}


def _is_integer(part: _FamilyMember, name: str) -> bool:
    if part.condition is not None and is_about_integers(part.condition, name):
        return True
    if _kinds(part, name) & {"real", "rational", "complex", "constant"}:
        return False
    exponent = name in _EXPONENT_LETTERS and any(_in_exponent(tree, name) for tree in _trees(part.body))
    return name in _INTEGER_LETTERS or exponent


def _in_exponent(tree: Expr, name: str) -> bool:
    if not isinstance(tree, Call):
        return False
    here = tree.name == "^" and name in symbols(tree.args[1]) and not symbols(tree.args[0]) - {"e"}
    return here or any(_in_exponent(arg, name) for arg in tree.args)


def _is_integral(part: _FamilyMember) -> bool:
    return all(_is_integer(part, name) for name in part.bound)


def _same_generated(left: list[_FamilyMember], right: list[_FamilyMember]) -> bool | None:
    bound = {name for part in left + right for name in part.bound}
    free = {name for part in left + right for name in _mentioned(part) - set(part.bound)}
    if bound & {name for name in free if not name.startswith("@")}:
        return None  # a letter that is bound on one side and free on the other
    if {_tag(part.body) for part in left} != {_tag(part.body) for part in right}:
        return False
    marks = _marks(left + right)
    fixed: dict[str, Fraction] = {}
    if all(_is_rational_in_pi(part.body) for part in left + right):
        left, right = (
            [_FamilyMember(_without_pi(p.body), p.condition, p.bound) for p in parts] for parts in (left, right)
        )
        fixed[_PI.name] = _ANY_PI
    for value in _FREE if free else _FREE[:1]:
        env = {**fixed, **{name: value + 2 * at for at, name in enumerate(sorted(free))}}
        mine, theirs = (_generate(parts, env, marks, 0) for parts in (left, right))
        if not mine or not theirs:
            return None
        for parts, keys, others in ((left, mine, theirs), (right, theirs, mine)):
            if all(part.condition is None for part in parts) and len(keys) < len(others):
                return False
        # The cheapest test first: a condition is evaluated directly, anything else is generated.
        asked = sorted(
            ((right, mine - theirs), (left, theirs - mine)), key=lambda side: not all(map(_is_direct, side[0]))
        )
        if not all(_contains(parts, keys, env, marks) for parts, keys in asked):
            return False
    return True


def _tag(body: Body) -> str:
    """Return the form of a member: a number, a pair, a function of two arguments."""
    return f"{body[0]} of {len(body[1])}" if isinstance(body, tuple) else "value"


def _marks(parts: list[_FamilyMember]) -> list[int]:
    """Return possible thresholds: the integers in conditions and in finite lists, and their multiples.

    The neighbourhood of each is generated. The multiples serve for a list that is the beginning of an infinite family:
    the next members would be near them.
    """
    found: set[Fraction] = set()
    for part in parts:
        if part.condition is not None:
            found |= numbers(part.condition)
        else:
            found |= {value for tree in _trees(part.body) for value in constants(tree)}
    whole = {int(value) for value in found if value.denominator == 1 and abs(value) < 10**9}
    whole |= {mark * factor for mark in sorted(whole)[-6:] if abs(mark) < 1_000 for factor in (2, 3, 4)}
    return sorted(whole | {-value for value in whole})[:80]


def _generate(parts: list[_FamilyMember], env: dict[str, Fraction], marks: list[int], far: int) -> set[Key]:
    keys: set[Key] = set()
    for part in parts:
        if part.condition is None:
            keys.add(_key(part.body, env))
            continue
        if len(part.bound) not in _SPANS:
            raise UnreadableExpression("a family with too many letters")
        exactly = len(part.bound) > 1 or _is_rational(part.body)
        low, high = (_SPANS[len(part.bound)] if exactly else _SHORT_SPANS)[far]
        values = set(range(low, high + 1))
        if len(part.bound) == 1:
            period = _period(part)
            values |= set(range(-2 * period, 2 * period + 1))
            values |= {mark + step for mark in marks for step in range(-3, 4)}
            if far:
                # A member near a mark on one side can be some periods away from it on the other.
                reach = min(4 * max(values), 2_500 if exactly else 400)
                values |= set(range(-reach, reach + 1))
        elif any(abs(mark) > _SPANS[len(part.bound)][0][1] for mark in marks if _is_threshold(part, mark)):
            raise UnreadableExpression("a threshold beyond what is generated")
        for point in product(sorted(values), repeat=len(part.bound)):
            at = {**env, **{name: Fraction(value) for name, value in zip(part.bound, point, strict=True)}}
            try:
                if holds(part.condition, at):
                    keys.add(_key(part.body, at))
            except (UndefinedValueError, ValueTooLargeError):
                continue
        if len(keys) > _MAX_KEYS:
            raise ValueTooLargeError("too many members")
    return keys


def _period(part: _FamilyMember) -> int:
    """Return the number of integers after which the divisibilities in a condition repeat."""
    period = 1
    for leaf in leaves(part.condition) if part.condition is not None else ():
        tree = (
            leaf.modulus if isinstance(leaf, Congruence) else leaf.divisor if isinstance(leaf, Divisibility) else None
        )
        if isinstance(tree, Num) and tree.value.denominator == 1:
            period = math.lcm(period, int(tree.value) or 1)
    if period > _MAX_PERIOD:
        raise ValueTooLargeError("a period beyond what is generated")
    return period


def _is_rational(body: Body) -> bool:
    return not any(functions(tree) - _RATIONAL or "e" in symbols(tree) for tree in _trees(body))


def _is_rational_in_pi(body: Body) -> bool:
    return all(functions(tree) <= _POLYNOMIAL and "e" not in symbols(tree) for tree in _trees(body))


def _without_pi(body: Body) -> Body:
    if isinstance(body, tuple):
        return (body[0], tuple(_without_pi(part) for part in body[1]))
    if isinstance(body, Call):
        return _PI if body.name == "pi" else Call(body.name, tuple(map(_without_pi_tree, body.args)))
    return body


def _without_pi_tree(tree: Expr) -> Expr:
    changed = _without_pi(tree)
    assert not isinstance(changed, tuple)
    return changed


def _is_threshold(part: _FamilyMember, mark: int) -> bool:
    return part.condition is not None and Fraction(mark) in numbers(part.condition)


def _is_direct(part: _FamilyMember) -> bool:
    """Return whether a member is just the unknown of its condition."""
    return part.condition is not None and len(part.bound) == 1 and part.body == Sym(part.bound[0])


def _contains(parts: list[_FamilyMember], keys: set[Key], env: dict[str, Fraction], marks: list[int]) -> bool:
    direct = [part for part in parts if _is_direct(part)]
    for part in direct:
        assert part.condition is not None
        keys = {
            key
            for key in keys
            if not (isinstance(key, Fraction) and holds(part.condition, {**env, part.bound[0]: key}))
        }
    others = [part for part in parts if part not in direct]
    return not keys or (bool(others) and keys <= _generate(others, env, marks, 1))


def _key(body: Body, env: dict[str, Fraction]) -> Key:
    """Return a key that is equal for equal values: a rational itself, the digits of any other value."""
    if isinstance(body, tuple):
        if "/" in body[0]:
            slots = sorted({name for name in _letters(body) if name.startswith("@")})
            tries = [{**env, **{s: Fraction(7 * t + 3 * int(s[1:]), 5 + t) for s in slots}} for t in range(1, 5)]
            return (body[0], *(_key(body[1][0], at) for at in tries))
        inner = tuple(_key(part, env) for part in body[1])
        return (body[0], *inner) if body[0] == "tuple" else (body[0], *sorted(inner, key=str))
    try:
        return exact(body, env)
    except InexactValueError:
        value = NumericEvaluator(50, complex_mode="i" in symbols(body) and "i" not in env).value(body, env)
        return mpmath.nstr(value, 30) if abs(value) > 1e-25 else Fraction(0)


def _same_matched(left: list[_FamilyMember], right: list[_FamilyMember]) -> bool | None:
    if len(left) != len(right):
        return None
    waiting = list(right)
    for part in left:
        partner = next((other for other in waiting if _matches(part, other)), None)
        if partner is None:
            return None
        waiting.remove(partner)
    return True


def _matches(mine: _FamilyMember, theirs: _FamilyMember) -> bool:
    if mine.condition is None and theirs.condition is None:
        return _same_bodies(mine.body, theirs.body, {})
    if mine.condition is None or theirs.condition is None:
        stated = theirs if mine.condition is None else mine
        free = all(_kind(stated, name) in ("real", "constant") for name in stated.bound)
        return free and _says_nothing(stated) and _same_bodies(mine.body, theirs.body, {})
    if len(mine.bound) != len(theirs.bound) or len(mine.bound) > 4:
        return False
    for order in permutations(theirs.bound):
        names: dict[str, Expr] = {a: Sym(b) for a, b in zip(mine.bound, order, strict=True)}
        pairs = [(_kind(mine, a), _kind(theirs, b)) for a, b in zip(mine.bound, order, strict=True)]
        if not all(a == b or {a, b} == {"real", "constant"} for a, b in pairs):
            continue
        agree = _same_conditions(substituted(mine.condition, names), theirs.condition, theirs.bound)
        if agree and _same_bodies(mine.body, theirs.body, names):
            return True
    return False


def _kind(part: _FamilyMember, name: str) -> str:
    if _is_integer(part, name):
        return "integer"
    return next((kind for kind in ("rational", "complex", "real") if kind in _kinds(part, name)), "constant")


def _says_nothing(part: _FamilyMember) -> bool:
    assert part.condition is not None
    return all(isinstance(leaf, NumberKind) and leaf.name in ("real", "constant") for leaf in leaves(part.condition))


def _same_bodies(mine: Body, theirs: Body, names: dict[str, Expr]) -> bool:
    if isinstance(mine, tuple) or isinstance(theirs, tuple):
        if not (isinstance(mine, tuple) and isinstance(theirs, tuple)) or mine[0] != theirs[0]:
            return False
        pairs = zip(mine[1], theirs[1], strict=False)
        return len(mine[1]) == len(theirs[1]) and all(_same_bodies(a, b, names) for a, b in pairs)
    return same_trees(replaced(mine, names), theirs) is True


def _same_conditions(mine: Condition, theirs: Condition, bound: tuple[str, ...]) -> bool:
    ends = sorted(numbers(mine) | numbers(theirs))[:8]
    values = {Fraction(n, 2) for n in range(-4, 7)} | {
        end + step for end in ends for step in (Fraction(-1, 7), 0, Fraction(1, 7))
    }
    free = sorted((letters(mine) | letters(theirs)) - set(bound))
    env = {name: _FREE[at % 3] for at, name in enumerate(free)}
    limited = sorted(values) if len(bound) < 3 else sorted(values)[:: max(1, len(values) // 9)]
    ask: Callable[[Condition, dict[str, Fraction]], bool] = holds
    for point in product(limited, repeat=len(bound)):
        at = {**env, **dict(zip(bound, point, strict=True))}
        if ask(mine, at) != ask(theirs, at):
            return False
    return True
