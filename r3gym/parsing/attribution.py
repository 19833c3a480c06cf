"""Position attribution: the charged output of a completion, divided over the problems it is about.

An API counts tokens per completion, not per problem. As in the paper, the charge is divided in proportion to the length
of each problem's sections. The text determines where the span of a problem begins:

- visible text: from the headings that the answer parser finds (`r3gym.parsing.sections`), else from the other names
  that it gives answers by (`r3gym.parsing.assignment`); in a domain of code blocks without any heading, from the
  blocks in order, when there are exactly as many as problems; otherwise from mentions;
- reasoning: from mentions such as ``Problem 3``, each lasting until another problem is mentioned.

Text before the first span belongs to all problems and is divided in the same proportion. The charge of a completion
that names no problem is not attributed to any and is reported separately.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from r3gym.core.domain import Domain
from r3gym.parsing.assignment import assign
from r3gym.parsing.fences import fenced_blocks
from r3gym.parsing.marker import AnswerMarker
from r3gym.parsing.sections import find_sections, heading_starts

#: ``Problem 3``, ``problem #3``, ``**Problem** (3)``; a letter counts as a label only as a capital: "a problem a day".
_MENTION = re.compile(
    r"\b(?i:problem)(?:[ \t]+(?i:no\.?|number|id))?[#:(\[*`_ \t]{1,8}(?P<label>[A-Z]|\d{1,2})(?!\w|\.\d)"
)


@dataclass(frozen=True)
class Attribution:
    """Units attributed to each problem, and units that could not be attributed. They sum to the charge."""

    per_problem: Mapping[str, int]
    unattributed: int


@dataclass(frozen=True)
class TextSpan:
    """A part of a text that is about one problem."""

    label: str
    start: int
    end: int


def attribute(charged: int, reasoning: str, text: str, domain: Domain, labels: Sequence[str]) -> Attribution:
    """Divide a charge over the problems by the length of their spans, in whole units (largest remainder).

    >>> from r3gym.core.known_domains import get_domain
    >>> answer = "Problem 1: ten\\nProblem 2: eleven is the answer\\n"
    >>> attribute(100, "", answer, get_domain("math"), ("1", "2", "3")).per_problem
    {'1': 32, '2': 68, '3': 0}
    """
    if len(labels) == 1:
        return Attribution({labels[0]: charged}, 0)
    lengths = dict.fromkeys(labels, 0)
    for stretch in (*mention_spans(reasoning, labels), *section_spans(text, domain, labels)):
        lengths[stretch.label] += stretch.end - stretch.start
    if not any(lengths.values()):
        return Attribution(lengths, charged)
    return Attribution(divide(charged, lengths), 0)


def section_spans(text: str, domain: Domain, labels: Sequence[str]) -> tuple[TextSpan, ...]:
    """Return the spans of a visible text that belong to each problem."""
    blocks = fenced_blocks(text, heading_starts(text)) if domain.fenced else ()
    sections = find_sections(text, labels, skip=tuple((b.start, b.end) for b in blocks if b.closed))
    if sections:
        return tuple(TextSpan(s.label, s.start, s.end) for s in sections)
    marker = getattr(domain, "marker", None)
    if isinstance(marker, AnswerMarker):
        owners = assign(text, marker, labels, lines=True).owners
        ends = [*(start for start, _ in owners[1:]), len(text)]
        named = [TextSpan(label, start, end) for (start, label), end in zip(owners, ends, strict=False) if label]
        if named:
            return tuple(named)
    programs = [block for block in blocks if block.is_code]
    if len(programs) == len(labels):
        return tuple(TextSpan(label, b.start, b.end) for label, b in zip(labels, programs, strict=True))
    return mention_spans(text, labels)


def mention_spans(text: str, labels: Sequence[str]) -> tuple[TextSpan, ...]:
    """Return the spans of free text: each starts at a mention of a problem and ends at the next mention of another."""
    marks = [(m["label"], m.start()) for m in _MENTION.finditer(text) if m["label"] in labels]
    ends = [*(start for _, start in marks[1:]), len(text)]
    return tuple(TextSpan(label, start, end) for (label, start), end in zip(marks, ends, strict=False))


def divide(total: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Divide ``total`` into whole shares in proportion to weights (not all zero) that sum to it exactly.

    The units left by rounding down go to the largest remainders; of equal remainders the earlier one comes first.

    >>> divide(10, {"a": 1, "b": 1, "c": 1})
    {'a': 4, 'b': 3, 'c': 3}
    """
    whole = sum(weights.values())
    shares = {key: total * weight // whole for key, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda key: -(total * weights[key] % whole))
    for key in by_remainder[: total - sum(shares.values())]:
        shares[key] += 1
    return shares
