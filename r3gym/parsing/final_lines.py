"""The fallback of the tool-free setting: the value on a text's last ``Final Answer:`` line."""

from __future__ import annotations

import re
from collections import deque

from r3gym.parsing.marker import MarkerMatch

_LINE = re.compile(
    r"^(?P<dress>[^\w\n\\<]{0,80}+)(?:the[ \t]+)?final[ \t]+answer(?:[ \t]*\([^()\n]{0,60}\))?"
    r"(?P<closing>[*_`]{0,4})[ \t]*(?P<sign>is\b[ \t]*[:：]?|[:：=]|$)(?P<value>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)


def last_final_answer(text: str) -> MarkerMatch:
    """Return the value of the last final-answer line; where it is empty, the next line that is not empty.

    >>> last_final_answer("so\\n**Final Answer:** 42").content
    '42'
    """
    lines = deque(_LINE.finditer(text), maxlen=1)
    if not lines:
        return MarkerMatch(False)
    match = lines[0]
    value = match["value"].strip()
    emphasis = next((mark for mark in ("**", "__", "*", "_") if match["dress"].rstrip().endswith(mark)), None)
    if emphasis and not match["closing"]:  # opened before the words: it closes before the value or after it
        value = value.removeprefix(emphasis) if value.startswith(emphasis) else value.removesuffix(emphasis)
    if value := value.strip():
        return MarkerMatch(True, value)
    return MarkerMatch(True, next((line.strip() for line in text[match.end() :].splitlines() if line.strip()), ""))
