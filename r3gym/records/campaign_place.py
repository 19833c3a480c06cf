"""The place of an episode in its campaign, as its record keeps it: rows can be made again from records alone."""

from __future__ import annotations

from pydantic import Field

from r3gym.core.setting import Setting
from r3gym.records.model_base import Count, FrozenModel, Text
from r3gym.records.run_kind import RunKind


class CampaignPlace(FrozenModel):
    """What the campaign planned (`r3gym.records.planned.PlannedEpisode`), and under which definition it was played."""

    id: Text = Field(description="The episode's identity.")
    kind: RunKind = Field(description="The purpose of the episode.")
    policy: Text = Field(description="The campaign's name for the policy.")
    setting: Setting = Field(description="With a shell or in one completion.")
    domain: Text = Field(description="The name of the domain.")
    suite: Text = Field(description="The suite as the campaign's file names it.")
    contest: Text = Field(description="The contest's id.")
    problem_id: Text | None = Field(description="The problem of a run of one problem, or the target.")
    target: Text | None = Field(description="The label of the target.")
    scheduler: Text = Field(description="The guard or driver, none without one.")
    pressure: float | None = Field(description="The level, None without one.")
    budget: Count | None = Field(description="The cap in units, None without a budget.")
    repeat: int = Field(ge=1, description="From 1.")
    seed: int = Field(description="The policy's seed.")
    edition: Count = Field(
        default=0, description="How many changes of the campaign's definition were accepted before it was played."
    )
