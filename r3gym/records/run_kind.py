"""The purpose of an episode of a campaign."""

from __future__ import annotations

from enum import StrEnum


class RunKind(StrEnum):
    """The purpose of an episode.

    ``contest``: a contest with one budget. ``curve``: one problem at one level of the pressure grid. ``baseline``: a
    contest without a budget, for calibration. ``target``: a contest in which one problem is to be solved
    (target-in-suite diagnostic).
    """

    CONTEST = "contest"
    CURVE = "curve"
    BASELINE = "baseline"
    TARGET = "target"
