r"""The boxed answer of a mathematics text: the last ``\boxed{...}`` or ``\fbox{...}``, braces balanced."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPENING = re.compile(r"\\f?box(?:ed)?(?![A-Za-z])\s*\{")


@dataclass(frozen=True)
class Marked:
    """What a search for a marker found: none, one that is never closed, or its content."""

    found: bool
    content: str | None = None


def last_box(text: str) -> Marked:
    r"""The last box of a text. A box inside a box belongs to its content; one left open is found without
    content.

    >>> last_box(r"first \boxed{1}, then \boxed{\frac{1}{2}}").content
    '\\frac{1}{2}'
    """
    last = Marked(False)
    position = 0
    while match := _OPENING.search(text, position):
        end = _closing_brace(text, match.end())
        if end is None:
            return Marked(True)
        last = Marked(True, text[match.end() : end])
        position = end + 1
    return last


def _closing_brace(text: str, start: int) -> int | None:
    """The index of the brace that closes the group whose content begins at ``start``; escaped braces do not
    count.
    """
    depth = 1
    index = start
    while index < len(text):
        character = text[index]
        if character == "\\":
            index += 1
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return index
        index += 1
    return None
