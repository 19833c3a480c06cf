"""Campaigns: many episodes, each with an identity, in an append-only store that survives interruption."""

from r3gym.records.campaign_manifest import CampaignContest, CampaignManifest, CampaignProblem, CampaignSuite
from r3gym.records.rows import Ending, EpisodeRow, Failure, FailureClass, ModelSpend, RunKind, Slot

__all__ = [
    "CampaignContest",
    "CampaignManifest",
    "CampaignProblem",
    "CampaignSuite",
    "Ending",
    "EpisodeRow",
    "Failure",
    "FailureClass",
    "ModelSpend",
    "RunKind",
    "Slot",
]
