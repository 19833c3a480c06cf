"""What became of every problem slot: the paper's figure judge_omission, decided by rules on rows."""

from __future__ import annotations

from r3gym.analysis.omissions import CLASSES
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import count_words, estimate_table, interval_words, points, require
from r3gym.figures.source import FigureSource
from r3gym.figures.stacked_rows import stacked_rows
from r3gym.figures.style import CLASS_COLOURS, styled


def omissions(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw the shares of the five classes."""
    names = [("omission", name) for name in CLASSES]
    found = require(points(source, options, reference_only=True), source, *names)
    foot = f"{count_words(found, source)}. Whisker: answered, {interval_words(source)}."
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
