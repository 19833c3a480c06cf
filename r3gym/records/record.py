"""`EpisodeRecord`: one episode as a versioned, frozen, self-contained value.

Everything later steps need is in it: reports, campaign rows, annotations and replays are functions of a record. Every
text of the contestant has an address (`EpisodeRecord.quote`). Two runs of the same episode give the same record but for
``clock`` and ``calls`` (`EpisodeRecord.without_clock`).
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from r3gym.errors import InputError
from r3gym.records.campaign_place import CampaignPlace
from r3gym.records.clock import Clock
from r3gym.records.contestant import Contestant
from r3gym.records.ending import (
    CandidateVersion,
    ContestVerdict,
    EarlierVerdicts,
    EpisodeEnding,
    EpisodeFailure,
    ExtractedAnswer,
    FinalArtifact,
    LedgerAtEnd,
    Scratch,
)
from r3gym.records.model_base import FrozenModel, JsonObject, Text
from r3gym.records.settings import EpisodeSettings, Opening, Versions
from r3gym.records.steps import CompletionTaken, Finalisation, Step
from r3gym.records.turns import CallsPaid, ModelTurn, ProtocolErrorNote, Reasoning, Trim

RECORD_FORMAT: Literal["r3gym-record-2"] = "r3gym-record-2"


class EpisodeRecord(FrozenModel):
    """One episode. None always means that a value is not known or not part of this setting."""

    format: Literal["r3gym-record-2"] = Field(default=RECORD_FORMAT, description="The version of this format.")
    settings: EpisodeSettings = Field(description="Everything that defines the episode.")
    versions: Versions = Field(description="Versions of the software that can affect the episode.")
    contestant: Contestant | None = Field(description="Who played; None when it is not known.")
    opening: Opening = Field(description="What the contestant was given, as it was sent.")
    turns: tuple[ModelTurn, ...] = Field(default=(), description="Every call of the model.")
    reasoning: tuple[Reasoning, ...] = Field(default=(), description="Every piece of reasoning.")
    protocol_errors: tuple[ProtocolErrorNote, ...] = Field(
        default=(), description="Replies that were not valid actions."
    )
    trims: tuple[Trim, ...] = Field(default=(), description="Cuts in the dialogue to fit the model's context window.")
    steps: tuple[Step, ...] = Field(default=(), description="Every action of an agentic episode.")
    completion: CompletionTaken | None = Field(default=None, description="The completion of a tool-free episode.")
    finalisation: Finalisation | None = Field(default=None, description="Stage 2 of a tool-free episode.")
    candidates: tuple[CandidateVersion, ...] | None = Field(
        default=None, description="Every version of every answer; None: not known."
    )
    artifacts: tuple[FinalArtifact, ...] = Field(default=(), description="The files that were judged.")
    scratch: Scratch | None = Field(default=None, description="The contestant's own files at the end.")
    contents: dict[str, Text] = Field(
        default_factory=dict,
        description="Texts of candidates, artifacts, scratch files and outputs that the contestant did not see whole, "
        "each once, by the SHA-256 of their bytes. What is not UTF-8 is shown with replacement characters.",
    )
    answers: tuple[ExtractedAnswer, ...] | None = Field(
        default=None, description="The answer extracted for each problem; None: not known."
    )
    ledger: LedgerAtEnd | None = Field(default=None, description="The ledger at the end.")
    result: ContestVerdict | None = Field(default=None, description="The verdicts; None when there is no result.")
    judged_by: JsonObject | None = Field(
        default=None,
        description="The configuration of the judges of `result`, where it is another than `settings.judges`.",
    )
    earlier_verdicts: tuple[EarlierVerdicts, ...] = Field(
        default=(), description="Verdicts that were replaced when the episode was judged again, the oldest first."
    )
    ending: EpisodeEnding | None = Field(default=None, description="How the episode ended.")
    failure: EpisodeFailure | None = Field(default=None, description="Why there is no result.")
    place: CampaignPlace | None = Field(default=None, description="The episode's place in its campaign, if it has one.")
    calls: CallsPaid | None = Field(
        default=None, description="What the model was asked in all, in campaigns; depends on stops and failures."
    )
    clock: Clock | None = Field(default=None, description="Times; with `calls` all that differs in equal episodes.")

    @property
    def void(self) -> bool:
        """Whether the episode has no result."""
        return self.result is None

    def without_clock(self) -> EpisodeRecord:
        """Return the record without its clock and its bill, for comparisons between runs."""
        return self.model_copy(update={"clock": None, "calls": None})

    def quote(self, address: str) -> str:
        """Return the text at an address: ``s3`` an action, ``s3.output`` its output, ``t3`` a reply, ``r3`` reasoning.

        ``s3.full_output`` is its output as kept for the record, which is ``s3.output`` when there is no longer one.
        A completion is quoted as ``s0``, the finaliser's output as its turn. Raises `InputError` for an address that
        the record does not have.
        """
        own, _, part = address.partition(".")
        texts: dict[str, str | None] = {}
        if part in ("", "output"):
            texts |= {step.id: step.output if part else step.action.text for step in self.steps}
        if part == "full_output":
            texts |= {step.id: self.contents.get(step.full_output or "", step.output) for step in self.steps}
        if not part:
            texts |= {turn.id: turn.content for turn in self.turns} | {one.id: one.text for one in self.reasoning}
            if self.completion is not None:
                texts[self.completion.id] = self.completion.text
        found = texts.get(own)
        if found is None:
            raise InputError(f"{address!r}: this record has no text there; addresses are such as s0, s0.output, t1, r1")
        return found

    def messages_of(self, turn_id: str) -> tuple[dict[str, Any], ...]:
        """Return all messages of a turn's request, as they were sent; raise `InputError` when they are not known."""
        messages: tuple[dict[str, Any], ...] = ()
        for turn in self.turns:
            if turn.sent is None:
                break
            messages = (*messages[: turn.sent.kept], *turn.sent.added)
            if turn.id == turn_id:
                return messages
        raise InputError(f"{turn_id!r}: this record does not hold the messages of such a turn")
