"""Figures of campaigns: the paper's, one by one, and ours beyond them (docs/figures.md). Pictures need matplotlib.

>>> from r3gym.figures import FIGURES
>>> FIGURES["gap_waterfall"].title
'Where the gap comes from'
"""

from r3gym.figures.catalogue import FIGURES, FigureKind
from r3gym.figures.drawing import Drawing
from r3gym.figures.options import FigureOptions
from r3gym.figures.source import FigureSource, read_source
from r3gym.figures.table import FigureTable

__all__ = ["FIGURES", "Drawing", "FigureKind", "FigureOptions", "FigureSource", "FigureTable", "read_source"]
