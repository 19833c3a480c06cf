"""Reading a campaign's folder: its manifest and its rows (`r3gym.campaigns.store` lists and writes all its files)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from r3gym.errors import InputError
from r3gym.records.campaign_manifest import Manifest
from r3gym.records.rows import EpisodeRow

ROWS, MANIFEST = "rows.jsonl", "manifest.json"


@dataclass
class Reading:
    """What was noticed while rows were read: lines that are no rows, and the length of a torn last line."""

    unreadable: list[int] = field(default_factory=list)
    torn_bytes: int = 0


def read_lines(folder: Path, reading: Reading | None = None) -> Iterator[bytes]:
    """The whole lines of the folder's rows, without their ends; a torn last line is noted and left out."""
    path = folder / ROWS
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line[:-1]
            elif reading is not None:
                reading.torn_bytes = len(line)


def read_rows(folder: Path, reading: Reading | None = None) -> Iterator[EpisodeRow]:
    """All rows in the order in which they were written, one at a time. A line that is no row is noted and left out."""
    for number, line in enumerate(read_lines(folder, reading), 1):
        try:
            yield EpisodeRow.model_validate_json(line)
        except ValidationError:
            if reading is not None:
                reading.unreadable.append(number)


def read_manifest(folder: Path) -> Manifest:
    """The folder's manifest; `InputError` when this is no campaign's folder."""
    try:
        return Manifest.model_validate_json((folder / MANIFEST).read_text("utf-8"))
    except OSError:
        raise InputError(
            f"{folder}: no campaign's folder (it holds no {MANIFEST}); `r3gym campaign run` makes one"
        ) from None
    except (ValidationError, UnicodeDecodeError):
        raise InputError(f"{folder / MANIFEST}: not a manifest; run the campaign in a new folder") from None
