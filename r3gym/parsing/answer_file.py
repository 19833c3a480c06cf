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
from r3gym.parsing.marked import is_no_answer, parse_marked, parse_sections
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
    sections = find_sections(decoded, labels)
    if len(labels) == 1 and not sections:
        return (parse_marked(labels[0], decoded, marker),)
    return parse_sections(decoded, labels, sections, lambda label, body: parse_marked(label, body, marker))


def write_slot(text: str, marker: AnswerMarker, labels: Sequence[str], label: str, answer: str) -> str:
    """Return the text of the answer file after one answer is recorded for one problem.

    All existing sections of the problem are replaced by one; where there is none, it is inserted by the order of the
    labels. All other sections remain unchanged, byte for byte. An answer that does not parse by itself is put in a box
    or in tags.
    """
    if label not in labels:
        raise ValueError(f"no problem {label!r} in this contest; its labels are {', '.join(labels)}")
    section = f"Problem {label}\n{marked_up(answer, marker)}\n"
    sections = find_sections(text, labels)
    if len(labels) == 1 and not sections:
        return section
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
    if marker.find_last(body).content is None:
        body = marker.wrap(body)
    for start in reversed(heading_starts(body)):
        body = body[:start].rstrip() + " | " + body[start:]
    return body
