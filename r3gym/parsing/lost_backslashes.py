r"""Commands of LaTeX that a string literal swallowed: in JSON and in Python ``"\boxed"`` begins with a backspace."""

from __future__ import annotations

import re

#: No answer has a backspace or a form feed; a tab or a return before the rest of a common command is one as well.
_SWALLOWED = re.compile(
    r"\x08(?=[a-z])|\x0c(?=[a-z])|\t(?=ext\{|frac|imes(?![a-z])|heta(?![a-z])|an(?:\(|\s|\\))|\r(?=ight[)\]}.|\\]|ho(?![a-z]))"
)
_SIGNS = {"\x08": r"\b", "\x0c": r"\f", "\t": r"\t", "\r": r"\r"}


def with_backslashes(text: str) -> str:
    r"""Return a text with the backslashes of its LaTeX commands.

    >>> with_backslashes("\boxed{\frac{1}{2}}")
    '\\boxed{\\frac{1}{2}}'
    """
    return _SWALLOWED.sub(lambda sign: _SIGNS[sign[0]], text)
