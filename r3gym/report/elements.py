"""HTML that cannot be injected into: text becomes HTML only by being escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


class Html(str):
    """HTML made by this module. Everything else is text."""

    __slots__ = ()


def element(name: str, *children: str | None, **attributes: str | bool | None) -> Html:
    """Return an element. Attributes, and children that are not `Html`, are escaped; ``class_`` becomes ``class``.

    >>> print(element("p", "a < b ", element("b", "&"), class_='x"y', hidden=True, id=None))
    <p class="x&quot;y" hidden>a &lt; b <b>&amp;</b></p>
    """
    said = []
    for key, value in attributes.items():
        if value is True:
            said.append(f" {key.rstrip('_')}")
        elif value not in (None, False):
            said.append(f' {key.rstrip("_")}="{escape(str(value), quote=True)}"')
    return Html(f"<{name}{''.join(said)}>{join(*children)}</{name}>")


def join(*children: str | None) -> Html:
    """Join children; None is left out."""
    return Html("".join(c if isinstance(c, Html) else escape(c, quote=True) for c in children if c is not None))


def folded(summary: str, *body: str | None, class_: str | None = None, opened: bool = False) -> Html:
    """Return a section that opens on a click, without a script."""
    return element("details", element("summary", summary), *body, class_=class_, open=opened)


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
