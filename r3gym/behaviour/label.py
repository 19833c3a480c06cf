"""A label: a statement of an annotator about an episode, with the words that show it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from r3gym.records.model_base import FrozenModel, Text

#: The role of a quotation that does not say which component it shows (label sets of others).
ANY_ROLE = "evidence"


class AnnotatorType(StrEnum):
    """Who or what made a label."""

    PERSON = "person"
    RULE = "rule"
    MODEL = "model"


class Annotator(FrozenModel):
    """Who made a label; the name is that of a person, of a set of rules or of a model."""

    type: AnnotatorType = Field(description="person, rule or model.")
    name: Text = Field(min_length=1, description="Who exactly.")

    def __str__(self) -> str:
        return f"{self.type.value} {self.name}"


class Quotation(FrozenModel):
    """Exact words of one event of the standardised record."""

    event: Text = Field(description="The event's id, such as s3, s3.output, r2 or s0.14.")
    text: Text = Field(min_length=1, description="An exact part of the event's text.")
    role: Text = Field(default=ANY_ROLE, description="The component that it shows (`r3gym.behaviour.codebook`).")


class Label(FrozenModel):
    """One row of a label set. Rows of the same `place` replace each other; the last one counts.

    Verdicts, reward and the oracle's choice are no fields of a label: they are facts, and ``facts`` is their hash.
    """

    episode: Text = Field(description="The episode: its identity in a campaign, or its file below a folder of records.")
    kind: Text = Field(description="What is labelled (`r3gym.behaviour.codebook`).")
    problem: Text | None = Field(default=None, description="The label of the problem, where it is about one.")
    instance: int = Field(default=1, ge=1, description="Which of several labels of this kind; a cause has only one.")
    value: Text = Field(description="true, false or unknown; of a miss_cause the cause, or insufficient.")
    quotations: tuple[Quotation, ...] = Field(default=(), description="The evidence; a positive label needs it.")
    annotator: Annotator = Field(description="Who made it.")
    note: Text = Field(default="", description="A remark for readers.")
    facts: Text | None = Field(default=None, description="Hash of the verdicts at the time.")
    withdrawn: bool = Field(default=False, description="Whether the annotator takes the label of this place back.")
    at: Text | None = Field(default=None, description="When a person made it.")

    @property
    def place(self) -> tuple[str, Annotator, str, str | None, int]:
        """What a later row replaces."""
        return self.episode, self.annotator, self.kind, self.problem, self.instance

    def quoted(self, role: str) -> tuple[Quotation, ...]:
        """Return the quotations of a role."""
        return tuple(one for one in self.quotations if one.role == role)


class Finished(FrozenModel):
    """A row that says that an annotator has finished an episode: what has no label there is negative or unknown."""

    finished: Text = Field(description="The episode.")
    annotator: Annotator = Field(description="Who has finished it.")
