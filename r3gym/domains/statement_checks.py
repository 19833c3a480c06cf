"""Checks of a bank's statements: leaked answers and near duplicates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

_WORD = re.compile(r"[A-Za-z]+|\d+")
_SHINGLE = 4
#: Two statements are near duplicates if they share more than this part of the smaller text's four-word runs.
NEAR = 0.4


def leaks_answer(statement: str, reference: str) -> bool:
    """Check whether the reference answer occurs in the statement as a whole word.

    Answers of fewer than three characters are not checked, because they may occur by chance.

    >>> cases = [("Is it 3125 or less?", "3125"), ("Add 31250 to it.", "3125"), ("1 or 2?", "2")]
    >>> tuple(leaks_answer(*case) for case in cases)
    (True, False, False)
    """
    reference = reference.strip()
    if len(reference) < 3:
        return False
    return re.search(rf"(?<!\w){re.escape(reference)}(?!\w)", statement) is not None


def similarity(first: str, second: str) -> float:
    """Return the share of the smaller text's four-word runs that the other text also has, from 0 to 1.

    >>> similarity("a b c d e", "x a b c d")
    0.5
    """
    one, two = _shingles(first), _shingles(second)
    return len(one & two) / min(len(one), len(two)) if one and two else float(first == second)


def near_duplicates(statements: Mapping[str, str], limit: float = NEAR) -> Iterator[tuple[str, str, float]]:
    """Yield pairs of problems with similar statements, with their similarity."""
    for (one, first), (two, second) in combinations(statements.items(), 2):
        if (alike := similarity(first, second)) > limit:
            yield one, two, alike


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = [word.lower() for word in _WORD.findall(text)]
    return frozenset(tuple(words[i : i + _SHINGLE]) for i in range(len(words) - _SHINGLE + 1))
