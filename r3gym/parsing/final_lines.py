"""The fallback of the tool-free setting: the values on a text's ``Final Answer:`` and ``Answer:`` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE = re.compile(
    r"^(?P<dress>[^\w\n\\<]{0,80}+)(?:(?:so|thus|hence|therefore|and|所以|因此|故)[ \t,，]*)?(?:(?:the|my|our)[ \t]+)?"
    r"(?:(?P<final>final|最终)[ \t]*)?"
    r"(?:answer|antwort|réponse|respuesta|risposta|resposta|ответ|答案|答え|정답|الجواب)(?:[ \t]*\([^()\n]{0,60}\))?"
    r"(?P<closing>[*_`]{0,4})[ \t]*(?P<sign>(?:is|ist|est|es|è|é)\b[ \t]*[:：]?|[是为][ \t]*[:：]?|[:：=]|$)"
    r"(?P<value>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_FULL_STOP = re.compile(r"(?<=[\w)\]}$%*])[.。]$")
#: An ``Answer:`` line is less than the contract asks for, so its value must look like one.
_LONGEST_PLAIN_VALUE = 80


@dataclass(frozen=True)
class FinalLine:
    """A final-answer line: its position and value; ``final`` where it has that word."""

    start: int
    end: int
    value: str
    final: bool


def final_lines(text: str) -> Iterator[FinalLine]:
    """Yield the final-answer lines of a text in order.

    >>> [line.value for line in final_lines("so\\n**Final Answer:** 42\\nAnswer: 7\\n")]
    ['42', '7']
    """
    for match in _LINE.finditer(text):
        value = match["value"].strip()
        dress = match["dress"].rstrip()
        emphasis = next((mark for mark in ("**", "__", "*", "_") if dress.endswith(mark)), None)
        if emphasis and not match["closing"]:  # opened before the words: it closes before the value or after it
            value = value.removeprefix(emphasis) if value.startswith(emphasis) else value.removesuffix(emphasis)
        value = without_full_stop(value.strip())
        if match["final"] or (match["sign"].strip() and is_short_value(value)):
            yield FinalLine(match.start(), match.end(), value, match["final"] is not None)


def without_full_stop(value: str) -> str:
    """Return the value of a sentence without the stop at its end."""
    return _FULL_STOP.sub("", value)


def is_short_value(value: str) -> bool:
    """Return whether a text on the line of a label can be an answer rather than a sentence."""
    return 0 < len(value) <= _LONGEST_PLAIN_VALUE and not value.endswith((":", "?", "...")) and len(value.split()) <= 8
