"""Accuracy by presented position, averaged over pressures: the paper's figure position_effect (there tool-free)."""

from __future__ import annotations

from r3gym.analysis.over_regimes import over_regimes
from r3gym.figures.canvas import left_labels, legend, note, panel_grid, title
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.position_lines import position_line, positions_of
from r3gym.figures.series import (
    NO_SCHEDULER,
    SETTING_NAMES,
    cells_kept,
    count_words,
    interval_words,
    label_maker,
    points,
    series_of,
    why_missing,
)
from r3gym.figures.source import FigureSource
from r3gym.figures.style import series_style, styled
from r3gym.figures.table import FigureTable


def position_accuracy(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw a line for each series, a panel for each setting."""
    found = []
    for run in source.runs:
        cells = cells_kept(run, options)
        reference = [cell for cell in cells if cell.key.scheduler == NO_SCHEDULER]
        found += [(run.label, *one) for one in over_regimes(reference or cells, run.analysis.resampling)]
    if not found:
        raise MissingData(why_missing(source, computed=False))
    labels = label_maker((run, key) for run, key, _, _ in found)
    settings = list(dict.fromkeys(key.setting for _, key, _, _ in found))
    rows = []
    with styled():
        picture, axes = panel_grid(len(settings), 2.5, sharey=True)
        handles = {}
        for here, setting in zip(axes, settings, strict=True):
            mine = [one for one in found if one[1].setting == setting]
            for name, key, regimes, estimates in mine:
                series = series_of(name, key)
                number = list(labels).index(series)
                values = positions_of(estimates, "accuracy")
                handles[labels[series]] = position_line(
                    here, values, labels[series], number_of=number, of=len(labels), **series_style(number)
                )
                for n, at in enumerate(values, 1):
                    if at is not None:
                        rows.append((name, *series[1:], setting, " ".join(regimes), n, at.estimate, at.low, at.high))
            title(here, SETTING_NAMES.get(setting, setting))
            here.set(xlabel="presented position", ylim=(0, 100))
            here.set_xticks(range(1, len(values) + 1))
        left_labels(axes, "accuracy (%)")
        legend(picture, list(handles.values()), list(handles))
        shown = points(source, options, reference_only=True)
        foot = f"{count_words(shown, source)}; mean over the regimes. Bars: {interval_words(source)}."
        note(picture, foot)
    columns = ("run", "policy", "scheduler", "setting", "regimes", "position", "accuracy", "low", "high")
    return Drawn(picture, FigureTable.of(columns, rows), "Share of correct answers at each position.", foot)
