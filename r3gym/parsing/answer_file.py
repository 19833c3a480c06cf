r"""The shared answer file of mathematics and abstract reasoning: one section per problem, one box or tag in
each.

::

    Problem 1
    \boxed{42}

    Problem 2
    \boxed{\frac{1}{2}}
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from r3gym.domains import Domain
from r3gym.parsing.boxes import Marked, last_box
from r3gym.parsing.sections import Section, find_sections, heading_starts
from r3gym.parsing.tags import last_tag
from r3gym.verdict import ParsedAnswer, ParseState

_NO_ANSWER = re.compile(r"[\W_]*no\s+answer[\W_]*", re.IGNORECASE)


def parse_answer_file(text: bytes | None, domain: Domain, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    """One parsed answer per label, in the order of the labels. ``None`` is a file that does not exist."""
    if text is None:
        return tuple(ParsedAnswer(label, ParseState.MISSING, detail="there is no answer file") for label in labels)
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        detail = "the answer file is not valid UTF-8"
        return tuple(ParsedAnswer(label, ParseState.UNPARSABLE, detail=detail) for label in labels)
    sections = find_sections(decoded, labels)
    if len(labels) == 1 and not sections:
        return (parse_marked(labels[0], decoded, domain),)
    return tuple(_parse_label(label, decoded, domain, sections) for label in labels)


def _parse_label(label: str, text: str, domain: Domain, sections: Sequence[Section]) -> ParsedAnswer:
    own = [section for section in sections if section.label == label]
    if not own:
        return ParsedAnswer(label, ParseState.MISSING, detail=f"no section for problem {label}")
    if len(own) > 1:
        return ParsedAnswer(label, ParseState.MALFORMED, detail=f"{len(own)} sections for problem {label}")
    return parse_marked(label, own[0].body(text), domain)


def parse_marked(label: str, body: str, domain: Domain) -> ParsedAnswer:
    """The answer in one problem's text, by the domain's marker: a box for mathematics, a tag for AR."""
    name, marked = _find(body, domain)
    if not marked.found:
        return ParsedAnswer(label, ParseState.MISSING, detail=f"no {name}")
    if marked.content is None:
        return ParsedAnswer(label, ParseState.MALFORMED, detail=f"the {name} is not closed")
    content = marked.content.strip()
    if not content:
        return ParsedAnswer(label, ParseState.UNPARSABLE, detail=f"the {name} is empty")
    if is_no_answer(content):
        return ParsedAnswer(label, ParseState.MISSING, detail=f"the {name} says that there is no answer")
    return ParsedAnswer(label, ParseState.ANSWERED, content)


def is_no_answer(text: str) -> bool:
    r"""Whether a marker's content is the explicit no-answer marker, in any usual dress.

    >>> is_no_answer(r"\text{No answer}"), is_no_answer("No")
    (True, False)
    """
    return _NO_ANSWER.fullmatch(re.sub(r"\\(?:text|mathrm|textbf)\b", "", text)) is not None


def _find(body: str, domain: Domain) -> tuple[str, Marked]:
    return ("answer tag", last_tag(body)) if domain is Domain.AR else ("box", last_box(body))


def write_slot(text: str, domain: Domain, labels: Sequence[str], label: str, answer: str) -> str:
    """The text of the answer file after one answer is recorded for one problem.

    The problem's section is replaced where there is one (all of them, where there were several) and
    otherwise put in its place by the order of the labels. All other sections stay as they are, byte for
    byte. An answer that does not parse by itself is put in a box or in tags.
    """
    if label not in labels:
        raise ValueError(f"no problem {label!r} in this contest; its labels are {', '.join(labels)}")
    section = f"Problem {label}\n{marked_up(answer, domain)}\n"
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
    """Where a new section goes: before the first section of a later problem, or at the end."""
    rank = {name: index for index, name in enumerate(labels)}
    return next((found.start for found in sections if rank[found.label] > rank[label]), end)


def marked_up(answer: str, domain: Domain) -> str:
    """An answer with its marker; one that brings a well-formed marker of its own keeps it.

    A line of the answer that looks like a heading would open another problem's section, so it is joined to
    the line before it.
    """
    if is_no_answer(answer):
        return "No answer"
    body = answer.strip()
    if _find(body, domain)[1].content is None:
        body = f"<answer>{body}</answer>" if domain is Domain.AR else f"\\boxed{{{body}}}"
    for start in reversed(heading_starts(body)):
        body = body[:start].rstrip() + " | " + body[start:]
    return body
