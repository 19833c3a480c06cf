"""Contest, equal-allocation replay and oracle of every series, by pressure: the paper's figure acc_vs_replay."""

from __future__ import annotations

from typing import Any

from r3gym.figures.canvas import from_zero, legend, mark, new_picture, note, row_labels, title
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.published_values import PUBLISHED, published_rows
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
from r3gym.figures.style import COLOURS, INK, PAPER, QUIET, styled, tip
from r3gym.figures.table import FigureTable

NAMES = (("contest", ""), ("equal", ""), ("oracle", ""))
STYLES: dict[str, dict[str, Any]] = {
    "contest": {"marker": "o", "color": COLOURS[0], "markersize": 6},
    "equal": {"marker": "s", "color": COLOURS[1], "markersize": 5},
    "oracle": {"marker": "D", "color": INK, "markersize": 5},
}
LABELS = {"contest": "contest", "equal": "equal-allocation replay", "oracle": "oracle"}


def contest_equal_oracle(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a row for each series, a panel for each setting and regime."""
    found = require(points(source, options), source, *NAMES)
    groups = panels(found)
    labels = label_maker((point.run, point.key) for point in found)
    printed = {group: published_rows(group, these) if options.paper else [] for group, these in groups.items()}
    settings = list(dict.fromkeys(setting for setting, _ in groups))
    regimes = list(dict.fromkeys(regime for _, regime in groups))
    extra = max(map(len, printed.values()))
    lines = len(labels) + extra
    with styled():
        picture, axes = new_picture(
            (0.5 + 0.27 * lines) * len(settings) + 0.95, len(settings), len(regimes), sharex=True, sharey=True
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
                    label = labels[series_of(point.run, point.key)]
                    there = {name: at for name, _ in NAMES if (at := point.at(name)) is not None}
                    ends = [at.estimate for at in there.values() if at.estimate is not None]
                    here.plot([min(ends), max(ends)], [place, place], color=QUIET, linewidth=0.7, zorder=1)
                    aside = {"equal": 0.26, "contest": 0.0, "oracle": -0.26}
                    for name, at in there.items():
                        words = f"{label}, {regime}, {LABELS[name]}"
                        handles[name] = mark(here, place + aside[name], at, words, vertical=False, **STYLES[name])
                for n, (model, values) in enumerate(printed[setting, regime]):
                    for name, value in values.items():
                        (dot,) = here.plot(
                            value, len(labels) + n, linestyle="none", markerfacecolor=PAPER, **STYLES[name]
                        )
                        tip(dot, f"published, {model}, {LABELS[name]}: {value:.2f}")
                names = [*labels.values(), *(f"{model} (paper)" for model, _ in printed[setting, regime])]
                row_labels(here, names + [""] * (lines - len(names)))
                if row == len(settings) - 1:
                    here.set_xlabel("correct answers per contest")
        from_zero([here for line in axes for here in line])
        order = [name for name, _ in NAMES if name in handles]
        legend(picture, [handles[name] for name in order], [LABELS[name] for name in order])
        hollow = " Hollow: published, no interval." if extra else ""
        foot = f"{count_words(found, source)}. Bars: {interval_words(source)}.{hollow}"
        note(picture, foot)
    table = estimate_table(found, (*NAMES, ("gap", ""), ("gap_ratio", "")))
    if options.paper:
        table = _with_published(table, printed)
    return Drawn(
        picture,
        table,
        "Correct answers per contest: played, replayed with equal shares of the budget, and what the oracle could have "
        "bought with it.",
        foot,
    )


def _with_published(
    table: FigureTable, printed: dict[tuple[str, str], list[tuple[str, dict[str, float]]]]
) -> FigureTable:
    rows = [
        (PUBLISHED, model, setting, "none", regime, "", None, None, name, "", value, None, None)
        for (setting, regime), models in printed.items()
        for model, values in models
        for name, value in values.items()
    ]
    return FigureTable.of(table.columns, [*table.rows, *rows])
