"""Candidate answers: everything in a text that may be the answer of a problem."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from r3gym.parsing.final_lines import final_lines
from r3gym.parsing.marker import AnswerMarker, MarkerMatch

_FONT = re.compile(r"\\(?:text|math|emph|mbox|operatorname)[a-z]{0,10}(?![A-Za-z])")
_SPACING = re.compile(r"\\(?:[ ,;:!]|q?quad(?![A-Za-z]))|~")
_NO_ANSWER = re.compile(
    r"[\W_]*+(?:no[\W_]++(?:final[\W_]++)?answer(?:[\W_]++(?:found|given|provided))?|missing(?:[\W_]++answer)?|n/a"
    r"|not[\W_]++(?:answered|solved|attempted)|un(?:answered|solved|attempted)|skip(?:ped)?|tbd|todo)[\W_]*+",
    re.IGNORECASE,
)
#: The form of an answer, echoed or left to be filled in.
_PLACEHOLDER = re.compile(
    r"\s*+(?:\.{2,}+|…++|\?++|_++|\\[lc]?dots|\\?_+|(?:your|the|my|final)[\s_]++(?:final[\s_]++)?answer(?:[\s_]++here)?|answer[\s_]++here"
    r"|(?:\[|&lt;|<)(?:your |the |final )*answer(?: here)?(?:\]|&gt;|>))\s*+",
    re.IGNORECASE,
)


class Rank(IntEnum):
    """How much of the contract a candidate keeps; only the best rank that a problem has is looked at."""

    LISTED = 0
    FINAL_LINE = 1
    MARKED = 2


@dataclass(frozen=True)
class Found:
    """A candidate in a text: its position, its content (None: never closed), its rank and what it is called."""

    start: int
    end: int
    content: str | None
    rank: Rank
    name: str


def marked_candidates(text: str, marker: AnswerMarker, boundaries: Sequence[int]) -> list[Found]:
    """Return the markers of a text. None reaches beyond a boundary: the line of a heading ends what was left open."""
    edges = sorted({0, *boundaries, len(text)})
    found: list[Found] = []
    for start, end in pairwise(edges):
        for match in marker.find_all(text[start:end]):
            content = None if match.content is None else marker.clean(match.content)
            found.append(Found(start + match.start, start + match.end, content, Rank.MARKED, marker.name))
    return found


def line_candidates(text: str, stops: Sequence[int]) -> Iterator[Found]:
    """Yield the final-answer lines of a text. A value on a later line is read only up to the next of the ``stops``."""
    for line in final_lines(text):
        after = bisect_left(stops, line.end)
        limit = stops[after] if after < len(stops) else len(text)
        value = line.value if line.value or not line.final else _first_line(text[line.end : limit])
        if line.final or value:
            yield Found(line.start, line.end, value, Rank.FINAL_LINE, "final-answer line")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text[:2000].splitlines() if line.strip()), "")


def spans(found: Sequence[Found]) -> tuple[MarkerMatch, ...]:
    """Return the positions of candidates, for the search of labels beside them."""
    return tuple(MarkerMatch(one.start, one.end) for one in found)


def is_no_answer(text: str) -> bool:
    r"""Return whether a marker's content is the explicit no-answer marker, with any common markup around it.

    >>> is_no_answer(r"\text{No answer}"), is_no_answer("MISSING"), is_no_answer("No")
    (True, True, False)
    """
    return len(text) < 200 and _NO_ANSWER.fullmatch(_SPACING.sub(" ", _FONT.sub("", text))) is not None


def is_placeholder(text: str) -> bool:
    r"""Return whether a marker's content only shows where an answer goes.

    >>> is_placeholder("..."), is_placeholder("your answer"), is_placeholder("0")
    (True, True, False)
    """
    return len(text) < 80 and _PLACEHOLDER.fullmatch(_FONT.sub("", text).replace("{", "").replace("}", "")) is not None
