"""The two figures of the study."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from statistics import fmean

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from study_analysis import TIERS, Study, position_figures, solved

INK = {"easy": "#2a7f62", "medium": "#c98a1b", "hard": "#b2413b", "all": "#333333", 0.2: "#b2413b", 0.8: "#2b5f9e"}


def draw(study: Study, pressures: Sequence[float], home: Path) -> None:
    """Write ``curves.png`` and ``positions.png``."""
    _curves(study, home / "curves.png")
    _positions(study, pressures, home / "positions.png")


def _curves(study: Study, path: Path) -> None:
    figure, axes = plt.subplots(figsize=(6, 3.6), layout="constrained")
    for tier in (*TIERS, "all"):
        problems = [p for p, t in study.tiers.items() if tier in (t, "all")]
        rates = [fmean(solved(r) for p in problems for r in study.curve_runs(p)[n]) for n in range(len(study.grid))]
        style = "--" if tier == "all" else "-"
        axes.plot(study.grid, rates, style, marker="o", color=INK[tier], label=f"{tier} ({len(problems)})")
    axes.set_xscale("log", base=2)
    axes.set_xticks(study.grid, [f"{c}\n({level:g})" for c, level in zip(study.grid, study.levels, strict=True)])
    axes.minorticks_off()
    axes.set(xlabel="cap in output tokens (share of R-infinity)", ylabel="success rate", ylim=(0, 1))
    axes.legend(frameon=False)
    figure.savefig(path, dpi=130)
    plt.close(figure)


def _positions(study: Study, pressures: Sequence[float], path: Path) -> None:
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.4, 3.4), layout="constrained")
    places = range(1, 7)
    for pressure in pressures:
        found = position_figures(study, study.grid[list(study.levels).index(pressure)])
        ink, label = INK[pressure], f"pressure {pressure:g}"
        left.plot(places, found["accuracy"], "-o", color=ink, label=f"accuracy, {label}")
        left.plot(places, found["answered"], ":s", color=ink, label=f"answered, {label}", markersize=4)
        right.plot(places, list(accumulate(found["output share"])), "-o", color=ink, label=label)
    right.plot(places, [n / 6 for n in places], "k:", label="equal shares")
    left.set(xlabel="position in the contest", ylabel="share of runs", ylim=(0, 1.02))
    right.set(xlabel="position in the contest", ylabel="cumulative share of output", ylim=(0, 1.02))
    for axes in (left, right):
        axes.legend(frameon=False, fontsize=8)
    figure.savefig(path, dpi=130)
    plt.close(figure)
