"""A campaign's rows as columns: one pass over the lines, no row object is kept.

Words (ids, names, states) become numbers into one list of words; values of an episode's problems are in separate
columns, an episode's problems side by side. A torn last line is counted, and its episode is missing
(`r3gym.records.row_file`). Which row of an episode counts is one rule (`r3gym.records.counting_row`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from r3gym.cells import protocol_columns as protocol
from r3gym.records.counting_row import replaces
from r3gym.records.row_file import Progress, RowTail, read_row_file
from r3gym.records.rows import EpisodeRow, ModelSpend, StageOutcome

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

#: The number of a missing word (a contest row names no problem).
NO_WORD = -1

EPISODE = (
    "kind",
    "policy",
    "setting",
    "domain",
    "suite",
    "contest",
    "problem_id",
    "scheduler",
    "ending",
    "path",
    "counting_policy",
)
NUMBERS = ("budget", "repeat", "spent", "first_slot", "slots")
SLOT = ("slot_problem_id", "parse", "verdict")
SLOT_NUMBERS = ("correct", "slot_spent", "booked", "rides", "unsure")
#: All columns with an entry for each episode, and all with one for each problem of an episode.
BY_EPISODE = (*EPISODE, *NUMBERS, *protocol.EPISODE_WORDS, *protocol.EPISODE_NUMBERS)
BY_SLOT = (*SLOT, *SLOT_NUMBERS, *protocol.SLOT_WORDS, *protocol.SLOT_NUMBERS)


@dataclass(frozen=True, slots=True)
class FailedEpisode:
    """An episode without a result: its identity, the class of its failure, and what its model's calls came to."""

    kind: str
    policy: str
    setting: str
    domain: str
    suite: str
    contest: str
    repeat: int
    failure: str
    message: str
    scheduler: str = "none"
    pressure: float | None = None
    budget: int | None = None
    stages: tuple[StageOutcome, ...] = ()
    finishes: Mapping[str, int] = field(default_factory=dict)
    spend: ModelSpend | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EpisodeTable:
    """Episodes with a result, column by column.

    ``column[name]`` holds numbers of words for the names in `EPISODE` and `SLOT`, plain numbers for those in `NUMBERS`
    and `SLOT_NUMBERS` (-1 for a budget, booked actions or rides that a row does not state), and for ``pressure`` floats
    (NaN where a budget was given in units). `r3gym.cells.protocol_columns` names the columns of protocol facts.
    """

    words: tuple[str, ...]
    numbers: dict[str, int]
    column: dict[str, Ints]
    pressure: Floats
    failed: tuple[FailedEpisode, ...]
    torn: int

    def __len__(self) -> int:
        return len(self.pressure)

    def number(self, word: str) -> int:
        """Return the number of a word; a number that no column holds when the word does not occur."""
        return self.numbers.get(word, len(self.words))

    def word(self, number: int) -> str:
        """Return the word with a number."""
        return self.words[number]


def read_table(
    files: Iterable[Path], progress: Progress | None = None, on_row: Callable[[EpisodeRow], None] | None = None
) -> EpisodeTable:
    """Read the rows of one or more campaigns into one table; ``on_row`` sees every row on the way."""
    reading = _TableBuilder()
    for file in files:
        tail = RowTail()
        for row in read_row_file(file, tail, progress):
            reading.add(row)
            if on_row is not None:
                on_row(row)
        reading.torn += tail.torn_bytes > 0
    return reading.table()


def table_of(rows: Iterable[EpisodeRow]) -> EpisodeTable:
    """Return the table of these rows."""
    reading = _TableBuilder()
    for row in rows:
        reading.add(row)
    return reading.table()


class _TableBuilder:
    """Columns while they grow."""

    def __init__(self) -> None:
        self.torn = 0
        self._words: dict[str, int] = {}
        self._columns = {name: array("q") for name in (*BY_EPISODE, *BY_SLOT)}
        self._pressure = array("d")
        self._place: dict[str, int] = {}
        self._replaced: list[int] = []
        self._failed: dict[str, FailedEpisode] = {}

    def add(self, row: EpisodeRow) -> None:
        """Append one row, unless the one before it of the same episode counts."""
        before = False if row.id in self._place else True if row.id in self._failed else None
        if not replaces(row.failure is not None, before):
            return
        if row.failure is not None:
            self._failed[row.id] = FailedEpisode(
                row.kind,
                row.policy,
                row.setting,
                row.domain,
                row.suite,
                row.contest,
                row.repeat,
                row.failure.kind,
                row.failure.message,
                row.scheduler,
                row.pressure,
                row.budget,
                row.stages,
                row.finishes,
                row.spend,
            )
            return
        if row.id in self._place:
            self._replaced.append(self._place[row.id])
        self._place[row.id] = len(self._pressure)
        columns, number = self._columns, self._number
        for name in EPISODE:
            columns[name].append(number(getattr(row, name)))
        columns["budget"].append(-1 if row.budget is None else row.budget)
        columns["repeat"].append(row.repeat)
        columns["spent"].append(row.spent)
        columns["first_slot"].append(len(columns["slot_spent"]))
        columns["slots"].append(len(row.slots))
        for name, word in zip(protocol.EPISODE_WORDS, protocol.episode_words(row), strict=True):
            columns[name].append(number(word))
        for name, value in zip(protocol.EPISODE_NUMBERS, protocol.episode_numbers(row), strict=True):
            columns[name].append(value)
        self._pressure.append(float("nan") if row.pressure is None else row.pressure)
        for slot in row.slots:
            columns["slot_problem_id"].append(number(slot.problem_id))
            columns["parse"].append(number(slot.parse))
            columns["verdict"].append(number(slot.verdict))
            columns["correct"].append(slot.correct)
            columns["slot_spent"].append(slot.spent)
            columns["booked"].append(-1 if slot.paid_steps is None else slot.paid_steps)
            columns["rides"].append(-1 if slot.rides is None else slot.rides)
            columns["unsure"].append(slot.unsure)
            columns["second"].append(number(slot.second))
            for name, value in zip(protocol.SLOT_NUMBERS, protocol.slot_numbers(slot), strict=True):
                columns[name].append(value)

    def _number(self, word: Any) -> int:
        if word is None:
            return NO_WORD
        return self._words.setdefault(str(word), len(self._words))

    def table(self) -> EpisodeTable:
        """Return the finished columns, without replaced rows (whose slots remain, unreferenced)."""
        kept = np.ones(len(self._pressure), dtype=bool)
        kept[self._replaced] = False
        columns = {name: np.asarray(values, np.int64) for name, values in self._columns.items()}
        for name in BY_EPISODE:
            columns[name] = columns[name][kept]
        failed = tuple(failure for id, failure in self._failed.items() if id not in self._place)
        pressure = np.asarray(self._pressure, np.float64)[kept]
        return EpisodeTable(tuple(self._words), self._words, columns, pressure, failed, self.torn)
