"""Attributed output spent on problems that stayed wrong, by tier: the paper's figure wasted_share."""

from __future__ import annotations

from functools import partial

from r3gym.analysis.groups import ALL, RATED
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.published_values import published_range
from r3gym.figures.series import count_words, estimate_table, interval_words, points, require
from r3gym.figures.source import FigureSource
from r3gym.figures.stacked_rows import no_band, stacked_rows
from r3gym.figures.style import TIER_COLOURS, styled


def wasted_output(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw the share of each tier; together they are all that was wasted."""
    names = [("wasted", tier) for tier in (*RATED, ALL)]
    found = require(points(source, options, reference_only=True), source, ("wasted", ALL))
    foot = f"{count_words(found, source)}. Whisker: the total, {interval_words(source)}."
    with styled():
        picture = stacked_rows(
            found,
            {tier: ("wasted", tier) for tier in RATED},
            TIER_COLOURS,
            foot=foot,
            xlabel="share of attributed output (%)",
            boundaries=lambda point: [at] if (at := point.at("wasted", ALL)) is not None else [],
            band=partial(published_range, "wasted_output") if options.paper else no_band,
        )
    return Drawn(
        picture,
        estimate_table(found, names),
        "Share of the attributed output (tokens, or counted actions) spent on problems that stayed wrong, by tier.",
        foot,
    )
