"""Pictures and panels: the paper to draw on."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from r3gym.figures.style import INK, PAPER, QUIET, WIDTH, tip
from r3gym.oracle.resampling import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Characters of a line of the foot note.
_FOOT = 138


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
    picture.supxlabel("\n".join(textwrap.wrap(text, _FOOT)), x=0.005, ha="left", fontsize=7.2, color=QUIET)


def legend(picture: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Put one legend above all panels, in lines that fit the width."""
    longest = max((len(label) for label in labels), default=1)
    columns = max(1, min(len(labels), int(108 / (longest + 7))))
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
    """Label whole units only."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def row_labels(axes: Axes, labels: Sequence[str]) -> None:
    """Name the rows of a panel from the top down."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
