"""Candidate answers: everything in a text that may be the answer of a problem."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise

from r3gym.parsing.final_lines import final_lines
from r3gym.parsing.marker import AnswerMarker, MarkerMatch

_FONT = re.compile(r"\\(?:text|math|emph|mbox|operatorname)[a-z]{0,10}(?![A-Za-z])")
_SPACING = re.compile(r"\\(?:[ ,;:!]|q?quad(?![A-Za-z]))|~")
_NO_ANSWER = re.compile(
    r"[\W_]*+(?:no[\W_]++(?:final[\W_]++)?answer(?:[\W_]++(?:found|given|provided))?|missing(?:[\W_]++answer)?|n/a"
    r"|not[\W_]++(?:answered|solved|attempted|finished)|un(?:answered|solved|attempted)|skip(?:ped)?|tbd|todo"
    r"|(?:i[\W_]++)?(?:do(?:n[\W_]?t|[\W_]++not)|could(?:n[\W_]?t|[\W_]++not))[\W_]++(?:know|solve(?:[\W_]++it)?)"
    r"|(?:insufficient|not[\W_]++enough|out[\W_]++of|ran[\W_]++out[\W_]++of|no)[\W_]++(?:time|budget|tokens))[\W_]*+",
    re.IGNORECASE,
)
#: The form of an answer, echoed or left to be filled in.
_PLACEHOLDER = re.compile(
    r"\s*+(?:\.{2,}+|…++|\?++|_++|\\[lc]?dots|(?:\\?_)++|[–—]++|-{2,}+|answer|(?:your|the|my|final)[\s_]++(?:final[\s_]++)?answer(?:[\s_]++here)?|answer[\s_]++here"
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
    """A candidate in a text: its position, its content (None: never closed), its rank and what it is called.

    ``problem`` is the name of the problem that it states itself, if any; ``stand_in``: the marker of another domain;
    ``declined``: it says that there is no answer; ``behind``: the name of its problem follows it.
    """

    start: int
    end: int
    content: str | None
    rank: Rank
    name: str
    problem: str = ""
    stand_in: bool = False
    declined: bool = False
    behind: bool = False


def marked_candidates(text: str, marker: AnswerMarker, boundaries: Sequence[int], *, lines: bool) -> list[Found]:
    """Return the markers of a text. None reaches beyond a boundary: the line of a heading ends what was left open.

    With ``lines`` (the tool-free setting) the stand-in is read where there is no marker at all.
    """
    edges = sorted({0, *boundaries, len(text)})
    found = [one for start, end in pairwise(edges) for one in _in_part(text[start:end], start, marker)]
    if found or marker.stand_in is None or not lines:
        return found
    instead = marked_candidates(text, marker.stand_in, boundaries, lines=False)
    return [replace(one, stand_in=True) for one in instead]


def _in_part(part: str, offset: int, marker: AnswerMarker) -> Iterator[Found]:
    for match in marker.find_all(part):
        content, problem = None, match.problem
        if match.content is not None:
            content = marker.clean(match.content)
            named = marker.named(content) if marker.named else None
            problem, content = named or (problem, content)
        declined = content is not None and (is_no_answer(content) or marker.declines(plain_words(content)))
        start, end = offset + match.start, offset + match.end
        yield Found(start, end, content, Rank.MARKED, marker.name, problem, declined=declined)


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
    return len(text) < 200 and _NO_ANSWER.fullmatch(plain_words(text)) is not None


def plain_words(text: str) -> str:
    r"""Return a marker's content without LaTeX fonts and spaces: ``\text{no\ answer}`` is ``{no answer}``."""
    return _SPACING.sub(" ", _FONT.sub("", text))


def is_placeholder(text: str) -> bool:
    r"""Return whether a marker's content only shows where an answer goes.

    >>> is_placeholder("..."), is_placeholder("your answer"), is_placeholder("0")
    (True, True, False)
    """
    return len(text) < 80 and _PLACEHOLDER.fullmatch(_FONT.sub("", text).replace("{", "").replace("}", "")) is not None
