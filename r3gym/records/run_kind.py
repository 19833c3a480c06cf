"""The purpose of an episode of a campaign."""

from __future__ import annotations

from enum import StrEnum


class RunKind(StrEnum):
    """The purpose of an episode.

    ``contest``: a contest with one budget. ``curve``: one problem at one level of the pressure grid. ``baseline``: a
    contest without a budget, for calibration. ``target``: a contest in which one problem is to be solved
    (target-in-suite diagnostic). ``single``: one problem alone without a budget; its length is the
    problem's difficulty.
    """

    CONTEST = "contest"
    CURVE = "curve"
    BASELINE = "baseline"
    TARGET = "target"
    SINGLE = "single"


#: The kinds that play one problem alone.
SINGLE_PROBLEM = (RunKind.CURVE, RunKind.SINGLE)

#: The kinds without a budget: only caps for safety can stop them, and what was stopped measures no natural use.
UNBUDGETED = (RunKind.BASELINE, RunKind.SINGLE)
