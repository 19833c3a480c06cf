"""The marker around a short answer: how it is found in a text, and how an answer is put into one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class MarkerMatch:
    """The result of a search for a marker: none, one that is never closed, or its content."""

    found: bool
    content: str | None = None


@dataclass(frozen=True)
class AnswerMarker:
    """A kind of marker: its name in messages, the search for the last one of a text, and an answer with it."""

    name: str
    find_last: Callable[[str], MarkerMatch]
    wrap: Callable[[str], str]
