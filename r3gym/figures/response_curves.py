"""Response curves: success by level, by tier and of all problems, with bands, and the levels that the oracle buys."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from r3gym.analysis.bootstrap import resample
from r3gym.analysis.groups import ALL, RATED
from r3gym.analysis.response_curves import mean_curves
from r3gym.cells.cell import CurveCell, sort_key
from r3gym.figures.canvas import legend, note, number, title, units
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.most_panels import chosen_panels
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import SETTING_NAMES, domain_name, interval_words, kept
from r3gym.figures.source import FigureSource, RunSource, policy_names
from r3gym.figures.style import COLOURS, INK, MARKERS, PAPER, TIER_INKS, WIDTH, styled, tip
from r3gym.figures.table import FigureTable, Value
from r3gym.oracle.resampling import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Rates of a group at each level, and how many of its problems the oracle funds there, by regime.
Rates = dict[str, list[Interval]]
Funded = dict[str, list[float]]
_TIER_LINES = {"easy": "-", "medium": (0, (5, 2)), "hard": (0, (1, 1.5)), ALL: "-"}


def response_curves(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a panel for each curve cell: rates above, what share of the problems the oracle funds at a level below."""
    found = [
        (run, cell)
        for run in source.runs
        for cell in sorted(run.curves.values(), key=lambda cell: sort_key(cell.key))
        if kept(cell.key, options)
    ]
    if not found:
        raise MissingData("no complete response curves: a campaign of the kind `curve` measures them")
    shown, left_out = chosen_panels(found)
    names = policy_names(source)
    from matplotlib.figure import Figure

    rows: list[tuple[Value, ...]] = []
    for run, cell in found:
        rows += _rows(run, cell, _rates(run, cell), _funded(run, cell))
    with styled():
        columns = 2 if len(shown) == 4 else min(3, len(shown))
        lines = -(-len(shown) // columns)
        picture = Figure(figsize=(WIDTH, 2.7 * lines + 0.8), layout="constrained")
        grid = picture.subplots(2 * lines, columns, squeeze=False, height_ratios=[3, 1] * lines)
        for place in range(len(shown), lines * columns):
            for row in (0, 1):
                grid[2 * (place // columns) + row][place % columns].set_visible(False)
        handles: dict[str, object] = {}
        for place, (run, cell) in enumerate(shown):
            upper, lower = (grid[2 * (place // columns) + row][place % columns] for row in (0, 1))
            name = domain_name(cell.key.domain)
            where = f"{name}, {SETTING_NAMES[cell.key.setting]}"
            title(upper, f"{names[cell.key.policy]}{f' ({run.label})' if source.several else ''}\n{where}")
            handles |= _upper(upper, cell, _rates(run, cell))
            handles |= _lower(lower, cell, _funded(run, cell))
            if place % columns == 0:
                upper.set_ylabel("success (%)")
                lower.set_ylabel("funded (%)")
            unit = "counted actions" if cell.key.setting == "agentic" else "output tokens"
            lower.set_xlabel(f"level (cap in {unit})")
        legend(picture, list(handles.values()), list(handles))
        counts = sorted({len(cell.suite.problems) for _, cell in found})
        repeats = sorted({cell.repeats for _, cell in found})
        foot = (
            f"n = {' or '.join(map(str, counts))} problems × {' or '.join(map(str, repeats))} repeats at each level. "
            f"Bands: {interval_words(source)}. Below: share of all problems that the oracle funds at the level."
            f"{left_out}"
        )
        note(picture, foot)
    columns_ = (
        *("run", "policy", "setting", "domain", "suite", "group", "level", "cap", "estimate", "low", "high"),
        "funded",
    )
    return Drawn(
        picture,
        FigureTable.of(columns_, rows),
        "How often a problem alone is solved within each level of the budget grid, by tier.",
        foot,
    )


def _rates(run: RunSource, cell: CurveCell) -> Rates:
    drawn = resample(mean_curves(cell), run.analysis.resampling.counts(len(cell.suite.contests), cell.key.domain))
    rates = {
        group: [drawn[f"success at {level:g}", group].interval() for level in cell.grid] for group in (*RATED, ALL)
    }
    return {group: found for group, found in rates.items() if any(at.estimate is not None for at in found)}


def _funded(run: RunSource, cell: CurveCell) -> Funded:
    """Return for each regime the share of problems that the oracle funds at each level, in percent."""
    found = {}
    for contest in run.contests:
        if contest.key.curves == cell.key and contest.key.regime not in found:
            oracle = run.oracle(contest)
            if oracle is not None:
                chosen = np.where(oracle.selected, oracle.assignment, 0)
                counts = np.bincount(chosen.ravel(), minlength=len(cell.grid) + 1)[1 : len(cell.grid) + 1]
                found[contest.key.regime] = [100 * float(count) / chosen.size for count in counts]
    return found


def _upper(axes: Axes, cell: CurveCell, rates: Rates) -> dict[str, object]:
    places = range(len(cell.grid))
    handles: dict[str, object] = {}
    for n, (group, found) in enumerate(rates.items()):
        values = [math.nan if at.estimate is None else 100 * at.estimate for at in found]
        colour = TIER_INKS[group]
        bands = [(at.low, at.high) for at in found]
        if all(low is not None and high is not None for low, high in bands):
            axes.fill_between(
                places,
                [100 * (low or 0) for low, _ in bands],
                [100 * (high or 0) for _, high in bands],
                color=colour,
                alpha=0.16,
                linewidth=0,
            )
        (line,) = axes.plot(
            places,
            values,
            color=colour,
            marker=MARKERS[n],
            linestyle=_TIER_LINES[group],
            linewidth=1.8 if group == ALL else 1.5,
            markeredgecolor=INK,
            markeredgewidth=0.5,
        )
        for place, at in zip(places, found, strict=True):
            if at.estimate is not None:
                (dot,) = axes.plot(place, 100 * at.estimate, marker="o", markersize=7, alpha=0, color=colour)
                tip(dot, f"{group}, level {cell.grid[place]:g}: {number(at, 100, ' %')}")
        handles[group] = line
    axes.set(ylim=(-3, 103))
    axes.set_xticks(places, [""] * len(cell.grid))
    axes.set_xlim(-0.5, len(cell.grid) - 0.5)
    return handles


def _lower(axes: Axes, cell: CurveCell, funded: Funded) -> dict[str, object]:
    width = 0.8 / max(1, len(funded))
    handles: dict[str, object] = {}
    for n, (regime, shares) in enumerate(funded.items()):
        places = [place + width * (n - (len(funded) - 1) / 2) for place in range(len(cell.grid))]
        hatch = (None, "////", "....", "xxxx")[n % 4]
        bars = axes.bar(
            places, shares, width * 0.92, color=COLOURS[0] if n % 2 == 0 else "#a9d3ec", hatch=hatch, edgecolor=PAPER
        )
        for bar, level, share in zip(bars.patches, cell.grid, shares, strict=True):
            tip(bar, f"oracle at {regime}: funds {share:.0f} % of the problems at level {level:g}")
        handles[f"oracle's choice, {regime}"] = bars
    caps = cell.caps.tolist()
    labels = [f"{level:g}\n({units(cap, max(caps))})" for level, cap in zip(cell.grid, caps, strict=True)]
    axes.set_xticks(range(len(cell.grid)), labels, fontsize=6.8)
    axes.set_xlim(-0.5, len(cell.grid) - 0.5)
    axes.set_ylim(bottom=0)
    return handles


def _rows(run: RunSource, cell: CurveCell, rates: Rates, funded: Funded) -> list[tuple[Value, ...]]:
    key = cell.key
    rows: list[tuple[Value, ...]] = []
    for group, found in rates.items():
        for n, at in enumerate(found):
            share = "; ".join(f"{regime}: {shares[n]:.1f} %" for regime, shares in funded.items())
            own = (run.label, key.policy, key.setting, key.domain, key.suite, group, cell.grid[n], int(cell.caps[n]))
            rows.append((*own, at.estimate, at.low, at.high, share if group == ALL else None))
    return rows
