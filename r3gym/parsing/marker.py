"""The marker around a short answer: how it is found in a text, and how an answer is put into one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class MarkerMatch:
    """One marker of a text and its position; ``content`` is None where it is never closed.

    ``problem`` is the name of the problem that the marker itself states, where it does.
    """

    start: int
    end: int
    content: str | None = None
    problem: str = ""


@dataclass(frozen=True)
class AnswerMarker:
    """A kind of marker: its name in messages, the search for all of them in order, and an answer with it.

    ``clean`` removes what surrounds an answer inside a marker without being part of it; ``named`` separates the name
    of a problem from the answer after it. ``stand_in`` is the marker of another domain that models use instead: in the
    tool-free setting it is read where a text has none of this kind. ``declines`` finds words that are no answer in this
    domain, beside those that are none anywhere.
    """

    name: str
    find_all: Callable[[str], tuple[MarkerMatch, ...]]
    wrap: Callable[[str], str]
    clean: Callable[[str], str] = str.strip
    named: Callable[[str], tuple[str, str] | None] | None = None
    stand_in: AnswerMarker | None = None
    declines: Callable[[str], bool] = lambda _: False

    def holds_answer(self, text: str) -> bool:
        """Return whether a text ends its markers well: the last one is closed."""
        found = self.find_all(text)
        return bool(found) and found[-1].content is not None
