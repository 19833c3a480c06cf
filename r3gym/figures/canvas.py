"""Pictures and panels: the paper to draw on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from r3gym.figures.fitting import text_width, wrapped
from r3gym.figures.style import INK, PAPER, QUIET, STYLE, WIDTH, tip
from r3gym.oracle.resampling import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Points to an inch, and the width of a picture in points.
_POINT = 72
_WHOLE = WIDTH * _POINT
#: Size of the foot note, and what labels of the left axis and the space between panels take, in points.
_FOOT, _LEFT, _BETWEEN = 7.2, 40, 12
#: What a legend puts before and behind a label, in points.
_HANDLE = 46
#: From here on an axis counts in thousands.
_MANY = 10_000


def new_picture(height: float, rows: int, columns: int, **given: Any) -> tuple[Figure, list[list[Axes]]]:
    """Return an empty picture of the text's width, and its panels row by row."""
    from matplotlib.figure import Figure

    picture = Figure(figsize=(WIDTH, height), layout="constrained")
    panels = picture.subplots(rows, columns, squeeze=False, **given)
    return picture, [list(row) for row in panels]


def panel_grid(count: int, height: float, most: int = 2, **given: Any) -> tuple[Figure, list[Axes]]:
    """Return panels for ``count`` parts, at most ``most`` beside each other; each row of them is ``height`` high."""
    columns = 2 if count == 4 else min(most, count)
    rows = -(-count // columns)
    picture, panels = new_picture(height * rows + 0.7, rows, columns, **given)
    flat = [axes for row in panels for axes in row]
    for axes in flat[count:]:
        axes.set_visible(False)
    return picture, flat[:count]


def note(picture: Figure, text: str) -> None:
    """Write a foot note: what n is, and what the bars are."""
    picture.supxlabel(wrapped(text, _FOOT, _WHOLE), x=0.005, ha="left", fontsize=_FOOT, color=QUIET)


def title(axes: Axes, text: str, **given: Any) -> None:
    """Name a panel, in as many lines as its width asks for."""
    place = axes.get_subplotspec()
    columns = 1 if place is None else place.get_gridspec().ncols
    room = (_WHOLE - _LEFT) / columns - _BETWEEN
    bold = given.get("fontweight", STYLE["axes.titleweight"]) == "bold"
    lines = [wrapped(line, STYLE["axes.titlesize"], room, bold=bold) for line in text.split("\n")]
    axes.set_title("\n".join(lines), **given)


def left_labels(panels: Sequence[Axes], text: str) -> None:
    """Label the vertical axis of every panel at the left border."""
    for axes in panels:
        place = axes.get_subplotspec()
        if place is not None and place.is_first_col():
            axes.set_ylabel(text)


def bottom_labels(panels: Sequence[Axes], text: str) -> None:
    """Label the horizontal axis of the last panel of each column."""
    place = panels[0].get_subplotspec()
    for axes in panels[-(1 if place is None else place.get_gridspec().ncols) :]:
        axes.set_xlabel(text)


def legend(picture: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Put one legend above all panels, in lines that fit the width."""
    longest = max((text_width(label, STYLE["legend.fontsize"]) for label in labels), default=1.0)
    most = max(1, min(len(labels), int(_WHOLE / (longest + _HANDLE))))
    columns = -(-len(labels) // -(-len(labels) // most)) if labels else 1  # lines of the same length
    picture.legend(handles, labels, loc="outside upper left", ncols=columns, columnspacing=1.4, handlelength=2.4)


def mark(axes: Axes, place: float, at: Interval, words: str, *, vertical: bool = True, **style: Any) -> Any:
    """Draw an estimate with its interval; the words and the numbers are its tooltip. Return the mark."""
    assert at.estimate is not None
    colour = style.get("color", INK)
    said = f"{words}: {number(at)}"
    if at.low is not None and at.high is not None:
        ends = ([place, place], [at.low, at.high]) if vertical else ([at.low, at.high], [place, place])
        (bar,) = axes.plot(*ends, color=colour, linewidth=1.1, solid_capstyle="butt", zorder=2)
        tip(bar, said)
    where = ([place], [at.estimate]) if vertical else ([at.estimate], [place])
    given: dict[str, Any] = (
        {"markeredgecolor": PAPER, "markeredgewidth": 0.5, "zorder": 3} | style | {"linestyle": "none"}
    )
    (dot,) = axes.plot(*where, **given)
    tip(dot, said)
    return dot


def number(at: Interval, scale: float = 1.0, unit: str = "") -> str:
    """Return an estimate and its interval in words.

    >>> number(Interval(0.5, 0.25, 0.75, 10)), number(Interval(0.5, None, None, 0), 100, " %")
    ('0.5 (0.25 to 0.75)', '50 %')
    """
    if at.estimate is None:
        return "no value"
    value = f"{at.estimate * scale:.3g}{unit}"
    return value if at.low is None or at.high is None else f"{value} ({at.low * scale:.3g} to {at.high * scale:.3g})"


def scaled(at: Interval, factor: float) -> Interval:
    """Return the estimate and interval times a factor, such as 100 for percent."""
    estimate, low, high = (None if value is None else value * factor for value in (at.estimate, at.low, at.high))
    return Interval(estimate, low, high, at.resamples)


def from_zero(panels: Sequence[Axes], *, vertical: bool = False) -> None:
    """Let an axis begin at zero in all panels, with room for marks at zero; call it when everything is drawn."""
    for axes in panels:
        high = axes.get_ylim()[1] if vertical else axes.get_xlim()[1]
        limits = (-0.02 * high, high)
        if vertical:
            axes.set_ylim(limits)
        else:
            axes.set_xlim(limits)


def whole_ticks(axes: Axes) -> None:
    """Label whole units only, large ones in thousands; call it when everything is drawn."""
    from matplotlib.ticker import MaxNLocator

    most = axes.get_xlim()[1]
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(lambda value, _place: units(value, most))


def units(value: float, most: float) -> str:
    """Return a number of units for a label; in thousands where the largest of them has five digits.

    >>> units(950, 4000), units(16_660, 66_642), units(2_000, 20_000), units(0, 20_000)
    ('950', '16.7k', '2k', '0')
    """
    if most < _MANY or value == 0:
        return f"{value:,.0f}"
    return f"{value / 1000:.1f}".removesuffix(".0") + "k"


def row_labels(axes: Axes, labels: Sequence[str]) -> None:
    """Name the rows of a panel from the top down."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
