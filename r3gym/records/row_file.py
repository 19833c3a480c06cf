"""The reader of row files. An incomplete last line is left out and reported; any other invalid line is an error.

A runner writes each row in one write, so a killed process can leave only the last line incomplete. Any other invalid
line was not written by a runner: the error names its file and number, and no line is dropped silently. Every line ends
in its checksum (`r3gym.utils.sealing`); a line whose checksum does not fit is such an error too. Rows of older versions
have none. Rows of the first format are read as well: there the units spent by an agentic episode are its paid steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.records.rows import ROW_FORMAT, EpisodeRow
from r3gym.utils.sealing import ChecksumError, seal_line, unseal_line

_OLD_FORMAT = "r3gym-row-1"
#: The number of lines between two reports of progress.
_STRETCH = 2000


class Progress(Protocol):
    """Called with the number of bytes read after each block of lines."""

    def __call__(self, done: int) -> object: ...  # noqa: D102


@dataclass
class RowTail:
    """What a reader found at the end of a file: the length of an incomplete last line, 0 when it is complete."""

    torn_bytes: int = 0


@dataclass(frozen=True)
class RowLine:
    """A complete line of a row file, without the line end: its number from 1, and its offset in the file."""

    number: int
    start: int
    data: bytes


def read_row_lines(file: Path, tail: RowTail | None = None, progress: Progress | None = None) -> Iterator[RowLine]:
    """Yield the complete, non-blank lines of a file; the length of an incomplete last line is stored in ``tail``."""
    start = told = 0
    with file.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if not line.endswith(b"\n"):
                if tail is not None:
                    tail.torn_bytes = len(line)
            elif not line.isspace():
                yield RowLine(number, start, line[:-1])
            start += len(line)
            if progress is not None and number % _STRETCH == 0:
                progress(start - told)
                told = start
    if progress is not None:
        progress(start - told)


def row_line(row: EpisodeRow) -> bytes:
    """Return the line of a row with its checksum, without a line end."""
    return seal_line(row.model_dump_json().encode())


def parse_row(file: Path, line: RowLine) -> EpisodeRow:
    """Return the row of a line; raise `InputError` with file, line and field when it is not a row."""
    try:
        data, _ = unseal_line(line.data)
        row = EpisodeRow.model_validate_json(data)
    except ChecksumError as error:
        raise InputError(
            f"{file}, line {line.number}: {error}; `r3gym campaign check {file.parent}` says what else, --repair mends"
        ) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise InputError(
            f"{file}, line {line.number}: {where}: {first['msg']}; rows have {ROW_FORMAT}'s fields"
        ) from None
    return _migrated(row) if row.format == _OLD_FORMAT else row


def read_row_file(file: Path, tail: RowTail | None = None, progress: Progress | None = None) -> Iterator[EpisodeRow]:
    """Yield all rows of a file in the order in which they were written."""
    for line in read_row_lines(file, tail, progress):
        yield parse_row(file, line)


def _migrated(row: EpisodeRow) -> EpisodeRow:
    if row.setting is not Setting.AGENTIC or row.failure is not None:
        return row.model_copy(update={"format": ROW_FORMAT})
    slots = tuple(slot.model_copy(update={"paid_steps": slot.spent}) for slot in row.slots)
    return row.model_copy(update={"format": ROW_FORMAT, "paid_steps": row.spent, "slots": slots})
