r"""Split a text into one section per labelled problem, whatever the markup of the headings.

A heading is a line of its own that names a problem: ``Problem 2``, ``## Problem 2: title``, ``**Problem
2**``, ``===== Problem 2: title =====``, ``[Problem 2]``, ``Problem ID: 2``, ``\textbf{Problem 2}``. A section
runs to the next heading.

A line such as ``Problem 2 Final Answer: 7``, ``Solution to Problem B`` or ``Answer 2: 7`` is an *answer line*:
it opens a section as well, and what stands on it may be an answer without a marker.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from r3gym.parsing.label_names import NAME, label_names, name_key
from r3gym.parsing.plain_view import plain_view

_ORNAMENT = r"(?:[^\w\n\\<]|_)"
#: A LaTeX command, an HTML tag, the sign before ``problem 2>``, or an item's number.
_WRAPPER = (
    r"(?:\\[a-z]{1,16}\*?(?:[{\[]|(?=[ \t]*\\))|<(?!answer|problem)[a-z][a-z0-9]{0,9}(?:[ \t][^<>\n]{0,80})?>"
    r"|<(?=problem)|\d{1,2}[.)][ \t])"
)
#: Before a heading: list marks, rules, emphasis; up to three wrappers with emphasis between them.
_HEADING_PREFIX = rf"{_ORNAMENT}{{0,160}}+(?:{_WRAPPER}{_ORNAMENT}{{0,20}}+){{0,3}}+"
_ANSWER = r"(?:final[ \t]+)?(?:answer|solution|result|submission|code|antwort|lösung|réponse|respuesta)"
_LEAD = rf"(?P<lead>(?:(?:the|my)[ \t]+)?{_ANSWER}[ \t]+(?:(?:to|for|of|zu|au|al)[ \t]+)?(?:the[ \t]+)?[(\[]?)?"
#: The words that name a problem, in the languages that models answer in.
WORD = (
    "(?:problem[ae]?|problème|question|task|exercise|puzzle|aufgabe|frage|exercice|ejercicio|pregunta|esercizio|domanda"
    "|questão|pergunta|exercício|задача|вопрос|题目|问题|題目|問題|문제)"
)
_BETWEEN = (
    r"(?:[ \t]*[#:№*`(\[{][#:№*`(\[{ \t]{0,8}|[^\S\n]+|-|(?=[\d①②③④⑤⑥⑦⑧⑨⑩⑪⑫一二三四五六七八九十])"
    r"|(?<=[目题題제])(?=[a-z](?![a-z])))"
)
_LABEL = rf"(?P<label>{NAME})(?![a-z0-9]|['’](?!s\b)|\.\d)"
#: A worded name of a problem: ``Problem 2``, ``Problem ID: 2``, ``Question (2)``; and 第2题, 2번.
NAMED = (
    rf"(?:(?P<word>{WORD})(?:[ \t]+(?:id|no\.?|nr\.?|number)(?!\w))?{_BETWEEN}{_LABEL}"
    rf"|第[ \t]?(?P<counted>{NAME})[ \t]?[道个]?[题題问問]目?|(?P<korean>\d{{1,2}})번(?:[ \t]문제)?)"
)
_HEADING = re.compile(rf"^{_HEADING_PREFIX}{_LEAD}{NAMED}(?P<rest>[^\n]*)$", re.IGNORECASE | re.MULTILINE)
#: The colon distinguishes ``Final Answer 3: 7`` from the value in ``Final Answer 3``.
_NUMBERED_ANSWER = re.compile(
    rf"^{_HEADING_PREFIX}(?P<lead>(?:final[ \t]+)?answer(?:[ \t]*[#(\[]|[ \t]+|(?=\d))){_LABEL}"
    rf"(?P<rest>[)\]*_` \t]{{0,8}}:[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
#: ``<answer_3>``, ``<problem_3>``, around whatever the domain asks for.
_NUMBERED_TAG = re.compile(
    r"^[ \t]*<(?:(?:final_)?answer[_-]?|(?:problem|question|solution)[_-])(?P<label>\d{1,2})>[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
#: What may follow the label on a heading: ornament, a title after a sign, the marked answer itself, or a note that
#: there is none. A line of prose ("Problem 2 is hard") is no heading.
_TITLE = re.compile(
    r"[*_`)\]}\"\s]*(?:[^\w,;]*$|[:.\-–—=#*_~|(\[\\<>$}】→⇒、&]|(?:of[ \t]|/)[ \t]*\d+[\W_]*$"
    r"|(?:no\s+answer|missing)[\W_]*$)",
    re.IGNORECASE,
)
#: Lines whose markup makes them headings, whatever follows the label: Markdown headings, ruled lines, bold lines.
_RULED = re.compile(r"[ \t]*(?:\#{1,6}[ \t]|={3,}|(?P<rule>-{3,}|\*{2,}|_{2,})[^\n]*(?P=rule)[ \t\r]*$)")
#: What follows the label on an answer line.
_ANSWER_LINE = re.compile(
    rf"[*_`)\]}}\"\s]*(?:[:.–—-][*_ \t]*(?:the|my)[ \t]+)?{_ANSWER}[*_`)\]}}\s]*(?:$|[:=\-–—]|is\b)", re.IGNORECASE
)


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

    def body(self, text: str) -> str:
        """Return the section's text: what follows the label on its line, and all lines to the next heading."""
        return text[self.body_start : self.end]


@dataclass(frozen=True)
class Heading:
    """A line that names a problem: the name as written, its word, where the line and what follows the name begin.

    ``answer_line`` marks a line that announces an answer; ``leads`` one on which that stands before the name.
    """

    name: str
    word: str
    start: int
    body_start: int
    line_end: int
    answer_line: bool
    leads: bool = False


def find_sections(text: str, labels: Sequence[str], skip: Sequence[tuple[int, int]] = ()) -> tuple[Section, ...]:
    """Return all sections of a text in order, duplicates included.

    Headings of labels that are not in ``labels`` also end a section. Lines that start inside one of the ``skip`` spans
    (in order, without overlaps) are no headings.

    >>> text = "Problem 1\\nx\\n## Problem 2: y\\n"
    >>> [(section.label, section.body(text)) for section in find_sections(text, "12")]
    [('1', '\\nx\\n'), ('2', ': y\\n')]
    """
    starts = [start for start, _ in skip]
    headings = [found for found in line_headings(text) if not _inside(found.start, starts, skip)]
    ends = [*(found.start for found in headings), len(text)][1:]
    names = label_names(labels)
    return tuple(
        Section(names[name_key(found.name)], found.start, found.body_start, end, found.answer_line)
        for found, end in zip(headings, ends, strict=True)
        if name_key(found.name) in names
    )


def _inside(position: int, starts: Sequence[int], spans: Sequence[tuple[int, int]]) -> bool:
    before = bisect_right(starts, position)
    return before > 0 and position < spans[before - 1][1]


def heading_starts(text: str) -> tuple[int, ...]:
    """Return the starts of the lines that `find_sections` reads as headings, for any label."""
    return tuple(found.start for found in line_headings(text))


def line_headings(text: str) -> tuple[Heading, ...]:
    """Return the lines of a text that are headings, in order, for any label."""
    return tuple(sorted(_headings(plain_view(text)), key=lambda found: found.start))


def _headings(view: str) -> Iterator[Heading]:
    for match in _NUMBERED_TAG.finditer(view):
        yield Heading(match["label"], "answer", match.start(), match.end("label"), match.end(), True, True)
    for match in _NUMBERED_ANSWER.finditer(view):
        yield Heading(match["label"], "answer", match.start(), match.end("label"), match.end(), True, True)
    for match in _HEADING.finditer(view):
        announced = bool(match["lead"] or _ANSWER_LINE.match(match["rest"]))
        if (announced and not match["lead"]) or _TITLE.match(match["rest"]) or _RULED.match(match[0]):
            name = match["label"] or match["counted"] or match["korean"]
            word = (match["word"] or "").lower()
            start = match.start("rest")
            yield Heading(name, word, match.start(), start, match.end(), announced, bool(match["lead"]))
