"""Everything in a text that bears on which problem an answer belongs to, in the order of the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from r3gym.parsing.bare_labels import BareLabel, bare_labels, summary_headings
from r3gym.parsing.candidates import Found, line_candidates, spans
from r3gym.parsing.label_names import label_names, name_key
from r3gym.parsing.mentions import Mention, mentions
from r3gym.parsing.sections import Heading
from r3gym.parsing.spans import Spans

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_TABLE_HEAD = re.compile(r"\s*\|[^\n]*")
_OF_VALUES = re.compile(
    r"answer|solution|result|antwort|lösung|ergebnis|répons|respuesta|rispost|respost|ответ|答|정답", re.IGNORECASE
)
#: Words after which a summary in another script may also be one problem's answer.
_EITHER = frozenset(("答案", "最终答案", "정답", "solutions", "results", "answers"))


@dataclass(frozen=True)
class Close:
    """A place where an owner ends: the blank line after a paragraph or after a list of problems."""

    start: int
    of_list: bool


@dataclass(frozen=True)
class Summary:
    """A line that announces a list; ``of_values``: of answers, so that values in it count without a marker."""

    start: int
    keeps_open: bool
    of_values: bool


Event = Heading | Mention | BareLabel | Found | Close | Summary


def events_of(
    text: str, view: str, headings: Sequence[Heading], marked: list[Found], labels: Sequence[str], *, lines: bool
) -> list[Event]:
    """Return the events of a text: headings, mentions, bare labels, summaries, ends of paragraphs, candidates.

    What stands inside a marker is part of an answer and no event.
    """
    inside = Spans([(one.start, one.end) for one in marked])
    events: list[Event] = [*headings, *marked]
    starts = {heading.start for heading in headings}
    soft: list[Event] = [bare for bare in bare_labels(view, spans(marked)) if bare.start not in starts]
    soft += [mention for mention in mentions(view) if not _within_heading(mention, headings)]
    soft += [_summary(match, view, inside) for match in summary_headings(view) if match.start() not in starts]
    events += [event for event in soft if not inside.cover(_place(event))]
    if lines:
        bare = {event.start for event in soft if isinstance(event, BareLabel) and not event.weak}
        stops = sorted({heading.start for heading in headings} | bare)
        taken = [line for line in line_candidates(text, stops) if not inside.meet(line.start, line.end)]
        events += [line for line in taken if line.start not in starts]
    events += [Close(match.start(), False) for match in _BLANK_LINE.finditer(view)]
    events += _list_ends(view, headings, inside, labels)
    order = {Close: 0, Summary: 1, Heading: 2, Mention: 3, BareLabel: 4, Found: 5}
    return sorted(events, key=lambda event: (event.start, order[type(event)]))


def _place(event: Event) -> int:
    """Return the position that must not be inside a marker: a bare label's own, else the start."""
    return max(event.start, event.end - 1) if isinstance(event, BareLabel) else event.start


def _within_heading(mention: Mention, headings: Sequence[Heading]) -> bool:
    """Return whether a mention is the name in a heading's line, not another problem's further on in it."""
    at = bisect_right(headings, mention.start, key=lambda heading: heading.start)
    return at > 0 and mention.start < headings[at - 1].body_start


def _summary(match: re.Match[str], view: str, inside: Spans) -> Summary:
    has_marker = inside.meet(match.start(), match.end())
    either = match["word"].lower() in _EITHER
    head = _TABLE_HEAD.match(view, match.end(), match.end() + 300)
    said = f"{match['word']} {match['rest']} {head[0] if head else ''}"
    return Summary(match.start(), has_marker and either, _OF_VALUES.search(said) is not None)


def _list_ends(view: str, headings: Sequence[Heading], inside: Spans, labels: Sequence[str]) -> list[Event]:
    """Return where lists of problems without answers end: a plan's last item does not own what follows the list."""
    ends: list[Event] = []
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
        if (
            blank
            and titled
            and not answered
            and len(run) > 1
            and (listed >= set(labels) or (len(run) > 2 and labels[-1] in listed))
        ):
            ends.append(Close(blank.start(), True))
        run = []
    return ends
