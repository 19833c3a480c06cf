"""A form that several figures share: a line over the presented positions, with a bar for each interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from r3gym.analysis.groups import position
from r3gym.figures.canvas import number, scaled
from r3gym.figures.style import PAPER, tip
from r3gym.oracle.resampling import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: How far series are moved apart, so that their intervals do not cover each other.
_APART = 0.09


def positions_of(estimates: Mapping[tuple[str, str], Interval], name: str) -> list[Interval | None]:
    """Return a figure at every position, from the first on."""
    found: list[Interval | None] = []
    while (name, position(len(found))) in estimates:
        at = estimates[name, position(len(found))]
        found.append(None if at.estimate is None else at)
    return found


def position_line(
    axes: Axes, values: Sequence[Interval | None], label: str, *, number_of: int = 0, of: int = 1, **style: Any
) -> Any:
    """Draw a line in percent; ``number_of`` among ``of`` series decides how far it is moved aside. Return the line."""
    aside = _APART * (number_of - (of - 1) / 2) / max(1, (of - 1) / 3)
    there = [(n + 1 + aside, n + 1, scaled(at, 100)) for n, at in enumerate(values) if at is not None]
    given: dict[str, Any] = {"markeredgecolor": PAPER, "markeredgewidth": 0.5, "zorder": 3} | style
    (line,) = axes.plot(
        [x for x, _, _ in there],
        [at.estimate or 0.0 for _, _, at in there],
        **given,
    )
    for x, place, at in there:
        if at.low is not None and at.high is not None:
            (bar,) = axes.plot([x, x], [at.low, at.high], color=style.get("color"), linewidth=0.9, alpha=0.75)
            tip(bar, f"{label}, position {place}: {number(at, unit=' %')}")
    return line
