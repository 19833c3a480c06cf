"""A row of a campaign's store: one episode, its definition and its result, as one line of JSON.

Rows are what analyses read. They hold no text of a contestant and no key; the whole episode is in its record, if the
campaign keeps records, and the row is a pure function of it (`EpisodeRow.from_record`). Tiers are not in rows: they are
in the campaign's manifest (`r3gym.records.campaign_manifest`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import ConfigDict, Field

from r3gym.core.charge import ChargeKind
from r3gym.core.completion import FinishReason
from r3gym.core.domain_name import DomainName
from r3gym.core.setting import Setting
from r3gym.core.verdict import AWAITING, Outcome, ParseState
from r3gym.records.attribution import ProblemAttribution, attribution
from r3gym.records.contestant import ENDED_BY_FILTER
from r3gym.records.ending import EpisodeEnding, FailureClass, ProblemVerdict
from r3gym.records.model_base import Count, FrozenModel
from r3gym.records.model_spend import ModelSpend
from r3gym.records.planned import PlannedEpisode
from r3gym.records.protocol_facts import ReadingFacts, StageOutcome, episode_facts, reading_facts
from r3gym.records.record import EpisodeRecord
from r3gym.records.run_kind import UNBUDGETED, RunKind
from r3gym.records.turns import CallsPaid

__all__ = [
    "OLDEST_POLICY",
    "ROW_FORMAT",
    "Ending",
    "EpisodeRow",
    "Failure",
    "FailureClass",
    "ModelSpend",
    "RunKind",
    "Slot",
    "StageOutcome",
]

ROW_FORMAT = "r3gym-row-2"
#: The counting rules of rows that do not name theirs.
OLDEST_POLICY = "compute_tools-v1"

#: Reasons in a contestant's notes for a regular end; any other reason there is one of its own caps.
_DONE = (None, "finished")
#: The finish of a completion that the provider's content filter stopped.
FILTERED = FinishReason.FILTER.name.lower()
#: The longest message of a failure.
_MESSAGE = 2000
#: The longest diagnostic of a judge that a row keeps; the record has all of it.
_DIAGNOSTIC = 300


class Ending(StrEnum):
    """How an episode that has a result ended."""

    FINISHED = "finished"  # by the contestant, or by a complete completion
    CUT = "cut"  # a completion that its token budget stopped
    SAFETY_CAP = "safety_cap"  # an unbudgeted run that a cap stopped: it does not measure natural use
    STEP_CAP = "step_cap"  # too many steps without cost
    WALL_CLOCK = "wall_clock"
    STALLED = "stalled"  # steps in a row without any progress
    FILTERED = "filtered"  # the content filter of the model's provider stopped it
    GAVE_UP = "gave_up"  # a model that never completed: the cap on its turns or protocol errors


class _RowPart(FrozenModel):
    """A part of a row. Files keep the older names of two fields, ``problem`` and ``used``."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True)


class Slot(_RowPart):
    """One problem of an episode, in presented order.

    ``unsure``: not correct only because the judge could not decide (`r3gym.core.verdict.Verdict.undecided`).
    ``spent`` is in the unit of the budget; ``paid_steps`` counts actions, None in the tool-free setting. Where work may
    have been done without being booked here (agentic only, `r3gym.records.attribution`):

    - ``unbooked``: it was solved, and no counted action was ever booked on it.
    - ``unbooked_after_compute``: that, and counted actions on other problems came before its final answer. Without it
      nothing was computed for any problem until the answer was there: it was solved for free, as the rules allow.
    - ``rides``: how many counted actions on other problems named it or wrote for it before its final answer; None when
      the record does not say.

    ``diagnostic`` says why the judge failed (``judge_error``) or that it has not judged yet (``unjudged``).

    ``score`` is the judge's own number from 0 to 1 where it has one (partial credit, which does not count), ``second``
    another judge's verdict where it differs.

    How its answer was read (`r3gym.core.verdict.ParsedAnswer`): ``duplicate``, ``unmarked``, ``declined``; ``flagged``:
    whether the audit did not find the finaliser's answer in its trace. None: the record does not say, or there was
    nothing to audit.

    ``key``: the hash of the answer key, with its tests, that it was judged by; None where nothing was judged, and in
    older rows.
    """

    problem_id: str = Field(validation_alias="problem", serialization_alias="problem")
    label: str
    correct: bool
    parse: ParseState
    verdict: Outcome | None = None
    unsure: bool = False
    diagnostic: str | None = None
    spent: Count = 0
    paid_steps: Count | None = None
    unbooked: bool = False
    unbooked_after_compute: bool = False
    rides: Count | None = None
    score: float | None = None
    second: Outcome | None = None
    duplicate: bool | None = None
    unmarked: bool | None = None
    declined: bool | None = None
    flagged: bool | None = None
    key: str | None = None


class Failure(_RowPart):
    """Why an episode has no result, after how many attempts."""

    kind: FailureClass
    message: str
    attempts: int = Field(ge=1)


class EpisodeRow(_RowPart):
    """One episode.

    - ``id``: the hash of everything that defines the episode; the same in every run of the same campaign.
    - ``contest``: the contest's id. ``problem_id``: the problem of a ``curve`` or a ``single`` run, the target of a
      ``target``, else None.
    - ``pressure``: the level, of the contest or of the curve's grid; it keeps its identity when two levels round to the
      same ``budget``. None without a budget, and where a budget was given in units.
    - ``budget``: the nominal cap in units, None in a ``baseline`` and a ``single`` run. ``spent``: the actual use, in
      units.
    - ``paid_steps``: counted actions; None in the tool-free setting, where nothing is paid step by step.
    - ``repeat``: from 1. ``seed``: the policy's seed.
    - ``slots``: empty exactly when ``failure`` is set.
    - ``path``: agentic only, the label of every paid step in order (``"AACB"``), for regret by decision.
    - ``counting_policy``: the version of the counting rules; None in rows older than the field, `OLDEST_POLICY`.
    - ``stages``: the calls of a tool-free episode. ``finishes``: all calls by the provider's finish reason.
    - ``trims``, ``trimmed_chars``: cuts in the dialogue to fit the window; ``trace_dropped``: characters of the trace
      that the finaliser did not see; ``metering``: what was noticed when a completion was charged. None: not known.
    - ``stage_protocol``: tool-free only, ``one_stage`` or ``two_stage``; ``stage_protocol_by``: what decided it
      (`r3gym.core.completion.StageDecision`). None where no model was asked, and in rows older than the fields.
    - ``judges``: the judges that decided. ``rejudged``: how often verdicts were replaced by judging again.
    - ``record``: the record's file in the campaign's folder, None if not kept.
    - ``edition``: how many changes of the campaign's definition had been accepted before it was played.
    - ``started``, ``seconds``: the clock; everything else is the same whenever the same episode is played.
    """

    format: str = ROW_FORMAT
    id: str
    kind: RunKind
    policy: str
    setting: Setting
    domain: DomainName
    suite: str
    contest: str
    problem_id: str | None = Field(default=None, validation_alias="problem", serialization_alias="problem")
    scheduler: str = "none"
    pressure: float | None = None
    budget: Count | None = None
    repeat: int = Field(ge=1)
    seed: int
    spent: Count = Field(default=0, validation_alias="used", serialization_alias="used")
    paid_steps: Count | None = None
    unattributed: Count = 0
    slots: tuple[Slot, ...] = ()
    ending: Ending | None = None
    path: str | None = None
    free: Count = 0
    blocked: Count = 0
    protocol_errors: Count = 0
    stages: tuple[StageOutcome, ...] = ()
    finishes: dict[str, Count] = Field(default_factory=dict)
    trims: Count | None = None
    trimmed_chars: Count | None = None
    trace_dropped: Count | None = None
    metering: tuple[str, ...] | None = None
    stage_protocol: str | None = None
    stage_protocol_by: str | None = None
    judges: tuple[str, ...] = ()
    rejudged: Count = 0
    counting_policy: str | None = None
    failure: Failure | None = None
    spend: ModelSpend | None = None
    record: str | None = None
    edition: Count = 0
    started: str = ""
    seconds: float = 0.0

    @property
    def score(self) -> int:
        """The number of correct answers."""
        return sum(slot.correct for slot in self.slots)

    @property
    def awaiting(self) -> int:
        """The number of answers that a judge has still to decide; they count zero until then."""
        return sum(slot.verdict in AWAITING for slot in self.slots)

    @property
    def unbooked(self) -> int:
        """The number of problems that were solved with nothing booked on them."""
        return sum(slot.unbooked for slot in self.slots)

    @property
    def ridden(self) -> int:
        """The number of solved problems that counted actions on other problems named or wrote for."""
        return sum(slot.correct and bool(slot.rides) for slot in self.slots)

    @classmethod
    def from_record(cls, record: EpisodeRecord, planned: PlannedEpisode | None = None) -> EpisodeRow:
        """Return the row of an episode: a pure function of its record and of its place in a campaign.

        Without ``planned`` its place is that in the record (`PlannedEpisode.from_record`).
        """
        planned = planned or PlannedEpisode.from_record(record)
        clock = record.clock
        common = {
            **_planned_fields(planned),
            "counting_policy": record.versions.counting_policy,
            "spend": _spend(record),
            **episode_facts(record),
            **_stage_protocol(record),
            "edition": 0 if record.place is None else record.place.edition,
            "started": "" if clock is None else clock.started or "",
            "seconds": 0.0 if clock is None else clock.seconds or 0.0,
        }
        failure = _failure(record)
        if failure is not None:
            return cls(**common, failure=failure)
        ledger, result = record.ledger, record.result
        assert ledger is not None
        assert result is not None
        paid = None if planned.setting is Setting.TOOL_FREE else _path(record)
        work, read = attribution(record), reading_facts(record)
        return cls(
            **common,
            spent=ledger.spent or 0,
            paid_steps=None if paid is None else len(paid),
            unattributed=ledger.unattributed or 0,
            slots=tuple(_slot(p, paid, work.get(p.label), read.get(p.label)) for p in result.problems),
            ending=_ending(record, planned),
            path=None if paid is None else "".join(paid),
            free=ledger.free or 0,
            blocked=ledger.blocked or 0,
            protocol_errors=(ledger.protocol_errors or 0) + len(record.protocol_errors),
            judges=result.judges,
            rejudged=len(record.earlier_verdicts),
        )

    @classmethod
    def not_begun(
        cls, planned: PlannedEpisode, kind: FailureClass, message: str, *, started: str = "", seconds: float = 0.0
    ) -> EpisodeRow:
        """Return the row of a planned episode that failed before anything could be recorded."""
        failure = Failure(kind=kind, message=message[:_MESSAGE], attempts=1)
        return cls(**_planned_fields(planned), failure=failure, started=started, seconds=seconds)


def _planned_fields(planned: PlannedEpisode) -> dict[str, Any]:
    return {name: value for name, value in vars(planned).items() if name != "target"}


def _failure(record: EpisodeRecord) -> Failure | None:
    """Return why the episode has no result: it is void or was interrupted. A judge's failure is no reason."""
    if record.failure is not None:
        kind = record.failure.kind or FailureClass.SANDBOX
        return Failure(kind=kind, message=record.failure.message[:_MESSAGE], attempts=1)
    if record.result is None:
        return Failure(kind=FailureClass.INTERNAL, message="the episode was interrupted", attempts=1)
    return None


def _path(record: EpisodeRecord) -> list[str]:
    """Return the label of every paid step, in order; a counted command does not change the focus."""
    counted = [step for step in record.steps if step.charge is not None and step.charge.kind is ChargeKind.COUNTED]
    return [step.problem or "" for step in counted]


def _slot(
    problem: ProblemVerdict,
    paid: list[str] | None,
    work: ProblemAttribution | None,
    read: ReadingFacts | None = None,
) -> Slot:
    unbooked = problem.correct and work is not None and not work.booked
    return Slot(
        problem_id=problem.problem_id,
        label=problem.label,
        correct=problem.correct,
        parse=problem.parse or ParseState.MISSING,
        verdict=problem.verdict,
        unsure=problem.left_unsure,
        diagnostic=problem.detail[:_DIAGNOSTIC] if problem.verdict in AWAITING else None,
        spent=problem.spent or 0,
        paid_steps=None if paid is None else paid.count(problem.label),
        unbooked=unbooked,
        unbooked_after_compute=unbooked and work is not None and bool(work.elsewhere),
        rides=None if work is None else work.rides,
        score=problem.score,
        second=None if problem.second is None else problem.second.verdict,
        key=problem.key,
        **({} if read is None else vars(read)),
    )


def _ending(record: EpisodeRecord, planned: PlannedEpisode) -> Ending:
    if record.completion is not None:
        final = record.finalisation
        if FILTERED in (record.completion.finish, None if final is None else final.finish):
            return Ending.FILTERED
        metered = record.completion.metered
        if metered is not None and metered.hit_safety_cap:
            return Ending.SAFETY_CAP
        return Ending.CUT if metered is not None and metered.cut else Ending.FINISHED
    if record.ending in (EpisodeEnding.STEP_CAP, EpisodeEnding.WALL_CLOCK):
        return Ending.SAFETY_CAP if planned.kind in UNBUDGETED else Ending(record.ending)
    if record.ending is EpisodeEnding.STALLED:
        return Ending.STALLED
    ended = None if record.contestant is None else record.contestant.ended
    if ended == ENDED_BY_FILTER:
        return Ending.FILTERED
    return Ending.FINISHED if ended in _DONE else Ending.GAVE_UP


def _stage_protocol(record: EpisodeRecord) -> dict[str, str | None]:
    who = record.contestant
    if who is None or record.settings.setting is not Setting.TOOL_FREE:
        return {}
    return {"stage_protocol": who.protocol, "stage_protocol_by": who.protocol_by}


def _spend(record: EpisodeRecord) -> ModelSpend | None:
    if record.calls is not None:
        return ModelSpend.of_calls(record.calls)
    usage = None if record.contestant is None else record.contestant.usage
    if usage is None:
        return None
    return ModelSpend.of_calls(CallsPaid(usage=usage), whole=False)
