"""Response curves, the oracle's choice and the regret of every decision of one episode, where its campaign has them.

Everything comes from `r3gym.analysis`: the cells of the campaign are gathered once, and again when rows were added.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from r3gym.analysis.oracle_score import CellOracle, oracle_of
from r3gym.analysis.regret import NO_PROBLEM, StepRegrets, step_regrets
from r3gym.analysis.response_curves import wilson
from r3gym.cells.campaign import read_campaign
from r3gym.cells.cell import CellKey, ContestCell, CurveCell
from r3gym.cells.gathering import contest_cells, curve_cells
from r3gym.errors import InputError
from r3gym.oracle.costs import OracleCost
from r3gym.records.campaign_folder import ROWS
from r3gym.viewer.entries import Entry
from r3gym.viewer.visible_text import visible_json

#: What the oracle of an episode pays; the page says it.
_COST = OracleCost.NOMINAL


@dataclass(frozen=True, eq=False)
class _Cells:
    """The cells of a campaign whose file of rows had this size."""

    size: int
    contests: dict[CellKey, ContestCell]
    curves: dict[CellKey, CurveCell]


class EpisodeAnalysis:
    """The analysis of a campaign's episodes, one at a time; safe to use from several threads."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._cells: _Cells | None = None
        self._oracles: dict[CellKey, tuple[CellOracle, StepRegrets | None] | None] = {}

    def document(self, entry: Entry, signs: str) -> dict[str, Any]:
        """Return curves, oracle and regrets of an episode; ``note`` says in a sentence what is missing."""
        if self._folder is None:
            return {"note": "No response curves: this is no campaign's folder."}
        if entry.kind != "contest" or entry.failure is not None:
            return {"note": "Response curves and regret are shown for contests with a budget and a result."}
        try:
            with self._lock:
                found = self._document(entry, signs)
        except InputError as error:
            found = {"note": f"No response curves: {error}"}
        shown: dict[str, Any] = visible_json(found)
        return shown

    def _document(self, entry: Entry, signs: str) -> dict[str, Any]:
        cells = self._gathered()
        budget = None if entry.pressure is not None else entry.budget
        key = CellKey(
            entry.policy, entry.setting, entry.domain, entry.suite, entry.pressure, budget, entry.scheduler
        )  # fmt: skip
        cell, curves = cells.contests.get(key), cells.curves.get(key.curves)
        if cell is None or curves is None:
            return {
                "note": "No response curves of this policy on this suite: the campaign played no runs of kind 'curve'."
            }
        if key not in self._oracles:
            oracle = oracle_of(cell, curves, _COST)
            self._oracles[key] = None if oracle is None else (oracle, step_regrets(cell, oracle))
        solved = self._oracles[key]
        if solved is None:
            return {"note": "No oracle: the episode had no budget."}
        return _one(entry, cell, curves, *solved, signs)

    def _gathered(self) -> _Cells:
        assert self._folder is not None
        rows = self._folder / ROWS
        size = rows.stat().st_size if rows.exists() else 0
        if self._cells is None or self._cells.size != size:
            campaign = read_campaign([self._folder])
            contests = {cell.key: cell for cell in contest_cells(campaign)}
            self._cells = _Cells(size, contests, curve_cells(campaign))
            self._oracles = {}
        return self._cells


def _one(
    entry: Entry, cell: ContestCell, curves: CurveCell, oracle: CellOracle, walks: StepRegrets | None, signs: str
) -> dict[str, Any]:
    contest = cell.suite.contests.index(entry.contest)
    scale = oracle.scale
    spent = cell.spent[contest, entry.repeat - 1]
    problems = []
    for place, label in enumerate(cell.suite.labels):
        problem = cell.problems[contest, place]
        level = int(oracle.assignment[contest, place])
        problems.append(
            {
                "label": label,
                "problem": cell.suite.problems[problem],
                "levels": _levels(curves, problem),
                "spent": int(spent[place]),
                "solved": signs[place : place + 1] == "+",
                "oracle": int(oracle.costs[contest, place, level]),
                "expected": float(oracle.expected[contest, place]) / scale,
            }
        )
    return {
        "note": "" if curves.complete else "Some runs of the curves are missing: what they show is unofficial.",
        "budget": oracle.budget,
        "oracle": float(oracle.value[contest]) / scale,
        "oracle_pays": _COST.statement,
        "problems": problems,
        "regret": None if walks is None else _regret(entry, cell, walks, contest, scale),
    }


def _levels(curves: CurveCell, problem: int) -> list[list[Any]]:
    """Return [cap, successes, runs, low, high] of every level that was played."""
    found = []
    for n, (won, runs) in enumerate(zip(curves.successes[problem], curves.runs[problem], strict=True)):
        if runs:
            found.append([int(curves.caps[n]), int(won), int(runs), *wilson(int(won), int(runs))])
    return found


def _regret(entry: Entry, cell: ContestCell, walks: StepRegrets, contest: int, scale: int) -> dict[str, Any]:
    """Return the parts of oracle minus score, and the regret of each paid step with the problem that it went to."""
    runs = list(zip(*np.nonzero(cell.played), strict=True))
    run = runs.index((contest, entry.repeat - 1))
    mine = walks.run == run
    labels = cell.suite.labels
    steps = [
        ["" if place == NO_PROBLEM else labels[place], float(lost) / scale]
        for place, lost in zip(walks.place[mine].tolist(), walks.regret[mine].tolist(), strict=True)
    ]
    at_end, funded, score = (float(values[run]) / scale for values in (walks.at_end, walks.funded, walks.score))
    return {"steps": steps, "unspent": at_end - funded, "execution": funded - score, "score": score}
