"""What the oracle selects and contests miss, by tier: the paper's figure selected_misses."""

from __future__ import annotations

from r3gym.analysis.groups import ALL, RATED
from r3gym.figures.canvas import from_zero, legend, mark, new_picture, note, row_labels, scaled, title
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
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
from r3gym.figures.style import INK, TIER_INKS, styled

NAME = "selected_miss_rate"
MARKS = {"easy": "o", "medium": "s", "hard": "D"}


def selected_misses(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a row for each series with a mark for each tier, a panel for each setting and regime."""
    names = [(NAME, tier) for tier in (*RATED, ALL)]
    found = require(points(source, options, reference_only=True), source, *names)
    labels = label_maker((point.run, point.key) for point in found)
    groups = panels(found)
    settings = list(dict.fromkeys(setting for setting, _ in groups))
    regimes = list(dict.fromkeys(regime for _, regime in groups))
    with styled():
        picture, axes = new_picture(
            (0.5 + 0.36 * len(labels)) * len(settings) + 0.95, len(settings), len(regimes), sharex=True, sharey=True
        )
        handles = {}
        for row, setting in enumerate(settings):
            for column, regime in enumerate(regimes):
                here = axes[row][column]
                if (setting, regime) not in groups:
                    here.set_visible(False)
                    continue
                title(here, panel_title(setting, regime))
                for point in groups[setting, regime]:
                    place = list(labels).index(series_of(point.run, point.key))
                    for n, tier in enumerate(RATED):
                        at = point.at(NAME, tier)
                        if at is not None:
                            handles[tier] = mark(
                                here,
                                place + 0.24 * (n - 1),
                                scaled(at, 100),
                                f"{labels[series_of(point.run, point.key)]}, {regime}, {tier}, in %",
                                vertical=False,
                                marker=MARKS[tier],
                                color=TIER_INKS[tier],
                                markeredgecolor=INK,
                                markersize=5.5,
                            )
                row_labels(here, list(labels.values()))
                if row == len(settings) - 1:
                    here.set_xlabel("selected misses (% of all judged problems)")
        from_zero([here for line in axes for here in line])
        legend(picture, list(handles.values()), list(handles))
        foot = f"{count_words(found, source)}. Bars: {interval_words(source)}."
        note(picture, foot)
    return Drawn(
        picture,
        estimate_table(found, names),
        "Problems that the oracle selects and the contests miss, over all judged problems: the tiers add up to all.",
        foot,
    )
