"""Split a text into its smallest quotable parts: headings, sentences, blocks of code, answers.

The parts follow each other without gap or overlap, so that every word of a completion stands in exactly one event.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from r3gym.behaviour.events import EventKind
from r3gym.core.domain import Domain
from r3gym.parsing.attribution import TextSpan, mention_spans, section_spans
from r3gym.parsing.fences import fenced_blocks
from r3gym.parsing.sections import heading_starts

_ANSWER = re.compile(r"\\boxed\b|<answer|final answer", re.IGNORECASE)
#: So many letters and digits before an answer are more than a name for it.
_WORK = 15
#: A sentence ends at its line's end, or behind its sign where a new one begins.
_END = re.compile(r"\n+|(?<=[.!?;])[ \t]+(?=\S)")


@dataclass(frozen=True, slots=True)
class TextPart:
    """One part of a text: what it is, the problem whose section it stands in, and where it stands."""

    kind: EventKind
    problem: str | None
    start: int
    end: int


def split_completion(text: str, domain: Domain | None, labels: Sequence[str]) -> tuple[TextPart, ...]:
    """Return the parts of a visible completion; a closed or open block of code is one part.

    >>> parts = split_completion("Problem 1\\nSo it is 3. Done.\\n", None, "12")
    >>> [(part.kind.value, part.problem) for part in parts]
    [('heading', '1'), ('sentence', '1'), ('sentence', '1')]
    """
    headings = heading_starts(text)
    blocks = [(block.start, _over_blank(text, block.end)) for block in fenced_blocks(text, headings)]
    sections = mention_spans(text, labels) if domain is None else section_spans(text, domain, labels)
    return tuple(_parts(text, blocks, frozenset(headings), sections))


def split_reasoning(text: str, labels: Sequence[str]) -> tuple[TextPart, ...]:
    """Return the sentences of free reasoning, each with the problem that was last mentioned."""
    return tuple(_parts(text, (), frozenset(), mention_spans(text, labels)))


def _parts(
    text: str, blocks: Sequence[tuple[int, int]], headings: frozenset[int], sections: Sequence[TextSpan]
) -> Iterator[TextPart]:
    starts = [section.start for section in sections]

    def owner(place: int) -> str | None:
        at = bisect_right(starts, place) - 1
        return sections[at].label if at >= 0 and place < sections[at].end else None

    at = 0
    for begin, end in (*blocks, (len(text), len(text))):
        for start, stop in _sentences(text, at, begin):
            words = text[start:stop]
            kind = EventKind.HEADING if start in headings else EventKind.SENTENCE
            if _bare_answer(words):
                kind = EventKind.ANSWER
            yield TextPart(kind, owner(start), start, stop)
        if end > begin:
            yield TextPart(EventKind.CODE, owner(begin), begin, end)
        at = max(at, end)


def _bare_answer(words: str) -> bool:
    """Return whether a sentence is an answer with nothing before it that could be work."""
    found = _ANSWER.search(words)
    return found is not None and sum(map(str.isalnum, words[: found.start()])) < _WORK


def _over_blank(text: str, place: int) -> int:
    """Return the place behind the line ends that follow: what stands behind a block begins its own line."""
    while place < len(text) and text[place] in "\r\n":
        place += 1
    return place


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _END.finditer(text, start, end):
        if text[at : match.start()].strip():
            yield at, match.end()
            at = match.end()
    if at < end:
        yield at, end
