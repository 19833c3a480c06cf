"""Export a campaign's rows as one file: in the order of the plan, one row per episode, so that equal campaigns export
equal files however often they were interrupted.

The file is there whole or not at all. Unless told otherwise an export without some episode is refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from r3gym.campaigns.store import read_definition, read_plan
from r3gym.errors import InputError
from r3gym.records.campaign_folder import ROWS
from r3gym.records.counting_row import replaces
from r3gym.records.planned import PlannedEpisode
from r3gym.records.row_file import RowLine, parse_row, read_row_lines, row_line
from r3gym.records.rows import EpisodeRow, ModelSpend
from r3gym.utils.atomic_files import replacing

#: Time fields; every other field is reproducible.
_NO_TIMES: dict[str, Any] = {"started": "", "seconds": 0.0}

#: The columns that are plain fields of a row, by the field's name in Python.
_PLAIN = {
    name: field.serialization_alias or name
    for name, field in EpisodeRow.model_fields.items()
    if name not in ("slots", "failure", "spend", "judges")
}
#: The columns of a row's spend, by the field's name. ``attempts`` there counts requests; the column of that name is a
#: failure's.
_SPEND = {name: "requests" if name == "attempts" else name for name in ModelSpend.model_fields if name != "whole"}
_CSV = (*_PLAIN.values(), "score", "judges", "slots", "failure_kind", "failure_message", "attempts", *_SPEND.values())


@dataclass(frozen=True)
class ExportSummary:
    """The number of rows written, how many of them are failures, and the planned episodes that have no result.

    ``unplanned`` more will be planned once the caps are known; ``strays`` are rows of no planned episode, left out.
    """

    rows: int
    failed: int
    missing: tuple[PlannedEpisode, ...]
    unplanned: int
    strays: int


class IncompleteExport(InputError):
    """Episodes have no row yet, so nothing was written; ``missing`` are those that are planned already."""

    def __init__(self, message: str, missing: tuple[PlannedEpisode, ...]) -> None:
        super().__init__(message)
        self.missing = missing


def export_rows(
    folder: Path, out: Path, *, normalise_times: bool = False, allow_incomplete: bool = True
) -> ExportSummary:
    """Write the rows that count to ``out`` (.jsonl or .csv), atomically.

    Raises `InputError` for a row that is malformed or was changed, and unless ``allow_incomplete`` `IncompleteExport`
    when an episode has neither a result nor a failure. Then nothing is written.
    """
    if out.suffix not in (".jsonl", ".csv"):
        raise InputError(f"--out {out}: give a file that ends in .jsonl or .csv")
    decided = read_definition(folder)  # before anything is written: a wrong folder leaves no file behind
    places = _places(folder)
    if not allow_incomplete:
        _check_complete(folder, places, decided.episodes)
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = failed = planned = 0
    missing = []
    with (
        (folder / ROWS).open("rb") if places else _empty() as source,
        replacing(out) as to,
    ):
        writer = csv.DictWriter(to, _CSV) if out.suffix == ".csv" else None
        if writer is not None:
            writer.writeheader()
        for episode in read_plan(folder):
            planned += 1
            place = places.get(episode.id)
            if place is None or place.failed:
                missing.append(episode)
            if place is None:
                continue
            line = _line_at(source, place)
            if normalise_times or writer is not None:
                row = parse_row(folder / ROWS, RowLine(place.number, place.start, line))
                row = row.model_copy(update=_NO_TIMES) if normalise_times else row
                line = row_line(row)
                if writer is not None:
                    writer.writerow(_cells(row))
            if writer is None:
                to.write(line.decode() + "\n")
            rows, failed = rows + 1, failed + place.failed
    return ExportSummary(rows, failed, tuple(missing), decided.episodes - planned, len(places) - rows)


@dataclass(frozen=True)
class _RowSpan:
    number: int
    start: int
    length: int
    failed: bool


def _places(folder: Path) -> dict[str, _RowSpan]:
    """Return the position of the row that counts (`r3gym.records.counting_row`), by identity."""
    found: dict[str, _RowSpan] = {}
    if not (folder / ROWS).exists():
        return found
    for line in read_row_lines(folder / ROWS):
        row = parse_row(folder / ROWS, line)
        before = found.get(row.id)
        if replaces(row.failure is not None, None if before is None else before.failed):
            found[row.id] = _RowSpan(line.number, line.start, len(line.data), row.failure is not None)
    return found


def _check_complete(folder: Path, places: Mapping[str, _RowSpan], episodes: int) -> None:
    planned = list(read_plan(folder))
    missing = tuple(episode for episode in planned if episode.id not in places)
    owed = len(missing) + episodes - len(planned)
    if owed > 0:
        raise IncompleteExport(
            f"{folder}: {owed} of {episodes} episodes have no row yet, so nothing was written; play them with `r3gym "
            f"campaign resume {folder}`, or export what there is with --allow-incomplete",
            missing,
        )


def _line_at(source: BinaryIO, place: _RowSpan) -> bytes:
    source.seek(place.start)
    return source.read(place.length)


def _empty() -> BinaryIO:
    return Path("/dev/null").open("rb")


def _cells(row: EpisodeRow) -> dict[str, Any]:
    plain = {column: getattr(row, name) for name, column in _PLAIN.items()}
    slots = json.dumps([slot.model_dump(mode="json") for slot in row.slots], ensure_ascii=False)
    cells = {
        **plain,
        "score": row.score if row.failure is None else None,
        "judges": " ".join(row.judges),
        "slots": slots,
    }
    if row.failure is not None:
        cells |= {"failure_kind": row.failure.kind, "failure_message": row.failure.message}
        cells["attempts"] = row.failure.attempts
    if row.spend is not None:
        cells |= {column: getattr(row.spend, name) for name, column in _SPEND.items()}
    return cells


def missing_lines(episodes: tuple[PlannedEpisode, ...]) -> Iterator[str]:
    """Yield each of these planned episodes without a result as a line of JSON."""
    for episode in episodes:
        yield f"{episode.to_json()}\n"
