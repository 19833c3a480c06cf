"""A form that several figures share: shares of a whole as stacked bars, a row for each series."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from r3gym.analysis.figure import Name
from r3gym.figures.canvas import legend, new_picture, note, number, row_labels, title
from r3gym.figures.series import Point, label_maker, panel_title, panels, series_of
from r3gym.figures.style import INK, PAPER, tip
from r3gym.oracle.resampling import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Where a boundary between two segments lies, with its interval, for one point.
Boundaries = Callable[[Point], Sequence[Interval]]
#: A range to mark above the bars of a setting and a pressure, in percent.
Band = Callable[[str, float | None], tuple[float, float] | None]


def no_band(_setting: str, _pressure: float | None) -> None:
    """Mark nothing."""


def stacked_rows(
    found: Sequence[Point],
    segments: Mapping[str, Name],
    colours: Mapping[str, str],
    *,
    foot: str,
    xlabel: str,
    boundaries: Boundaries,
    lines: Sequence[float] = (),
    band: Band = no_band,
    whole: bool = True,
) -> Figure:
    """Draw the segments of every point in percent; ``lines`` are dotted references, ``boundaries`` get whiskers.

    ``band`` returns for a setting and a pressure a range to mark above the bars, in percent.
    """
    groups = panels(found)
    labels = label_maker((point.run, point.key) for point in found)
    order = list(labels)
    published: Any = None
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
            title(here, panel_title(setting, regime))
            for point in groups[setting, regime]:
                place = order.index(series_of(point.run, point.key))
                _bar(here, place, point, labels[series_of(point.run, point.key)], segments, colours, boundaries)
            for x in lines:
                here.axvline(100 * x, color=INK, linewidth=1, linestyle=(0, (1, 2)), zorder=4)
            between = band(setting, groups[setting, regime][0].key.pressure)
            if between is not None:
                (bar,) = here.plot(between, [-0.55] * 2, color=INK, linewidth=4, alpha=0.35, solid_capstyle="butt")
                tip(bar, f"published: {between[0]} to {between[1]} %")
                published = bar
            row_labels(here, list(labels.values()))
            if between is not None:
                here.set_ylim(top=-0.75)
            here.set_xlim(0, 100 if whole else None)
            if row == len(settings) - 1:
                here.set_xlabel(xlabel)
    from matplotlib.patches import Patch

    handles: list[Any] = [Patch(facecolor=colours[name], edgecolor=INK, linewidth=0.4) for name in segments]
    names = list(segments)
    if published is not None:
        handles.append(published)
        names.append("paper: least to most")
    legend(picture, handles, names)
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
            # In ink on paper, so that a whisker is seen on a dark segment too.
            for colour, width in ((PAPER, 3.0), (INK, 1.1)):
                given: dict[str, Any] = {"color": colour, "linewidth": width, "zorder": 5}
                axes.plot([100 * at.low, 100 * at.high], [place, place], **given)
                for end in (at.low, at.high):
                    axes.plot([100 * end] * 2, [place - 0.12, place + 0.12], **given)
