r"""The boxed answers of a mathematics text: ``\boxed{...}`` or ``\fbox{...}``, braces balanced."""

from __future__ import annotations

import re

from r3gym.parsing.marker import AnswerMarker, MarkerMatch

#: Any number of backslashes: text that passed through a shell or a string literal often has two. The match
#: begins with the first of them, so that a megabyte of backslashes is read once and not once per backslash.
_BOX = r"(?<!\\)\\++f?box(?:ed)?(?![A-Za-z])"
#: The tokens that matter for balanced braces: a box with or without its brace, an escaped sign, a brace.
_TOKEN = re.compile(rf"(?P<box>{_BOX}\s*+\{{)|(?P<bare>{_BOX})|\\.|[{{}}]", re.DOTALL)


def find_boxes(text: str) -> tuple[MarkerMatch, ...]:
    r"""Return all boxes in order of their start.

    A box inside a closed box belongs to its content; one that is left open, or has no braces, has no content.

    >>> [box.content for box in find_boxes(r"first \boxed{1}, then \boxed{\frac{1}{2}}, \boxed{3")]
    ['1', '\\frac{1}{2}', None]
    """
    groups: list[tuple[int, int]] = []  # the start of a box and of its content; (-1, -1) for other braces
    found: list[MarkerMatch] = []
    for token in _TOKEN.finditer(text):
        if token["box"]:
            groups.append((token.start(), token.end()))
        elif token["bare"]:
            found.append(MarkerMatch(token.start(), token.end()))
        elif token[0] == "{":
            groups.append((-1, -1))
        elif token[0] == "}" and groups:
            start, inside = groups.pop()
            if start >= 0:
                while found and found[-1].start > start:
                    found.pop()  # what stands inside a closed box is part of its content
                found.append(MarkerMatch(start, token.end(), text[inside : token.start()]))
    found.extend(MarkerMatch(start, inside) for start, inside in groups if start >= 0)
    return tuple(sorted(found, key=lambda box: box.start))


#: The marker of mathematics.
BOX = AnswerMarker("box", find_boxes, lambda answer: f"\\boxed{{{answer}}}")
