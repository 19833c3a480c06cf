"""The contestant: the policy, the model's profile without secrets, and the policy's notes on its episode."""

from __future__ import annotations

from pydantic import Field

from r3gym.records.model_base import FrozenModel, JsonObject, Text
from r3gym.records.turns import UsageSums

#: The contestant's word for an episode that the provider's content filter ended.
ENDED_BY_FILTER = "the content filter of the model's provider stopped every turn"


class ToolModeUsed(FrozenModel):
    """How the model's tools were called, and how that was determined."""

    mode: Text = Field(description="native, or json.")
    seen: Text = Field(description="What decided it: the profile, or the result of the probe.")
    usage: UsageSums | None = Field(default=None, description="The probe's own calls, when this episode made them.")


class Contestant(FrozenModel):
    """The policy that played. Notes of a policy of another package beyond these fields are in ``more``."""

    name: Text | None = Field(default=None, description="The policy's name.")
    profile: JsonObject | None = Field(
        default=None, description="The parameters of the model's calls, without address and key."
    )
    tools: ToolModeUsed | None = Field(default=None, description="How tools were called. Language-model agents only.")
    toolset: Text | None = Field(default=None, description="Which tools were offered: two (the paper's) or six.")
    caps: JsonObject | None = Field(default=None, description="Caps after which an agent without progress is ended.")
    run: Text | None = Field(default=None, description="The name of the run among others on the same cassette.")
    seed: int | None = Field(default=None, description="The policy's own seed.")
    protocol: Text | None = Field(default=None, description="one_stage or two_stage: how a tool-free solver played.")
    protocol_by: Text | None = Field(
        default=None, description="What decided it: profile, chosen, detected, or detected_here (its own reply)."
    )
    driven_by: JsonObject | None = Field(default=None, description="The driver of the agent, and its choices.")
    finalized_after: Text | None = Field(default=None, description="The turn after which finalisation was requested.")
    ended: Text | None = Field(default=None, description="Why the contestant ended, in its own words.")
    usage: UsageSums | None = Field(default=None, description="Tokens and cost of all calls.")
    more: JsonObject = Field(default_factory=dict, description="All other notes of the policy.")

    @property
    def display_name(self) -> str:
        """The model's name where a model played, else the policy's."""
        profile = self.profile or {}
        found = (profile.get("model"), profile.get("name"), self.name)
        return next((name for name in found if isinstance(name, str) and name), "")
