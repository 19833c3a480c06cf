"""The points of the figures of behaviour: a run's labels as estimates by policy, setting and regime."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.analysis.analyse import CellResult
from r3gym.behaviour.run_rates import NoLabels, RunBehaviour, run_behaviour
from r3gym.figures.drawing import MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import Point, kept
from r3gym.figures.source import FigureSource, RunSource
from r3gym.figures.table import FigureTable


def labelled_runs(source: FigureSource) -> list[tuple[RunSource, RunBehaviour]]:
    """Return the figures of every run that has labels; raise `MissingData` when none has."""
    found, why = [], ""
    for run in source.runs:
        try:
            analysis = run.analysis
            behaviour = run_behaviour(
                analysis.paths,
                resampling=analysis.resampling,
                campaign=run.campaign,
                oracle_cost=analysis.oracle_cost,
            )
        except NoLabels as error:
            why = str(error)
            continue
        found.append((run, behaviour))
    if not found:
        raise MissingData(why)
    return found


def macro_points(
    runs: Sequence[tuple[RunSource, RunBehaviour]], options: FigureOptions, setting: str | None = None
) -> list[Point]:
    """Return a point for each policy, setting, regime and scheduler: means over domains, or one domain if asked."""
    return [
        _point(run, cell)
        for run, behaviour in runs
        for cell in (behaviour.figures.macros if options.domain is None else behaviour.figures.cells)
        if kept(cell.key, options) and (setting is None or cell.key.setting == setting)
    ]


def coordinate_points(runs: Sequence[tuple[RunSource, RunBehaviour]], options: FigureOptions) -> list[Point]:
    """Return a point for each policy: the mean over all its settings, pressures and domains."""
    return [
        _point(run, cell)
        for run, behaviour in runs
        for cell in behaviour.figures.coordinates
        if options.policy in (None, cell.key.policy)
    ]


def statements(runs: Sequence[tuple[RunSource, RunBehaviour]]) -> str:
    """State whose labels these are, and how intervals were made."""
    said = "; ".join(dict.fromkeys(behaviour.statement for _, behaviour in runs))
    used = runs[0][0].analysis.resampling
    return (
        f"{said[:1].upper()}{said[1:]}. 95 % intervals: paired bootstrap over contests, {used.resamples:,} resamples."
    )


def with_published(table: FigureTable, rows: Sequence[tuple[object, ...]]) -> FigureTable:
    """Return the table with published values as further rows, as wide as it is."""
    width = len(table.columns)
    more = [(*row, *([None] * (width - len(row)))) for row in rows]
    return FigureTable.of(table.columns, [*table.rows, *more])  # type: ignore[list-item]


def _point(run: RunSource, cell: CellResult) -> Point:
    domains = tuple(dict.fromkeys(domain for names in cell.over.values() for domain in names)) or (cell.key.domain,)
    return Point(run.label, cell.key, domains, cell.contests, cell.complete, dict(cell.estimates))
