"""Objects that are not quite JSON, as models write them: single quotes, a comma too many, LaTeX without its escapes."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

#: What `almost_json` returns for a text that is none; null is a value.
UNREADABLE: Any = object()
_FENCE = re.compile(r"\s*```(?:json)?[ \t]*\n(?P<inside>.*?)\n?[ \t]*```\s*", re.DOTALL | re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_LONGEST = 100_000


def almost_json(text: str) -> Any:
    r"""Return the value of a text that is JSON but for a fence, LaTeX, quotes or a comma; `UNREADABLE` for others.

    A text that breaks off is none: half a command may do harm.

    >>> almost_json("{'problem': 2, 'answer': None,}"), almost_json(r'{"answer": "\sqrt{2}"}')
    ({'problem': 2, 'answer': None}, {'answer': '\\sqrt{2}'})
    """
    if len(text) > _LONGEST:
        return UNREADABLE
    if fenced := _FENCE.fullmatch(text):
        text = fenced["inside"]
    text = _ESCAPE.sub(lambda found: found[0] if _is_escape(found[0]) else "\\" + found[0], text).strip()
    for read in (json.loads, ast.literal_eval):
        try:
            value = json.loads(json.dumps(read(text)))  # a set or bytes is no value of JSON
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
        return value
    return UNREADABLE


def _is_escape(found: str) -> bool:
    return len(found) > 2 or found[1] in "\"'\\/bfnrt"
