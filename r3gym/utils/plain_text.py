"""Sanitise text for display: models and programs can write anything.

Terminal escapes are removed; other control characters and those that change the writing direction are made visible.
The result is plain text; a page must still escape it as HTML.
"""

from __future__ import annotations

import re

_ESCAPES = re.compile(
    r"""(?: \x1b\[ | \x9b ) [0-?]* [ -/]* [@-~]  # colours, cursor
      | (?: \x1b[\]PX^_] | [\x90\x98\x9d-\x9f] ) [^\x07\x1b\x9c]* (?: \x07 | \x1b\\ | \x9c | \Z )  # titles, links
      | \x1b [ -/]* [0-~]  # two-character escapes
    """,
    re.VERBOSE,
)
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_VISIBLE = (
    {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)}
    | {0x7F: "\u2421", 0xFEFF: "<U+FEFF>"}
    | {code: f"<U+{code:04X}>" for code in [*range(0x80, 0xA0), *map(ord, _TURNING)]}
    | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
)


def plain(text: str) -> str:
    r"""Return the text without terminal escapes; every character of the result is safe to print.

    >>> plain("\x1b[31mred\x1b[0m \x1b]0;title\x07bell \x07 turned \u202e")
    'red bell ␇ turned <U+202E>'
    """
    return _LINE_ENDS.sub("\n", _ESCAPES.sub("", text)).translate(_VISIBLE)
