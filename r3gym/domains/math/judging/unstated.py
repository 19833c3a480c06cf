"""Formulas whose letter runs, though only the other answer says through what: ``k\\pi`` beside ``n\\pi, n`` integer."""

from __future__ import annotations

from r3gym.domains.math.judging.conditions import Condition, NumberKind, leaves, letters, substituted
from r3gym.domains.math.judging.expr import Sym, UnreadableExpression
from r3gym.domains.math.judging.generate import mentioned
from r3gym.domains.math.judging.shapes import Collection, Family, Member, Relation, Shape, Value

#: Letters that can run through numbers of a kind without a word about it; "positive" or "prime" would need one.
_RUNNING = {"integer": frozenset("jklmn"), "real": frozenset("rst")}


def with_the_domain_of(family: Family, other: Shape) -> Family | None:
    """Return a formula as a family over the domain that ``family`` states, or None where no letter of it can run.

    The formula has exactly one letter that the family does not have besides its own running letter.
    """
    conditions = {member.condition for member in family.members}
    if len(conditions) != 1 or not isinstance(other, Value | Collection | Relation):
        return None
    (condition,) = conditions
    if condition is None or len(letters(condition)) != 1 or not _goes_without_saying(condition):
        return None
    (running,) = letters(condition)
    try:
        fixed = frozenset[str]().union(*(mentioned(member.body) for member in family.members)) - {running}
        own = mentioned(other) - fixed
    except UnreadableExpression:
        return None
    kinds = {leaf.name for leaf in leaves(condition) if isinstance(leaf, NumberKind)}
    if len(own) != 1 or not all(own <= _RUNNING[kind] for kind in kinds):
        return None
    (letter,) = own
    domain = substituted(condition, {running: Sym(letter)})
    bodies = other.items if isinstance(other, Collection) and other.kind != "tuple" else (other,)
    return Family(tuple(Member(body, domain) for body in bodies))


def _goes_without_saying(condition: Condition) -> bool:
    return all(isinstance(leaf, NumberKind) and leaf.name in _RUNNING for leaf in leaves(condition))
