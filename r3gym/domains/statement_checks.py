"""Checks of a bank's statements: leaked answers and near duplicates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

_WORD = re.compile(r"[A-Za-z]+|\d+")
_SHINGLE = 4
#: Shared four-word runs above this share of the smaller text make two statements near duplicates.
NEAR = 0.4


def leaks_answer(statement: str, reference: str) -> bool:
    """Whether the reference answer stands in the statement, apart from other words. Short answers may occur by chance:
    fewer than three characters say nothing.

    >>> cases = [("Is it 3125 or less?", "3125"), ("Add 31250 to it.", "3125"), ("1 or 2?", "2")]
    >>> tuple(leaks_answer(*case) for case in cases)
    (True, False, False)
    """
    reference = reference.strip()
    if len(reference) < 3:
        return False
    return re.search(rf"(?<!\w){re.escape(reference)}(?!\w)", statement) is not None


def similarity(first: str, second: str) -> float:
    """The share of the smaller text's four-word runs that the other text has too: 0 to 1.

    >>> similarity("a b c d e", "x a b c d")
    0.5
    """
    one, two = _shingles(first), _shingles(second)
    return len(one & two) / min(len(one), len(two)) if one and two else float(first == second)


def near_duplicates(statements: Mapping[str, str], limit: float = NEAR) -> Iterator[tuple[str, str, float]]:
    """Pairs of problems whose statements are alike, the likeness with them."""
    for (one, first), (two, second) in combinations(statements.items(), 2):
        if (alike := similarity(first, second)) > limit:
            yield one, two, alike


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = [word.lower() for word in _WORD.findall(text)]
    return frozenset(tuple(words[i : i + _SHINGLE]) for i in range(len(words) - _SHINGLE + 1))
