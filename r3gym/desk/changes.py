"""What the page sends: labels as an annotator fills them in, by the names that the page knows."""

from __future__ import annotations

from pydantic import Field

from r3gym.records.model_base import FrozenModel, Text


class Episode(FrozenModel):
    """The blinded name of an episode."""

    episode: Text = Field(min_length=1)


class Place(FrozenModel):
    """Where a label stands within an episode."""

    kind: Text
    problem: Text | None = None
    instance: int = Field(default=1, ge=1, le=1000)


class Words(FrozenModel):
    """A quotation as it was selected or typed; ``text`` is as the page shows it."""

    event: Text = Field(default="", max_length=200)
    text: Text = Field(default="", max_length=100_000)
    role: Text = Field(default="", max_length=60)


class Form(Place):
    """A label as it is filled in; it may be unfinished."""

    value: Text = Field(default="", max_length=60)
    quotations: tuple[Words, ...] = Field(default=(), max_length=200)
    note: Text = Field(default="", max_length=10_000)

    @property
    def place(self) -> Place:
        """The place alone."""
        return Place(kind=self.kind, problem=self.problem, instance=self.instance)


class Change(Episode):
    """A form to be saved; ``moved`` is the place of the label that it takes the place of, if that is another."""

    form: Form
    moved: Place | None = None


class Withdrawal(Episode):
    """A label to be taken back, and its draft with it."""

    place: Place
