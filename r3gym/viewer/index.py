"""The list as columns: chunks of JSON that a browser reads one after another.

Texts are numbers into a chunk's own list of words. A chunk is a pure function of the entries, so the same code serves
the list of a finished run and what a running campaign adds to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from r3gym.viewer.entries import SIGNS, Entry
from r3gym.viewer.run import Run
from r3gym.viewer.visible_text import visible

#: Entries in a chunk.
CHUNK = 20_000

#: Columns of words, and columns of numbers (null where unknown); ``key`` and ``started`` are texts of their own.
WORDS = (
    "kind",
    "policy",
    "setting",
    "domain",
    "suite",
    "contest",
    "problem",
    "scheduler",
    "regime",
    "signs",
    "ending",
    "failure",
    "message",
    "board",
)
NUMBERS = ("budget", "repeat", "spent", "score", "tokens", "cost", "seconds")
TEXTS = ("key", "started")


def index_chunk(entries: Sequence[Entry], start: int) -> dict[str, Any]:
    """Return the columns of these entries; ``start`` is the place of the first one in the run."""
    words: dict[str, int] = {}
    columns: dict[str, list[Any]] = {}
    for name in WORDS:
        values = [getattr(entry, name) for entry in entries]
        columns[name] = [None if value is None else words.setdefault(value, len(words)) for value in values]
    for name in (*NUMBERS, *TEXTS):
        columns[name] = [getattr(entry, name) for entry in entries]
    columns["record"] = [int(entry.record is not None) for entry in entries]
    return {"start": start, "length": len(entries), "words": [visible(word) for word in words], "columns": columns}


def run_document(run: Run, *, live: bool) -> dict[str, Any]:
    """Return what a page asks for first: the run's name, how many entries and chunks there are, what the signs mean."""
    entries = len(run.entries)
    return {
        "name": visible(run.name),
        "path": visible(run.path.name),
        "campaign": run.campaign is not None,
        "live": live,
        "entries": entries,
        "chunks": -(-entries // CHUNK),
        "signs": list(SIGNS.items()),
        "notices": [visible(notice) for notice in run.notices],
    }
