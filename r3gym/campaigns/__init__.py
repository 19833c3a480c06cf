"""Campaigns: many episodes, each with an identity, in an append-only store that survives interruption."""

from r3gym.records.campaign_manifest import Manifest, PlayedContest, PlayedProblem, PlayedSuite
from r3gym.records.rows import Ending, EpisodeRow, Failure, FailureClass, RunKind, Slot, Spend

__all__ = [
    "Ending",
    "EpisodeRow",
    "Failure",
    "FailureClass",
    "Manifest",
    "PlayedContest",
    "PlayedProblem",
    "PlayedSuite",
    "RunKind",
    "Slot",
    "Spend",
]
