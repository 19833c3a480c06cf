"""Code blocks of the documentation, as a reader finds them: fenced, with the language named.

Comments before a fence say what the tests do otherwise than the page says, and why. Each may name the beginning of the
commands that it speaks of; without one it speaks of the whole block:

    <!-- not run: REASON -->                    <!-- not run `make test`: REASON -->
    <!-- slow: REASON -->                       <!-- slow `r3gym train`: REASON -->        run by make test-all
    <!-- run with: OPTIONS -->                  <!-- run `r3gym train` with: OPTIONS -->   appended: smaller sizes
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(str(p.relative_to(TOP)) for p in (TOP / "docs").rglob("*.md")))
_NOTE = re.compile(r"<!-- (not run|slow|run)(?: `([^`]+)`)?( with)?: (.+) -->")


@dataclass(frozen=True)
class Note:
    """One comment before a fence: its kind ("not run", "slow" or "run"), whom it speaks of, its words."""

    kind: str
    command: str
    words: str


@dataclass(frozen=True)
class Block:
    """One fenced block; ``line`` is that of its fence."""

    page: str
    line: int
    language: str
    text: str
    notes: tuple[Note, ...]

    def says(self, kind: str, command: str = "") -> str | None:
        """What the comments of this kind say of a command (of the block, if none is given), or None."""
        found = [note.words for note in self.notes if note.kind == kind and command.startswith(note.command)]
        return " ".join(found) or None


@dataclass(frozen=True)
class Command:
    """One command of a console block."""

    text: str
    not_run: str | None
    slow: str | None


def read_blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page that name a language, in order."""
    lines = (TOP / page).read_text("utf-8").splitlines()
    notes: list[Note] = []
    start: int | None = None
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            if start is None:
                start = number
                continue
            language = lines[start - 1].removeprefix("```").strip()
            if language:
                yield Block(page, start, language, "\n".join(lines[start : number - 1]), tuple(notes))
            start, notes = None, []
        elif start is None:
            if said := _NOTE.fullmatch(line):
                notes.append(Note(said[1], said[2] or "", said[4]))
            elif line:
                notes = []


def commands(block: Block) -> Iterator[Command]:
    """What a reader types: the lines after ``$ ``, with those that a backslash joins to them."""
    joined = re.sub(r"\\\n\s*", "", block.text)
    for line in joined.splitlines():
        if line.startswith("$ "):
            text = re.sub(r"\s{2,}#.*", "", line.removeprefix("$ "))
            more = block.says("run", text)
            left_out, slow = block.says("not run", text), block.says("slow", text)
            yield Command(f"{text} {more}" if more else text, left_out, slow)
