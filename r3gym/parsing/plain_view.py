"""A text as the heading patterns see it: the same length, with look-alike signs replaced by their plain forms.

Positions in the view are positions in the text, so what is found in one can be cut out of the other.
"""

from __future__ import annotations

import re

_PLAIN = {0xFF01 + i: chr(0x21 + i) for i in range(94)}  # full-width digits, letters, brackets, colons
_PLAIN |= {ord(sign): " " for sign in "\u00a0\u2007\u202f\u3000\u2002\u2003\u2009\u200b\ufeff"}
_PLAIN |= {ord("："): ":", ord("．"): ".", ord("﹕"): ":", ord("∶"): ":"}
_RETURN_IS_BLANK = _PLAIN | {ord("\r"): " "}
_RETURN_IS_NEWLINE = _PLAIN | {ord("\r"): "\n"}
_INVISIBLE = str.maketrans("", "", "\u200b\u2060\ufeff")
#: A newline as a shell or a JSON string writes it; no command of LaTeX begins like this.
_WRITTEN_NEWLINE = re.compile(
    r"(?<!\\)\\{1,4}n(?=[#*_>\- \t]{0,8}(?:problem|question|answer|final[ \t]answer)s?\b|\\{1,4}n[#*P])", re.IGNORECASE
)


def plain_view(text: str) -> str:
    r"""Return a text of the same length with ASCII forms of full-width signs, and line feeds as its only line ends.

    >>> plain_view("Problem\u3000\uff12\uff1a x\r\n")
    'Problem 2: x \n'
    """
    if text.isascii() and "\r" not in text:
        return text
    return text.translate(_RETURN_IS_BLANK if "\n" in text else _RETURN_IS_NEWLINE)


def with_line_ends(text: str) -> str:
    r"""Return a text of the same length in which newlines that were written as a backslash and an n end lines.

    ``echo`` writes them so, and JSON. Programs print such texts, so this is for short answers only.

    >>> with_line_ends(r"\boxed{1}\nProblem 2: \nu")
    '\\boxed{1} \nProblem 2: \\nu'
    """
    if "\\n" not in text:
        return text
    return _WRITTEN_NEWLINE.sub(lambda match: " " * (len(match[0]) - 1) + "\n", text)


def without_invisible(text: str) -> str:
    """Return a text without spaces of no width and byte order marks; signs that join others remain."""
    return text if text.isascii() else text.translate(_INVISIBLE)
