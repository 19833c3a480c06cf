"""Short answers in a text, a completion or an answer file: one parsed answer for each problem."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from r3gym.core.verdict import ParsedAnswer
from r3gym.parsing.assignment import Assigned, Reading, assign
from r3gym.parsing.candidates import Found, Rank, line_candidates, marked_candidates
from r3gym.parsing.choice import LineNumbers, choose
from r3gym.parsing.json_answers import json_answer, json_answers
from r3gym.parsing.marker import AnswerMarker
from r3gym.parsing.plain_view import plain_view
from r3gym.parsing.spans import Spans

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBER = re.compile(
    rf"(?<![\d.])(?P<number>\d{{1,2}})(?:st|nd|rd|th)?(?![\d])|\b(?P<ordinal>{'|'.join(_ORDINALS)})\b", re.IGNORECASE
)


def parse_single(label: str, text: str, marker: AnswerMarker, *, lines: bool) -> ParsedAnswer:
    """Return the answer of a text about one problem: every candidate in it is that problem's."""
    found = marked_candidates(text, marker, (), lines=lines)
    if lines:
        found += line_candidates(text, ())
    if lines and not found and (value := json_answer(text)):
        found = [Found(*value.span, value.text, Rank.FINAL_LINE, "value of a JSON object")]
    own = [Assigned(one, label, 0, "only") for one in sorted(found, key=lambda one: one.start)]
    absent = f"no {marker.name} and no final-answer line" if lines else f"no {marker.name}"
    return choose(label, own, LineNumbers(text), absent)


def parse_marked(text: str, labels: Sequence[str], marker: AnswerMarker, *, lines: bool) -> tuple[ParsedAnswer, ...]:
    """Return one answer per label of a contest's text.

    With ``lines`` (the tool-free setting) a final-answer line counts for a problem without any marker.
    """
    reading = assign(text, marker, labels, lines=lines)
    assigned: Sequence[Assigned] | None = _in_json(text, reading, labels, marker, lines=lines)
    if assigned is None:
        assigned = _in_order(text, reading, labels) or reading.assigned
    numbers = LineNumbers(text)
    own: dict[str, list[Assigned]] = {label: [] for label in labels}
    loose = 0
    for one in assigned:
        if one.label is None:
            loose += one.found.rank is Rank.MARKED
        else:
            own[one.label].append(one)
    absent = f"no {marker.name} and no final-answer line" if lines else f"no {marker.name}"
    remark = f" ({loose} in the text belong to no problem)" if loose else ""
    return tuple(
        choose(
            label,
            own[label],
            numbers,
            (absent if label in reading.headed else f"no section for problem {label}") + remark,
            reading.remarks.get(label, ()),
        )
        for label in labels
    )


def _in_json(
    text: str, reading: Reading, labels: Sequence[str], marker: AnswerMarker, *, lines: bool
) -> list[Assigned] | None:
    """Return the answers of a JSON document that lists them, where nothing outside of it is named or marked."""
    members, documents = json_answers(text, labels)
    if not documents:
        return None
    inside = Spans(documents)
    outside = [one.found.start for one in reading.assigned] + [start for start, owner in reading.owners if owner]
    if not all(inside.cover(start + 1) for start in outside):
        return None
    assigned = []
    for one in members:
        found = marked_candidates(one.text or "", marker, (), lines=lines)
        if not found and one.text and lines:
            found = [Found(0, 0, one.text.strip(), Rank.LISTED, "value of a JSON document")]
        assigned += [
            Assigned(replace(each, start=one.span[0], end=one.span[1]), one.label, number, "json")
            for number, each in enumerate(found)
        ]
    return assigned


def _in_order(text: str, reading: Reading, labels: Sequence[str]) -> list[Assigned] | None:
    """Return the markers in the order of the labels where exactly as many stand there as problems, none labelled.

    After a plan that names every problem, all of them may seem to be the last one's; they are not labelled either.
    """
    marked = [one for one in reading.assigned if one.found.rank is Rank.MARKED]
    if len(marked) != len(labels) or any(one.found.content is None for one in marked):
        return None
    unlabelled = all(one.label is None and not one.by for one in marked)
    after_plan = reading.headed == set(labels) and len({one.section for one in marked}) == 1 and len(labels) > 2
    if not (unlabelled or after_plan):
        return None
    order = _numbers_before(text, [one.found for one in marked], labels) or labels
    return [Assigned(one.found, label, 0, "order") for one, label in zip(marked, order, strict=True)]


def _numbers_before(text: str, markers: Sequence[Found], labels: Sequence[str]) -> list[str] | None:
    """Return the first number before each marker, if they are the labels, in whatever order: then they are labels.

    No style of labels is known for such a text, but to take it in order against its own numbers would be wrong.
    """
    view, begin, found = plain_view(text), 0, []
    for marker in markers:
        number = _NUMBER.search(view, max(begin, marker.start - 300), marker.start)
        if number is None:
            return None
        ordinal = number["ordinal"]
        found.append(str(_ORDINALS.index(ordinal.lower()) + 1) if ordinal else number["number"])
        begin = marker.end
    return found if sorted(found) == sorted(labels) else None
