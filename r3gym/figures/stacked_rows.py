"""A form that several figures share: shares of a whole as stacked bars, a row for each series."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from r3gym.analysis.figure import Name
from r3gym.figures.canvas import legend, new_picture, note, number, row_labels
from r3gym.figures.series import Point, label_maker, panel_title, panels, series_of
from r3gym.figures.style import INK, PAPER, tip
from r3gym.oracle.resampling import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Where a boundary between two segments lies, with its interval, for one point.
Boundaries = Callable[[Point], Sequence[Interval]]


def stacked_rows(
    found: Sequence[Point],
    segments: Mapping[str, Name],
    colours: Mapping[str, str],
    *,
    foot: str,
    xlabel: str,
    boundaries: Boundaries,
    lines: Sequence[float] = (),
    whole: bool = True,
) -> Figure:
    """Draw the segments of every point in percent; ``lines`` are dotted references, ``boundaries`` get whiskers."""
    groups = panels(found)
    labels = label_maker((point.run, point.key) for point in found)
    order = list(labels)
    settings = list(dict.fromkeys(setting for setting, _ in groups))
    regimes = list(dict.fromkeys(regime for _, regime in groups))
    height = 0.42 + 0.26 * len(order)
    picture, axes = new_picture(height * len(settings) + 0.95, len(settings), len(regimes), sharex=True, sharey=True)
    for row, setting in enumerate(settings):
        for column, regime in enumerate(regimes):
            here = axes[row][column]
            if (setting, regime) not in groups:
                here.set_visible(False)
                continue
            here.set_title(panel_title(setting, regime))
            for point in groups[setting, regime]:
                place = order.index(series_of(point.run, point.key))
                _bar(here, place, point, labels[series_of(point.run, point.key)], segments, colours, boundaries)
            for x in lines:
                here.axvline(100 * x, color=INK, linewidth=1, linestyle=(0, (1, 2)), zorder=4)
            row_labels(here, list(labels.values()))
            here.set_xlim(0, 100 if whole else None)
            if row == len(settings) - 1:
                here.set_xlabel(xlabel)
    from matplotlib.patches import Patch

    legend(picture, [Patch(facecolor=colours[name], edgecolor=INK, linewidth=0.4) for name in segments], list(segments))
    note(picture, foot)
    return picture


def _bar(
    axes: Axes,
    place: int,
    point: Point,
    label: str,
    segments: Mapping[str, Name],
    colours: Mapping[str, str],
    boundaries: Boundaries,
) -> None:
    start = 0.0
    for name, figure in segments.items():
        at = point.at(*figure)
        if at is None or at.estimate is None:
            continue
        size = 100 * at.estimate
        bar = axes.barh(place, size, 0.66, start, color=colours[name], edgecolor=PAPER, linewidth=0.6)
        tip(bar.patches, f"{label}, {point.key.regime}, {name}: {number(at, 100, ' %')}")
        start += size
    for at in boundaries(point):
        if at.low is not None and at.high is not None:
            axes.plot([100 * at.low, 100 * at.high], [place, place], color=INK, linewidth=1.1, zorder=5)
            for end in (at.low, at.high):
                axes.plot([100 * end] * 2, [place - 0.12, place + 0.12], color=INK, linewidth=1.1, zorder=5)
