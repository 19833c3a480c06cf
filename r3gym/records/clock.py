"""The times of an episode: the only part of a record that differs when the same episode is played again."""

from __future__ import annotations

from pydantic import Field

from r3gym.records.model_base import FrozenModel, Text


class StepTime(FrozenModel):
    """How long a step took."""

    step: Text = Field(description="The step's id.")
    wall_s: float = Field(description="Seconds in the environment, judging included for the last step.")
    cpu_s: float | None = Field(default=None, description="Processor time of the command in the sandbox, if one ran.")


class TurnTime(FrozenModel):
    """How long a model turn took."""

    turn: Text = Field(description="The turn's id.")
    wall_s: float = Field(description="Seconds from the environment's answer to the model's reply.")


class Clock(FrozenModel):
    """All times of an episode."""

    started: Text | None = Field(default=None, description="When it began, in universal time.")
    seconds: float | None = Field(default=None, description="From its beginning to its end.")
    steps: tuple[StepTime, ...] = Field(default=(), description="Step by step.")
    turns: tuple[TurnTime, ...] = Field(default=(), description="Turn by turn.")
