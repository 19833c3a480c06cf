"""Assemble a record from its parts: in the same way while an episode is played, from the partial file of a killed
process, and from a record of an older format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from r3gym.core.contest import resolve_label
from r3gym.records.clock import Clock
from r3gym.records.ending import (
    CandidateVersion,
    ContestVerdict,
    EpisodeEnding,
    EpisodeFailure,
    ExtractedAnswer,
    FinalArtifact,
    LedgerAtEnd,
    Scratch,
)
from r3gym.records.policy_notes import PolicyNotes, read_notes
from r3gym.records.record import EpisodeRecord
from r3gym.records.settings import EpisodeSettings, Opening, Versions
from r3gym.records.steps import CompletionTaken, Finalisation, Metering, Step
from r3gym.records.turns import ModelTurn, Reasoning


@dataclass(frozen=True)
class WrittenCompletion:
    """A completion as it reached the environment, both stages together."""

    text: str
    reasoning: str
    tokens: int | None
    finish: str
    final: str | None
    final_finish: str
    metered: Metering | None
    spent: int | None


@dataclass(frozen=True)
class EndOfEpisode:
    """What is known once an episode has ended."""

    ledger: LedgerAtEnd | None = None
    artifacts: tuple[FinalArtifact, ...] = ()
    scratch: Scratch | None = None
    answers: tuple[ExtractedAnswer, ...] | None = None
    result: ContestVerdict | None = None
    ending: EpisodeEnding | None = None
    failure: EpisodeFailure | None = None


@dataclass(frozen=True)
class EpisodeParts:
    """All parts of a record. ``notes`` are the policy's own, as plain JSON."""

    settings: EpisodeSettings
    versions: Versions
    instruction: str | None
    finalization: str | None
    notes: Mapping[str, Any] | None
    steps: Sequence[Step] = ()
    completion: WrittenCompletion | None = None
    candidates: tuple[CandidateVersion, ...] | None = None
    contents: Mapping[str, str] = field(default_factory=dict)
    end: EndOfEpisode = EndOfEpisode()
    clock: Clock | None = None


def assemble(parts: EpisodeParts) -> EpisodeRecord:
    """Return the record of these parts."""
    notes = read_notes(parts.notes)
    completion, reasoning = _completion(parts.completion, notes)
    end = parts.end
    return EpisodeRecord(
        settings=parts.settings,
        versions=parts.versions,
        contestant=notes.contestant,
        opening=Opening(
            instruction=parts.instruction,
            finalization=parts.finalization,
            tools=notes.tools,
            reply_schema=notes.reply_schema,
        ),
        turns=notes.turns,
        reasoning=reasoning,
        protocol_errors=notes.protocol_errors,
        trims=notes.trims,
        steps=_linked(parts.steps, notes.turns),
        completion=completion,
        finalisation=_finalisation(parts.completion, notes),
        candidates=parts.candidates,
        artifacts=end.artifacts,
        scratch=end.scratch,
        contents=dict(parts.contents),
        answers=end.answers,
        ledger=end.ledger,
        result=end.result,
        ending=end.ending,
        failure=end.failure,
        clock=parts.clock,
    )


def problem_of(word: str, focus: str | None, settings: EpisodeSettings) -> str | None:
    """Return the problem that an action is about: the one it names, else the focus at the time."""
    if not word:
        return focus
    labels = settings.labels
    ids = [problem.problem_id for problem in settings.problems]
    return resolve_label(word, labels, ids) if len(ids) == len(labels) else None


def _linked(steps: Sequence[Step], turns: Sequence[ModelTurn]) -> tuple[Step, ...]:
    """Return the steps, each with the turn that caused it."""
    causes = {step: turn.id for turn in turns for step in turn.steps}
    return tuple(
        step.model_copy(update={"turn": causes[step.id]}) if step.turn is None and step.id in causes else step
        for step in steps
    )


def _completion(
    written: WrittenCompletion | None, notes: PolicyNotes
) -> tuple[CompletionTaken | None, tuple[Reasoning, ...]]:
    """Return the completion and all reasoning, including that of a completion whose call was not recorded."""
    if written is None:
        return None, notes.reasoning
    turn = _stage_turn(notes, 1)
    known = next((one for one in notes.reasoning if turn is not None and one.turn == turn.id), None)
    if known is None and written.reasoning:
        known = Reasoning(id="r0", turn=None, text=written.reasoning)
    taken = CompletionTaken(
        id="s0",
        turn=None if turn is None else turn.id,
        text=written.text,
        reasoning=None if known is None else known.id,
        tokens=written.tokens,
        finish=written.finish,
        metered=written.metered,
        spent=written.spent,
    )
    beside = (known,) if known is not None and known not in notes.reasoning else ()
    return taken, (*beside, *notes.reasoning)


def _finalisation(written: WrittenCompletion | None, notes: PolicyNotes) -> Finalisation | None:
    turn = _stage_turn(notes, 2)
    ran = written is not None and written.final is not None
    if not ran and turn is None and notes.trace_dropped is None and notes.audit is None:
        return None
    return Finalisation(
        turn=None if turn is None else turn.id,
        text=written.final if written is not None else None,
        finish=written.final_finish if written is not None and ran else None,
        trace_dropped=notes.trace_dropped,
        audit=notes.audit,
    )


def _stage_turn(notes: PolicyNotes, number: int) -> ModelTurn | None:
    return next((turn for turn in notes.turns if turn.stage is not None and turn.stage.number == number), None)
