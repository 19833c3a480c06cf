"""A row of a campaign's store: one episode, what defines it and what came of it, as one line of JSON.

Rows are what analyses read. They hold no text of a contestant and no key; the whole episode is in its record, if the
campaign keeps records. Tiers are not in rows: they are in the campaign's manifest (`r3gym.records.campaign_manifest`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from r3gym.core.domain_name import DomainName
from r3gym.core.setting import Setting
from r3gym.core.verdict import Outcome, ParseState

ROW_FORMAT = "r3gym-row-1"

Count = Annotated[int, Field(ge=0)]


class RunKind(StrEnum):
    """What an episode is played for.

    ``contest``: a contest with one budget. ``curve``: one problem at one level of the pressure grid. ``baseline``: a
    contest without a budget, for calibration. ``target``: a contest in which one problem is to be solved
    (target-in-suite diagnostic).
    """

    CONTEST = "contest"
    CURVE = "curve"
    BASELINE = "baseline"
    TARGET = "target"


class FailureClass(StrEnum):
    """Whose fault it is that an episode has no result. Never the contestant's: such an episode is owed, not wrong."""

    MODEL = "model"  # the model's service
    SANDBOX = "sandbox"  # the sandbox, or the machine
    JUDGE = "judge"  # the judge could not decide an answer
    INTERNAL = "internal"  # anything else, which is a bug until shown otherwise


class Ending(StrEnum):
    """How an episode that has a result ended."""

    FINISHED = "finished"  # by the contestant, or by a complete completion
    CUT = "cut"  # a completion that its token budget stopped
    SAFETY_CAP = "safety_cap"  # an unbudgeted run that a cap stopped: it says nothing of natural use
    STEP_CAP = "step_cap"  # too many steps without cost
    WALL_CLOCK = "wall_clock"
    GAVE_UP = "gave_up"  # a model that never completed: the cap on its turns or protocol errors


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Slot(_Frozen):
    """One problem of an episode, in presented order. ``spent`` is in the unit of the budget."""

    problem: str
    label: str
    correct: bool
    parse: ParseState
    verdict: Outcome | None = None
    spent: Count = 0


class Failure(_Frozen):
    """Why an episode has no result, after how many attempts."""

    kind: FailureClass
    message: str
    attempts: int = Field(ge=1)


class Spend(_Frozen):
    """What a model's calls used and cost, failed attempts included; ``cost`` is None without prices."""

    calls: Count = 0
    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    cost: float | None = None
    currency: str | None = None

    def __add__(self, other: Spend) -> Spend:
        """Both together."""
        known = [spend.cost for spend in (self, other) if spend.cost is not None]
        return Spend(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost=sum(known) if known else None,
            currency=self.currency or other.currency,
        )


class EpisodeRow(_Frozen):
    """One episode.

    - ``id``: the hash of all that defines the episode; the same in every run of the same campaign.
    - ``contest``: the contest's id. ``problem``: the problem of a ``curve``, the target of a ``target``, else None.
    - ``pressure``: the level, of the contest or of the curve's grid; it keeps its identity when two levels round to the
      same ``budget``. None in a baseline, and where a budget was given in units.
    - ``budget``: the nominal cap in units, None in a baseline. ``used``: what was really consumed.
    - ``repeat``: from 1. ``seed``: what the policy was given.
    - ``slots``: empty exactly when ``failure`` is set.
    - ``path``: agentic only, the label of every paid step in order (``"AACB"``), for regret by decision.
    - ``judges``: who decided. ``record``: the record's file inside the campaign's folder, None when none was kept.
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
    problem: str | None = None
    scheduler: str = "none"
    pressure: float | None = None
    budget: Count | None = None
    repeat: int = Field(ge=1)
    seed: int
    used: Count = 0
    unattributed: Count = 0
    slots: tuple[Slot, ...] = ()
    ending: Ending | None = None
    path: str | None = None
    free: Count = 0
    blocked: Count = 0
    protocol_errors: Count = 0
    judges: tuple[str, ...] = ()
    failure: Failure | None = None
    spend: Spend | None = None
    record: str | None = None
    started: str = ""
    seconds: float = 0.0

    @property
    def score(self) -> int:
        """The number of correct answers."""
        return sum(slot.correct for slot in self.slots)
