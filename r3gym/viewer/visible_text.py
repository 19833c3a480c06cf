"""Make every character of a text visible, and lose none.

Models and programs can write anything. A browser obeys characters that turn the direction of writing and hides others;
here they become readable words such as ``<U+202E>``. Control characters become their pictures (``␛``). Line ends and
tabs stay.
"""

from __future__ import annotations

from typing import Any

#: Marks that turn the direction of writing, characters without width, and separators that look like nothing.
_HIDDEN = (
    *(0xAD, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x80, 0xA0),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE0080),
)
_VISIBLE = (
    {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)}
    | {0x7F: "\u2421"}
    | {code: f"<U+{code:04X}>" for code in _HIDDEN}
    | {code: f"<U+{code:04X}>" for code in range(0xD800, 0xE000)}
)


def visible(text: str) -> str:
    r"""Return the text with every hidden character as something that can be read.

    >>> visible("a\x1b[31m \u202egnp.exe\tb\n")
    'a␛[31m <U+202E>gnp.exe\tb\n'
    """
    if text.isascii() and text.isprintable():
        return text
    return text.replace("\r\n", "\n").translate(_VISIBLE)


def visible_json(value: Any) -> Any:
    """Return a JSON value whose texts are all visible; keys are our own words and stay."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {key: visible_json(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [visible_json(part) for part in value]
    return value
