"""Read records of every format, and the partial files of killed processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from r3gym.errors import InputError
from r3gym.records.format1 import FORMAT_1, from_format1
from r3gym.records.partial import PARTIAL, from_partial
from r3gym.records.record import RECORD_FORMAT, EpisodeRecord
from r3gym.utils.sealing import ChecksumError, unseal_text


class RecordError(InputError):
    """A file that is not an r3gym record; the message says why, without the file's name."""


def read_record(path: Path) -> EpisodeRecord:
    """Read the record in a file of any format. A ``.partial.jsonl`` gives a record whose ending is ``interrupted``.

    Raises `RecordError` for a file that cannot be read, is not a record, or was changed after it was written (records
    of older versions have no checksum, and are read as they are).
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from None
    return parse_record(data, partial=path.name.endswith(PARTIAL))[0]


def parse_record(data: bytes, *, partial: bool = False) -> tuple[EpisodeRecord, bool]:
    """Return the record in a file's bytes, and whether it had a checksum; see `read_record`."""
    try:
        content, sealed = (data, False) if partial else unseal_text(data)
    except ChecksumError as error:
        raise RecordError(str(error)) from None
    text = content.decode("utf-8-sig", errors="surrogateescape")
    try:
        return (from_partial(text) if partial else _from_json(text)), sealed
    except json.JSONDecodeError as error:
        raise RecordError(f"not whole JSON, perhaps torn: {error.msg} at line {error.lineno}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise RecordError(f"not a whole record: {where}: {first['msg']}") from None


def _from_json(text: str) -> EpisodeRecord:
    try:
        found: Any = json.loads(text)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"cannot be read: {str(error)[:80]}") from None
    written = found.get("format") if isinstance(found, dict) else None
    if written == FORMAT_1:
        return from_format1(found)
    if written == RECORD_FORMAT:
        return EpisodeRecord.model_validate(found)
    what = "no record of r3gym" if written is None else f"a record of the format {str(written)[:40]!r}"
    raise RecordError(f"{what}; this r3gym reads {FORMAT_1} and {RECORD_FORMAT}")
