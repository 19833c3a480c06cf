"""HTML that cannot be injected into: text becomes HTML only by being escaped here."""

from __future__ import annotations

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
