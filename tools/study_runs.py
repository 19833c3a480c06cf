"""Playing the runs of the study through the product's own path, and keeping one row for each in an append-only file.

A run is known by what decides it: the prompt, the cap, the sampling parameters and the seed. A run whose row is there
is not played again; a torn last line (somebody pulled the plug) and a run that failed are simply owed again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import gymnasium as gym
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.models.client import OpenAIChat
from r3gym.models.profile import ModelProfile
from r3gym.policies.playing import play_episode
from r3gym.policies.tool_free import ToolFreeSolver
from r3gym.utils.hashing import hash_json

#: An unbudgeted run that reaches its cap says nothing of natural use.
SAFETY_CAP = {"length": 256, "baseline": 768}


@dataclass(frozen=True)
class StudyRun:
    """One episode that is wanted; ``budget`` is None in an unbudgeted one.

    ``kind``: ``length`` and ``curve`` are single problems, ``baseline`` and ``contest`` are contests.
    """

    kind: str
    unit: str
    budget: int | None
    repeat: int

    @property
    def seed(self) -> int:
        """A sampling seed of its own for every run, the same whenever it is played."""
        return zlib.crc32(f"{self.kind}/{self.unit}/{self.budget}/{self.repeat}".encode()) & 0x7FFFFFFF


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows that are there; a torn last line is left out."""
    if not path.exists():
        return []
    whole, _, _ = path.read_text("utf-8").rpartition("\n")
    return [json.loads(line) for line in whole.splitlines() if line]


class StudyCollector:
    """Plays what is owed of some runs, several at a time."""

    def __init__(self, suite: Path, profile: ModelProfile, rows: Path, records: Path, workers: int) -> None:
        self._suite, self._rows, self._records, self._workers = suite, rows, records, workers
        self._model = OpenAIChat(profile)
        self._sampling = hash_json(profile.to_record())
        self._done = {row["identity"] for row in read_rows(rows)}
        self._lock = Lock()

    def collect(self, what: str, runs: Sequence[StudyRun]) -> int:
        """Play the runs that are owed and return how many failed (they stay owed).

        Runs of the same prompt are played one after another by the same worker: the server then reads it only once.
        """
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        failed = 0
        with Progress(*columns) as progress, ThreadPoolExecutor(self._workers) as pool:
            task = progress.add_task(what, total=len(runs))
            for outcomes in pool.map(lambda cell: list(self._play_cell(cell, progress, task)), _cells(runs)):
                failed += outcomes.count(False)
        return failed

    def _play_cell(self, cell: Sequence[StudyRun], progress: Progress, task: Any) -> Iterator[bool]:
        for run in cell:
            yield self._play(run)
            progress.advance(task)

    def _play(self, run: StudyRun) -> bool:
        single = run.kind in ("length", "curve")
        made = gym.make(
            "R3ToolFreeSingle-AR-v0" if single else "R3ToolFree-AR-v0",
            suite=str(self._suite),
            contest=run.unit,
            budget="unlimited" if run.budget is None else run.budget,
        )
        env = RecordEpisodes(made, str(self._records), f"{run.kind}-{run.unit}-{run.budget}-{run.repeat}")
        try:
            _, info = env.reset(seed=run.repeat)
            identity = hash_json([asdict(run), run.seed, info["messages"], self._sampling])
            if identity in self._done:
                return True
            name = f"{run.kind}/{run.budget}/{run.repeat}"
            solver = ToolFreeSolver(self._model, run=name, seed=run.seed, safety_cap=SAFETY_CAP.get(run.kind))
            played = play_episode(env, solver, seed=run.repeat)
            if played.error:
                return False
            self._keep({"identity": identity, **asdict(run), "seed": run.seed, **_outcome(env, played.info)})
            return True
        finally:
            env.close()

    def _keep(self, row: dict[str, Any]) -> None:
        with self._lock:
            torn = self._rows.exists() and self._rows.stat().st_size and self._rows.read_bytes()[-1:] != b"\n"
            if torn:
                whole, _, _ = self._rows.read_bytes().rpartition(b"\n")
                self._rows.write_bytes(whole + b"\n" if whole else b"")
            with self._rows.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            self._done.add(row["identity"])


def _cells(runs: Iterable[StudyRun]) -> list[list[StudyRun]]:
    cells: dict[tuple[str, str, int | None], list[StudyRun]] = {}
    for run in runs:
        cells.setdefault((run.kind, run.unit, run.budget), []).append(run)
    return list(cells.values())


def _outcome(env: Any, info: dict[str, Any]) -> dict[str, Any]:
    """What the study needs of an episode; the whole record is in its own file."""
    step = env.get_wrapper_attr("log").record()["steps"][0]
    ledger = info["ledger"]
    return {
        "used": ledger["used"],
        "cut": info["completion"]["cut"],
        "hit_safety_cap": info["completion"]["hit_safety_cap"],
        "unattributed": ledger["unattributed"],
        "problems": [
            {"id": p["problem"], "correct": p["correct"], "parse": p["parse"], "spent": p["spent"]}
            for p in info["result"]["problems"]
        ],
        "text": step["text"],
    }
