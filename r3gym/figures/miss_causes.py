"""The primary causes of oracle-selected misses: the paper's figure agentic_oracle_miss."""

from __future__ import annotations

from r3gym.behaviour.codebook import CAUSES, MISS_CAUSE
from r3gym.core.setting import Setting
from r3gym.figures.behaviour_points import labelled_runs, macro_points, statements, with_published
from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.published_values import PUBLISHED
from r3gym.figures.series import estimate_table
from r3gym.figures.source import FigureSource
from r3gym.figures.stacked_rows import stacked_rows
from r3gym.figures.style import CLASS_COLOURS, styled
from r3gym.paper.published import published

_COLOURS = (*CLASS_COLOURS, "#0b6e4f", "#c2185b")


def miss_causes(source: FigureSource, options: FigureOptions) -> Drawn:
    """Draw the shares of the seven causes among behaviour-attributable misses, a row for each series."""
    runs = labelled_runs(source)
    names = [(MISS_CAUSE, cause.value) for cause in CAUSES]
    setting = options.setting or Setting.AGENTIC.value
    found = [p for p in macro_points(runs, options, setting) if any(p.at(*name) is not None for name in names)]
    if not found:
        raise MissingData(
            "no oracle-selected miss has a cause: it needs labels and response curves of the same policies "
            "(give both folders)"
        )
    words = {cause.value: cause.value.replace("_", " ") for cause in CAUSES}
    foot = f"{statements(runs)} Misses without enough evidence are left out. Means over domains."
    with styled():
        picture = stacked_rows(
            found,
            {words[cause.value]: (MISS_CAUSE, cause.value) for cause in CAUSES},
            dict(zip(words.values(), _COLOURS, strict=True)),
            foot=foot,
            xlabel="share of attributable misses (%)",
            boundaries=lambda point: [],  # noqa: ARG005
        )
        picture.set_figheight(picture.get_figheight() + 0.75)  # seven names above the panels
    table = estimate_table(found, names)
    if options.paper:
        pressures = {point.key.pressure for point in found}
        rows = [
            (PUBLISHED, row["model"], setting, "none", f"ρ={row['pressure']:g}", "", None, None, MISS_CAUSE,
             row["cause"], row["share"] / 100)
            for row in published().table("causes").records()
            if row["pressure"] in pressures and setting == Setting.AGENTIC.value
        ]  # fmt: skip
        table = with_published(table, rows)
    return Drawn(
        picture,
        table,
        "Why oracle-selected problems were missed: one primary cause for each.",
        foot,
    )
