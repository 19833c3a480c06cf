"""Reading JSON of unknown age and author: what is missing or of another kind is simply not there."""

from __future__ import annotations

from typing import Any

from r3gym.report.text import plain

#: No count, cost or number of tokens comes near.
LARGEST = 10**15


def dig(value: Any, *path: str) -> Any:
    """What lies at a path of keys, or None.

    >>> dig({"a": {"b": 3}}, "a", "b"), dig({"a": 3}, "a", "b")
    (3, None)
    """
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def words(value: Any, *path: str) -> str:
    """A text made harmless; numbers are written out, everything else is empty."""
    found = dig(value, *path)
    if isinstance(found, str):
        return plain(found)
    return str(found) if isinstance(found, int | float) and not isinstance(found, bool) else ""


def number(value: Any, *path: str) -> float | None:
    """A number of a size that can be meant, or None."""
    found = dig(value, *path)
    good = isinstance(found, int | float) and not isinstance(found, bool) and -LARGEST < found < LARGEST
    return found if good else None


def count(value: Any, *path: str) -> int | None:
    """A whole number, or None."""
    found = number(value, *path)
    return found if isinstance(found, int) else None


def yes(value: Any, *path: str) -> bool:
    """Whether there is a plain true."""
    return dig(value, *path) is True


def rows(value: Any, *path: str) -> list[dict[str, Any]]:
    """The objects of a list; other things in it are left out."""
    found = dig(value, *path)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def texts(value: Any, *path: str) -> tuple[str, ...]:
    """The texts of a list."""
    found = dig(value, *path)
    return tuple(words(row) for row in found) if isinstance(found, list) else ()


def compact(value: Any, depth: int = 4) -> str:
    """Any JSON in a few words, down to a depth; what is null or empty is left out.

    >>> compact({"judge": "local", "sandbox": None, "all_tests": False, "more": {"n": 2}})
    'judge local, all_tests no, more (n 2)'
    """
    if isinstance(value, dict | list) and not depth:
        return "…"
    if isinstance(value, dict):
        parts = [(plain(key), compact(part, depth - 1), isinstance(part, dict)) for key, part in value.items()]
        return ", ".join(f"{key} ({part})" if inner else f"{key} {part}" for key, part, inner in parts if part)
    if isinstance(value, list):
        return " ".join(filter(None, (compact(part, depth - 1) for part in value)))
    return ("yes" if value else "no") if isinstance(value, bool) else words(value)
