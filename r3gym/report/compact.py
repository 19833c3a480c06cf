"""JSON as short text: settings and notes whose fields belong to other packages."""

from __future__ import annotations

from typing import Any

from r3gym.report.text import plain


def compact(value: Any, depth: int = 4) -> str:
    """Return a JSON value as short text, down to a depth; null and empty values are left out.

    >>> compact({"judge": "local", "sandbox": None, "all_tests": False, "more": {"n": 2}})
    'judge local, all_tests no, more (n 2)'
    """
    if isinstance(value, dict | list | tuple) and not depth:
        return "…"
    if isinstance(value, dict):
        parts = [(plain(str(key)), compact(part, depth - 1), isinstance(part, dict)) for key, part in value.items()]
        return ", ".join(f"{key} ({part})" if inner else f"{key} {part}" for key, part, inner in parts if part)
    if isinstance(value, list | tuple):
        return " ".join(filter(None, (compact(part, depth - 1) for part in value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return plain(value)
    return str(value) if isinstance(value, int | float) else ""
