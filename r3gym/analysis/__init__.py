"""The analysis of campaigns: from rows to the paper's figures (docs/analysis.md). Needs NumPy."""

from r3gym.analysis.analyse import TABLES, Analysis, CellResult, MissingRuns, analyse
from r3gym.analysis.bootstrap import Resampling
from r3gym.analysis.main_table import MainCell, cells_of, main_cells

__all__ = [
    "TABLES",
    "Analysis",
    "CellResult",
    "MainCell",
    "MissingRuns",
    "Resampling",
    "analyse",
    "cells_of",
    "main_cells",
]
