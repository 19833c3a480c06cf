"""Accuracy averaged over budget regimes, as in the paper's figure of positions: regimes first, then domains.

The regimes of a domain are resampled with the same draws, so that the interval of their mean is paired.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from r3gym.analysis.accuracy import accuracy
from r3gym.analysis.bootstrap import ResampledFigure, Resampling, macro, resample
from r3gym.analysis.figure import Name
from r3gym.cells.cell import MACRO, CellKey, ContestCell
from r3gym.oracle.resampling import Interval


def over_regimes(
    cells: Sequence[ContestCell], resampling: Resampling
) -> list[tuple[CellKey, tuple[str, ...], Mapping[Name, Interval]]]:
    """Return key, regimes and figures of every policy, setting and scheduler. A domain may lack a regime."""
    together: dict[CellKey, dict[str, list[ContestCell]]] = {}
    for cell in cells:
        key = replace(cell.key, domain=MACRO, suite="", pressure=None, budget=None)
        together.setdefault(key, {}).setdefault(cell.key.domain, []).append(cell)
    found: list[tuple[CellKey, tuple[str, ...], Mapping[Name, Interval]]] = []
    for key, domains in together.items():
        drawn = {domain: _mean(mates, resampling) for domain, mates in domains.items()}
        regimes = tuple(dict.fromkeys(cell.key.regime for mates in domains.values() for cell in mates))
        found.append((key, regimes, {name: one.interval() for name, (one, _) in macro(drawn).items()}))
    return found


def _mean(mates: Sequence[ContestCell], resampling: Resampling) -> dict[Name, ResampledFigure]:
    """Return the plain mean of the cells' figures, in every resample."""
    every = [resample(accuracy(cell), resampling.counts(len(cell.contests), cell.key.domain)) for cell in mates]
    found = {}
    for name in every[0]:
        parts = [one[name] for one in every if name in one and one[name].value is not None]
        values = [part.value for part in parts if part.value is not None]
        if values:
            found[name] = ResampledFigure(sum(values) / len(values), np.mean([part.values for part in parts], axis=0))
    return found
