"""Which problem an answer belongs to: the one that was named last before it.

Headings and candidate answers are put in the order of the text and read once from the start. What is decided at a
position depends on the text before it (and on its own line), never on what follows, so that a text which is cut loses
what comes after the cut and nothing else.

Three things make a name more than a word, in this order: a line that is a heading; a mention inside a line that turns
to the problem; a bare label (``2.``), which counts only where no worded heading has set the style, or in a summary.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from r3gym.parsing.bare_labels import BareLabel, stands_next_to
from r3gym.parsing.candidates import Found, Rank, marked_candidates
from r3gym.parsing.events import Close, Event, Summary, events_of
from r3gym.parsing.final_lines import is_short_value, without_full_stop
from r3gym.parsing.label_names import label_names, name_key
from r3gym.parsing.labels_behind import with_labels_behind
from r3gym.parsing.listings import listing_spans
from r3gym.parsing.marker import AnswerMarker
from r3gym.parsing.mentions import Mention, MentionKind
from r3gym.parsing.plain_view import plain_view, with_line_ends
from r3gym.parsing.sections import Heading, line_headings

_GIVEN_UP = re.compile(r"no[ _]answer|missing|skip|too hard|not (?:solved|attempted)|unsolved|n/a", re.IGNORECASE)
_ANNOUNCES = re.compile(r"[\W_]*(?:(?:final|my|the)\s+)*(?:answer|solution|result|code|proof)s?[\W_]*", re.IGNORECASE)
_VALUE = re.compile(
    r"[*_`)\]}\"\s]*(?:(?:[:.–—-][*_ \t]*(?:the|my)[ \t]+)?(?:final[ \t]+)?(?:answer|solution|result)[*_`)\]}\s]*)?"
    r"(?:(?<=[\w*\]])[ \t]*[-–—](?=[ \t]))?(?:is\b|[=-]>|[:=|&.→⇒\s)])+(?P<value>[^\n]*?)[\s|*&\\]*$",
    re.I,
)


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


def assign(text: str, marker: AnswerMarker, labels: Sequence[str], *, lines: bool) -> Reading:
    """Return the candidates of a text with their owners; ``lines``: also lines without a marker (tool-free)."""
    view = plain_view(with_line_ends(text))
    headings = line_headings(view)
    marked = marked_candidates(text, marker, [heading.start for heading in headings], lines=lines)
    listings = listing_spans(text, [one.start for one in marked])
    named = [heading for heading in headings if not listings.cover(heading.start)]
    marked, behind = with_labels_behind(view, marked)
    reader = _Reader(view, labels, marked, lines=lines)
    for event in events_of(text, view, named, marked, labels, lines=lines):
        if isinstance(event, Found | Close) or not (listings.cover(event.start) or behind.cover(event.start)):
            reader.take(event)
    return reader.reading()


@dataclass
class _Reader:
    """The state of one pass over a text."""

    view: str
    labels: Sequence[str]
    marked: Sequence[Found]
    lines: bool
    owner: str | None = None
    by: str = ""  # what named the owner: heading, turn, paragraph, topic, bare, list, behind; empty for none
    line_owner: tuple[str | None, str] = (None, "")
    word: str | None = None  # the word of the first worded heading: it sets the style
    numbered: bool = False
    summary: bool = False
    of_values: bool = False
    section: int = 0
    answers: dict[str, set[str]] = field(default_factory=dict)
    latest: dict[str, str] = field(default_factory=dict)
    answered_here: bool = False
    aside: str | None = None
    last_bare: tuple[int, int] = (0, 0)  # the number of the last bare label of a list, and where it ends
    bare_answered: bool = True
    in_rows: bool = False  # the last heading has its answer beside it
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

    def take(self, event: Event) -> None:
        """Take the next event of the text."""
        if isinstance(event, Found):
            self._candidate(event)
        elif isinstance(event, Heading):
            self._heading(event)
        elif isinstance(event, Mention):
            self._mention(event)
        elif isinstance(event, BareLabel):
            self._bare(event)
        elif isinstance(event, Summary):
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
        self.in_rows = row
        if self.lines and label is not None and (heading.answer_line or listed) and not row:
            self._listed(heading.start, heading.body_start, heading.line_end, final=heading.answer_line)

    def _lists_values(self) -> bool:
        """Return whether a value beside a label may be an answer: in a list of answers, of a text without markers."""
        return self.summary and self.of_values and not self.marked

    def _listed(self, start: int, body: int, end: int, *, final: bool) -> None:
        """Take the value beside a label, on an answer line or in a summary."""
        match = _VALUE.fullmatch(self.view, body, end)
        value = without_full_stop(match["value"]) if match else ""
        if is_short_value(value) and not _ANNOUNCES.fullmatch(value):
            rank = Rank.FINAL_LINE if final else Rank.LISTED
            self._candidate(Found(start, end, value, rank, "final-answer line" if final else "listed value"))

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
        elif mention.kind is MentionKind.TOPIC and (
            self.line_owner[1] in ("", "topic") or self._answers_in_line(mention)
        ):
            if label != self.owner or self.by != "paragraph":
                self._open(label, "topic", mention.start)
        elif label != self.owner and self.by != "paragraph":
            self.aside = mention.name

    def _answers_in_line(self, mention: Mention) -> bool:
        """Return whether a finished section is followed by a line about another problem that has an answer in it."""
        following = self._next_marker(mention.end)
        return self.answered_here and following is not None and "\n" not in self.view[mention.end : following]

    def _bare(self, bare: BareLabel) -> None:
        label = self._label(bare.name)
        letter = not bare.name.isdecimal() and bare.name.isascii()
        if bare.chained:
            self._chained(label, bare)
            return
        if (bare.weak and not bare.direct) or (letter and not bare.row):
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

    def _chained(self, label: str | None, bare: BareLabel) -> None:
        """Take a label inside a line: beside an answer, or as the next of a list that names its problems like this."""
        listing = self.by in ("bare", "list")
        column = bare.start == bare.end
        if label is None or not (listing or self.summary or column):
            return
        if not bare.direct:
            follows = self.owner is not None and self.labels.index(label) == self.labels.index(self.owner) + 1
            if not (listing and follows and self.answered_here):
                return
        self._open(label, "list", bare.start)
        self.last_bare, self.bare_answered = (self.labels.index(label) + 1, bare.end), True

    def _confirms(self, label: str, bare: BareLabel) -> bool:
        """Return whether a bare row repeats the answer that its problem already has: then a summary begins here."""
        at = bisect_left(self.starts, bare.end)
        content = self.marked[at].content if bare.direct else None
        if content is not None and self.answered_here and content == self.latest.get(label):
            self.summary = True
        # "Problem 2: <answer>, 3: <answer>": rows whose word is left out after the first.
        goes_on = self.owner is not None and self.labels.index(label) == self.labels.index(self.owner) + 1
        return self.summary or (bare.direct and self.in_rows and self.answered_here and goes_on)

    def _open_summary(self, summary: Summary) -> None:
        self.summary, self.of_values = True, summary.of_values
        self.last_bare, self.bare_answered = (0, 0), True
        if self.answered_here or not (self.answers or summary.keeps_open) or self.by == "paragraph":
            self._open(None, "", summary.start)
            self.line_owner = (None, "")

    def _close(self, close: Close) -> None:
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
        if found.problem and self.by not in ("heading", "turn"):  # a heading is the contract, and says it first
            self._open(self._label(found.problem), "behind" if found.behind else "paragraph", found.start)
        label, by = self.owner, self.by
        contested = self.aside is not None and self.answered_here and found.rank is Rank.MARKED
        if contested and label is not None and found.content not in self.answers[label]:
            # Two readings: the problem's own new answer, or the other problem's. Neither is read.
            self.remarks[label] = (f"a {found.name} after a mention of problem {self.aside} was left out",)
            label, by = None, ""
        self.assigned.append(Assigned(found, label, self.section, by))
        if found.rank is Rank.MARKED:
            self.bare_answered = self.bare_answered or label is not None
            if label is not None and found.content:
                self.answered_here = True
                self.answers.setdefault(label, set()).add(found.content)
                self.latest[label] = found.content
        if by == "behind":
            self._open(None, "", found.end)
