"""Whether a short answer stands in a trace, forgiving what formatting changes and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence


def answer_coverage(answer: str, trace: str, split: Callable[[str], Sequence[str]]) -> float:
    """Whether an answer stands in a trace as it is, or token by token as ``split`` reads both: 1.0 or 0.0."""
    return float(_stands_in(answer, trace) or holds(split(trace), split(answer)))


def _stands_in(answer: str, trace: str) -> bool:
    """Return whether the answer occurs in the trace as a whole, not inside a longer word or number."""
    before = r"(?<!\w)(?<!\d\.)" if answer[:1].isalnum() else ""
    after = r"(?!\w)(?!\.\d)" if answer[-1:].isalnum() else ""
    return re.search(before + re.escape(answer) + after, trace) is not None


def holds(where: Sequence[str], what: Sequence[str]) -> bool:
    """Whether tokens stand in a row among others."""
    return bool(what) and "\0" + "\0".join(what) + "\0" in "\0" + "\0".join(where) + "\0"


_WORDS = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+|\S")


def word_tokens(text: str) -> list[str]:
    """Words in one case, numbers whole, other signs one by one."""
    return [token if len(token) == 1 else token.casefold() for token in _WORDS.findall(text)]
