"""The response curves of one contest's problems, with the oracle's level and what the runs spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from r3gym.analysis.response_curves import LevelStats, ProblemCurve
from r3gym.analysis.response_curves import problem_curves as curves_of
from r3gym.cells.cell import ContestCell, CurveCell
from r3gym.errors import InputError
from r3gym.figures.canvas import bottom_labels, left_labels, legend, note, panel_grid, title, whole_ticks
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.fitting import shorter
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import NO_SCHEDULER, cells_kept
from r3gym.figures.source import FigureSource, RunSource
from r3gym.figures.style import COLOURS, INK, PAPER, TIER_INKS, styled, tip
from r3gym.figures.table import FigureTable, Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_REGIME_INKS = (COLOURS[1], COLOURS[0], COLOURS[2], COLOURS[3])


def problem_curves(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw the problems of one contest; without a choice the first contest of the first cell that has curves."""
    run, curve, cells = _chosen(source, options)
    contest = options.contest or cells[0].suite.contests[int(cells[0].contests[0])]
    if contest not in curve.suite.contests:
        raise InputError(f"contest {contest!r}: the suite has {', '.join(curve.suite.contests[:5])}, ...")
    number = curve.suite.contests.index(contest)
    by_problem = {one.problem: one for one in curves_of(curve)}
    problems = [by_problem[curve.suite.problems[n]] for n in curve.suite.order[number].tolist()]
    choices = {cell.key.regime: _choice(run, cell, number) for cell in cells}
    rows: list[tuple[Value, ...]] = []
    with styled():
        picture, axes = panel_grid(len(problems), 1.75, most=3, sharey=True)
        handles: dict[str, object] = {}
        for place, (here, one) in enumerate(zip(axes, problems, strict=True)):
            label = curve.suite.labels[place]
            title(here, f"{label}: {shorter(one.problem, 19)} ({one.tier.value})")
            handles |= _panel(here, one)
            for n, (regime, (levels, spent)) in enumerate(choices.items()):
                handles |= _marks(here, one, n, regime, levels[place], spent[place])
                for k, level in enumerate(one.levels):
                    own = (run.label, curve.key.policy, contest, one.problem, one.tier.value, level.level, level.cap)
                    rate = level.successes / level.runs if level.runs else None
                    rows.append((*own, level.runs, rate, level.low, level.high, regime, levels[place] == k + 1))
        left_labels(axes, "success (%)")
        unit = "counted actions" if curve.key.setting == "agentic" else "output tokens"
        bottom_labels(axes, f"cap ({unit})")
        legend(picture, list(handles.values()), list(handles))
        foot = (
            f"{shorter(curve.key.policy)}, {curve.key.setting}, contest {shorter(contest)}; n = {curve.repeats} "
            "runs at each level; bars: Wilson's 95 % interval."
        )
        note(picture, foot)
    columns = (
        *("run", "policy", "contest", "problem", "tier", "level", "cap", "runs", "success", "low", "high"),
        *("regime", "oracle's choice"),
    )
    return Drawn(
        picture,
        FigureTable.of(columns, rows),
        "Success of each problem of one contest by cap. Vertical lines: the level that the oracle funds; triangles: "
        "what the contest's runs spent on the problem (mean).",
        foot,
    )


def _chosen(source: FigureSource, options: FigureOptions) -> tuple[RunSource, CurveCell, list[ContestCell]]:
    for run in source.runs:
        for cell in cells_kept(run, options):
            curve = run.curves.get(cell.key.curves)
            known = options.contest is None or options.contest in cell.suite.contests
            if curve is not None and known and run.oracle(cell) is not None:
                mates = [
                    one
                    for one in cells_kept(run, options)
                    if one.key.curves == curve.key and one.key.scheduler == cell.key.scheduler
                ]
                reference = [one for one in mates if one.key.scheduler == NO_SCHEDULER]
                return run, curve, reference or mates
    if options.contest is not None:
        raise InputError(f"contest {options.contest!r}: no run with response curves has it")
    raise MissingData(
        "no contest with response curves: a campaign of the kind `curve` on the same suites measures them"
    )


def _choice(run: RunSource, cell: ContestCell, number: int) -> tuple[list[int], list[float]]:
    """Return for each position the oracle's level (0: none) and the mean spend of the runs."""
    oracle = run.oracle(cell)
    assert oracle is not None
    places = cell.contests.tolist()
    if number not in places:
        return [0] * cell.suite.size, [0.0] * cell.suite.size
    at = places.index(number)
    levels = [int(n) if on else 0 for n, on in zip(oracle.assignment[at], oracle.selected[at], strict=True)]
    runs = cell.played[at]
    return levels, cell.spent[at][runs].mean(axis=0).tolist()


def _panel(axes: Axes, one: ProblemCurve) -> dict[str, object]:
    known: list[LevelStats] = [level for level in one.levels if level.runs]
    x = [level.cap for level in known]
    y = [100 * level.successes / level.runs for level in known]
    (line,) = axes.plot(x, y, color=TIER_INKS.get(one.tier.value, INK))
    line.set(marker="o", markeredgecolor=INK, markeredgewidth=0.6)
    for level, cap, rate in zip(known, x, y, strict=True):
        assert level.low is not None
        assert level.high is not None
        (bar,) = axes.plot([cap, cap], [100 * level.low, 100 * level.high], color=INK, linewidth=0.8, alpha=0.6)
        tip(bar, f"{one.problem}, cap {cap}: {level.successes} of {level.runs} runs ({rate:.0f} %)")
    axes.set_ylim(-4, 118)
    axes.set_xlim(-0.02 * max(x, default=1), None)
    whole_ticks(axes)
    return {"success": line}


def _marks(axes: Axes, one: ProblemCurve, n: int, regime: str, level: int, spent: float) -> dict[str, object]:
    ink = _REGIME_INKS[n % len(_REGIME_INKS)]
    dash = ("-", (0, (4, 2)), (0, (1, 1)), "-.")[n % 4]
    (chosen,) = axes.plot([], [], color=ink, linestyle=dash)
    if level:
        cap = one.levels[level - 1].cap
        (chosen,) = axes.plot([cap, cap], [-4, 104], color=ink, linestyle=dash, linewidth=1.6, zorder=1.5)
        tip(chosen, f"the oracle at {regime} funds {one.problem} with {cap}")
    (used,) = axes.plot(
        spent,
        113 if n % 2 == 0 else 106,
        marker="v" if n == 0 else "^",
        color=ink,
        linestyle="none",
        markersize=6,
        clip_on=False,
    )
    used.set(markeredgecolor=PAPER, markeredgewidth=0.4)
    tip(used, f"runs at {regime} spent {spent:g} on {one.problem}")
    return {f"oracle, {regime}": chosen, f"spent, {regime}": used}
