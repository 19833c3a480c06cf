"""Search for a short answer in a trace, ignoring only differences in formatting."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence


def answer_coverage(answer: str, trace: str, split: Callable[[str], Sequence[str]]) -> float:
    """Return 1.0 if an answer occurs in a trace literally or as the tokens that ``split`` makes of both, else 0.0."""
    return float(_stands_in(answer, trace) or holds(split(trace), split(answer)))


def _stands_in(answer: str, trace: str) -> bool:
    """Return whether the answer occurs in the trace as a whole, not inside a longer word or number."""
    before = r"(?<!\w)(?<!\d\.)" if answer[:1].isalnum() else ""
    after = r"(?!\w)(?!\.\d)" if answer[-1:].isalnum() else ""
    return re.search(before + re.escape(answer) + after, trace) is not None


def holds(where: Sequence[str], what: Sequence[str]) -> bool:
    """Check whether the tokens ``what`` occur consecutively in ``where``."""
    return bool(what) and "\0" + "\0".join(what) + "\0" in "\0" + "\0".join(where) + "\0"


_WORDS = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|\S")


def word_tokens(text: str) -> list[str]:
    """Split a text into case-folded words, whole numbers and single other characters."""
    return [token if len(token) == 1 else token.casefold() for token in _WORDS.findall(text)]
