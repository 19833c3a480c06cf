"""The elements of report pages, made of `r3gym.utils.html_elements`."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.utils.html_elements import Html, element, folded, join

__all__ = ["Html", "element", "folded", "join", "preformatted", "table"]


def preformatted(text: str) -> Html:
    """Return preformatted text."""
    return element("pre", text)


#: Columns of numbers, and columns of texts that may take several lines.
_NUMBERS = frozenset("score used budget out cost runs void spent".split())
_LONG = frozenset("notes detail".split())


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Html:
    """Return a table that scrolls horizontally on a narrow screen."""
    kinds = ["number" if name in _NUMBERS else "long" if name in _LONG else None for name in head]
    top = element("tr", *(element("th", name, class_=kind) for name, kind in zip(head, kinds, strict=True)))
    body = [
        element("tr", *(element("td", cell, class_=kind) for cell, kind in zip(row, kinds, strict=True)))
        for row in rows
    ]
    whole = element("table", element("thead", top), element("tbody", *body))
    return element("div", whole, class_="scroll")
