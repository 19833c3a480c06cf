"""The codebook as data: what can be labelled, with which values, and which evidence each label needs.

It is the paper's rubric (appendix Human Annotation of Trajectories) in our own words. `r3gym.behaviour.evidence`
enforces it; a desk, a prompt and a page of documentation are made from the same data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

#: The version of the codebook, stored in every label set. It changes with every rule of this module.
CODEBOOK_VERSION = "r3gym-codebook-1"


class Answer(StrEnum):
    """The value of every label but a cause. `UNKNOWN` says that the evidence decides neither way."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class Cause(StrEnum):
    """The primary cause of an oracle-selected miss. `INSUFFICIENT` ones are left out of shares."""

    NEVER_ATTEMPTED = "never_attempted"
    ATTEMPTED_TOO_LATE = "attempted_too_late"
    STOPPED_AFTER_PARTIAL_PROGRESS = "stopped_after_partial_progress"
    SPENT_BUDGET_ELSEWHERE = "spent_budget_elsewhere"
    MISREAD_TOOL_FEEDBACK = "misread_tool_feedback"
    WRONG_FORMAT = "wrong_format_or_incomplete_finalization"
    GENUINELY_UNSOLVED = "genuinely_unsolved"
    INSUFFICIENT = "insufficient"


class Omission(StrEnum):
    """What became of a problem of a completion (the paper's omission diagnostic)."""

    ANSWERED = "answered"
    BUDGET_TRUNCATION = "budget_truncation"
    FORMATTING = "formatting_or_alignment"
    UNRESOLVED = "unresolved_attempt"
    INSUFFICIENT = "insufficient"


#: The seven causes that count.
CAUSES = tuple(cause for cause in Cause if cause is not Cause.INSUFFICIENT)

CAUSE_RULES: Mapping[Cause, str] = {
    Cause.NEVER_ATTEMPTED: "No work on the problem is visible, and the budget did not run out on other problems.",
    Cause.ATTEMPTED_TOO_LATE: "Work on it began only when too little of the budget was left to finish it.",
    Cause.STOPPED_AFTER_PARTIAL_PROGRESS: "Work on it began and was given up without an answer.",
    Cause.SPENT_BUDGET_ELSEWHERE: "The shared budget was used up on other problems.",
    Cause.MISREAD_TOOL_FEEDBACK: "The output of a tool was read as saying something that it does not say.",
    Cause.WRONG_FORMAT: "An answer was worked out, but what was handed in was unreadable, misplaced or incomplete.",
    Cause.GENUINELY_UNSOLVED: "Nothing in the trajectory leads to a correct answer within the budget.",
    Cause.INSUFFICIENT: "The oracle's fields or the visible behaviour do not show which of the seven it was.",
}


class About(StrEnum):
    """What a label is about."""

    PROBLEM = "problem"  # it names one problem
    EPISODE = "episode"  # it may name the problem at its centre


@dataclass(frozen=True, slots=True)
class Component:
    """One piece of evidence that a positive label must quote.

    ``facts`` says whether facts of the run (charges, outcomes) are evidence too, and not only what the contestant wrote
    or received. ``least`` is the number of quotations, from different steps.
    """

    role: str
    rule: str
    facts: bool = False
    least: int = 1


@dataclass(frozen=True, slots=True)
class Kind:
    """One label of the codebook.

    ``order`` are pairs of roles: the first stands strictly before the second, or (third field) not after it. ``focal``
    names the positive label of the same annotator that this one builds on.
    """

    name: str
    title: str
    about: About
    rule: str
    components: tuple[Component, ...]
    order: tuple[tuple[str, str, bool], ...] = ()
    focal: str | None = None
    group: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values that a label of this kind can have."""
        return tuple(word.value for word in self._words)

    @property
    def fallback(self) -> str:
        """The value where a component is missing or only guessed."""
        return Answer.UNKNOWN.value if self._words is Answer else Cause.INSUFFICIENT.value

    def positive(self, value: str) -> bool:
        """Return whether the value is a finding, which needs quotations."""
        if self._words is Answer:
            return value == Answer.TRUE
        return value not in (Cause.INSUFFICIENT, Omission.ANSWERED)

    @property
    def _words(self) -> type[Answer] | type[Cause] | type[Omission]:
        special: dict[str, type[Cause] | type[Omission]] = {MISS_CAUSE: Cause, OMISSION: Omission}
        return special.get(self.name, Answer)


COVERAGE, MISS_CAUSE, OMISSION, ENGINEERING = "coverage", "miss_cause", "omission", "engineering_issue"
OBSERVATION, STRATEGY_UPDATE = "observation", "strategy_update"
RATIONAL_UPDATE, FAILED_UPDATE = "rational_update", "failed_update"
UNDERCOVERAGE, OVERCOMMITMENT, LATE_EXHAUSTION = "undercoverage", "overcommitment", "late_exhaustion"
PREMATURE_SHELVING, WEAK_FINALIZATION = "premature_shelving", "weak_finalization"

_STRICTLY, _NOT_AFTER = True, False

_EVERY = (
    Kind(
        ENGINEERING,
        "Engineering issue",
        About.EPISODE,
        "Something outside of the contestant failed: service, runtime, scaffold, parsing of tool calls, container, "
        "record or verifier. Wrong reasoning and failed attempts are none. An episode with one is not clean.",
        (Component("failure", "The failure as it shows.", facts=True),),
        group="engineering",
    ),
    Kind(
        COVERAGE,
        "Substantive work",
        About.PROBLEM,
        "Visible work on this problem: reasoning about it, a changed answer or program with work behind it, an "
        "executed action. Focus, shelving, status, blocked actions and bare final answers are none.",
        (Component("work", "The work."),),
        group="coverage",
    ),
    Kind(
        MISS_CAUSE,
        "Primary cause of a selected miss",
        About.PROBLEM,
        "Exactly one of seven causes for each problem that the oracle selects and the contest misses, or insufficient.",
        (Component("evidence", "What shows the cause.", facts=True),),
        group="cause",
    ),
    Kind(
        OMISSION,
        "What became of a problem (tool-free)",
        About.PROBLEM,
        "Answered; cut off by the budget; there, but not in the asked form or under the wrong name; worked on "
        "without an answer; or not to be told. That a problem was left out by decision cannot be seen in a completion.",
        (Component("evidence", "What shows it.", facts=True),),
        group="omission",
    ),
    Kind(
        OBSERVATION,
        "Difficulty observed",
        About.EPISODE,
        "The contestant says that something is hard, uncertain or went wrong, or takes up the feedback of a tool or "
        "test. Naming the remaining budget is not enough.",
        (Component("observation", "The words."),),
        group="adaptation",
    ),
    Kind(
        STRATEGY_UPDATE,
        "Substantive strategy update",
        About.EPISODE,
        "A strategy that was adopted, a new observation after it, and a substantive revision of target, method, order, "
        "checking, handing in or allocation. A first plan, and mere focus or shelving, are none.",
        (
            Component("prior", "The strategy as it was adopted or carried out."),
            Component("trigger", "The new observation."),
            Component("revision", "What is done differently from now on."),
        ),
        order=(("prior", "trigger", _STRICTLY), ("trigger", "revision", _NOT_AFTER)),
        group="adaptation",
    ),
    Kind(
        RATIONAL_UPDATE,
        "Resource-rational update",
        About.EPISODE,
        "A strategy update whose reason is stated: feedback, expected value, cost, chance of success, difficulty, or "
        "what the rest of the budget is worth elsewhere.",
        (Component("link", "The words that tie the revision to its reason."),),
        focal=STRATEGY_UPDATE,
        group="adaptation",
    ),
    Kind(
        FAILED_UPDATE,
        "Attempted but failed update",
        About.EPISODE,
        "A strategy update that was carried out, after which the same shortfall shows again, strictly later. A low "
        "score alone, or an ending by an engineering issue, is none.",
        (
            Component("enactment", "The revised strategy at work."),
            Component("shortfall", "The same shortfall, seen later."),
        ),
        order=(("enactment", "shortfall", _STRICTLY),),
        focal=STRATEGY_UPDATE,
        group="adaptation",
    ),
    Kind(
        UNDERCOVERAGE,
        "Undercoverage",
        About.EPISODE,
        "Concrete work that was worth something stayed undone although it could have been done at a certain point, "
        "where the contestant decided otherwise.",
        (
            Component("uncovered", "The work that stayed undone, and that it was worth something.", facts=True),
            Component("feasible", "That it could have been done at the point of decision.", facts=True),
            Component("decision", "The decision that left it undone."),
        ),
        group="regret",
    ),
    Kind(
        OVERCOMMITMENT,
        "Overcommitment",
        About.EPISODE,
        "Repeated, disproportionate spending on one problem in spite of weak or negative feedback, while others were "
        "open.",
        (
            Component("spending", "Two or more actions on the problem.", least=2),
            Component("feedback", "The weak or negative feedback before the last of them."),
            Component("alternatives", "That other problems were open.", facts=True),
        ),
        group="regret",
    ),
    Kind(
        LATE_EXHAUSTION,
        "Late budget exhaustion",
        About.EPISODE,
        "The spent budget kept the contestant from work or from handing in that it intended, and stopping or gathering "
        "earlier would have avoided it.",
        (
            Component("blocked", "The intended work or finalisation that the spent budget prevented.", facts=True),
            Component("avoidable", "The earlier point where stopping would have avoided it.", facts=True),
        ),
        group="regret",
    ),
    Kind(
        PREMATURE_SHELVING,
        "Premature shelving",
        About.EPISODE,
        "A problem was given up after a shallow try, with a concrete and feasible next action that was not taken.",
        (
            Component("abandonment", "The decision to leave the problem."),
            Component("next_action", "The action that was at hand.", facts=True),
        ),
        group="regret",
    ),
    Kind(
        WEAK_FINALIZATION,
        "Weak finalisation",
        About.EPISODE,
        "Something fit to be handed in was there for a problem, and what was handed in is missing, malformed or "
        "incomplete.",
        (
            Component("content", "What could have been handed in."),
            Component("defect", "That it was not, or not properly.", facts=True),
        ),
        group="regret",
    ),
)  # fmt: skip

#: Every kind of label by its name, in the order of a desk.
CODEBOOK: Mapping[str, Kind] = {kind.name: kind for kind in _EVERY}

#: The kinds of the funnel, from the widest to the narrowest, and the one beside it.
ADAPTATION = (OBSERVATION, STRATEGY_UPDATE, RATIONAL_UPDATE, FAILED_UPDATE)
#: The five patterns of decision regret.
REGRET = (UNDERCOVERAGE, OVERCOMMITMENT, LATE_EXHAUSTION, PREMATURE_SHELVING, WEAK_FINALIZATION)


def codebook_json() -> dict[str, Any]:
    """Return the codebook as plain JSON: the version, every kind with its rule and components, and the causes."""
    return {
        "version": CODEBOOK_VERSION,
        "kinds": [
            {**asdict(kind), "values": list(kind.values), "fallback": kind.fallback} for kind in CODEBOOK.values()
        ],
        "causes": {cause.value: rule for cause, rule in CAUSE_RULES.items()},
    }
