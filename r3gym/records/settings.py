"""What was fixed before an episode began: the contest, the budget, the rules, and the versions of everything."""

from __future__ import annotations

from pydantic import Field

from r3gym.core.setting import Setting
from r3gym.core.unit import Unit
from r3gym.records.model_base import Count, FrozenModel, JsonObject, Text


class ProblemReference(FrozenModel):
    """A problem of the contest, in presented order."""

    label: Text | None = Field(description="The label that the contestant used, such as A or 1.")
    problem_id: Text = Field(description="The problem's own id in the suite.")


class SuiteName(FrozenModel):
    """A suite without the folder that it was loaded from."""

    reference: Text | None = Field(description="The kind of suite and the last part of its folder, never a path.")
    content_hash: Text | None = Field(description="Hash of everything public in the suite: what identifies it.")


class BudgetGiven(FrozenModel):
    """The shared budget."""

    total: Count | None = Field(description="The total in units; None in a run without a budget.")
    unit: Unit | None = Field(description="The unit of the budget.")


class LimitsGiven(FrozenModel):
    """Limits of an agentic episode."""

    command_timeout_s: float | None = Field(default=None, description="Seconds after which a command is stopped.")
    output_bytes: int | None = Field(default=None, description="How much of a command's output the contestant saw.")
    record_output_bytes: int | None = Field(default=None, description="How much of it the record keeps.")
    free_step_cap: int | None = Field(default=None, description="Steps without cost after which the episode ends.")
    wall_clock_s: float | None = Field(default=None, description="Seconds after which the episode ends.")
    stall_cap: int | None = Field(
        default=None, description="Steps in a row without any progress after which the episode ends."
    )
    memory_mb: int | None = Field(default=None, description="Memory of the sandbox.")


class EpisodeSettings(FrozenModel):
    """Everything that defines the episode. None means not known, or not part of this setting."""

    env: Text | None = Field(description="The Gymnasium id of the environment.")
    setting: Setting | None = Field(description="With a shell (agentic) or in one completion (tool_free).")
    domain: Text | None = Field(description="The name of the domain.")
    suite: SuiteName = Field(description="Which suite, by name and content.")
    contest: Text | None = Field(description="The contest's id in the suite.")
    problems: tuple[ProblemReference, ...] = Field(description="The problems in presented order.")
    seed: int | None = Field(description="The seed of the reset.")
    budget: BudgetGiven = Field(description="The budget and its unit.")
    scheduler: Text | None = Field(default=None, description="The guard or driver, none without one. Agentic only.")
    sandbox: Text | None = Field(default=None, description="The sandbox of commands, or of the judge's programs.")
    judges: JsonObject | None = Field(default=None, description="The configuration of the judges, without secrets.")
    budget_view: Text | None = Field(default=None, description="How much of the budget was shown. Agentic only.")
    protocol: Text | None = Field(default=None, description="one_stage, two_stage or auto. Tool-free only.")
    target: Text | None = Field(default=None, description="The only problem to solve (target-in-suite mode).")
    show_difficulty: bool | None = Field(default=None, description="Whether tiers were shown.")
    limits: LimitsGiven | None = Field(default=None, description="Limits of an agentic episode.")

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that are known, in presented order."""
        return tuple(problem.label for problem in self.problems if problem.label is not None)


class Versions(FrozenModel):
    """Versions of the software that can affect an episode."""

    r3gym: Text | None = Field(description="The version of r3gym.")
    counting_policy: Text | None = Field(description="The version of the counting rules.")
    prompts: Text | None = Field(description="Hash of all prompt templates.")
    python: Text | None = Field(default=None, description="The version of Python.")
    platform: Text | None = Field(default=None, description="Operating system and processor.")


class Opening(FrozenModel):
    """What the contestant was given at the start, as it was sent."""

    instruction: Text | None = Field(description="The environment's instruction (tool-free: the prompt).")
    finalization: Text | None = Field(
        default=None, description="The prompt when the budget is spent (tool-free: what the finaliser is told)."
    )
    tools: tuple[JsonObject, ...] | None = Field(default=None, description="The tool schemas of every request.")
    reply_schema: JsonObject | None = Field(default=None, description="The JSON schema asked for in every request.")
