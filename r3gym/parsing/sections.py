r"""Split a text into one section per labelled problem, whatever the markup of the headings.

A heading is a line of its own that names a problem: ``Problem 2``, ``## Problem 2: title``, ``**Problem
2**``, ``===== Problem 2: title =====``, ``[Problem 2]``, ``Problem ID: 2``, ``\textbf{Problem 2}``. A section
runs to the next heading.

A line such as ``Problem 2 Final Answer: 7``, ``Solution to Problem B`` or ``Answer 2: 7`` is an *answer line*:
it opens a section as well, but one that completes the problem's section instead of repeating it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_ORNAMENT = r"(?:[^\w\n\\<]|_)"
#: A LaTeX command, an HTML tag, the sign before ``problem 2>``, or an item's number.
_WRAPPER = (
    r"(?:\\[a-z]{1,16}\*?(?:[{\[]|(?=[ \t]*\\))|<(?!answer|problem)[a-z][a-z0-9]{0,9}(?:[ \t][^<>\n]{0,80})?>"
    r"|<(?=problem)|\d{1,2}[.)][ \t])"
)
#: Before a heading: list marks, rules, emphasis; up to three wrappers with emphasis between them.
_HEADING_PREFIX = rf"{_ORNAMENT}{{0,160}}+(?:{_WRAPPER}{_ORNAMENT}{{0,20}}+){{0,3}}+"
_ANSWER = r"(?:final[ \t]+)?(?:answer|solution|result|submission|code)"
_LEAD = rf"(?P<lead>(?:the[ \t]+)?{_ANSWER}[ \t]+(?:(?:to|for|of)[ \t]+)?(?:the[ \t]+)?[(\[]?)?"
_PROBLEM = (
    r"problem(?:[ \t]+(?:id|no\.?|nr\.?|number)(?!\w))?"
    r"(?:[ \t]*[#:№*`(\[{][#:№*`(\[{ \t]{0,8}|[^\S\n]+|-|(?=\d))"
)
_LABEL = r"(?P<label>[a-z]|\d{1,2})(?![a-z0-9'’]|\.\d)"
_HEADING = re.compile(rf"^{_HEADING_PREFIX}{_LEAD}{_PROBLEM}{_LABEL}(?P<rest>[^\n]*)$", re.IGNORECASE | re.MULTILINE)
#: The colon distinguishes ``Final Answer 3: 7`` from the value in ``Final Answer 3``.
_NUMBERED_ANSWER = re.compile(
    rf"^{_HEADING_PREFIX}(?P<lead>(?:final[ \t]+)?answer[ \t]*[#(\[]?){_LABEL}(?P<rest>[)\]*_` \t]{{0,8}}[:：][^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
#: What may follow the label on a heading: ornament, a title after a sign, the marked answer itself, or a note that
#: there is none. A line of prose ("Problem 2 is hard") is no heading.
_TITLE = re.compile(
    r"[*_`)\]}\"\s]*(?:[^\w,;]*$|[:：.\-–—=#*_~|(\[\\<>$}】→⇒]|(?:of[ \t]|/)[ \t]*\d+[\W_]*$"
    r"|(?:no\s+answer|missing)[\W_]*$)",
    re.IGNORECASE,
)
#: Lines whose markup makes them headings, whatever follows the label: Markdown headings, ruled lines, bold lines.
_RULED = re.compile(r"[ \t]*(?:\#{1,6}[ \t]|={3,}|(?P<rule>-{3,}|\*{2,}|_{2,})[^\n]*(?P=rule)[ \t\r]*$)")
#: What follows the label on an answer line.
_ANSWER_LINE = re.compile(rf"[*_`)\]}}\"\s]*{_ANSWER}[*_`)\]}}\s]*(?:$|[:：=\-–—]|is\b)", re.IGNORECASE)


@dataclass(frozen=True)
class Section:
    """One headed section: its label, the start of its heading, and the position of its body in the text.

    ``answer_line`` marks the sections that complete another; ``lead`` is the text before the label there.
    """

    label: str
    start: int
    body_start: int
    end: int
    answer_line: bool = False
    lead: str = ""

    def body(self, text: str) -> str:
        """Return the section's text: the rest of the heading's line after the label, and all lines to the next heading.

        ``Final Answer`` is put in front where the heading began with it.
        """
        final = "Final Answer" if self.lead.lower().split()[:1] == ["final"] else ""
        return final + text[self.body_start : self.end]


def find_sections(text: str, labels: Sequence[str], skip: Sequence[tuple[int, int]] = ()) -> tuple[Section, ...]:
    """Return all sections of a text in order, duplicates included.

    Headings of labels that are not in ``labels`` also end a section. Lines that start inside one of the ``skip`` spans
    (in order, without overlaps) are no headings.

    >>> text = "Problem 1\\nx\\n## Problem 2: y\\n"
    >>> [(section.label, section.body(text)) for section in find_sections(text, "12")]
    [('1', '\\nx\\n'), ('2', ': y\\n')]
    """
    starts = [start for start, _ in skip]
    headings = [match for match in _headings(text) if not _inside(match.start(), starts, skip)]
    ends = [*(match.start() for match in headings), len(text)][1:]
    wanted = {label.upper(): label for label in labels}
    return tuple(
        Section(
            wanted[_key(match["label"])],
            match.start(),
            match.start("rest"),
            end,
            answer_line=bool(match["lead"] or _ANSWER_LINE.match(match["rest"])),
            lead=match["lead"] or "",
        )
        for match, end in zip(headings, ends, strict=True)
        if _key(match["label"]) in wanted
    )


def _inside(position: int, starts: Sequence[int], spans: Sequence[tuple[int, int]]) -> bool:
    before = bisect_right(starts, position)
    return before > 0 and position < spans[before - 1][1]


def heading_starts(text: str) -> tuple[int, ...]:
    """Return the starts of the lines that `find_sections` reads as headings, for any label."""
    return tuple(match.start() for match in _headings(text))


def _headings(text: str) -> list[re.Match[str]]:
    return sorted(_matches(text), key=lambda match: match.start())


def _matches(text: str) -> Iterator[re.Match[str]]:
    yield from _NUMBERED_ANSWER.finditer(text)
    for match in _HEADING.finditer(text):
        if _TITLE.match(match["rest"]) or _ANSWER_LINE.match(match["rest"]) or _RULED.match(match[0]):
            yield match


def _key(label: str) -> str:
    return str(int(label)) if label.isdigit() else label.upper()
