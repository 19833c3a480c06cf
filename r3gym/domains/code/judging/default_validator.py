"""The problem package format's default output validator: compare a program's output with the answer, token
by token.

The rules, from the format:

- Both texts are split at white space; by default neither its amount nor its kind matters, and letter case
  does not.
- ``case_sensitive`` makes letter case matter; ``space_change_sensitive`` makes every white-space byte matter.
- ``float_absolute_tolerance E``, ``float_relative_tolerance E`` and ``float_tolerance E`` (both) allow
  numeric errors. A token of the answer that is a number then requires a number within *either* tolerance,
  however it is written; the relative one is relative to the answer. Without such a flag numbers are tokens
  like any other.

Decisions where the format is silent: a number is a sign, digits with at most one point, and an exponent;
``nan``, ``inf``, hexadecimal digits and numbers that exceed a double are words and only match themselves.
Distances near a tolerance are computed in decimal, so that an error of exactly the tolerance is accepted on
every machine.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, InvalidOperation

_NUMBER = re.compile(rb"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
_SPACES = re.compile(rb"([ \t\n\v\f\r]+)")

#: Enough digits for exact sums of two doubles' decimal forms in the range where rounding could decide.
_EXACT = Context(prec=80)

#: Longer numbers are compared as doubles; their last digits are not significant in practice.
_LONGEST_EXACT = 60


@dataclass(frozen=True)
class ValidatorFlags:
    """The default validator's flags; a tolerance of None means that the flag was not given."""

    case_sensitive: bool = False
    space_change_sensitive: bool = False
    absolute: Decimal | None = None
    relative: Decimal | None = None

    @property
    def numeric(self) -> bool:
        """Whether numbers are compared as numbers."""
        return self.absolute is not None or self.relative is not None


def parse_flags(words: Sequence[str]) -> ValidatorFlags:
    """Parse the flags of a package, given as words; raise `ValueError` for an unknown flag or a bad tolerance.

    >>> parse_flags(["float_tolerance", "1e-6", "case_sensitive"]).relative
    Decimal('0.000001')
    """
    case = space = False
    absolute: Decimal | None = None
    relative: Decimal | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "case_sensitive":
            case = True
        elif word == "space_change_sensitive":
            space = True
        elif word in ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance"):
            if not rest:
                raise ValueError(f"validator flag {word} needs a number after it, as in '{word} 1e-6'")
            tolerance = _tolerance(word, rest.pop(0))
            absolute = tolerance if word != "float_relative_tolerance" else absolute
            relative = tolerance if word != "float_absolute_tolerance" else relative
        else:
            raise ValueError(
                f"unknown validator flag {word!r}; the default validator knows case_sensitive, "
                "space_change_sensitive, float_tolerance, float_absolute_tolerance, float_relative_tolerance"
            )
    return ValidatorFlags(case, space, absolute, relative)


def _tolerance(word: str, text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(-1)
    if not value.is_finite() or value < 0 or value > 1_000_000_000:
        raise ValueError(f"validator flag {word} has the value {text!r}; it must be a number such as 1e-6")
    return value.normalize()


def difference(output: bytes, answer: bytes, flags: ValidatorFlags | None = None) -> str | None:
    """Return None when ``output`` is right, else a description of the error that quotes neither text.

    The running time is linear.

    >>> difference(b"3.1416 yes", b"3.14159 YES", parse_flags(["float_tolerance", "1e-4"])) is None
    True
    """
    flags = flags or ValidatorFlags()
    if flags.space_change_sensitive and _spaces(output) != _spaces(answer):
        return "white space differs"
    given, wanted = output.split(), answer.split()
    for number, (mine, theirs) in enumerate(zip(given, wanted, strict=False), start=1):
        if mine == theirs:
            continue
        problem = _token_difference(mine, theirs, flags)
        if problem is not None:
            return f"token {number}: {problem}"
    if len(given) < len(wanted):
        return f"output ends after {len(given)} tokens, too early"
    if len(given) > len(wanted):
        return f"output goes on after token {len(wanted)}, where the answer ends"
    return None


def _spaces(text: bytes) -> tuple[bool, list[bytes]]:
    """Return whether the text starts with white space, and its runs of white space."""
    return text[:1].isspace(), _SPACES.findall(text)


def _token_difference(mine: bytes, theirs: bytes, flags: ValidatorFlags) -> str | None:
    if flags.numeric and (wanted := _value(theirs)) is not None:
        given = _value(mine)
        if given is None:
            return "not a number where the answer has one"
        return None if _close(mine, given, theirs, wanted, flags) else "a number outside the tolerance"
    if mine == theirs or (not flags.case_sensitive and mine.lower() == theirs.lower()):
        return None
    return "another word than the answer's"


def _value(token: bytes) -> float | None:
    """Return the number that a token represents; None for words and for numbers that exceed a double."""
    if _NUMBER.fullmatch(token) is None:
        return None
    value = float(token)
    return value if math.isfinite(value) else None


def _close(mine: bytes, given: float, theirs: bytes, wanted: float, flags: ValidatorFlags) -> bool:
    """Check whether the number is within either tolerance; use decimals where the rounding of doubles could decide."""
    allowed = max(float(flags.absolute or 0), float(flags.relative or 0) * abs(wanted))
    error = abs(given - wanted)
    rounding = (abs(given) + abs(wanted) + allowed) * 2.0**-50
    if abs(error - allowed) > rounding or max(len(mine), len(theirs)) > _LONGEST_EXACT:
        return error <= allowed
    exact, judge = _decimal(mine), _decimal(theirs)
    distance = _EXACT.abs(_EXACT.subtract(exact, judge))
    bound = max(flags.absolute or Decimal(0), _EXACT.multiply(flags.relative or Decimal(0), _EXACT.abs(judge)))
    return distance <= bound


def _decimal(token: bytes) -> Decimal:
    """Return the exact value; zero for numbers far below the smallest double."""
    if float(token) == 0.0:
        return Decimal(0)
    return Decimal(token.decode("ascii"))
