"""The standardised record: an episode as events, each with an id and a text, as every annotator sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from r3gym.core.charge import ChargeKind
from r3gym.core.setting import Setting
from r3gym.core.verdict import Outcome, ParseState
from r3gym.errors import InputError
from r3gym.utils.hashing import hash_json


class EventKind(StrEnum):
    """What an event is."""

    REASONING = "reasoning"
    REPLY = "reply"
    COMMAND = "command"
    SUBMIT = "submit"
    FOCUS = "focus"
    SHELVE = "shelve"
    STATUS = "status"
    FINISH = "finish"
    OUTPUT = "output"
    PROTOCOL_ERROR = "protocol_error"
    #: Parts of a completion.
    HEADING = "heading"
    SENTENCE = "sentence"
    CODE = "code_block"
    ANSWER = "answer"
    #: Facts of the run.
    CHARGE = "charge"
    HANDED_IN = "handed_in"
    OUTCOME = "outcome"
    ENDING = "ending"
    FAILURE = "failure"


#: Events that state facts of the run; they are no behaviour.
FACTS = frozenset({EventKind.CHARGE, EventKind.HANDED_IN, EventKind.OUTCOME, EventKind.ENDING, EventKind.FAILURE})
#: Actions that only keep the books, and answers without work: none of them establishes coverage.
BOOKKEEPING = frozenset(
    {EventKind.FOCUS, EventKind.SHELVE, EventKind.STATUS, EventKind.FINISH, EventKind.SUBMIT, EventKind.ANSWER}
    | {EventKind.HEADING}
    | FACTS
)


@dataclass(frozen=True, slots=True)
class Event:
    """One event. ``number`` is its place in time, ``problem`` the problem it was booked on or stands under.

    ``step`` is the step or turn that it belongs to. ``charge`` is how an action was charged, ``remaining`` the units
    left after it, where there are any. ``failed``: the command ended with an error. ``changed``: whose answer the step
    changed.
    """

    number: int
    id: str
    kind: EventKind
    text: str
    problem: str | None = None
    step: str | None = None
    charge: ChargeKind | None = None
    remaining: int | None = None
    failed: bool = False
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProblemFacts:
    """What is known of a problem and not for annotators to decide.

    ``selected`` is None without an oracle. ``unsure``: it counts as missed only because the judge could not decide.
    """

    label: str
    correct: bool
    parse: ParseState | None
    verdict: Outcome | None
    spent: int | None
    selected: bool | None = None
    unsure: bool = False

    @property
    def missed(self) -> bool:
        """Whether the oracle selects the problem and the contest misses it; without an oracle, whether it is missed."""
        return not self.correct and self.selected is not False

    @property
    def word(self) -> str:
        """The outcome in a word: the judge's, or the parser's where nothing was judged."""
        if self.verdict is not None:
            return self.verdict.value
        return "unknown" if self.parse is None else self.parse.value


@dataclass(frozen=True)
class StandardRecord:
    """An episode as annotators see it. ``available`` is False for an episode without a result."""

    setting: Setting | None
    labels: tuple[str, ...]
    total: int | None
    unit: str | None
    spent: int | None
    events: tuple[Event, ...]
    problems: tuple[ProblemFacts, ...]
    available: bool

    @cached_property
    def by_id(self) -> Mapping[str, Event]:
        """Every event by its id."""
        return {event.id: event for event in self.events}

    def event(self, address: str) -> Event:
        """Return an event; raise `InputError` when there is none of this id."""
        found = self.by_id.get(address)
        if found is None:
            raise InputError(f"{address!r}: this record has no such event; ids are such as s0, s0.output, r1 or s0.12")
        return found

    def facts_of(self, label: str | None) -> ProblemFacts | None:
        """Return the facts of a problem; None when it is not known."""
        return next((one for one in self.problems if one.label == label), None)

    def of(self, *kinds: EventKind) -> Iterator[Event]:
        """Yield the events of these kinds in order."""
        return (event for event in self.events if event.kind in kinds)

    @cached_property
    def facts(self) -> str:
        """The hash of the verdicts, which labels rest on and cannot change."""
        return hash_json([[one.label, one.correct, one.word, one.spent] for one in self.problems])[:16]
