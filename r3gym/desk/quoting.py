"""From words on the page back to the words of the record: the page shows hidden characters as readable ones."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate

from r3gym.viewer.visible_text import visible

_PIECE = re.compile(r"\r\n|.", re.DOTALL)


def original_words(text: str, shown: str) -> str:
    r"""Return the part of a text that a page shows as these words; the words themselves when there is none.

    A character that is shown as several is taken whole.

    >>> original_words("a\x1b[31m red", "\u241b[31m")
    '\x1b[31m'
    >>> original_words("ab", "c")
    'c'
    """
    if not shown or shown in text:
        return shown
    pieces = _PIECE.findall(text)
    words = [visible(piece) for piece in pieces]
    at = "".join(words).find(shown)
    if at < 0:
        return shown
    ends = list(accumulate(map(len, words)))
    first, last = bisect_right(ends, at), bisect_left(ends, at + len(shown))
    return "".join(pieces[first : last + 1])
