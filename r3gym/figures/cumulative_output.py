"""Cumulative share of attributed output by position: the paper's figure cumulative_share."""

from __future__ import annotations

from r3gym.figures.canvas import left_labels, legend, note, panel_grid, title
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.position_lines import position_line, positions_of
from r3gym.figures.published_values import published_range
from r3gym.figures.series import (
    count_words,
    estimate_table,
    interval_words,
    label_maker,
    panel_title,
    panels,
    points,
    require,
    series_of,
)
from r3gym.figures.source import FigureSource
from r3gym.figures.style import INK, series_style, styled, tip

NAME = "cumulative_output_share"


def cumulative_output(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a line for each series, a panel for each setting and regime, and uniform spending as a dotted line."""
    found = require(points(source, options, reference_only=True), source, (NAME, "position 1"))
    labels = label_maker((point.run, point.key) for point in found)
    groups = panels(found)
    with styled():
        picture, axes = panel_grid(len(groups), 2.3, sharey=True)
        handles = {}
        for here, ((setting, regime), mine) in zip(axes, groups.items(), strict=True):
            for point in mine:
                number = list(labels).index(series_of(point.run, point.key))
                label = labels[series_of(point.run, point.key)]
                values = positions_of(point.estimates, NAME)
                handles[label] = position_line(
                    here, values, label, number_of=number, of=len(labels), **series_style(number)
                )
            size = len(values)
            (uniform,) = here.plot(
                range(1, size + 1), [100 * n / size for n in range(1, size + 1)], color=INK, linestyle=(0, (1, 2))
            )
            shares = published_range("cumulative_output", setting, mine[0].key.pressure) if options.paper else None
            if shares is not None:
                (bar,) = here.plot([0.72, 0.72], shares, color=INK, linewidth=4, alpha=0.35, solid_capstyle="butt")
                tip(bar, f"published, position 1: {shares[0]} to {shares[1]} % over six models")
                handles["paper, position 1: least to most"] = bar
            title(here, panel_title(setting, regime))
            here.set(xlabel="presented position", ylim=(0, 104))
            here.set_xticks(range(1, size + 1))
        left_labels(axes, "cumulative output (%)")
        legend(picture, [*handles.values(), uniform], [*handles, "uniform"])
        foot = f"{count_words(found, source)}. Bars: {interval_words(source)}."
        note(picture, foot)
    names = [(NAME, f"position {n}") for n in range(1, size + 1)]
    return Drawn(
        picture, estimate_table(found, names), "Share of the attributed output spent up to each position.", foot
    )
