"""All documents of a run, by their addresses: what the server answers and what a bundle holds."""

from __future__ import annotations

from typing import Any

from r3gym.viewer.analysis_document import EpisodeAnalysis
from r3gym.viewer.board import board_document, boards
from r3gym.viewer.campaign_run import CampaignRun
from r3gym.viewer.entries import Entry
from r3gym.viewer.episode_document import episode_document
from r3gym.viewer.index import CHUNK, index_chunk, run_document
from r3gym.viewer.run import OpenEpisode, Run, UnknownEpisode
from r3gym.viewer.visible_text import visible


class Documents:
    """The documents of one run. ``live``: a server answers, so a page can ask for what is new and search in texts."""

    def __init__(self, run: Run, *, live: bool) -> None:
        self.run = run
        self._live = live
        self._analysis = EpisodeAnalysis(run.campaign)
        self.tiers: dict[str, str] = {}
        if isinstance(run, CampaignRun):
            played = (contest for suite in run.manifest.suites for contest in suite.contests)
            self.tiers = {problem.id: problem.tier.value for contest in played for problem in contest.problems}

    def run_document(self) -> dict[str, Any]:
        """Return the run's own document."""
        return run_document(self.run, live=self._live)

    def chunk(self, number: int) -> dict[str, Any]:
        """Return a chunk of the list; raise `UnknownEpisode` beyond its end."""
        start = number * CHUNK
        if number < 0 or start >= max(1, len(self.run.entries)):
            raise UnknownEpisode(f"the list has no chunk {number}")
        return index_chunk(self.run.entries[start : start + CHUNK], start)

    def episode(self, key: str) -> dict[str, Any]:
        """Return the document of an episode, finished or not; raise `UnknownEpisode` when there is none."""
        record, file = self.run.record(key)
        opened = next((one for one in self.run.open_episodes() if one.key == key), None)
        try:
            entry = self.run.counting(key)
        except UnknownEpisode:
            return episode_document(
                record,
                key=key,
                file=file,
                policy=None if opened is None else self._policy(opened),
                tiers=self.tiers,
                running=opened is not None and opened.running,
            )
        return episode_document(
            record,
            key=key,
            file=file,
            policy=entry.policy,
            tiers=self.tiers,
            board=self._board_of(key),
            run=_played_as(entry) if self.run.campaign else "",
        )

    def analysis(self, key: str) -> dict[str, Any]:
        """Return curves, oracle and regret of an episode, or a sentence on what is missing."""
        entry = self.run.counting(key)
        return self._analysis.document(entry, entry.signs)

    def board(self, key: str) -> dict[str, Any]:
        """Return the scoreboard of a contest; raise `UnknownEpisode` when there is none."""
        for own, entries in boards(self.run):
            if own == key:
                return board_document(self.run, entries, self.tiers)
        raise UnknownEpisode(f"{key}: this run has no contest with a result there")

    def open_episodes(self) -> list[dict[str, Any]]:
        """Return the episodes without a result, those that grew last first."""
        found = sorted(self.run.open_episodes(), key=lambda one: -one.changed)
        return [
            {
                "key": one.key,
                "policy": visible(self._policy(one) or one.file.name),
                "running": one.running,
                "size": one.size,
                "changed": one.changed,
            }
            for one in found
        ]

    def _policy(self, opened: OpenEpisode) -> str | None:
        return self.run.policy_of(opened.file) if isinstance(self.run, CampaignRun) else None

    def _board_of(self, key: str) -> str | None:
        entry = self.run.counting(key)
        return entry.board if entry.failure is None and entry.kind not in ("curve", "single") else None


def _played_as(entry: Entry) -> str:
    """Say which of a campaign's episodes this is: two of one policy on one contest are told apart by it."""
    return " · ".join(filter(None, (entry.kind, entry.problem, entry.regime, f"repeat {entry.repeat}")))
