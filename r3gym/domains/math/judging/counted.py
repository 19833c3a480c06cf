"""Counted things after a number: ``85 zeros``, ``187 different triangles``, ``24 ways``.

Any plural noun may be counted. Words that change the number (``5 dozens``, ``5 or more``) must not pass: the words
before the noun are a closed list, and some plurals are excluded.
"""

from __future__ import annotations

from fractions import Fraction

from r3gym.domains.math.judging.expr import Tokens
from r3gym.domains.math.judging.latex_tokens import is_word, word_set
from r3gym.domains.math.judging.shapes import QuantityUnit

_ADJECTIVES = word_set(
    "different distinct ordered unordered possible such trailing positive integer real prime natural valid total good"
    " nonnegative rational complex solution equal lattice right isosceles small"
)
_ONE = word_set(
    "way solution point person student coin digit side triangle number prime element pair function set zero"
)
_PEOPLE = word_set("people children men women vertices matrices indices axes dice primes squares cubes")
_NO_THINGS = word_set(
    "less plus minus thousands hundreds millions billions dozens scores halves thirds quarters fourths fifths sixths"
    " sevenths eighths ninths tenths hundredths thousandths percents radians degrees this always perhaps others equals"
    " exceeds modulus"
)


def counted_things(tokens: Tokens) -> QuantityUnit | None:
    """Return the things that some words count, as a unit of their own; None if the words are anything else."""
    words = [token[1:] for token in tokens if is_word(token)]
    if not words or len(words) != len(tokens) or len(words) > 4:
        return None
    *before, noun = words
    if not all(word in _ADJECTIVES for word in before) or noun in _NO_THINGS:
        return None
    plural = noun.endswith("s") and len(noun) > 3 and not noun.endswith("ss")
    if not plural and noun not in _ONE | _PEOPLE:
        return None
    return QuantityUnit(((noun.removesuffix("s"), 1),), Fraction(1))
