r"""The boxed answer of a mathematics text: the last ``\boxed{...}`` or ``\fbox{...}``, braces balanced."""

from __future__ import annotations

import re

from r3gym.parsing.marker import AnswerMarker, MarkerMatch

#: Any number of backslashes: text that passed through a shell or a string literal often has two. The match
#: begins with the first of them, so that a megabyte of backslashes is read once and not once per backslash.
_BOX = r"(?<!\\)\\++f?box(?:ed)?(?![A-Za-z])"
#: The tokens that matter for balanced braces: the opening of a box, an escaped sign, a brace.
_TOKEN = re.compile(rf"(?P<box>{_BOX}\s*+\{{)|\\.|[{{}}]", re.DOTALL)


def last_box(text: str) -> MarkerMatch:
    r"""Return the last box of a text.

    A box inside a closed box belongs to its content; a last box that is left open, or has no braces, has no content.

    >>> last_box(r"first \boxed{1}, then \boxed{\frac{1}{2}}").content
    '\\frac{1}{2}'
    """
    open_groups: list[tuple[bool, int]] = []
    last = (-1, -1)
    for token in _TOKEN.finditer(text):
        if token["box"]:
            open_groups.append((True, token.end()))
        elif token[0] == "{":
            open_groups.append((False, token.end()))
        elif token[0] == "}" and open_groups:
            is_box, start = open_groups.pop()
            if is_box:
                last = (start, token.start())  # an outer box closes after the boxes inside it, and replaces them
    left_open = max((start for is_box, start in open_groups if is_box), default=-1)
    if left_open > last[0]:
        return MarkerMatch(True)
    if last[0] >= 0:
        return MarkerMatch(True, text[slice(*last)])
    return MarkerMatch(re.search(_BOX, text) is not None)


#: The marker of mathematics.
BOX = AnswerMarker("box", last_box, lambda answer: f"\\boxed{{{answer}}}")
