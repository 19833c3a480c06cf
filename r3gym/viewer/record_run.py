"""Records without a campaign: one file, or a folder of them; files that appear later are read when they do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from r3gym.errors import InputError
from r3gym.records.partial import PARTIAL
from r3gym.records.reading import RecordError, read_record
from r3gym.viewer.entries import entry_of_record, short_key
from r3gym.viewer.run import STRETCH_S, OpenEpisode, Run, is_own_file, open_episode


class RecordRun(Run):
    """The episodes of record files. Raises `InputError` when there is no record at all."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._seen: set[Path] = set()
        if path.is_dir():
            while not self.refresh() and not self.entries:
                pass
            if not self.entries and not any(self.open_episodes()):
                raise InputError(_no_run(path, self.notices))
        else:
            try:
                self._add(entry_of_record(read_record(path), path.name))
            except RecordError as error:
                raise InputError(f"{path}: {error}; give a campaign's folder, a folder of records, or one") from None

    @property
    def folder(self) -> Path:
        """The folder that the files are below."""
        return self.path if self.path.is_dir() else self.path.parent

    def _refresh(self) -> bool:
        if not self.path.is_dir():
            return True
        end = time.monotonic() + STRETCH_S
        for file in sorted(set(self._files(".json")) - self._seen):
            if time.monotonic() > end:
                return False
            self._seen.add(file)
            name = file.relative_to(self.path).as_posix()
            if not is_own_file(self.path, file):
                self.notices.append(f"{name}: not read: it leads out of this folder, or is no ordinary file")
                continue
            try:
                self._add(entry_of_record(self._read(file)[0], name))
            except RecordError as error:
                self.notices.append(str(error))
        return True

    def open_episodes(self) -> Iterator[OpenEpisode]:
        """Yield the episodes that are being played, and those that a killed process left."""
        if self.path.is_dir():
            for file in self._files(PARTIAL):
                if not is_own_file(self.path, file):
                    continue
                name = file.relative_to(self.path).as_posix()
                found = open_episode(short_key(name.removesuffix(PARTIAL) + ".json"), file)
                if found is not None:
                    yield found

    def _files(self, suffix: str) -> Iterator[Path]:
        return (
            file
            for file in self.path.rglob(f"*{suffix}")
            if not any(part.startswith(".") for part in file.relative_to(self.path).parts)
        )


def _no_run(path: Path, notices: list[str]) -> str:
    why = f" ({notices[0]})" if notices else ""
    return (
        f"{path}: no run: neither a campaign's folder (manifest.json, rows.jsonl) nor records of episodes are in it"
        f"{why}; `r3gym campaign run` and `r3gym play` make them"
    )
