"""The tool-free setting: one completion, read for one problem or for a contest."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.core.domain import Domain
from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.parsing.thoughts import without_thoughts


def parse_completion(text: str | None, domain: Domain, labels: Sequence[str]) -> tuple[ParsedAnswer, ...]:
    r"""Return one parsed answer per label, in the order of the labels.

    One label is a single-problem run: the whole text is searched. Several are a contest: the text is split into their
    sections first. ``None`` is a missing completion.

    >>> from r3gym.core.known_domains import get_domain
    >>> [found.answer for found in parse_completion(r"Problem 1: \boxed{7}", get_domain("math"), ("1", "2"))]
    ['7', None]
    """
    if text is None:
        return tuple(ParsedAnswer(label, ParseState.MISSING, detail="there is no completion") for label in labels)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        detail = "the completion holds bytes that are no text"
        return tuple(ParsedAnswer(label, ParseState.UNPARSABLE, detail=detail) for label in labels)
    return domain.parse_text(without_thoughts(text.removeprefix("\ufeff")), labels)
