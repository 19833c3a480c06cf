"""The shapes an answer can have: made by `r3gym.domains.math.judging.read`, compared by `...equal`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from r3gym.domains.math.judging.conditions import Condition
from r3gym.domains.math.judging.expr import Tokens


@dataclass(frozen=True)
class QuantityUnit:
    """A unit of measure: the dimensions it has, and its size in the basic unit of those dimensions."""

    dimensions: tuple[tuple[str, int], ...]
    size: Fraction


@dataclass(frozen=True)
class Value:
    """One expression, with the unit or degree sign that followed it."""

    tokens: Tokens
    unit: QuantityUnit | None = None


@dataclass(frozen=True)
class Collection:
    """Several answers: ``list`` (as written), ``set`` (braces), ``tuple`` (round brackets).

    ``name`` is the unknown whose values they are, in ``n = 2, 5`` and ``n \\in \\{2, 5\\}``.
    """

    kind: str
    items: tuple[Shape, ...]
    name: Tokens = ()


@dataclass(frozen=True)
class Relation:
    """``left = right``: something is named."""

    left: Tokens
    right: Shape


@dataclass(frozen=True)
class Function:
    """``f(x, y) = body``; no arguments for ``f \\equiv 0``."""

    name: str
    arguments: tuple[str, ...]
    body: Shape


@dataclass(frozen=True)
class Piecewise:
    """Values under conditions, the first that holds; None is "otherwise"."""

    rows: tuple[tuple[Tokens, Condition | None], ...]


@dataclass(frozen=True)
class Matrix:
    """A matrix or column vector, or a determinant."""

    kind: str
    rows: tuple[tuple[Shape, ...], ...]


@dataclass(frozen=True)
class Ratio:
    """``a : b`` or ``a : b : c``."""

    parts: tuple[Tokens, ...]


@dataclass(frozen=True)
class NumberSet:
    """All numbers that satisfy a condition on ``name`` (``#`` where it has no name)."""

    name: str
    condition: Condition


@dataclass(frozen=True)
class Member:
    """Everything that ``body`` can be while its letters satisfy the condition; just the body without one.

    ``bound`` are the letters that run; None for all that the condition mentions.
    """

    body: Shape
    condition: Condition | None = None
    bound: frozenset[str] | None = None


@dataclass(frozen=True)
class Family:
    """The union of some members."""

    members: tuple[Member, ...]


@dataclass(frozen=True)
class Choice:
    """An option of a multiple-choice question, with the option's own value where it was written."""

    letter: str
    value: Shape | None


@dataclass(frozen=True)
class WordAnswer:
    """An answer in words, ``yes``, ``no`` or ``none``, with any further words, and the noun of which there is none."""

    kind: str
    tail: Tokens = ()
    noun: str = ""


@dataclass(frozen=True)
class Prose:
    """Words, or a structure that is not read: comparable only as text."""

    tokens: Tokens


Shape = (
    Value
    | Collection
    | Relation
    | Function
    | Piecewise
    | Matrix
    | Ratio
    | NumberSet
    | Family
    | Choice
    | WordAnswer
    | Prose
)
