"""Tolerant access to JSON of unknown versions: a missing or mistyped value reads as absent.

Only the migration of old records and the notes of policies from other packages need it; a record of the present format
is checked as a whole.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeVar

#: Larger than any count, cost or number of tokens.
LARGEST = 10**15

Word = TypeVar("Word", bound=StrEnum)


def at(value: Any, *path: str) -> Any:
    """Return the value at a path of keys, or None.

    >>> at({"a": {"b": 3}}, "a", "b"), at({"a": 3}, "a", "b")
    (3, None)
    """
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def text(value: Any, *path: str) -> str | None:
    """Return a text, or None; a number is converted to text."""
    found = at(value, *path)
    if isinstance(found, str):
        return found
    return str(found) if number(found) is not None else None


def number(value: Any, *path: str) -> float | None:
    """Return a number of plausible size, or None."""
    found = at(value, *path)
    good = isinstance(found, int | float) and not isinstance(found, bool) and -LARGEST < found < LARGEST
    return found if good else None


def whole(value: Any, *path: str) -> int | None:
    """Return a whole number, or None."""
    found = number(value, *path)
    return found if isinstance(found, int) else None


def count(value: Any, *path: str) -> int | None:
    """Return a whole number that is not negative, or None."""
    found = whole(value, *path)
    return found if found is not None and found >= 0 else None


def flag(value: Any, *path: str) -> bool | None:
    """Return a boolean, or None."""
    found = at(value, *path)
    return found if isinstance(found, bool) else None


def word(kind: type[Word], value: Any, *path: str) -> Word | None:
    """Return a member of an enumeration, or None."""
    found = at(value, *path)
    return kind(found) if isinstance(found, str) and found in tuple(kind) else None


def mapping(value: Any, *path: str) -> dict[str, Any] | None:
    """Return an object, or None."""
    found = at(value, *path)
    return found if isinstance(found, dict) else None


def rows(value: Any, *path: str) -> list[dict[str, Any]]:
    """Return the objects of a list; its other items are left out."""
    found = at(value, *path)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list | tuple) else []


def texts(value: Any, *path: str) -> tuple[str, ...]:
    """Return the texts of a list."""
    found = at(value, *path)
    return tuple(text(row) or "" for row in found) if isinstance(found, list | tuple) else ()
