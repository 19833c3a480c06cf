"""What is looked at: a campaign's folder, a folder of records, or one record."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from r3gym.records.counting_row import replaces
from r3gym.records.partial import PARTIAL, partial_path
from r3gym.records.reading import RecordError, read_record
from r3gym.records.record import EpisodeRecord
from r3gym.viewer.entries import Entry

#: An episode without a result that was written to within so many seconds is running, else it was left.
_ALIVE_S = 60.0
#: Reading goes on for so long before what was read is shown; the rest follows while the page is there.
STRETCH_S = 1.0


class UnknownEpisode(LookupError):
    """No such episode, or no record of it; the message says which."""


@dataclass(frozen=True, slots=True)
class OpenEpisode:
    """An episode that has no result yet: its partial file, its length, and when it last grew."""

    key: str
    file: Path
    size: int
    changed: float

    @property
    def running(self) -> bool:
        """Whether it was written to lately."""
        return time.time() - self.changed < _ALIVE_S


class Run(ABC):
    """Entries in the order in which they ended; only ever appended to, so a reader can ask for what is new.

    An episode that was played or judged again has several entries; one of them counts (`r3gym.records.counting_row`).
    ``notices`` are sentences on what could not be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.notices: list[str] = []
        self._places: dict[str, int] = {}
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.path.name

    @property
    @abstractmethod
    def folder(self) -> Path:
        """The folder that files of the run are below."""

    @property
    def campaign(self) -> Path | None:
        """The campaign's folder, None when this is no campaign."""
        return None

    def refresh(self) -> bool:
        """Read what is new; return whether everything was read that is there now."""
        with self._lock:
            return self._refresh()

    @abstractmethod
    def _refresh(self) -> bool: ...

    @abstractmethod
    def open_episodes(self) -> Iterator[OpenEpisode]:
        """Yield the episodes without a result."""

    def counting(self, key: str) -> Entry:
        """Return the entry that counts; raise `UnknownEpisode` when there is none."""
        if key not in self._places:
            raise UnknownEpisode(f"{key}: this run has no such episode")
        return self.entries[self._places[key]]

    def all_counting(self) -> list[Entry]:
        """Return all entries that count."""
        return [self.entries[place] for place in self._places.values()]

    def record(self, key: str) -> tuple[EpisodeRecord, str]:
        """Return an episode's record, whole or so far, and its file below the run's folder.

        Raises `UnknownEpisode` when it has none, `RecordError` when it cannot be read.
        """
        file = self.record_file(key)
        whole = file.with_name(file.name.removesuffix(PARTIAL) + ".json")
        try:
            return self._read(file)
        except RecordError:
            if file.name.endswith(PARTIAL) and is_own_file(self.folder, whole):  # it ended just now
                return self._read(whole)
            raise

    def record_file(self, key: str) -> Path:
        """Return the file of an episode's record, or its partial file; raise `UnknownEpisode` when it has none."""
        entry = self.entries[self._places[key]] if key in self._places else None
        if entry is not None and entry.record is not None:
            file = self.folder / entry.record
            partial = partial_path(file)
            found = partial if partial.exists() and not file.exists() else file
            if found.exists() and not is_own_file(self.folder, found):  # a row is a file like any other
                raise UnknownEpisode(f"{key}: {entry.record} is outside of the run's folder, or no ordinary file")
            return found
        for episode in self.open_episodes():
            if episode.key == key:
                return episode.file
        self.counting(key)
        raise UnknownEpisode(f"{key}: the campaign kept no record of this episode (records = all keeps them)")

    def _read(self, file: Path) -> tuple[EpisodeRecord, str]:
        name = file.relative_to(self.folder).as_posix()
        try:
            return read_record(file), name
        except RecordError as error:
            raise RecordError(f"{name}: {error}") from None

    def _add(self, entry: Entry) -> None:
        known = self._places.get(entry.key)
        if replaces(entry.failure is not None, None if known is None else self.entries[known].failure is not None):
            self._places[entry.key] = len(self.entries)
        self.entries.append(entry)


def is_own_file(folder: Path, file: Path) -> bool:
    """Whether a path leads to an ordinary file below a folder: to no device or pipe, and by no link out of it.

    A folder of somebody else may hold anything; what is shown, and what a bundle publishes, is in the folder.
    """
    return file.is_file() and file.resolve().is_relative_to(folder.resolve())


def open_episode(key: str, file: Path) -> OpenEpisode | None:
    """Return the open episode of a partial file; None when it ended in this moment."""
    try:
        found = file.stat()
    except OSError:
        return None
    return OpenEpisode(key, file, found.st_size, found.st_mtime)
