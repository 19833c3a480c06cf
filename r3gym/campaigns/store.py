"""A campaign's folder: its file, manifest, frozen caps, an append-only file of rows, and records.

=====================  ============================================================================
``campaign.toml``      the campaign file as it was given
``manifest.json``      which contests, problem by problem (`r3gym.records.campaign_manifest`)
``definition.json``    all that the file defines, the number of episodes, and the folder of the file
``budgets.json``       the caps, frozen before the first budgeted episode
``plan-*.jsonl``       the episodes in order, without a budget and the rest, each written before it is played
``rows.jsonl``         one line per episode that ended, in the order in which they ended
``rows.torn``          incomplete lines that were cut off the end of rows.jsonl after a crash
``records/``           one JSON file per episode, named by its identity; ``.partial.jsonl`` while it is played
``turns/``             the model's replies of each episode that has no result yet (`r3gym.models.turn_log`)
=====================  ============================================================================

A row is one write of one line, so a process that is killed loses at most the episodes in flight. Against a loss of
power a record and its name are on the disk before the row that names it is written; the rows are flushed once per
second at most, and at the end. What is lost there is made again from its record (`r3gym.campaigns.recovering`). A last
line without a line end is torn: it is cut off when the next runner opens the folder. One runner at a time holds the
lock, which the kernel releases when the process dies.

Rows, plans, records and the folder's JSON files carry checksums (`r3gym.utils.sealing`), which every reader verifies;
`r3gym.campaigns.checking` verifies all of them.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import time
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from r3gym.errors import InputError
from r3gym.records.campaign_folder import ROWS, read_manifest
from r3gym.records.partial import partial_path
from r3gym.records.planned import PlannedEpisode
from r3gym.records.record import EpisodeRecord
from r3gym.records.row_file import row_line
from r3gym.records.rows import EpisodeRow
from r3gym.records.writing import write_record
from r3gym.utils.atomic_files import append_durably, make_folder_durably, sync_folder, write_durably
from r3gym.utils.sealing import ChecksumError, checksum, seal_line, seal_text, unseal_line, unseal_text

TORN, RECORDS, TURNS = "rows.torn", "records", "turns"
PROBES = f"{TURNS}/probes.jsonl"
CAMPAIGN, DEFINITION, BUDGETS = "campaign.toml", "definition.json", "budgets.json"
PLANS = ("plan-baseline.jsonl", "plan-budgeted.jsonl")
_LOCK = ".lock"
_FLUSH_S = 1.0


class AcceptedChange(BaseModel):
    """A change of the definition that was accepted while the campaign was under way: when, and what changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: str
    what: tuple[str, ...]


class CampaignDefinition(BaseModel):
    """``definition.json``: all that defines the campaign, the number of episodes, and the folder of the file.

    ``changes``: what was accepted since the start; episodes say how many of them came before (``edition``).
    ``file``: the checksum of ``campaign.toml`` as a run left it last, None in folders that are older than the field.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    definition: dict[str, Any]
    episodes: int
    base: Path
    changes: tuple[AcceptedChange, ...] = ()
    file: str | None = None

    def differs_from(self, campaign_file: bytes) -> bool:
        """Return whether ``campaign.toml`` is not as a run left it: it was edited, or a bit flipped."""
        return self.file is not None and checksum(campaign_file) != self.file

    def to_text(self) -> str:
        """Return the text of the file, with its checksum."""
        return seal_text(self.model_dump_json(indent=1) + "\n")


def read_definition(folder: Path) -> CampaignDefinition:
    """Read ``definition.json``; raise `InputError` when the folder is not a campaign's."""
    read_manifest(folder)
    return read_definition_file(folder)


def read_definition_file(folder: Path) -> CampaignDefinition:
    """Read ``definition.json`` alone, whatever became of the manifest."""
    try:
        return CampaignDefinition.model_validate_json(unseal_text((folder / DEFINITION).read_bytes())[0])
    except ChecksumError as error:
        raise InputError(f"{folder / DEFINITION}: {error}; {_mend(folder)}") from None
    except (OSError, ValueError):
        raise InputError(f"{folder / DEFINITION}: missing or broken; {_mend(folder)}") from None


def read_plan(folder: Path) -> Iterator[PlannedEpisode]:
    """Yield the folder's planned episodes in order; without caps only what has no budget is planned."""
    for name in PLANS:
        if (folder / name).exists():
            yield from read_plan_file(folder / name)


def read_plan_file(path: Path) -> Iterator[PlannedEpisode]:
    """Yield the planned episodes of one file; raise `InputError` that names the line which is none, or was changed."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield PlannedEpisode.from_json(json.loads(unseal_line(line.rstrip(b"\n"))[0]))
            except (ValueError, KeyError, TypeError, InputError) as error:
                why = error if isinstance(error, ChecksumError) else "not a planned episode"
                raise InputError(f"{path}, line {number}: {why}; {_mend(path.parent)}") from None


def plan_text(episodes: Iterable[PlannedEpisode]) -> str:
    """Return the text of a file of planned episodes, each line with its checksum."""
    return "".join(f"{seal_line(episode.to_json().encode()).decode()}\n" for episode in episodes)


def planned_ids(folder: Path) -> frozenset[str] | None:
    """Return the identities of the folder's planned episodes, None before any is planned."""
    return frozenset(episode.id for episode in read_plan(folder)) or None


class Store:
    """The folder while one runner writes to it; use it in a ``with`` block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        make_folder_durably(folder)
        self._lock = _locked(folder)
        self._rows = os.open(folder / ROWS, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        sync_folder(folder)
        self._flushed = time.monotonic()
        self._used_turns: list[Path] = []
        self.cut_bytes = self._cut_torn_line()
        for pattern in (f"{RECORDS}/*/.*-*", ".*.json-*", ".*.jsonl-*", ".*.toml-*"):
            for unfinished in folder.glob(pattern):  # it was being written when its writer was killed
                unfinished.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, name: str, text: str) -> None:
        """Write one of the folder's own files: after a loss of power it is the old one or the new one, and whole."""
        write_durably(self.folder / name, text)

    def add(self, row: EpisodeRow, record: EpisodeRecord | None = None) -> EpisodeRow:
        """Store the record durably, then the row that names it: no loss of power leaves a row without its record."""
        name = record_name(row.id)
        if record is None:
            (self.folder / name).unlink(missing_ok=True)  # of an earlier attempt that failed
        else:
            write_record(self.folder / name, record, durable=True)
            row = row.model_copy(update={"record": name})
        partial_path(self.folder / name).unlink(missing_ok=True)
        self._append(row_line(row) + b"\n")
        if row.failure is None:
            self._used_turns.append(self.folder / turns_name(row.id))
        if time.monotonic() - self._flushed > _FLUSH_S:
            self.flush()
        return row

    def add_recovered(self, row: EpisodeRow) -> None:
        """Append a row that was made again from its record, which is there."""
        self._append(row_line(row) + b"\n")

    def replace_rows(self, lines: bytes) -> None:
        """Write the file of rows anew, in a repair."""
        os.close(self._rows)
        write_durably(self.folder / ROWS, lines.decode("utf-8"))
        self._rows = os.open(self.folder / ROWS, os.O_RDWR | os.O_APPEND)

    def keep_played(self, episode: str, record: EpisodeRecord) -> None:
        """Store the record of an episode that was played and is not judged yet, durably: judging it may be interrupted.

        It has no row until it is judged, or until judging was stopped.
        """
        write_record(self.folder / record_name(episode), record, durable=True)

    def drop_turns(self, done: Set[str]) -> None:
        """Remove the stored replies of episodes with a result; a killed runner may not have come to it."""
        for turns in (self.folder / TURNS).glob("*/*.jsonl"):
            if turns.stem in done:
                turns.unlink(missing_ok=True)

    def flush(self) -> None:
        """Flush the rows to disk; then the stored replies of their episodes are no longer needed."""
        os.fsync(self._rows)
        self._flushed = time.monotonic()
        for turns in self._used_turns:
            turns.unlink(missing_ok=True)
        self._used_turns = []

    def close(self) -> None:
        """Flush the rows and release the lock; safe to call twice."""
        if self._rows >= 0:
            self.flush()
            os.close(self._rows)
            os.close(self._lock)
            self._rows = -1

    def _append(self, line: bytes) -> None:
        written = os.write(self._rows, line)
        if written != len(line):  # a full disk: the half line must not become the start of the next one
            os.ftruncate(self._rows, os.fstat(self._rows).st_size - written)
            raise OSError(28, "no space left for the row", str(self.folder / ROWS))

    def _cut_torn_line(self) -> int:
        """Move a last line without a line end to ``rows.torn``; return its length."""
        size = os.fstat(self._rows).st_size
        torn, at = b"", size
        while at > 0:
            step = min(1 << 16, at)
            chunk = os.pread(self._rows, step, at - step)
            end = chunk.rfind(b"\n")
            torn = chunk[end + 1 :] + torn
            if end >= 0:
                break
            at -= step
        if torn:
            append_durably(self.folder / TORN, torn + b"\n")
            os.ftruncate(self._rows, size - len(torn))
        return len(torn)


def _mend(folder: Path) -> str:
    return f"`r3gym campaign check {folder} --repair` mends it"


def record_name(episode: str) -> str:
    """Return the path of an episode's record in the folder; two levels, since there may be hundreds of thousands."""
    return f"{RECORDS}/{episode[:2]}/{episode}.json"


def turns_name(episode: str) -> str:
    """Return the path of an episode's stored replies in the folder."""
    return f"{TURNS}/{episode[:2]}/{episode}.jsonl"


def _locked(folder: Path) -> int:
    """Take the folder's lock; raise `InputError` naming the holder when it is taken."""
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(handle, 200, 0).decode("utf-8", "replace").strip()
        os.close(handle)
        raise InputError(
            f"{folder}: another runner is writing here ({holder or 'unknown'}); wait for it or stop it, "
            "or run in another folder (--out)"
        ) from None
    os.ftruncate(handle, 0)
    os.pwrite(handle, f"process {os.getpid()} on {socket.gethostname()}".encode(), 0)
    return handle
