"""Write a record as a file: one line for every field, and for every step, turn and other list item."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from r3gym.records.record import EpisodeRecord
from r3gym.utils.atomic_files import write_atomically, write_durably
from r3gym.utils.sealing import seal_text


def write_record(path: Path, record: EpisodeRecord, *, durable: bool = False) -> None:
    """Write a record atomically, with ``durable`` also against a loss of power. Folders are created as needed."""
    (write_durably if durable else write_atomically)(path, record_text(record))


def record_text(record: EpisodeRecord) -> str:
    """Return the JSON of a record, with its checksum, in lines that ordinary tools can show and compare."""
    fields = record.model_dump(mode="json")
    return seal_text(_text(fields))


def _text(fields: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"{_compact(name)}: {_lines(value)}" for name, value in fields.items()) + "\n}\n"


def _lines(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n " + ",\n ".join(map(_compact, value)) + "\n]"
    if isinstance(value, dict) and value:
        return "{\n " + ",\n ".join(f"{_compact(name)}: {_compact(part)}" for name, part in value.items()) + "\n}"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
