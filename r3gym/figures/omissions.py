"""What became of every problem slot: the paper's figure judge_omission, decided by rules on rows."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.analysis.omissions import CLASSES
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.published_values import published_range
from r3gym.figures.series import Point, count_words, estimate_table, interval_words, points, require
from r3gym.figures.source import FigureSource
from r3gym.figures.stacked_rows import stacked_rows
from r3gym.figures.style import CLASS_COLOURS, styled


def omissions(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw the shares of the five classes."""
    names = [("omission", name) for name in CLASSES]
    found = require(points(source, options, reference_only=True), source, *names)
    foot = f"{count_words(found, source)}. Whisker: answered, {interval_words(source)}."
    if options.paper:
        foot += _published(found)
    with styled():
        picture = stacked_rows(
            found,
            {name: ("omission", name) for name in CLASSES},
            dict(zip(CLASSES, CLASS_COLOURS, strict=True)),
            foot=foot,
            xlabel="share of problem slots (%)",
            boundaries=lambda point: [at] if (at := point.at("omission", CLASSES[0])) is not None else [],
        )
    return Drawn(
        picture,
        estimate_table(found, names),
        "Problem slots: answered, truncated by the budget, unreadable format, unresolved (worked on, nothing handed "
        "in), or insufficient evidence. Decided by rules on rows, not by annotators.",
        foot,
    )


def _published(found: Sequence[Point]) -> str:
    """Return what the paper states of the same pressures, tool-free: judged from trajectories, over six models."""
    words = {}
    for key in (point.key for point in found):
        stated = published_range("omissions", key.setting, key.pressure)
        if stated is not None:
            words[key.regime] = f"{key.regime} {stated[0]:g} to {stated[1]:g} %"
    return f" Paper, truncated, tool-free, as judged for six models: {', '.join(words.values())}." if words else ""
