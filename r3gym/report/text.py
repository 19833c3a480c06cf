"""Sanitise text from records for display: models and programs can write anything.

Terminal escapes are removed; other control characters and those that change the writing direction are made visible.
The result is plain text; a page must still escape it as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def first_line(text: str, width: int = 100) -> str:
    """Return the first line that is not blank, cut to a width; an ellipsis marks that there is more.

    >>> first_line("\\n  one\\ntwo"), first_line("abcdef", 4)
    ('one …', 'abc…')
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not lines:
        return ""
    line = " ".join(lines[0].split()) + (" …" if len(lines) > 1 else "")
    return line if len(line) <= width else line[: width - 1] + "…"


def amount(value: float | None) -> str:
    """Format a number for display; None becomes a dash.

    >>> amount(12345), amount(0.03611399), amount(2.0), amount(None)
    ('12,345', '0.03611', '2', '-')
    """
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def short_names(paths: Sequence[str]) -> list[str]:
    """Return file names without their common parts: the leading folders and the suffix .json.

    >>> short_names(["runs/a/one.json", "runs/b/two.json"]), short_names(["runs/a.json"])
    (['a/one', 'b/two'], ['a'])
    """
    parts = [path.removesuffix(".json").split("/") for path in paths]
    same = min((len(part) - 1 for part in parts), default=0)
    while same and len({tuple(part[:same]) for part in parts}) > 1:
        same -= 1
    return ["/".join(part[same:]) for part in parts]
