"""Colour source texts: a list of [class, text] pairs whose texts put together are the source, unchanged.

The page makes one element for each pair and sets its text; no HTML is made here or there.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from r3gym.viewer.visible_text import visible

#: Longer texts are shown whole and without colours: a lexer needs about a second for a megabyte.
_LONGEST = 40_000

Source = dict[str, Any]


def shell_source(command: str) -> Source:
    """Return a command line with colours.

    >>> shell_source("echo hi")["parts"]
    [['nb', 'echo'], ['', ' hi']]
    """
    return _source(command, get_lexer_by_name("bash", **_AS_IT_IS))


def json_source(text: str) -> Source:
    """Return JSON with colours; text that is no JSON stays as it is."""
    return _source(text, get_lexer_by_name("json", **_AS_IT_IS))


def file_source(path: str, text: str) -> Source:
    """Return a file's text with the colours of the language that its name tells."""
    try:
        lexer = get_lexer_for_filename(PurePosixPath(path).name, **_AS_IT_IS)
    except ClassNotFound:
        return plain_source(text)
    return _source(text, lexer)


def plain_source(text: str) -> Source:
    """Return text without colours."""
    return {"language": "", "parts": [["", visible(text)]]}


#: Tokens that look like ordinary text: blanks, names, punctuation, operators, what the lexer did not understand.
_QUIET = ("w", "n", "p", "o", "err")
#: Lexers otherwise strip blank lines.
_AS_IT_IS: dict[str, Any] = {"stripnl": False}


def _source(text: str, lexer: Lexer) -> Source:
    shown = visible(text)
    if len(shown) > _LONGEST:
        return plain_source(text)
    parts: list[list[str]] = []
    for kind, value in lexer.get_tokens(shown):
        name = next((STANDARD_TYPES[k] for k in reversed(kind.split()) if k in STANDARD_TYPES), "")
        name = "" if name in _QUIET or not value.strip() else name
        if parts and parts[-1][0] == name:
            parts[-1][1] += value
        else:
            parts.append([name, value])
    if not shown.endswith("\n") and parts and parts[-1][1].endswith("\n"):  # added by the lexer
        parts[-1][1] = parts[-1][1][:-1]
        parts = [part for part in parts if part[1]]
    if "".join(value for _, value in parts) != shown:  # a lexer that changes its text is of no use here
        return plain_source(text)
    return {"language": lexer.aliases[0] if lexer.aliases else "", "parts": parts}
