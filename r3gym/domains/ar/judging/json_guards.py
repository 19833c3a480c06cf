"""Guards for answers that are JSON: Python's reader is lenient where an answer must say one thing.

For Python ``true`` equals 1, and of two values under one key the last one wins silently: an answer that names both is
two answers.
"""

from __future__ import annotations

import json
from typing import Any

from r3gym.domains.ar.judging.guard_input import GuardInput


def strict_json(text: str) -> Any:
    """Return the JSON value of a text; raise `ValueError` for a key that is given twice."""
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def same_value(mine: Any, theirs: Any) -> bool:
    """Return whether two JSON values are equal, a boolean only to a boolean.

    >>> same_value([1, 2.0], [1, 2]), same_value([True], [1])
    (True, False)
    """
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return mine.keys() == theirs.keys() and all(same_value(mine[key], theirs[key]) for key in mine)
    if isinstance(mine, list) and isinstance(theirs, list):
        return len(mine) == len(theirs) and all(same_value(a, b) for a, b in zip(mine, theirs, strict=True))
    return isinstance(mine, bool) == isinstance(theirs, bool) and bool(mine == theirs)


def same_json(attempt: GuardInput) -> bool:
    """Return whether answer and reference are the same JSON value."""
    return same_value(strict_json(attempt.answer), json.loads(attempt.reference))


def same_json_or_text(attempt: GuardInput) -> bool:
    """Return whether answer and reference are the same text or the same JSON value."""
    return attempt.answer == attempt.reference.strip() or same_json(attempt)


def only_coloured_vertices(attempt: GuardInput) -> bool:
    """Return whether the answer gives each vertex of the graph, and nothing else, one of the colours."""
    colouring, puzzle = strict_json(attempt.answer), attempt.metadata["puzzle"]
    colours = list(puzzle["color_options"])
    return sorted(colouring) == sorted(map(str, puzzle["vertices"])) and all(
        any(same_value(value, colour) for colour in colours) for value in colouring.values()
    )


def each_part_once(attempt: GuardInput) -> bool:
    """Return whether a list of lists of texts names none of its members twice."""
    parts = [tuple(part) for part in strict_json(attempt.answer)]
    return len(set(parts)) == len(parts) and all(isinstance(word, str) for part in parts for word in part)


def each_letter_once(attempt: GuardInput) -> bool:
    """Return whether an answer like ``A=1,B=2`` gives each letter one digit: the scorer takes the last of several."""
    pairs = [pair.split("=") for pair in attempt.answer.split(",")]
    names = [name.strip() for name, _ in pairs]
    return len(set(names)) == len(names) and all(digit.strip().isdecimal() for _, digit in pairs)
