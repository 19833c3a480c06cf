"""What an episode of a campaign is played for."""

from __future__ import annotations

from enum import StrEnum


class RunKind(StrEnum):
    """What an episode is played for.

    ``contest``: a contest with one budget. ``curve``: one problem at one level of the pressure grid. ``baseline``: a
    contest without a budget, for calibration. ``target``: a contest in which one problem is to be solved
    (target-in-suite diagnostic).
    """

    CONTEST = "contest"
    CURVE = "curve"
    BASELINE = "baseline"
    TARGET = "target"
