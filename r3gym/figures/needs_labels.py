"""The paper's three figures of behaviour: they show annotators' labels, which rows and records do not hold.

Coverage, strategy updates and causes of misses are judgements about trajectories. No rule on rows stands in for them
here: a made-up rate in their place would look like the paper's and mean something else. Who has labels replaces a
function of this module by one that draws: its line in `r3gym.figures.catalogue` names it, and nothing else does.
"""

from __future__ import annotations

from r3gym.figures.drawing import Drawn, MissingData
from r3gym.figures.options import FigureOptions
from r3gym.figures.source import FigureSource

_LABELS = "it needs annotations (labels of trajectories by annotators), which this run does not have"


def coordinate(_source: FigureSource, _options: FigureOptions) -> Drawn:
    """Say which labels are missing: substantive work on each problem, resource-rational updates."""
    raise MissingData(
        f"{_LABELS}: which problems got substantive work, and which strategy updates were resource-rational"
    )


def funnel(_source: FigureSource, _options: FigureOptions) -> Drawn:
    """Say which labels are missing: observed difficulty, strategy updates, resource-rational updates."""
    raise MissingData(f"{_LABELS}: observed difficulty, strategy update, resource-rational update")


def miss_causes(_source: FigureSource, _options: FigureOptions) -> Drawn:
    """Say which labels are missing: the primary cause of each oracle-selected miss."""
    raise MissingData(
        f"{_LABELS}: the primary cause of each oracle-selected miss (`r3gym paper causes` prints the published shares; "
        "selected_misses shows how many there are)"
    )
