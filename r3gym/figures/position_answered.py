"""Answered and truncated rates by position: the paper's figure judge_position."""

from __future__ import annotations

from r3gym.figures.canvas import left_labels, legend, note, panel_grid, title
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.position_lines import position_line, positions_of
from r3gym.figures.series import (
    SETTING_NAMES,
    count_words,
    estimate_table,
    interval_words,
    label_maker,
    panels,
    points,
    require,
    series_of,
)
from r3gym.figures.source import FigureSource
from r3gym.figures.style import COLOURS, MARKERS, styled

LINES = {"answered": (COLOURS[0], "-"), "truncated": (COLOURS[1], (0, (4, 2)))}


def position_answered(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a panel for each series; solid lines are answered, dashed ones truncated, markers tell the regimes."""
    found = require(points(source, options, reference_only=True), source, ("answered", "position 1"))
    labels = label_maker((point.run, point.key) for point in found)
    ordered = [point for mine in panels(found).values() for point in mine]
    regimes = list(dict.fromkeys(point.key.regime for point in ordered))
    places = list(dict.fromkeys((series_of(p.run, p.key), p.key.setting) for p in ordered))
    with styled():
        picture, axes = panel_grid(len(places), 1.9, most=3 if len(places) > 2 else 2, sharey=True)
        handles = {}
        for here, (series, setting) in zip(axes, places, strict=True):
            mine = [p for p in ordered if (series_of(p.run, p.key), p.key.setting) == (series, setting)]
            for point in mine:
                number = regimes.index(point.key.regime)
                for name, (colour, dash) in LINES.items():
                    values = positions_of(point.estimates, name)
                    handles[f"{name}, {point.key.regime}"] = position_line(
                        here,
                        values,
                        f"{labels[series]}, {name}, {point.key.regime}",
                        number_of=number,
                        of=len(regimes),
                        color=colour,
                        linestyle=dash,
                        marker=MARKERS[number % len(MARKERS)],
                    )
            title(here, f"{labels[series]}, {SETTING_NAMES.get(setting, setting)}")
            here.set(xlabel="presented position", ylim=(-3, 104))
            here.set_xticks(range(1, len(values) + 1))
        left_labels(axes, "problem slots (%)")
        legend(picture, list(handles.values()), list(handles))
        foot = f"{count_words(found, source)}. Bars: {interval_words(source)}."
        note(picture, foot)
    names = [(name, f"position {n}") for name in LINES for n in range(1, len(values) + 1)]
    return Drawn(
        picture,
        estimate_table(found, names),
        "Answered and budget-truncated problem slots by presented position.",
        foot,
    )
