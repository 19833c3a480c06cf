"""Coverage against resource-rational updates: the paper's figure 1."""

from __future__ import annotations

from r3gym.behaviour.codebook import COVERAGE, RATIONAL_UPDATE
from r3gym.behaviour.rates import CONFIRMED, POSSIBLE
from r3gym.figures.behaviour_points import coordinate_points, labelled_runs, statements
from r3gym.figures.canvas import legend, new_picture, note, number
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import estimate_table, label_maker, series_of
from r3gym.figures.source import FigureSource
from r3gym.figures.style import COLOURS, MARKERS, QUIET, styled, tip

#: The regions by the corner that their name stands in.
_REGIONS = (
    (0.985, 0.97, "portfolio planner"),
    (0.015, 0.97, "strategic specialist"),
    (0.985, 0.02, "shallow scanner"),
    (0.015, 0.02, "tunnel solver"),
)


def coordinate(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a mark for each policy at its confirmed rates, and a thin line to its possible ones."""
    runs = labelled_runs(source)
    found = [
        point
        for point in coordinate_points(runs, options)
        if point.at(COVERAGE, CONFIRMED) is not None and point.at(RATIONAL_UPDATE, CONFIRMED) is not None
    ]
    if not found:
        raise MissingData("no clean contest has labels; `r3gym behaviour label` makes them")
    labels = label_maker((point.run, point.key) for point in found)
    with styled():
        picture, panels = new_picture(4.4, 1, 1)
        axes, handles = panels[0][0], {}
        for n, point in enumerate(found):
            sure = [point.at(name, CONFIRMED) for name in (COVERAGE, RATIONAL_UPDATE)]
            may = [point.at(name, POSSIBLE) for name in (COVERAGE, RATIONAL_UPDATE)]
            low = [at.estimate or 0.0 for at in sure if at is not None]
            high = [at.estimate or 0.0 for at in may if at is not None]
            colour = COLOURS[n % len(COLOURS)]
            for axis in (0, 1):  # how far each rate may reach
                ends = [low[0], high[0] if axis == 0 else low[0]], [low[1], high[1] if axis == 1 else low[1]]
                axes.plot(*ends, color=colour, linewidth=0.8, alpha=0.6)
            (dot,) = axes.plot(
                [low[0]], [low[1]], color=colour, marker=MARKERS[n % len(MARKERS)], linestyle="none", markersize=7
            )
            words = labels[series_of(point.run, point.key)]
            said = [number(at) for at in sure if at is not None]
            tip(dot, f"{words}: coverage {said[0]}, rational updates {said[1]}")
            handles[words] = dot
        for at in (0.5,):
            axes.axhline(at, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)))
            axes.axvline(at, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)))
        for x, y, name in _REGIONS:
            axes.text(
                x, y, name, transform=axes.transAxes, color=QUIET, fontsize=8,
                ha="right" if x > 0.5 else "left", va="top" if y > 0.5 else "bottom",
            )  # fmt: skip
        axes.set(
            xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="problems with substantive work (confirmed share)",
            ylabel="contests with a resource-rational update",
        )  # fmt: skip
        legend(picture, list(handles.values()), list(handles))
        foot = f"{statements(runs)} Thin lines reach to the possible rates. Borders at one half are descriptive."
        note(picture, foot)
    names = [(name, word) for name in (COVERAGE, RATIONAL_UPDATE) for word in (CONFIRMED, POSSIBLE)]
    return Drawn(
        picture,
        estimate_table(found, names),
        "Confirmed coverage against confirmed resource-rational updates of each policy, averaged over its settings, "
        "pressures and domains.",
        foot,
    )
