"""Answers with their problem behind them: lines like ``<answer>yes</answer> (Problem 3)``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from r3gym.parsing.candidates import Found
from r3gym.parsing.sections import NAMED
from r3gym.parsing.spans import Spans

_FRONT = re.compile(r"(?:[^\w\n\\<]|\\[(\[]){0,24}")
_BEHIND = re.compile(
    rf"(?:[^\w\n\\<]|\\[)\]]){{0,16}}+(?:(?:(?:is|as)[ \t]+)?(?:(?:the|my)[ \t]+)?(?:(?:final[ \t]+)?answer[ \t]+)?"
    rf"(?:for|to)[ \t]+)?[^\w\n\\<]{{0,6}}{NAMED}[^\w\n]{{0,12}}$",
    re.IGNORECASE | re.MULTILINE,
)


def with_labels_behind(view: str, marked: Sequence[Found]) -> tuple[list[Found], Spans]:
    """Return the markers, those that begin a line which ends with a problem's name as that problem's, and these names.

    A heading above says it first: what a name behind an answer means there is for `r3gym.parsing.assignment`.
    """
    found, places = [], []
    for one in marked:
        line = view.rfind("\n", max(0, one.start - 25), one.start) + 1
        begins = (line or one.start < 25) and _FRONT.fullmatch(view, line, one.start)
        behind = _BEHIND.match(view, one.end) if begins and one.content is not None and not one.problem else None
        if behind:
            name = behind["label"] or behind["counted"] or behind["korean"]
            places.append((one.end, behind.end()))
            one = replace(one, problem=name, behind=True)
        found.append(one)
    return found, Spans(places)
