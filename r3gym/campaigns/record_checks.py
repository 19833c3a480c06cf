"""Check records against the rows that name them: a row is a pure function of its record, so it is made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from r3gym.campaigns.executors import cores
from r3gym.records.reading import RecordError, parse_record
from r3gym.records.record import EpisodeRecord
from r3gym.records.rows import EpisodeRow
from r3gym.records.run_kind import RunKind

#: Records that a process takes at once; below some of these one process does it all.
_CHUNK = 200
#: What rows that are older than checksums must have in common with their record: derived facts have changed since.
_LASTING = ("id", "kind", "used", "failure", "ending")
_LASTING_SLOT = ("problem", "correct", "verdict")


@dataclass(frozen=True)
class RecordCheck:
    """A record to check: its file, and the row that counts, with whether its line had a checksum; or no row."""

    file: Path
    row: EpisodeRow | None
    sealed_row: bool = False


@dataclass(frozen=True)
class CheckedRecord:
    """What was found: what is wrong, or None; whether the file has a checksum; whether it gives a result; its kind."""

    file: Path
    fault: str | None
    sealed: bool
    result: bool
    damaged: bool
    kind: RunKind | None = None


def check_records(checks: Sequence[RecordCheck], progress: Callable[[int], object]) -> Iterator[CheckedRecord]:
    """Yield the check of every record, in order; many are shared out to all cores."""
    chunks = [checks[at : at + _CHUNK] for at in range(0, len(checks), _CHUNK)]
    workers = min(cores(), len(chunks) // 2)
    if workers < 2:
        for chunk in chunks:
            yield from _check_all(chunk)
            progress(len(chunk))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for found in pool.map(_check_all, chunks):
            yield from found
            progress(len(found))


def row_differs(row: EpisodeRow, record: EpisodeRecord, *, whole: bool) -> list[str]:
    """Return the fields in which a row differs from its record; unless ``whole`` only those of all versions."""
    made = EpisodeRow.from_record(record, None if record.place is not None else _planned_of(row, record))
    stored, again = row.model_dump(mode="json", exclude_unset=True), made.model_dump(mode="json")
    stored.pop("record", None)
    stored.pop("format", None)
    if record.calls is None:
        stored.pop("spend", None)  # the calls of failed attempts are in the row alone
    for one in (stored, again):
        if one.get("failure"):
            one["failure"] = {**one["failure"], "attempts": 0}
    if not whole:
        stored = {name: value for name, value in stored.items() if name in _LASTING or name == "slots"}
        stored["slots"] = [{name: slot[name] for name in _LASTING_SLOT if name in slot} for slot in stored["slots"]]
    return [name for name, value in stored.items() if not _agrees(value, again.get(name))]


def _check_all(checks: Sequence[RecordCheck]) -> list[CheckedRecord]:
    return [_check(one) for one in checks]


def _check(one: RecordCheck) -> CheckedRecord:
    try:
        record, sealed = parse_record(one.file.read_bytes())
    except OSError as error:
        return CheckedRecord(one.file, f"{error.strerror}, and a row names it", False, False, damaged=True)
    except RecordError as error:
        return CheckedRecord(one.file, str(error), False, False, damaged=True)
    result = record.result is not None and record.failure is None
    if record.place is not None and record.place.id != one.file.stem:
        other = f"it is the record of episode {record.place.id}"
        return CheckedRecord(one.file, other, sealed, result, damaged=True)
    if one.row is None:
        kind = None if record.place is None else record.place.kind
        return CheckedRecord(one.file, None, sealed, result and record.place is not None, damaged=False, kind=kind)
    differs = row_differs(one.row, record, whole=one.sealed_row and sealed)
    fault = f"its row says something else: {', '.join(differs)}" if differs else None
    return CheckedRecord(one.file, fault, sealed, result, damaged=False)


def _planned_of(row: EpisodeRow, record: EpisodeRecord) -> Any:
    """Return the place of a row whose record, of an older version, does not hold it."""
    from r3gym.records.planned import PlannedEpisode

    fields = {name: getattr(row, name) for name in PlannedEpisode.__dataclass_fields__ if name != "target"}
    return PlannedEpisode(**fields, target=record.settings.target)


def _agrees(stored: Any, again: Any) -> bool:
    """Return whether all that is stored is in what was made again, which may say more."""
    if isinstance(stored, dict) and isinstance(again, dict):
        return all(_agrees(value, again.get(name)) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(again, list):
        return len(stored) == len(again) and all(map(_agrees, stored, again))
    return bool(stored == again)
