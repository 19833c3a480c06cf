"""From matplotlib's SVG to one that is small, has tooltips, and can stand in a page beside others.

matplotlib writes styles as attributes, which a strict content security policy forbids, and ids that repeat from figure
to figure. Here styles become presentation attributes, the inks of `r3gym.figures.style` the page's own, and the only
ids left are those that something refers to, with the figure's name before them.
"""

from __future__ import annotations

import hashlib
import re
from xml.etree import ElementTree

from r3gym.figures.style import INK, LINE, ON_DARK, PAPER, QUIET

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_HREF = f"{{{_XLINK}}}href"
_TIP = "tip:"
_FONTS = "DejaVu Sans, Verdana, Geneva, sans-serif"
_LONG = re.compile(r"(\.\d\d)\d+")  #: a hundredth of a point is finer than any screen
_URL = re.compile(r"url\(#([^)]+)\)")
#: Signs of a digest that keep the names of two pictures of the same figure apart.
_DIGEST = 8
#: Attributes that hold coordinates.
_PLACES = {"d", "x", "y", "x1", "y1", "width", "height", "transform"}
#: Inks of the page: its text, its quieter text, its lines, its ground; a page without them, such as a notebook, gets
#: those of the file.
_PAGE_INKS = {
    INK: "currentColor",
    QUIET: f"var(--quiet, {QUIET})",
    LINE: f"var(--line, {LINE})",
    PAPER: f"var(--paper, {PAPER})",
    **{ink: f"var(--on-{ink[1:]}, {ink})" for ink in ON_DARK},
}

ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)


def dark_css() -> str:
    """Return the style rule that makes pictures in a page readable on a dark screen."""
    inks = " ".join(f"--on-{ink[1:]}: {light};" for ink, light in ON_DARK.items())
    return f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {inks} }} }}\n"


def plain_svg(data: bytes, title: str) -> str:
    """Return an SVG file with a title and tooltips, without metadata."""
    root = _cleaned(data, "")
    _insert_title(root, title)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def inline_svg(data: bytes, name: str, words: str) -> str:
    """Return an element for a page: described by ``words``, in the page's inks, without a ground."""
    root = _cleaned(data, f"{name}-{hashlib.sha256(data).hexdigest()[:_DIGEST]}-")
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    root.set("class", "picture")
    root.set("role", "img")
    root.set("aria-label", words)
    for element in root.iter():
        for key in ("fill", "stroke"):
            ink = element.get(key)
            if ink in _PAGE_INKS:
                element.set(key, _PAGE_INKS[ink])
    ground = root.find(f".//{{{_SVG}}}path")
    if ground is not None and ground.get("fill") == _PAGE_INKS[PAPER]:
        ground.set("fill", "none")
    return ElementTree.tostring(root, encoding="unicode")


def _cleaned(data: bytes, prefix: str) -> ElementTree.Element:
    # The bytes are matplotlib's own, made a moment ago; names in them are escaped text.
    root = ElementTree.fromstring(data)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
    root.set("font-family", _FONTS)
    root.set("stroke-linejoin", "round")
    root.set("fill", INK)  # what names no colour is text
    used = _references(root)
    for element in root.iter():
        _style_to_attributes(element)
        own = element.attrib.pop("id", None)
        if own is not None and own.startswith(_TIP):
            _insert_title(element, own.removeprefix(_TIP))
        elif own in used:
            element.set("id", prefix + own)
        for key in _PLACES & element.attrib.keys():
            element.set(key, " ".join(_LONG.sub(r"\1", element.attrib[key]).split()))
        if element.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
        for key, value in element.attrib.items():
            if key == _HREF:
                element.set(key, f"#{prefix}{value.removeprefix('#')}")
            elif "url(#" in value:
                element.set(key, _URL.sub(rf"url(#{prefix}\1)", value))
    return root


def _references(root: ElementTree.Element) -> set[str]:
    found = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == _HREF:
                found.add(value.removeprefix("#"))
            elif not key.startswith("id"):
                found.update(_URL.findall(value))
    return found


def _style_to_attributes(element: ElementTree.Element) -> None:
    style = element.attrib.pop("style", "")
    for part in filter(None, map(str.strip, style.split(";"))):
        key, _, value = part.partition(":")
        if key.strip() != "font-family":
            element.set(key.strip(), value.strip())


def _insert_title(element: ElementTree.Element, text: str) -> None:
    title = ElementTree.Element(f"{{{_SVG}}}title")
    title.text = text
    element.insert(0, title)
