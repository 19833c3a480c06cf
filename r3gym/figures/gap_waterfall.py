"""Where the gap comes from, exactly: oracle, allocation regret, unspent budget, execution, score."""

from __future__ import annotations

from r3gym.analysis.gap_parts import GapParts, gap_parts, mean_parts
from r3gym.cells.cell import ContestCell
from r3gym.figures.canvas import mark, note, panel_grid
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.most_panels import chosen_panels
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import (
    DOMAIN_NAMES,
    cells_kept,
    interval_words,
    label_maker,
    series_of,
    why_missing,
)
from r3gym.figures.source import FigureSource, RunSource
from r3gym.figures.style import COLOURS, INK, QUIET, styled, tip
from r3gym.figures.table import FigureTable, Value

STEPS = ("oracle", "allocation_regret", "unspent", "execution", "score")
WORDS = ("oracle", "allocation\nregret", "unspent", "execution", "score")
#: The names under which the analysis has intervals of the means.
ESTIMATES = {"oracle": "oracle", "allocation_regret": "regret", "unspent": "unspent", "execution": "execution"}
INKS = {
    "oracle": "#3b4045",
    "allocation_regret": COLOURS[1],
    "unspent": "#f0c27a",
    "execution": "#7a3b8f",
    "score": COLOURS[0],
}


def gap_waterfall(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a waterfall of means for each cell; the table has every contest, in exact fractions."""
    found: list[tuple[RunSource, ContestCell, tuple[GapParts, ...]]] = []
    for run in source.runs:
        for cell in cells_kept(run, options):
            oracle = run.oracle(cell)
            parts = None if oracle is None else gap_parts(cell, oracle)
            if parts is not None:
                found.append((run, cell, parts))
    if not found:
        agentic = any(cell.key.setting == "agentic" for run in source.runs for cell in run.contests)
        if source.runs[0].contests and not agentic:
            raise MissingData("only agentic runs record which problem each step was for; there are none")
        raise MissingData(why_missing(source, computed=any(run.contests for run in source.runs)))
    labels = label_maker((run.label, cell.key) for run, cell, _ in found)
    shown, left_out = chosen_panels(found)
    with styled():
        picture, axes = panel_grid(len(shown), 1.75, most=3, sharey=True)
        for here, (run, cell, parts) in zip(axes, shown, strict=True):
            _panel(here, run, cell, parts)
            label = labels[series_of(run.label, cell.key)]
            here.set_title(f"{label}\n{DOMAIN_NAMES.get(cell.key.domain, cell.key.domain)}, {cell.key.regime}")
        for here in axes[::3]:
            here.set_ylabel("problems per contest")
        counts = sorted({len(cell.contests) for _, cell, _ in found})
        foot = (
            f"n = {' or '.join(map(str, counts))} contests × {source.runs[0].campaign.repeats} repeats per panel; "
            f"grey dots: contests; bars: {interval_words(source)}. Execution below zero: better than the curves "
            f"predict.{left_out}"
        )
        note(picture, foot)
    return Drawn(
        picture,
        _table(found),
        "The gap between oracle and score as a sum: what steps on the wrong problems lost (allocation regret), what the "
        "budget left over could still have bought (unspent), and what was paid for and not solved (execution). "
        f"The parts add up exactly, contest by contest. {foot}",
    )


def _panel(axes: object, run: RunSource, cell: ContestCell, parts: tuple[GapParts, ...]) -> None:
    from matplotlib.axes import Axes

    assert isinstance(axes, Axes)
    mean = mean_parts(parts)
    result = next((one for one in run.analysis.cells if one.key == cell.key), None)
    level = float(mean.oracle)
    for n, name in enumerate(STEPS):
        value = float(getattr(mean, name))
        ends = (0.0, value) if name in ("oracle", "score") else (level - value, level)
        bar = axes.bar(n, ends[1] - ends[0], 0.7, ends[0], color=INKS[name], linewidth=0)
        tip(bar.patches, f"{name.replace('_', ' ')}: {value:.3f} problems")
        if name not in ("oracle", "score"):
            axes.plot([n - 1 + 0.35, n + 0.35], [level, level], color=QUIET, linewidth=0.6)
            level -= value
        if name == "score":
            axes.plot([n - 1 + 0.35, n + 0.35], [level, level], color=QUIET, linewidth=0.6)
            dots = axes.plot([n] * len(parts), [float(one.score) for one in parts])
        elif name == "oracle":
            dots = axes.plot([n] * len(parts), [float(one.oracle) for one in parts])
        else:
            dots = []
        for dot in dots:
            dot.set(linestyle="none", marker="o", markersize=2.2, color="#b8bab8", markeredgewidth=0, zorder=2.5)
        top = max(ends) if name in ("oracle", "score") else max(ends)
        axes.annotate(
            f"{value:.2f}" if name in ("oracle", "score") else f"{-value:+.2f}",
            (n, top),
            (0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=6.5,
            color=INK,
        )
        if result is not None and name in ("oracle", "score"):
            at = result.estimates.get((ESTIMATES.get(name, "contest"), ""))
            if at is not None and at.estimate is not None:
                mark(axes, n + 0.22, at, f"{name} of all contests", color=INK, marker="_", markersize=0)
    axes.set_xticks(range(len(STEPS)), WORDS, fontsize=6)
    axes.set_ylim(bottom=0)
    axes.margins(y=0.14)
    axes.grid(visible=False, axis="x")


def _table(found: list[tuple[RunSource, ContestCell, tuple[GapParts, ...]]]) -> FigureTable:
    columns = ("run", "policy", "setting", "domain", "scheduler", "regime", "contest", *STEPS, "gap")
    rows: list[tuple[Value, ...]] = []
    for run, cell, parts in found:
        key = cell.key
        own = (run.label, key.policy, key.setting, key.domain, key.scheduler, key.regime)
        names = ["mean", *(cell.suite.contests[n] for n in cell.contests.tolist())]
        for name, one in zip(names, [mean_parts(parts), *parts], strict=True):
            rows.append((*own, name, *(getattr(one, step) for step in STEPS), one.gap))
    return FigureTable.of(columns, rows)
