"""Which problem an answer belongs to: the one that was named last before it.

Headings and candidate answers are put in the order of the text and read once from the start. What is decided at a
position depends on the text before it (and on its own line), never on what follows, so that a text which is cut loses
what comes after the cut and nothing else.

Three things make a name more than a word, in this order: a line that is a heading; a mention inside a line that turns
to the problem; a bare label (``2.``), which counts only where no worded heading has set the style, or in a summary.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from r3gym.parsing.bare_labels import BareLabel, bare_labels, stands_next_to, summary_headings
from r3gym.parsing.candidates import Found, Rank, line_candidates, marked_candidates, spans
from r3gym.parsing.final_lines import is_short_value
from r3gym.parsing.label_names import label_names, name_key
from r3gym.parsing.marker import AnswerMarker
from r3gym.parsing.mentions import Mention, MentionKind, mentions
from r3gym.parsing.plain_view import plain_view
from r3gym.parsing.sections import Heading, line_headings

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_GIVEN_UP = re.compile(r"no[ _]answer|missing|skip|too hard|not (?:solved|attempted)|unsolved|n/a", re.IGNORECASE)
_VALUE = re.compile(r"[*_`)\]}\"\s]*(?:(?:final[ \t]+)?answer[*_`)\]}\s]*)?[:=|&.\-–—→\s)]+(?P<value>[^\n]*?)[\s|*&\\]*$", re.I)
_TABLE_HEAD = re.compile(r"\s*\|[^\n]*")
_OF_VALUES = re.compile(
    r"answer|solution|result|antwort|lösung|ergebnis|répons|respuesta|rispost|respost|ответ|答|정답", re.IGNORECASE
)
#: Words after which a summary in another script may also be one problem's answer.
_EITHER = frozenset(("答案", "最终答案", "정답", "solutions", "results", "answers"))


@dataclass(frozen=True)
class Assigned:
    """A candidate with the problem it belongs to (None: to none), and the number of the section it stands in."""

    found: Found
    label: str | None
    section: int
    by: str


@dataclass(frozen=True)
class Reading:
    """What was read from a text: every candidate with its owner, all labels with a heading, remarks per label."""

    assigned: tuple[Assigned, ...]
    headed: frozenset[str]
    remarks: Mapping[str, tuple[str, ...]]
    owners: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True)
class _Close:
    """A place where an owner ends: the blank line after a paragraph or after a list of problems."""

    start: int
    of_list: bool


@dataclass(frozen=True)
class _Summary:
    """A line that announces a list; ``of_values``: of answers, so that values in it count without a marker."""

    start: int
    keeps_open: bool
    of_values: bool


_Event = Heading | Mention | BareLabel | Found | _Close | _Summary


def assign(text: str, marker: AnswerMarker, labels: Sequence[str], *, lines: bool) -> Reading:
    """Return the candidates of a text with their owners; ``lines``: also lines without a marker (tool-free)."""
    view = plain_view(text)
    headings = line_headings(text)
    marked = marked_candidates(text, marker, [heading.start for heading in headings])
    reader = _Reader(view, labels, marked, lines=lines)
    for event in _events(text, view, headings, marked, labels, lines=lines):
        reader.take(event)
    return reader.reading()


def _events(
    text: str, view: str, headings: Sequence[Heading], marked: list[Found], labels: Sequence[str], *, lines: bool
) -> list[_Event]:
    inside = _Spans([(one.start, one.end) for one in marked])
    events: list[_Event] = [*headings, *marked]
    starts = {heading.start for heading in headings}
    soft: list[_Event] = [bare for bare in bare_labels(view, spans(marked)) if bare.start not in starts]
    soft += [mention for mention in mentions(view) if not _within_heading(mention, headings)]
    soft += [_summary(match, view, inside) for match in summary_headings(view) if match.start() not in starts]
    events += [event for event in soft if not inside.cover(event.end - 1 if isinstance(event, BareLabel) else event.start)]
    if lines:
        bare = {event.start for event in soft if isinstance(event, BareLabel) and not event.weak}
        stops = sorted({heading.start for heading in headings} | bare)
        taken = [line for line in line_candidates(text, stops) if not inside.meet(line.start, line.end)]
        events += [line for line in taken if line.start not in starts]
    events += [_Close(match.start(), False) for match in _BLANK_LINE.finditer(view)]
    events += _list_ends(view, headings, inside, labels)
    order = {_Close: 0, _Summary: 1, Heading: 2, Mention: 3, BareLabel: 4, Found: 5}
    return sorted(events, key=lambda event: (event.start, order[type(event)]))


class _Spans:
    """Spans of a text in order, without overlaps (a span that starts inside another is none of its own)."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in spans]
        self._ends: list[int] = []
        for _, end in spans:
            self._ends.append(max(end, self._ends[-1]) if self._ends else end)

    def cover(self, position: int) -> bool:
        before = bisect_right(self._starts, position - 1)
        return before > 0 and position < self._ends[before - 1]

    def meet(self, start: int, end: int) -> bool:
        at = bisect_left(self._starts, start)
        return self.cover(start) or (at < len(self._starts) and self._starts[at] < end)


def _within_heading(mention: Mention, headings: Sequence[Heading]) -> bool:
    """Return whether a mention is the name in a heading's line, not another problem's further on in it."""
    at = bisect_right(headings, mention.start, key=lambda heading: heading.start)
    return at > 0 and mention.start < headings[at - 1].body_start


def _summary(match: re.Match[str], view: str, inside: _Spans) -> _Summary:
    has_marker = inside.meet(match.start(), match.end())
    either = match["word"].lower() in _EITHER
    head = _TABLE_HEAD.match(view, match.end(), match.end() + 300)
    said = f"{match['word']} {match['rest']} {head[0] if head else ''}"
    return _Summary(match.start(), has_marker and either, _OF_VALUES.search(said) is not None)


def _list_ends(view: str, headings: Sequence[Heading], inside: _Spans, labels: Sequence[str]) -> list[_Event]:
    """Return where lists of problems without answers end: a plan's last item does not own what follows the list."""
    ends: list[_Event] = []
    names = label_names(labels)
    run: list[Heading] = []
    for heading, after in zip_longest(headings, headings[1:]):
        run.append(heading)
        limit = after.start if after else len(view)
        blank = _BLANK_LINE.search(view, heading.body_start, limit)
        answered = inside.meet(heading.start, blank.start() if blank else limit)
        if after and not blank and not answered:
            continue
        listed = {names.get(name_key(item.name)) for item in run}
        titled = view[heading.body_start : heading.line_end].strip(" \t*_#=:.")
        if blank and titled and not answered and len(run) > 1 and (listed >= set(labels) or (len(run) > 2 and labels[-1] in listed)):
            ends.append(_Close(blank.start(), True))
        run = []
    return ends


@dataclass
class _Reader:
    """The state of one pass over a text."""

    view: str
    labels: Sequence[str]
    marked: Sequence[Found]
    lines: bool
    owner: str | None = None
    by: str = ""  # what named the owner: heading, mention, paragraph, topic, bare, list; empty for none
    line_owner: tuple[str | None, str] = (None, "")
    word: str | None = None  # the word of the first worded heading: it sets the style
    numbered: bool = False
    summary: bool = False
    of_values: bool = False
    section: int = 0
    answers: dict[str, list[str]] = field(default_factory=dict)
    answered_here: bool = False
    aside: str | None = None
    last_bare: tuple[int, int] = (0, 0)  # the number of the last bare label of a list, and where it ends
    bare_answered: bool = True
    assigned: list[Assigned] = field(default_factory=list)
    headed: set[str] = field(default_factory=set)
    remarks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    owners: list[tuple[int, str | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = label_names(self.labels)
        self.starts = [one.start for one in self.marked]

    def reading(self) -> Reading:
        """Return what was read so far."""
        return Reading(tuple(self.assigned), frozenset(self.headed), self.remarks, tuple(self.owners))

    def take(self, event: _Event) -> None:
        """Take the next event of the text."""
        if isinstance(event, Found):
            self._candidate(event)
        elif isinstance(event, Heading):
            self._heading(event)
        elif isinstance(event, Mention):
            self._mention(event)
        elif isinstance(event, BareLabel):
            self._bare(event)
        elif isinstance(event, _Summary):
            self._open_summary(event)
        else:
            self._close(event)

    # ------------------------------------------------------------ names

    def _label(self, name: str) -> str | None:
        """Return the label a name means here: letters are another way to number, and not beside numbers."""
        if not name.isdecimal() and self.numbered and self.labels[0].isdecimal():
            return None
        return self.names.get(name_key(name))

    def _open(self, label: str | None, by: str, start: int) -> None:
        self.owner, self.by, self.answered_here, self.aside = label, by, False, None
        self.section += 1
        self.owners.append((start, label))
        if by in ("heading", "turn", "topic", "bare"):
            self.line_owner = (label, by)
        if label is not None:
            self.headed.add(label)

    def _next_marker(self, position: int) -> int | None:
        at = bisect_left(self.starts, position)
        return self.starts[at] if at < len(self.starts) else None

    def _heading(self, heading: Heading) -> None:
        label = self._label(heading.name)
        following = self._next_marker(heading.start)
        row = following is not None and following < heading.line_end
        alien = heading.word not in ("answer", "problem", self.word) and self.word not in (None, "answer")
        if alien and not (self.summary or row):
            return  # "Question 2" of a problem, "Task 1" of a solution
        listed = self._lists_values() and not self.view.startswith("#", heading.start)
        if not (row or heading.answer_line or listed):
            self.summary = False
        if heading.word != "answer" and self.word is None:
            self.word = heading.word
        self.numbered = self.numbered or heading.name.isdecimal()
        self._open(label, "heading", heading.start)
        if self.lines and label is not None and (heading.answer_line or listed) and not row:
            self._listed(heading.start, heading.body_start, heading.line_end, final=heading.answer_line)

    def _lists_values(self) -> bool:
        """Return whether a value beside a label may be an answer: in a list of answers, of a text without markers."""
        return self.summary and self.of_values and not self.marked

    def _listed(self, start: int, body: int, end: int, *, final: bool) -> None:
        """Take the value beside a label, on an answer line or in a summary."""
        match = _VALUE.fullmatch(self.view, body, end)
        if match and is_short_value(match["value"]):
            rank = Rank.FINAL_LINE if final else Rank.LISTED
            self._candidate(Found(start, end, match["value"], rank, "final-answer line" if final else "listed value"))

    def _mention(self, mention: Mention) -> None:
        label = self._label(mention.name)
        if mention.kind is MentionKind.DIRECT:
            following = self._next_marker(mention.end)
            if following is not None and stands_next_to(self.view, mention.end, following):
                self._open(label, "paragraph", mention.start)
        elif mention.kind is MentionKind.TURN:
            if label is not None and label != self.owner:
                self.numbered = self.numbered or mention.name.isdecimal()
                self._open(label, "turn", mention.start)
        elif mention.kind is MentionKind.COLON:
            self._open(label, "paragraph", mention.start)
        elif mention.kind is MentionKind.TOPIC and self.line_owner[1] in ("", "topic"):
            if label != self.owner or self.by != "paragraph":
                self._open(label, "topic", mention.start)
        elif label != self.owner and self.by != "paragraph":
            self.aside = mention.name

    def _bare(self, bare: BareLabel) -> None:
        label = self._label(bare.name)
        letter = not bare.name.isdecimal() and bare.name.isascii()
        if bare.chained:
            if label is not None and (self.summary or self.by in ("bare", "list")):
                self._open(label, "list", bare.start)
            return
        if bare.weak and not bare.direct or letter and not bare.row:
            return
        if label is None or (self.word is not None and not self.summary and not self._confirms(label, bare)):
            return
        number = self.labels.index(label) + 1
        last, end = self.last_bare
        if number <= last:
            self.bare_answered = True  # a new list
        elif not self.bare_answered and _GIVEN_UP.search(self.view, end, min(bare.start, end + 2000)):
            self.bare_answered = True
        self.last_bare = (number, bare.end)
        if not (self.summary or bare.direct or self.bare_answered):
            self._open(None, "", bare.start)  # a list of steps: an answer after it is nobody's
            return
        self.bare_answered = bare.row
        if not self.summary:
            self.numbered = self.numbered or bare.name.isdecimal()
        self._open(label, "bare" if not self.summary else "list", bare.start)
        if self.lines and self._lists_values() and not bare.row:
            end = self.view.find("\n", bare.end)
            self._listed(bare.start, bare.end - 1, end if end >= 0 else len(self.view), final=False)

    def _confirms(self, label: str, bare: BareLabel) -> bool:
        """Return whether a bare row repeats the answer that its problem already has: then a summary begins here."""
        at = bisect_left(self.starts, bare.end)
        content = self.marked[at].content if bare.direct else None
        if content is not None and self.answered_here and content in self.answers.get(label, [])[-1:]:
            self.summary = True
        return self.summary

    def _open_summary(self, summary: _Summary) -> None:
        self.summary, self.of_values = True, summary.of_values
        self.last_bare, self.bare_answered = (0, 0), True
        if self.answered_here or not (self.answers or summary.keeps_open) or self.by == "paragraph":
            self._open(None, "", summary.start)
            self.line_owner = (None, "")

    def _close(self, close: _Close) -> None:
        if close.of_list:
            self._open(None, "", close.start)
            self.line_owner = (None, "")
            if not self.answers:  # a plan sets no style for the answers after it
                self.word, self.numbered = None, False
        elif self.by == "paragraph" and self.owner != self.line_owner[0]:
            label, by = self.line_owner
            answered, section = bool(label in self.answers), self.section
            self._open(label, by, close.start)
            self.answered_here, self.section = answered, section + 1

    # ------------------------------------------------------------ answers

    def _candidate(self, found: Found) -> None:
        label, by = self.owner, self.by
        if self.aside is not None and self.answered_here and label is not None and found.rank is Rank.MARKED:
            if found.content not in self.answers.get(label, []):
                remark = f"a {found.name} after a mention of problem {self.aside} was left out"
                self.remarks[label] = (*self.remarks.get(label, ()), remark)
                label, by = None, ""
        self.assigned.append(Assigned(found, label, self.section, by))
        if found.rank is Rank.MARKED:
            self.bare_answered = self.bare_answered or label is not None
            if label is not None and found.content:
                self.answered_here = True
                self.answers.setdefault(label, []).append(found.content)
