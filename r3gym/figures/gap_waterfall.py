"""Where the gap comes from, exactly: oracle, allocation regret, unspent budget, execution, score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from r3gym.analysis.gap_parts import GapParts, gap_parts, mean_parts
from r3gym.cells.cell import ContestCell, across_domains, rank
from r3gym.figures.canvas import from_zero, left_labels, note, panel_grid, title
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.most_panels import chosen_panels
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import (
    Point,
    cells_kept,
    count_words,
    interval_words,
    label_maker,
    points,
    regime_order,
    series_of,
    why_missing,
)
from r3gym.figures.source import FigureSource, RunSource
from r3gym.figures.style import COLOURS, INK, QUIET, styled, tip
from r3gym.figures.table import FigureTable, Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEPS = ("oracle", "allocation_regret", "unspent", "execution", "score")
WORDS = ("oracle", "allocation\nregret", "unspent", "execution", "score")
ENDS = ("oracle", "score")
#: The names under which the analysis has intervals of the means.
ESTIMATES = dict(zip(STEPS, ("oracle", "regret", "unspent", "execution", "contest"), strict=True))
INKS = dict(zip(STEPS, ("#7a7f85", COLOURS[1], "#e6b565", "#7a3b8f", COLOURS[0]), strict=True))

#: The share of the largest bar from which on a number fits into a bar.
_LOWEST = 0.14

#: A cell with the parts of each of its contests.
CellParts = tuple[RunSource, ContestCell, tuple[GapParts, ...]]


def gap_waterfall(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a waterfall of means for each series and regime; the table has every contest, in exact fractions."""
    found = _cell_parts(source, options)
    if not found:
        played = [cell for run in source.runs for cell in run.contests]
        if played and all(cell.key.setting != "agentic" for cell in played):
            raise MissingData("only agentic runs record which problem each step was for, and there are none")
        raise MissingData(why_missing(source, computed=bool(played)))
    intervals = {
        (p.run, p.key.policy, p.key.setting, p.key.scheduler, p.key.regime): p for p in points(source, options)
    }
    groups = _over_domains(found)
    labels = label_maker((group[0][0].label, group[0][1].key) for group in groups)
    shown, left_out = chosen_panels(groups)
    with styled():
        picture, axes = panel_grid(len(shown), 1.8, most=3, sharey=True)
        largest = max(float(max(one.oracle, one.score)) for one in map(_over_cells, shown))
        for here, group in zip(axes, shown, strict=True):
            run, cell, _ = group[0]
            key = cell.key
            point = intervals.get((run.label, key.policy, key.setting, key.scheduler, key.regime))
            _panel(here, _over_cells(group), point, largest)
            title(here, f"{labels[series_of(run.label, key)]}, {key.regime}")
        from_zero(axes, vertical=True)
        left_labels(axes, "problems per contest")
        foot = (
            f"{count_words(list(intervals.values()), source)}. Bars: {interval_words(source)}. Rising execution: "
            f"better than the curves predict.{left_out}"
        )
        note(picture, foot)
    return Drawn(
        picture,
        _table(found, groups),
        "The gap between oracle and score as a sum: what steps on the wrong problems lost (allocation regret), what "
        "the budget left over could still have bought (unspent), and what was paid for and not solved (execution). "
        "The parts add up exactly, contest by contest.",
        foot,
    )


def _cell_parts(source: FigureSource, options: FigureOptions) -> list[CellParts]:
    found = []
    for run in source.runs:
        for cell in cells_kept(run, options):
            oracle = run.oracle(cell)
            parts = None if oracle is None else gap_parts(cell, oracle)
            if parts is not None:
                found.append((run, cell, parts))
    return found


def _over_domains(found: Sequence[CellParts]) -> list[list[CellParts]]:
    """Group the cells of a series and regime: a panel shows the plain mean over its domains."""
    groups = []
    for run in dict.fromkeys(run for run, _, _ in found):
        mine = {cell.key: (run, cell, parts) for own, cell, parts in found if own is run}
        groups += [[mine[key] for key in keys] for keys in across_domains(mine)]
    return sorted(groups, key=lambda group: (rank(group[0][1].key.scheduler), regime_order(group[0][1].key)))


def _panel(axes: Axes, mean: GapParts, point: Point | None, largest: float) -> None:
    level = float(mean.oracle)
    for n, name in enumerate(STEPS):
        value = float(getattr(mean, name))
        bottom = 0.0 if name in ENDS else level - value
        bar = axes.bar(n, value, 0.74, bottom, color=INKS[name], linewidth=0)
        tip(bar.patches, f"{name.replace('_', ' ')}: {value:.3f} problems per contest")
        if n:
            axes.plot([n - 1 + 0.37, n + 0.37], [level, level], color=QUIET, linewidth=0.6)
        at = None if point is None or name not in ENDS else point.at(ESTIMATES[name])
        words = f"{value:.2f}" if name in ENDS else f"{-value:+.2f}".replace("-0.00", "0").replace("+0.00", "0")
        if name in ENDS:
            # A bar that is too low for its number has it above its interval.
            high = max(value, 0.0 if at is None or at.high is None else at.high)
            inside = value > _LOWEST * largest
            where, ink = ((n, 0.0), "#fefefe") if inside else ((n, high), INK)
            axes.annotate(words, where, (0, 3), textcoords="offset points", ha="center", fontsize=6.8, color=ink)
        else:
            top = (n, max(level, level - value))
            axes.annotate(words, top, (0, 2), textcoords="offset points", ha="center", fontsize=6.8)
            level -= value
        if at is not None and at.low is not None and at.high is not None:
            (line,) = axes.plot([n, n], [at.low, at.high], color=INK, linewidth=1.2)
            tip(line, f"{name}: 95 % interval {at.low:.2f} to {at.high:.2f}")
    axes.set_xticks(range(len(STEPS)), WORDS, fontsize=6)
    axes.tick_params(axis="x", length=0)
    axes.margins(y=0.14)
    axes.grid(visible=False, axis="x")


def _over_cells(group: Sequence[CellParts]) -> GapParts:
    """Return what a panel shows: the mean of its domains' means."""
    return mean_parts([mean_parts(parts) for _, _, parts in group])


def _table(found: Sequence[CellParts], groups: Sequence[Sequence[CellParts]]) -> FigureTable:
    """Return a line for each contest and mean of a cell, and for each mean over several domains."""
    columns = ("run", "policy", "setting", "domain", "scheduler", "regime", "contest", *STEPS, "gap")
    rows: list[tuple[Value, ...]] = []
    for run, cell, parts in found:
        key = cell.key
        own = (run.label, key.policy, key.setting, key.domain, key.scheduler, key.regime)
        names = ["mean", *(cell.suite.contests[n] for n in cell.contests.tolist())]
        for name, one in zip(names, [mean_parts(parts), *parts], strict=True):
            rows.append((*own, name, *(getattr(one, step) for step in STEPS), one.gap))
    for group in groups:
        if len(group) > 1:
            (run, first, _), one = group[0], _over_cells(group)
            key, domains = first.key, " ".join(cell.key.domain for _, cell, _ in group)
            own = (run.label, key.policy, key.setting, domains, key.scheduler, key.regime)
            rows.append((*own, "mean", *(getattr(one, step) for step in STEPS), one.gap))
    return FigureTable.of(columns, rows)
