"""A campaign's folder as a run: its file of rows, read from where the last reading ended."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

from r3gym.campaigns.accepting import change_notes
from r3gym.campaigns.store import PLANS, RECORDS
from r3gym.errors import InputError
from r3gym.records.campaign_folder import ROWS, read_manifest
from r3gym.records.partial import PARTIAL
from r3gym.records.row_file import RowLine
from r3gym.viewer.entries import entry_of_line, episode_key
from r3gym.viewer.run import STRETCH_S, OpenEpisode, Run, is_own_file, open_episode


class CampaignRun(Run):
    """The episodes of a campaign. Raises `InputError` for a folder that is no campaign's, and for a line of no row.

    Once it is ``opened`` such a line is a notice: a page that follows a campaign goes on.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.manifest = read_manifest(folder)
        self.notices += change_notes(folder)
        self.opened = False
        self._at = self._line = 0
        self._policies: dict[str, str] = {}

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.manifest.name

    @property
    def folder(self) -> Path:
        """The campaign's folder."""
        return self.path

    @property
    def campaign(self) -> Path:
        """The campaign's folder."""
        return self.path

    def _refresh(self) -> bool:
        file = self.path / ROWS
        if not file.is_file():
            return True
        end = time.monotonic() + STRETCH_S
        with file.open("rb") as stream:
            stream.seek(self._at)
            for line in stream:
                if time.monotonic() > end:
                    return False
                if not line.endswith(b"\n"):  # being written, or torn: it will be read when it is whole
                    break
                self._line += 1
                if not line.isspace():
                    self._add_line(file, RowLine(self._line, self._at, line[:-1]))
                self._at += len(line)
        return True

    def _add_line(self, file: Path, line: RowLine) -> None:
        try:
            self._add(entry_of_line(file, line))
        except InputError as error:
            if not self.opened:
                raise
            self.notices.append(str(error))

    def open_episodes(self) -> Iterator[OpenEpisode]:
        """Yield the episodes that are being played, and those that a killed runner left."""
        for file in (self.path / RECORDS).glob(f"*/*{PARTIAL}"):
            own = is_own_file(self.path, file)
            found = open_episode(episode_key(file.name.removesuffix(PARTIAL)), file) if own else None
            if found is not None:
                yield found

    def policy_of(self, file: Path) -> str | None:
        """Return the policy of an open episode, which the campaign's plan names; None when it does not."""
        own = file.name.removesuffix(PARTIAL)
        if own not in self._policies:
            mark = f'"{own}"'.encode()
            for plan in (self.path / name for name in PLANS):
                if plan.exists():
                    with plan.open("rb") as stream:
                        for line in stream:
                            if mark in line:
                                self._policies[own] = str(json.loads(line).get("policy"))
                                break
        return self._policies.get(own)
