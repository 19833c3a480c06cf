"""Texts of a report: short forms for a line of a table. `r3gym.utils.plain_text.plain` makes text harmless first."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.utils.plain_text import plain

__all__ = ["amount", "first_line", "plain", "short_names"]


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
