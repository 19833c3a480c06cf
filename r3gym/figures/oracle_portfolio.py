"""The tiers of what the oracle selects: the paper's figure oracle_difficulty."""

from __future__ import annotations

from collections import Counter

import numpy as np

from r3gym.analysis.groups import RATED
from r3gym.figures.drawing import Drawn
from r3gym.figures.options import FigureOptions
from r3gym.figures.series import Point, count_words, estimate_table, interval_words, points, require
from r3gym.figures.source import FigureSource
from r3gym.figures.stacked_rows import stacked_rows
from r3gym.figures.style import TIER_COLOURS, styled
from r3gym.oracle.resampling import Interval


def oracle_portfolio(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw the shares of the tiers, the suites' own as dotted lines."""
    names = [("portfolio", tier) for tier in RATED]
    found = require(points(source, options, reference_only=True), source, *names)
    mix = suite_mix(source)
    cuts = [sum(mix[tier] for tier in RATED[: n + 1]) for n in range(len(RATED) - 1)]
    dotted = f"Dotted: the suites' own mix ({_words(mix)})"
    foot = f"{count_words(found, source)}. {dotted}. Whiskers: {interval_words(source)}."
    with styled():
        picture = stacked_rows(
            found,
            {tier: ("portfolio", tier) for tier in RATED},
            TIER_COLOURS,
            foot=foot,
            xlabel="share of the problems that the oracle selects (%)",
            boundaries=_boundaries,
            lines=cuts,
        )
    return Drawn(picture, estimate_table(found, names), "Difficulty mix of the oracle's portfolio.", foot)


def suite_mix(source: FigureSource) -> dict[str, float]:
    """Return the share of each tier among all rated problems of the played suites."""
    counts = Counter[str]()
    for run in source.runs:
        for suite in run.campaign.suites.values():
            for n, tier in enumerate(RATED):
                counts[tier] += int(np.count_nonzero(suite.tiers == n))
    whole = max(1, counts.total())
    return {tier: counts[tier] / whole for tier in RATED}


def _boundaries(point: Point) -> list[Interval]:
    """Return the end of the first tier, and the beginning of the last: both have an interval of their own."""
    first, last = point.at("portfolio", RATED[0]), point.at("portfolio", RATED[-1])
    found = [] if first is None else [first]
    if last is not None and last.estimate is not None and last.low is not None and last.high is not None:
        found.append(Interval(1 - last.estimate, 1 - last.high, 1 - last.low, last.resamples))
    return found


def _words(mix: dict[str, float]) -> str:
    return ", ".join(f"{100 * share:.0f} % {tier}" for tier, share in mix.items())
