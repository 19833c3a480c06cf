"""Campaigns: many episodes, each with an identity, in an append-only store that survives interruption."""

from r3gym.records.campaign_manifest import CampaignContest, CampaignProblem, CampaignSuite, Manifest
from r3gym.records.rows import Ending, EpisodeRow, Failure, FailureClass, ModelSpend, RunKind, Slot

__all__ = [
    "CampaignContest",
    "CampaignProblem",
    "CampaignSuite",
    "Ending",
    "EpisodeRow",
    "Failure",
    "FailureClass",
    "Manifest",
    "ModelSpend",
    "RunKind",
    "Slot",
]
