"""Score against budget: contests where they were played, between the equal split, the oracle and the ceiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from r3gym.analysis.oracle_score import NEVER, cheapest_successes
from r3gym.cells.cell import CurveCell
from r3gym.cells.table import Floats, Ints
from r3gym.figures.canvas import from_zero, left_labels, legend, mark, note, panel_grid, title, whole_ticks
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.most_panels import chosen_panels
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import NO_SCHEDULER, cells_kept, domain_name, interval_words, repeat_words, why_missing
from r3gym.figures.source import FigureSource, policy_names
from r3gym.figures.style import COLOURS, INK, MARKERS, QUIET, styled
from r3gym.figures.table import FigureTable, Value
from r3gym.oracle.batch import solve_batch
from r3gym.oracle.costs import OracleCost
from r3gym.oracle.equal import equal_share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Budgets at which the lines are computed.
STEPS = 40


def score_by_budget(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a panel for each policy, setting and domain that has contests and curves."""
    found = []
    for run in source.runs:
        cells = [cell for cell in cells_kept(run, options) if cell.budget is not None]
        for key in dict.fromkeys(cell.key.curves for cell in cells):
            if key in run.curves:
                found.append((run, run.curves[key], [cell for cell in cells if cell.key.curves == key]))
    if not found:
        raise MissingData(why_missing(source, computed=any(run.contests for run in source.runs)))
    shown, left_out = chosen_panels(found)
    names = policy_names(source)
    rows: list[tuple[Value, ...]] = []
    schedulers = list(dict.fromkeys(cell.key.scheduler for _, _, cells in found for cell in cells))
    with styled():
        picture, axes = panel_grid(len(shown), 2.0, most=3, sharey=True)
        handles: dict[str, object] = {}
        for place, (run, curve, cells) in enumerate(found):
            budgets = _budgets(curve, [cell.budget or 0 for cell in cells])
            oracle, equal, ceiling = budget_lines(curve, budgets, run.analysis.oracle_cost)
            own = (run.label, curve.key.policy, curve.key.setting, curve.key.domain)
            rows += [
                (*own, name, "", int(budget), float(value), None, None)
                for name, line in (("oracle", oracle), ("equal", equal), ("ceiling", np.full(len(budgets), ceiling)))
                for budget, value in zip(budgets, line, strict=True)
            ]
            here = axes[place] if place < len(shown) else None
            if here is not None:
                handles |= _lines(here, budgets, oracle, equal, ceiling)
                name = domain_name(curve.key.domain)
                title(here, f"{names[curve.key.policy]}{f' ({run.label})' if source.several else ''}, {name}")
                unit = "counted actions" if curve.key.setting == "agentic" else "output tokens"
                here.set_xlabel(f"budget ({unit})")
            for cell in cells:
                result = next((one for one in run.analysis.cells if one.key == cell.key), None)
                at = None if result is None else result.estimates.get(("contest", ""))
                if at is None or at.estimate is None:
                    continue
                rows.append((*own, "contest", cell.key.scheduler, cell.budget, at.estimate, at.low, at.high))
                if here is not None:
                    number = schedulers.index(cell.key.scheduler)
                    aside = (number - (len(schedulers) - 1) / 2) * 0.02 * float(budgets[-1])
                    words = f"contest, {cell.key.scheduler}, budget {cell.budget}"
                    label = "contest" if cell.key.scheduler == NO_SCHEDULER else f"contest, {cell.key.scheduler}"
                    handles[label] = mark(
                        here,
                        (cell.budget or 0) + aside,
                        at,
                        words,
                        color=COLOURS[number % len(COLOURS)],
                        marker=MARKERS[number % len(MARKERS)],
                        markersize=6,
                    )
        from_zero(axes)
        from_zero(axes, vertical=True)
        for here in axes:
            whole_ticks(here)
        left_labels(axes, "correct answers per contest")
        legend(picture, list(handles.values()), list(handles))
        counts = sorted({len(cell.contests) for _, _, cells in found for cell in cells})
        foot = (
            f"n = {' or '.join(map(str, counts))} contests × {repeat_words(source)} per mark. Bars: "
            f"{interval_words(source)}.{left_out}"
        )
        note(picture, foot)
    columns = ("run", "policy", "setting", "domain", "line", "scheduler", "budget", "score", "low", "high")
    return Drawn(
        picture,
        FigureTable.of(columns, rows),
        "Contest scores at the budgets that were played. Lines from the response curves: the oracle, the "
        "equal-allocation replay, and the ceiling (every problem at its best level).",
        foot,
    )


def budget_lines(curve: CurveCell, budgets: Ints, cost: OracleCost) -> tuple[Floats, Floats, float]:
    """Return the means over contests of oracle and equal replay at each budget, and the ceiling."""
    order = curve.suite.order
    cheapest = cheapest_successes(curve.outcome, curve.used)
    if cost is OracleCost.OBSERVED:
        paid, won, scale = np.where(cheapest == NEVER, 0, cheapest), (cheapest != NEVER).astype(np.int64), 1
    else:
        scale = int(np.lcm.reduce(np.maximum(curve.runs, 1).ravel()))
        paid = np.where(curve.runs > 0, curve.caps, 0)
        won = curve.successes * (scale // np.maximum(curve.runs, 1))
    nothing = np.zeros((len(won), 1), np.int64)
    costs = np.concatenate([nothing, paid], axis=1)[order]
    successes = np.concatenate([nothing, won], axis=1)[order]
    oracle = np.array([solve_batch(costs, successes, int(budget)).successes.mean() / scale for budget in budgets])
    least = cheapest.min(axis=1)[order]
    equal = np.array([(least <= equal_share(int(b), curve.suite.size)).sum(axis=1).mean() for b in budgets])
    return oracle, equal.astype(np.float64), float(successes.max(axis=2).sum(axis=1).mean() / scale)


def _budgets(curve: CurveCell, played: list[int]) -> Ints:
    most = max([*played, int(curve.caps.max())]) * 1.25
    return np.unique(np.concatenate([np.linspace(0, most, STEPS).astype(np.int64), np.array(played, np.int64)]))


def _lines(axes: Axes, budgets: Ints, oracle: Floats, equal: Floats, ceiling: float) -> dict[str, object]:
    (top,) = axes.plot(budgets, [ceiling] * len(budgets), color=QUIET, linestyle=(0, (6, 3)), linewidth=1)
    # What a budget buys holds until a larger one buys more: steps, not slopes.
    (best,) = axes.plot(budgets, oracle, color=INK, drawstyle="steps-post")
    (shared,) = axes.plot(budgets, equal, color=QUIET, linestyle=(0, (1, 1.5)), drawstyle="steps-post")
    between = {"where": (oracle >= equal).tolist(), "color": QUIET, "alpha": 0.1, "linewidth": 0}
    axes.fill_between(budgets, equal, oracle, step="post", **between)
    return {"ceiling": top, "oracle": best, "equal-allocation replay": shared}
