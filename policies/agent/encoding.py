"""Encode text for a server: UTF-8 and JSON safety, and descriptions of what a model sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def sendable(text: str) -> str:
    """Return the text without what UTF-8 cannot encode: JSON escapes can name half a surrogate pair.

    >>> sendable("a" + chr(0xD800))
    'a?'
    """
    return text.encode("utf-8", errors="replace").decode("utf-8")


def sendable_json(value: Mapping[str, Any]) -> str:
    """Return an object as JSON text that every server can read; ``{}`` if it cannot be encoded."""
    try:
        return sendable(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except (ValueError, RecursionError):
        return "{}"


def short(word: str) -> str:
    """Return a word of the model's for an answer to it: quoted, and not longer than a line."""
    return repr(sendable(word if len(word) <= 60 else f"{word[:60]}…"))


def kind_of(value: Any) -> str:
    """Return the type of a JSON value in words.

    >>> kind_of([1]), kind_of(None)
    ('a list', 'null')
    """
    words = {dict: "an object", list: "a list", bool: "a boolean", int: "a number", float: "a number", str: "a string"}
    return words.get(type(value), "null")
