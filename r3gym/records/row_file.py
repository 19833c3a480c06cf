"""The one reader of rows. A torn last line is left out and told; any other line that is no row is an error.

A runner writes a row in one write, so a process that is killed can tear the last line and no other. Another line that
is no row was not written by us: its file and number are named, and nothing is dropped behind the reader's back. Rows of
the first format are read as well: in it the units spent by an agentic episode are its paid steps.
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

_OLD_FORMAT = "r3gym-row-1"
#: How many lines pass between two reports of progress.
_STRETCH = 2000


class Progress(Protocol):
    """Called with the number of bytes read after each block of lines."""

    def __call__(self, done: int) -> object: ...  # noqa: D102


@dataclass
class RowTail:
    """What a reader noticed at the end of a file: the length of a torn last line, 0 when it is whole."""

    torn_bytes: int = 0


@dataclass(frozen=True)
class RowLine:
    """A whole line of a file of rows, without its end: its number from 1, and where it starts in the file."""

    number: int
    start: int
    data: bytes


def read_row_lines(file: Path, tail: RowTail | None = None, progress: Progress | None = None) -> Iterator[RowLine]:
    """The whole lines of a file, blank ones left out; a torn last line is noted in ``tail``."""
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


def parse_row(file: Path, line: RowLine) -> EpisodeRow:
    """The row of a line; `InputError` with file, line and field when it is none."""
    try:
        row = EpisodeRow.model_validate_json(line.data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise InputError(
            f"{file}, line {line.number}: {where}: {first['msg']}; rows have {ROW_FORMAT}'s fields"
        ) from None
    return _migrated(row) if row.format == _OLD_FORMAT else row


def read_row_file(file: Path, tail: RowTail | None = None, progress: Progress | None = None) -> Iterator[EpisodeRow]:
    """All rows of a file in the order in which they were written, one at a time."""
    for line in read_row_lines(file, tail, progress):
        yield parse_row(file, line)


def _migrated(row: EpisodeRow) -> EpisodeRow:
    if row.setting is not Setting.AGENTIC or row.failure is not None:
        return row.model_copy(update={"format": ROW_FORMAT})
    slots = tuple(slot.model_copy(update={"paid_steps": slot.spent}) for slot in row.slots)
    return row.model_copy(update={"format": ROW_FORMAT, "paid_steps": row.spent, "slots": slots})
