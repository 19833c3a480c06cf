"""Other spellings of one answer: JSON as Python prints it, and numbers with thousands separators.

They are read only where the reference shows that a structure or a whole number is meant. No content is changed.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from r3gym.domains.ar.judging.json_guards import strict_json

_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+")
_WHOLE = re.compile(r"-?\d+")


def spellings(answer: str, reference: str) -> Iterator[str]:
    """Yield an answer as it is, then as a scorer may want it.

    >>> list(spellings("{'a': 1}", '{"a": 2}'))
    ["{'a': 1}", '{"a": 1}']
    >>> list(spellings("1,234", "99")), list(spellings("1,234", "1, 2"))
    (['1,234', '1234'], ['1,234'])
    """
    yield answer
    if _GROUPED.fullmatch(answer) and _WHOLE.fullmatch(reference.strip()):
        yield answer.replace(",", "")
    elif answer[:1] in ("[", "{") and reference.strip()[:1] == answer[:1] and _structure(reference) is not None:
        value = _structure(answer)
        if value is not None:
            yield from dict.fromkeys(text for text in (json.dumps(value), repr(value)) if text != answer)


def _structure(text: str) -> Any:
    """Return the list or object of a text in JSON or Python, None where it is none or names a key twice."""
    try:
        return strict_json(text)
    except (ValueError, RecursionError):
        pass
    try:
        tree = ast.parse(text.strip(), mode="eval")
        if any(isinstance(node, ast.Dict) and _repeats(node) for node in ast.walk(tree)):
            return None
        return json.loads(json.dumps(ast.literal_eval(tree)))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _repeats(node: ast.Dict) -> bool:
    keys = [ast.unparse(key) for key in node.keys if key is not None]
    return len(set(keys)) != len(node.keys)
