"""Protocol facts of an episode: what its row keeps of the model's calls and of the parser's reading.

They are functions of the record. None means that the record does not say, being older than the fact, or that the
episode has no such part; rates leave these out, of the numerator and of the denominator.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from r3gym.records.ending import ExtractedAnswer
from r3gym.records.model_base import Count, FrozenModel
from r3gym.records.record import EpisodeRecord
from r3gym.records.turns import ModelTurn

#: The finish of a call that brought no reply, or whose provider gave no reason.
NO_FINISH = "none"
#: The longest finish reason that a row keeps; the record has all of it.
_FINISH = 40


class StageOutcome(FrozenModel):
    """One call of a tool-free episode: the budgeted one (1) or the finaliser (2).

    ``outcome`` is done, cap, stopped, empty or failed; ``finish`` the provider's reason. Tokens are None when the
    provider did not report them.
    """

    stage: int
    cap: int | None = None
    cap_kind: str | None = None
    thinking: bool | None = None
    outcome: str | None = None
    finish: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass(frozen=True)
class ReadingFacts:
    """How a problem's answer was read, and whether the finaliser's audit flagged it."""

    duplicate: bool | None = None
    unmarked: bool | None = None
    declined: bool | None = None
    flagged: bool | None = None


def episode_facts(record: EpisodeRecord) -> dict[str, Any]:
    """Return the fields of the row that describe the model's calls and its context, by name."""
    trims, final, taken = record.trims, record.finalisation, record.completion
    return {
        "stages": tuple(_stage(turn) for turn in record.turns if turn.stage is not None),
        "finishes": _finishes(record.turns),
        "trims": len(trims),
        "trimmed_chars": sum(max(0, trim.chars or 0) for trim in trims),
        "trace_dropped": None if final is None else final.trace_dropped,
        "metering": None if taken is None or taken.metered is None else _flags(taken.metered.model_dump()),
    }


def reading_facts(record: EpisodeRecord) -> dict[str, ReadingFacts]:
    """Return the facts about each problem's answer, by label."""
    audit = None if record.finalisation is None else record.finalisation.audit
    flagged = {} if audit is None else {one.label: one.label in audit.flagged for one in audit.answers}
    answers: dict[str, ExtractedAnswer] = {answer.label: answer for answer in record.answers or ()}
    found = {}
    for label in {**answers, **flagged}:
        own = answers.get(label)
        found[label] = ReadingFacts(
            duplicate=None if own is None else own.duplicate,
            unmarked=None if own is None else own.unmarked,
            declined=None if own is None else own.declined,
            flagged=flagged.get(label),
        )
    return found


def _stage(turn: ModelTurn) -> StageOutcome:
    assert turn.stage is not None
    usage = turn.usage
    return StageOutcome(
        stage=turn.stage.number,
        cap=turn.max_tokens,
        cap_kind=turn.stage.cap_kind,
        thinking=turn.stage.thinking,
        outcome=turn.stage.outcome,
        finish=_finish(turn),
        prompt_tokens=None if usage is None else usage.prompt_tokens,
        completion_tokens=None if usage is None else usage.completion_tokens,
        reasoning_tokens=None if usage is None else usage.reasoning_tokens,
    )


def _finishes(turns: tuple[ModelTurn, ...]) -> dict[str, Count]:
    return dict(sorted(Counter(_finish(turn) for turn in turns).items()))


def _finish(turn: ModelTurn) -> str:
    return " ".join((turn.finish or "").split())[:_FINISH] or NO_FINISH


def _flags(metered: dict[str, Any]) -> tuple[str, ...]:
    """Return what is to be said of a completion's charge, in the words of `r3gym.records.steps.Metering`."""
    names = ("cut", "cut_in_reasoning", "over_cap", "hit_safety_cap")
    return (*(name for name in names if metered[name]), *(() if metered["reported"] else ("unreported",)))
