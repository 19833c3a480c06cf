"""``judgings.jsonl``: one line per judging of a campaign's folder: when, by which judges, and what changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from r3gym.utils.atomic_files import append_durably
from r3gym.utils.sealing import seal_line, unseal_line

JUDGINGS = "judgings.jsonl"


class JudgingNote(BaseModel):
    """A line of the file. ``mean_score`` is that before and after."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: str
    again: bool
    judges: dict[str, Any]
    episodes: int
    answers_judged: int
    verdicts_changed: int
    mean_score: tuple[float | None, float | None]
    awaiting: int
    stopped: bool


def add_note(folder: Path, note: JudgingNote) -> None:
    """Append a line with its checksum."""
    append_durably(folder / JUDGINGS, seal_line(note.model_dump_json().encode()) + b"\n")


def parse_note(line: bytes) -> JudgingNote:
    """Return what a line says; raise `ValueError` when it is no note, or was changed."""
    return JudgingNote.model_validate_json(unseal_line(line)[0])
