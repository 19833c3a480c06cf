"""Export an analysis as plain data: JSON for programs, and one long table (a line for each figure) for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from r3gym.analysis.analyse import Analysis, CellResult, MissingRuns
from r3gym.analysis.figure import Name
from r3gym.analysis.protocol_outcomes import OutcomeCell, Tally
from r3gym.cells.cell import CellKey

COLUMNS = (
    "part",
    "policy",
    "setting",
    "domain",
    "suite",
    "pressure",
    "budget",
    "scheduler",
    "figure",
    "group",
    "estimate",
    "low",
    "high",
    "contests",
    "complete",
    "oracle_cost",
    "kind",
    "count",
    "of",
)


def as_json(analysis: Analysis) -> dict[str, Any]:
    """Return all figures and the missing runs as plain JSON."""
    return {
        "campaigns": [str(path) for path in analysis.paths],
        "episodes": analysis.episodes,
        "seed": analysis.resampling.seed,
        "resamples": analysis.resampling.resamples,
        "oracle_cost": analysis.oracle_cost.value,
        **{part: [_cell(one) for one in results] for part, results in _parts(analysis)},
        "outcomes": [_outcomes(one) for one in analysis.outcomes],
        "missing": [_missing(one) for one in analysis.missing],
        "without_curves": [key_json(key) for key in analysis.without_curves],
        "unplayed": [{"suite": suite, "domain": domain} for suite, domain in analysis.unplayed],
        "failed": dict(analysis.failed),
        "torn_lines": analysis.torn,
        "counting_policies": dict(analysis.counting_policies),
    }


def as_csv(analysis: Analysis) -> str:
    """Return CSV text with a line for each figure of each cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for part, results in _parts(analysis):
        for cell in results:
            key = key_json(cell.key) | {"budget": cell.budget}
            for (figure, group), at in cell.estimates.items():
                figures = (figure, group, at.estimate, at.low, at.high, cell.contests, cell.complete)
                writer.writerow([part, *key.values(), *figures, analysis.oracle_cost.value, "", "", ""])
    for one in analysis.outcomes:
        own = key_json(one.key).values()
        for (figure, group), tally in one.outcomes.items():
            blank = [""] * 5  # no interval, and no oracle
            writer.writerow(["outcomes", *own, figure, group, tally.rate, *blank, one.kind, tally.count, tally.of])
    return text.getvalue()


def _parts(analysis: Analysis) -> Iterator[tuple[str, tuple[CellResult, ...]]]:
    yield "cells", analysis.cells
    yield "macros", analysis.macros
    yield "schedulers", analysis.schedulers
    yield "stress", analysis.stress


def key_json(key: CellKey) -> dict[str, Any]:
    """Return a cell's key as plain JSON."""
    return {
        "policy": key.policy,
        "setting": key.setting,
        "domain": key.domain,
        "suite": key.suite,
        "pressure": key.pressure,
        "budget": key.budget,
        "scheduler": key.scheduler,
    }


def _cell(cell: CellResult) -> dict[str, Any]:
    figures = []
    for name, at in cell.estimates.items():
        figure: dict[str, Any] = {"figure": name[0], "group": name[1]}
        figure |= {"estimate": at.estimate, "low": at.low, "high": at.high, "resamples": at.resamples}
        if cell.over:
            figure["domains"] = list(cell.over[name])
        figures.append(figure)
    key = key_json(cell.key) | {"budget": cell.budget}
    return {**key, "contests": cell.contests, "complete": cell.complete, "figures": figures}


def _outcomes(cell: OutcomeCell) -> dict[str, Any]:
    return {"kind": cell.kind, **key_json(cell.key), "outcomes": outcomes_json(cell.outcomes)}


def outcomes_json(outcomes: Mapping[Name, Tally]) -> list[dict[str, Any]]:
    """Return outcomes as plain JSON: each count, what it is of, and the rate (null of nothing)."""
    return [
        {"figure": figure, "group": group, "count": tally.count, "of": tally.of, "rate": tally.rate}
        for (figure, group), tally in outcomes.items()
    ]


def _missing(one: MissingRuns) -> dict[str, Any]:
    return {**key_json(one.key), "kind": one.kind, "runs": one.whole, "owed": list(one.missing_runs)}
