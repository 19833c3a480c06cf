r"""The boxed answers of a mathematics text: ``\boxed{...}`` or ``\fbox{...}``, braces balanced."""

from __future__ import annotations

import re

from r3gym.parsing.lost_backslashes import with_backslashes
from r3gym.parsing.marker import AnswerMarker, MarkerMatch
from r3gym.parsing.plain_view import without_invisible

#: Any number of backslashes: text that passed through a shell or a string literal often has two. The match
#: begins with the first of them, so that a megabyte of backslashes is read once and not once per backslash.
#: A backspace or form feed is a backslash with its letter that a string literal swallowed; a shell drops it alone.
_BOX = r"(?:(?<!\\)\\++f?box(?:ed)?|\x08ox(?:ed)?|\x0cbox|(?<![\\\w])boxed(?=\{))(?![A-Za-z])"
#: The tokens that matter for balanced braces: a box with or without its brace, an escaped sign, a brace.
#: A number needs no braces; what follows shows that it is complete.
_TOKEN = re.compile(
    rf"(?P<box>{_BOX}\s*+\{{)"
    rf"|(?P<bare>{_BOX})(?:[ \t]*+(?P<number>[-+]?\d++(?:[.,/]\d++)*+)(?=[\s$;)\\]|[.,](?:\s|\$)))?+"
    r"|\\.|[{}]",
    re.DOTALL,
)
#: A box that says whose answer it is.
_NAMED_INSIDE = re.compile(
    r"\s*+\\(?:text|textbf|mathrm|mathbf)\s*+\{\s*+(?:problem|question|answer)[ ~]*+#?"
    r"(?P<label>\d{1,2}|[A-L])\s*+[:.)=]?\s*+\}"
    r"\s*+[:=]?",
    re.IGNORECASE,
)


def find_boxes(text: str) -> tuple[MarkerMatch, ...]:
    r"""Return all boxes in order of their start.

    A box inside a closed box belongs to its content; one that is left open has no content, and one without braces only
    a number.

    >>> [box.content for box in find_boxes(r"first \boxed{1}, then \boxed{\frac{1}{2}}, \boxed{3")]
    ['1', '\\frac{1}{2}', None]
    """
    groups: list[tuple[int, int]] = []  # the start of a box and of its content; (-1, -1) for other braces
    found: list[MarkerMatch] = []
    for token in _TOKEN.finditer(text):
        if token["box"]:
            groups.append((token.start(), token.end()))
        elif token["bare"]:
            found.append(MarkerMatch(token.start(), token.end(), token["number"]))
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


def clean_boxed(content: str) -> str:
    r"""Return a box's content without further boxes around all of it.

    >>> clean_boxed(r" \boxed{\boxed{5}} "), clean_boxed(r"\boxed{1}, \boxed{2}")
    ('5', '\\boxed{1}, \\boxed{2}')
    """
    content = without_invisible(with_backslashes(content)).strip()
    for _ in range(3):
        inner = find_boxes(content)
        if len(inner) != 1 or inner[0].content is None or (inner[0].start, inner[0].end) != (0, len(content)):
            break
        content = inner[0].content.strip()
    return content


def named_in_box(content: str) -> tuple[str, str] | None:
    r"""Return the name of the problem that a box's content begins with, and the answer after it, or None.

    >>> named_in_box(r"\text{Problem 2: } 7"), named_in_box("7")
    (('2', '7'), None)
    """
    named = _NAMED_INSIDE.match(content)
    return (named["label"], content[named.end() :].strip()) if named else None


#: What no answer in mathematics consists of; in a puzzle "unknown" may be one.
_UNKNOWN = re.compile(
    r"[\W_]*+(?:(?:answer[\W_]++)?unknown|(?:i[\W_]++am[\W_]++)?(?:unable|not[\W_]++able)[\W_]++to[\W_]++(?:determine|solve|find|compute)"
    r"(?:[\W_]++(?:it|this))?|not[\W_]++(?:found|determined|computed))[\W_]*+",
    re.IGNORECASE,
)


def says_unknown(words: str) -> bool:
    """Return whether a box says that its value was not found.

    >>> says_unknown("{unknown}"), says_unknown("{cannot be determined}")
    (True, False)
    """
    return len(words) < 100 and _UNKNOWN.fullmatch(words) is not None


#: The marker of mathematics.
BOX = AnswerMarker(
    "box", find_boxes, lambda answer: f"\\boxed{{{answer}}}", clean_boxed, named_in_box, declines=says_unknown
)
