"""An episode as a report shows it: plain values, every text already sanitised (`r3gym.report.text.plain`).

Every field is optional: what a record lacks is "", None or an empty tuple.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from r3gym.analysis.figure import Name
from r3gym.analysis.protocol_outcomes import Tally

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportProblem:
    """One problem: the parser's state, the verdict, the units spent, and what else shows work on it."""

    label: str
    problem: str
    parse: str = ""
    verdict: str = ""
    judge: str = ""
    standing: str = ""
    detail: str = ""
    spent: int | None = None
    correct: bool = False
    booking: str = ""
    unsure: bool = False
    reading: str = ""

    @property
    def word(self) -> str:
        """The verdict (``unsure`` where the judge could not decide), or the parser's state when nothing was judged."""
        return self.said or self.parse

    @property
    def said(self) -> str:
        """The verdict, ``unsure`` where the judge could not decide."""
        return "unsure" if self.unsure else self.verdict

    @property
    def remark(self) -> str:
        """The judge's detail, and what is to be said of how the answer was read and of its booking."""
        return "; ".join(filter(None, (self.detail, self.reading, self.booking)))


@dataclass(frozen=True, slots=True)
class ReportStep:
    """One action of an agentic episode and its result; ``charge`` is "" when the sandbox failed.

    ``effects`` says in words for which problems it did something; ``full_output`` is "" when ``output`` is all of it.
    """

    number: int
    verb: str
    problem: str
    text: str
    charge: str
    reason: str
    output: str
    focus: str
    used: int | None
    turn: int | None = None
    word: str = ""
    effects: str = ""
    full_output: str = ""


@dataclass(frozen=True, slots=True)
class ReportCompletion:
    """The completion of a tool-free episode; ``final`` is the finaliser's output, None when it did not run."""

    text: str
    reasoning: str
    tokens: int | None
    finish: str
    final: str | None
    final_finish: str
    charged: int | None
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportProtocolError:
    """A protocol error: its turn, the error, and the answer to the model."""

    turn: int | None
    kind: str
    detail: str
    answer: str


@dataclass(frozen=True, slots=True)
class ReportUsage:
    """Tokens and cost as providers reported them."""

    calls: int | None = None
    attempts: int | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None
    failed: int | None = None
    unreported: int | None = None
    doubtful: int | None = None
    unsettled: int | None = None
    unsettled_tokens: int | None = None
    unsettled_cost: float | None = None
    unreported_cost: float | None = None
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class ReportTurn:
    """One call of a model in an agentic episode, the steps it caused, and the messages to it afterwards."""

    number: int
    content: str
    reasoning: str
    tool_calls: tuple[tuple[str, str], ...]
    finish: str
    usage: ReportUsage
    steps: tuple[int, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportTrim:
    """A cut in the dialogue to keep it inside the model's window."""

    before_turn: int | None
    what: str
    turn: int | None
    chars: int | None
    why: str


@dataclass(frozen=True, slots=True)
class ReportStage:
    """One call of a tool-free episode."""

    stage: str
    cap: int | None
    cap_kind: str
    charged: bool
    thinking: bool | None
    outcome: str
    finish: str
    usage: ReportUsage
    failure: str


@dataclass(frozen=True, slots=True)
class ReportAudit:
    """The audit of the finaliser: the labels it answered, and those whose answer does not occur in the trace."""

    answered: tuple[str, ...]
    flagged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EpisodeReport:
    """One episode. ``score`` is None when it is void; ``error`` then says why."""

    record: str
    environment: str
    setting: str
    domain: str
    contest: str
    scheduler: str
    contestant: str
    settings: Facts
    policy: Facts
    unit: str
    total: int | None
    used: int | None
    counts: tuple[tuple[str, int], ...]
    score: int | None
    error: str
    ended: str
    problems: tuple[ReportProblem, ...]
    steps: tuple[ReportStep, ...]
    completions: tuple[ReportCompletion, ...]
    turns: tuple[ReportTurn, ...]
    faults: tuple[ReportProtocolError, ...]
    trims: tuple[ReportTrim, ...]
    stages: tuple[ReportStage, ...]
    audit: ReportAudit | None
    usage: ReportUsage | None
    instruction: str
    finalization: str
    artifacts: Facts
    counting_policy: str = ""
    outcomes: Mapping[Name, Tally] = field(default_factory=dict)

    @property
    def void(self) -> bool:
        """Whether there is no result."""
        return self.score is None

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges that decided, each once; a star marks a stand-in for the paper's."""
        return tuple(sorted({p.judge + ("*" if p.standing == "stand-in" else "") for p in self.problems if p.judge}))

    @property
    def undecided(self) -> tuple[str, ...]:
        """The problems whose judge failed."""
        return tuple(p.label for p in self.problems if p.verdict == "judge_error")

    @property
    def unjudged(self) -> tuple[str, ...]:
        """The problems whose answers no judge has seen."""
        return tuple(p.label for p in self.problems if p.verdict == "unjudged")

    @property
    def unsure(self) -> tuple[str, ...]:
        """The problems that count as wrong because the judge could not decide."""
        return tuple(p.label for p in self.problems if p.unsure)
