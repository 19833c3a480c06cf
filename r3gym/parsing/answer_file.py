r"""The shared answer file of domains with short answers: one section per problem, one box or tag in each.

::

    Problem 1
    \boxed{42}

    Problem 2
    \boxed{\frac{1}{2}}
"""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.parsing.candidates import is_no_answer
from r3gym.parsing.marked import parse_marked, parse_single
from r3gym.parsing.marker import AnswerMarker
from r3gym.parsing.sections import Section, find_sections, heading_starts


def parse_answer_file(text: bytes | None, marker: AnswerMarker, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    """Return one parsed answer per label, in the order of the labels. ``None`` is a file that does not exist."""
    if text is None:
        return tuple(ParsedAnswer(label, ParseState.MISSING, detail="there is no answer file") for label in labels)
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        detail = "the answer file is not valid UTF-8"
        return tuple(ParsedAnswer(label, ParseState.UNPARSABLE, detail=detail) for label in labels)
    return _read(decoded, marker, labels)


def _read(text: str, marker: AnswerMarker, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    if len(labels) == 1 and not find_sections(text, labels):
        return (parse_single(labels[0], text, marker, lines=False),)
    return parse_marked(text, labels, marker, lines=False)


def write_slot(text: str, marker: AnswerMarker, labels: Sequence[str], label: str, answer: str) -> str:
    """Return the text of the answer file after one answer is recorded for one problem.

    All existing sections of the problem are replaced by one; where there is none, it is inserted by the order of the
    labels. All other sections remain unchanged, byte for byte; only where one of them would be read differently beside
    the new one (an open box, a style of labels that it interrupts) the file is written anew, with the answers as they
    were. An answer that does not parse by itself is put in a box or in tags.
    """
    if label not in labels:
        raise ValueError(f"no problem {label!r} in this contest; its labels are {', '.join(labels)}")
    section = f"Problem {label}\n{marked_up(answer, marker)}\n"
    if len(labels) == 1 and not find_sections(text, labels):
        return section
    after = _inserted(text, labels, label, section)
    own = _read(section, marker, labels)[labels.index(label)]
    expected = tuple(own if found.label == label else found for found in _read(text, marker, labels))
    return after if _same(_read(after, marker, labels), expected) else _anew(expected, section, label, marker)


def _same(found: Sequence[ParsedAnswer], expected: Sequence[ParsedAnswer]) -> bool:
    return [(one.state, one.answer) for one in found] == [(one.state, one.answer) for one in expected]


def _anew(found: Sequence[ParsedAnswer], section: str, label: str, marker: AnswerMarker) -> str:
    """Return an answer file that is read as these answers: a section for each that is not missing."""
    written = {
        ParseState.ANSWERED: lambda one: marker.wrap(one.answer),
        ParseState.UNPARSABLE: lambda one: marker.wrap(""),  # noqa: ARG005
        ParseState.MALFORMED: lambda one: marker.wrap("")[:-1],  # noqa: ARG005
    }
    return "\n".join(
        section if one.label == label else f"Problem {one.label}\n{written[one.state](one)}\n"
        for one in found
        if one.label == label or one.state in written
    )


def _inserted(text: str, labels: Sequence[str], label: str, section: str) -> str:
    """Return the text with the section in the place of the problem's old ones, or by the order of the labels."""
    sections = find_sections(text, labels)
    own = [found for found in sections if found.label == label]
    kept = text
    for found in reversed(own):
        kept = kept[: found.start] + kept[found.end :]
    at = own[0].start if own else _place(sections, labels, label, len(kept))
    before, after = kept[:at], kept[at:]
    gap = "" if not before or before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
    return before + gap + section + ("\n" if after.strip() else "") + after


def _place(sections: Sequence[Section], labels: Sequence[str], label: str, end: int) -> int:
    """Return the position of a new section: before the first section of a later problem, or at the end."""
    rank = {name: index for index, name in enumerate(labels)}
    return next((found.start for found in sections if rank[found.label] > rank[label]), end)


def marked_up(answer: str, marker: AnswerMarker) -> str:
    """Return an answer with its marker; an answer that already has a well-formed marker keeps it.

    A line of the answer that looks like a heading would open another problem's section, so it is joined to
    the line before it.
    """
    if is_no_answer(answer):
        return "No answer"
    body = answer.strip()
    if not marker.holds_answer(body):
        body = marker.wrap(body)
    for start in reversed(heading_starts(body)):
        body = body[:start].rstrip() + " | " + body[start:]
    return body
