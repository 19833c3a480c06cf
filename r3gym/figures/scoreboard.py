"""A contest's scoreboard as in ICPC: series by problems, solved runs and units spent."""

from __future__ import annotations

from collections.abc import Collection

from r3gym.cells.campaign import TIERS
from r3gym.cells.cell import ContestCell, rank
from r3gym.errors import InputError
from r3gym.figures.canvas import note
from r3gym.figures.canvas import units as units_of
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.fitting import shorter
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import SETTING_NAMES, cells_kept, label_maker, regime_order, series_of, why_missing
from r3gym.figures.source import FigureSource, RunSource
from r3gym.figures.style import INK, QUIET, WIDTH, styled, tip
from r3gym.figures.table import FigureTable, Value

_MOST = 24
#: From here on a number of units has no decimals.
_WHOLE_FROM = 100
_SOLVED = "#009e73"


def scoreboard(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw one contest: lines by score, then by units spent. Without a choice the first contest that was played."""
    every = [(run, cell) for run in source.runs for cell in cells_kept(run, options)]
    if not every:
        raise MissingData(why_missing(source, computed=False))
    contest, mine = _chosen(every, options.contest)
    labels = label_maker((run.label, cell.key) for run, cell in mine)
    settings = {cell.key.setting for _, cell in mine}
    lines = []
    for run, cell in mine:
        at = [cell.suite.contests[n] for n in cell.contests.tolist()].index(contest)
        runs = int(cell.runs[at])
        spent = cell.spent[at][cell.played[at]].mean(axis=0).tolist()
        setting = f", {SETTING_NAMES.get(cell.key.setting, cell.key.setting)}" if len(settings) > 1 else ""
        label = f"{labels[series_of(run.label, cell.key)]}, {cell.key.regime}{setting}"
        lines.append((label, run, cell, cell.solved[at].tolist(), runs, spent))
    # Only lines under the same conditions compete.
    lines.sort(key=lambda line: (_conditions(line[2]), -sum(line[3]) / line[4], sum(line[5])))
    shown, suite = lines[:_MOST], mine[0][1].suite
    number = suite.contests.index(contest)
    tiers = [TIERS[n].value for n in suite.tiers[number].tolist()]
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    with styled():
        picture = Figure(figsize=(WIDTH, 1.25 + 0.3 * len(shown)), layout="constrained")
        axes = picture.subplots()
        for place, (label, _, _, solved, runs, spent) in enumerate(shown):
            for n, (won, units) in enumerate(zip(solved, spent, strict=True)):
                share = won / runs
                box = Rectangle((n + 0.03, place - 0.45), 0.94, 0.9, facecolor=_SOLVED, alpha=0.06 + 0.5 * share)
                box.set_linewidth(0)
                tip(box, f"{label}, {suite.labels[n]}: solved in {won} of {runs} runs, {units:.1f} units")
                axes.add_patch(box)
                axes.text(n + 0.5, place - 0.18, f"{won}/{runs}", ha="center", va="center", fontsize=7, color=INK)
                axes.text(n + 0.5, place + 0.22, _amount(units), ha="center", va="center", fontsize=6.2, color=INK)
            if place and _conditions(lines[place - 1][2]) != _conditions(lines[place][2]):
                axes.axhline(place - 0.5, color=QUIET, linewidth=0.8)
            score = f"{sum(solved) / runs:.2f}"
            axes.text(suite.size + 0.5, place, score, ha="center", va="center", fontsize=8, fontweight="bold")
            axes.text(suite.size + 1.5, place, _amount(sum(spent)), ha="center", va="center", fontsize=7.5)
        heads = [f"{label}\n{tier}" for label, tier in zip(suite.labels, tiers, strict=True)]
        axes.set_xticks([n + 0.5 for n in range(suite.size + 2)], [*heads, "score", "units"])
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        axes.set_yticks(range(len(shown)), [line[0] for line in shown])
        axes.set(xlim=(0, suite.size + 2), ylim=(len(shown) - 0.5, -0.5))
        axes.grid(visible=False)
        for side in axes.spines.values():
            side.set_visible(False)
        more = f" The first {_MOST} of {len(lines)} lines." if len(lines) > _MOST else ""
        foot = (
            f"Contest {shorter(contest)} ({suite.domain}): runs that solved the problem, of n; below them the units "
            f"spent on it (mean of the runs: {_unit_words(settings)}). Under the same conditions sorted by score, then "
            f"units. Darker: solved more often.{more}"
        )
        note(picture, foot)
    columns = (
        "run",
        "policy",
        "setting",
        "scheduler",
        "regime",
        "contest",
        "problem",
        "tier",
        "solved",
        "runs",
        "spent",
    )
    rows: list[tuple[Value, ...]] = [
        (run.label, key.policy, key.setting, key.scheduler, key.regime, contest, problem, tier, won, runs, units)
        for _, run, cell, solved, runs, spent in lines
        for key in (cell.key,)
        for problem, tier, won, units in zip(
            (suite.problems[p] for p in suite.order[number].tolist()), tiers, solved, spent, strict=True
        )
    ]
    return Drawn(picture, FigureTable.of(columns, rows), "Who solved what, at which cost.", foot)


def _conditions(cell: ContestCell) -> tuple[tuple[int, str], tuple[float, int]]:
    """Return the sort key of what lines must have in common to compete: setting and regime."""
    return rank(cell.key.setting), regime_order(cell.key)


def _unit_words(settings: Collection[str]) -> str:
    names = {"agentic": "counted actions", "tool_free": "output tokens"}
    return " or ".join(names.get(setting, "units") for setting in sorted(settings))


def _amount(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if value < _WHOLE_FROM else units_of(value, value)


def _chosen(
    every: list[tuple[RunSource, ContestCell]], asked: str | None
) -> tuple[str, list[tuple[RunSource, ContestCell]]]:
    """Return the contest, and all cells of its suite and domain that played it."""
    for _, cell in every:
        names = [cell.suite.contests[n] for n in cell.contests.tolist()]
        contest = asked or names[0]
        if contest in names:
            mine = [
                (run, one)
                for run, one in every
                if one.suite.domain == cell.suite.domain
                and contest in [one.suite.contests[n] for n in one.contests.tolist()]
            ]
            return contest, mine
    raise InputError(f"contest {asked!r} was not played; the table of contest scores names all")
