"""From an observed difficulty to a resource-rational update: the paper's figure agentic_funnel."""

from __future__ import annotations

from r3gym.behaviour.codebook import ADAPTATION
from r3gym.behaviour.rates import CONFIRMED, POSSIBLE
from r3gym.core.setting import Setting
from r3gym.figures.behaviour_points import labelled_runs, macro_points, statements
from r3gym.figures.canvas import mark, new_picture, note, row_labels, scaled
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import estimate_table, label_maker, series_of
from r3gym.figures.source import FigureSource
from r3gym.figures.style import COLOURS, styled

WORDS = ("difficulty observed", "strategy update", "resource-rational", "update failed")


def funnel(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a panel for each series and regime; bars are confirmed rates, hollow ones possible rates."""
    runs = labelled_runs(source)
    found = [
        p for p in macro_points(runs, options, Setting.AGENTIC.value) if p.at(ADAPTATION[0], CONFIRMED) is not None
    ]
    if not found:
        raise MissingData("no clean agentic contest has labels; `r3gym behaviour label` makes them")
    labels = label_maker((point.run, point.key) for point in found)
    shown = found[:12]
    with styled():
        columns = min(2, len(shown))
        picture, panels = new_picture(
            1.5 * -(-len(shown) // columns) + 0.7, -(-len(shown) // columns), columns, sharex=True
        )
        flat = [axes for row in panels for axes in row]
        for axes in flat[len(shown) :]:
            axes.set_visible(False)
        for axes, point in zip(flat, shown, strict=False):
            for n, (kind, word) in enumerate(zip(ADAPTATION, WORDS, strict=True)):
                sure, may = point.at(kind, CONFIRMED), point.at(kind, POSSIBLE)
                if sure is None or sure.estimate is None:
                    continue
                if may is not None and may.estimate is not None:
                    axes.barh(n, 100 * may.estimate, 0.6, facecolor="none", edgecolor=COLOURS[n], linewidth=0.8)
                axes.barh(n, 100 * sure.estimate, 0.6, color=COLOURS[n])
                mark(axes, n, scaled(sure, 100), f"{word}, in %", vertical=False, marker="|", color="#1d1f21")
            row_labels(axes, WORDS)
            axes.set_xlim(0, 102)
            axes.set_title(f"{labels[series_of(point.run, point.key)]}, {point.key.regime}")
        flat[len(shown) - 1].set_xlabel("clean contests (%)")
        foot = f"{statements(runs)} Hollow: possible rates. Means over domains."
        note(picture, foot)
    names = [(kind, word) for kind in ADAPTATION for word in (CONFIRMED, POSSIBLE)]
    table = estimate_table(found, names)
    return Drawn(
        picture,
        table,
        "Agentic contests in which difficulty was observed, the strategy changed, the change was resource-rational, "
        "and the change failed. The paper states 38.5 to 63.4 % strategy updates for four models and none for two.",
        foot,
    )
