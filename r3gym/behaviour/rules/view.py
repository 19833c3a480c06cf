"""What rules ask of a standardised record: what was worked on when, what failed, was blocked, was handed in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from r3gym.behaviour.events import Event, EventKind, ProblemFacts, StandardRecord
from r3gym.behaviour.label import Quotation
from r3gym.core.charge import ChargeKind
from r3gym.core.setting import Setting
from r3gym.core.verdict import ParseState

#: How much of an event a rule quotes.
_QUOTED = 120
#: A stretch of reasoning, or a section, with fewer letters and digits is a mention and no work.
LEAST_WORK = 10
_WORDS = frozenset({EventKind.REASONING, EventKind.REPLY})


@dataclass(frozen=True)
class RuleView:
    """One record, as rules look at it."""

    record: StandardRecord

    @property
    def tool_free(self) -> bool:
        """Whether it is one completion."""
        return self.record.setting is Setting.TOOL_FREE

    @cached_property
    def counted(self) -> tuple[Event, ...]:
        """All counted commands in order."""
        return tuple(e for e in self.record.of(EventKind.COMMAND) if e.charge is ChargeKind.COUNTED)

    def counted_on(self, label: str) -> tuple[Event, ...]:
        """Return the counted commands that were booked on a problem."""
        return tuple(event for event in self.counted if event.problem == label)

    def output(self, command: Event) -> Event | None:
        """Return what came back from a command."""
        return self.record.by_id.get(f"{command.id}.output")

    def charge(self, command: Event) -> Event | None:
        """Return the fact of a command's charge."""
        return self.record.by_id.get(f"{command.id}.charge")

    def failures_on(self, label: str) -> tuple[Event, ...]:
        """Return the counted commands on a problem that ended with an error."""
        return tuple(event for event in self.counted_on(label) if event.failed)

    def blocked_on(self, label: str, *, spent: bool) -> tuple[Event, ...]:
        """Return the commands on a problem that were blocked: since the budget was spent, or by a guard before that."""
        return tuple(
            event
            for event in self.record.of(EventKind.COMMAND)
            if event.charge is ChargeKind.BLOCKED and event.problem == label and (event.remaining == 0) == spent
        )

    @cached_property
    def remaining(self) -> int | None:
        """The units that were left at the end; None without a budget."""
        if self.record.total is None or self.record.spent is None:
            return None
        return self.record.total - self.record.spent

    @property
    def exhausted(self) -> bool:
        """Whether the whole budget was used."""
        return self.remaining is not None and self.remaining <= 0

    @cached_property
    def cut(self) -> bool:
        """Whether the budget cut a completion off."""
        return any("cut off" in event.text for event in self.record.of(EventKind.CHARGE)) if self.tool_free else False

    def changes_of(self, label: str) -> tuple[Event, ...]:
        """Return the actions that changed a problem's answer."""
        return tuple(e for e in self.record.events if label in e.changed and e.id == e.step)

    def section(self, label: str) -> tuple[Event, ...]:
        """Return the parts of a completion, and of its reasoning, that stand under a problem."""
        parts = {EventKind.HEADING, EventKind.SENTENCE, EventKind.CODE, EventKind.ANSWER, EventKind.REASONING}
        return tuple(e for e in self.record.events if e.problem == label and e.kind in parts) if self.tool_free else ()

    @cached_property
    def last_section(self) -> str | None:
        """The problem whose part of the completion comes last."""
        visible = {EventKind.HEADING, EventKind.SENTENCE, EventKind.CODE, EventKind.ANSWER}
        found = [event.problem for event in self.record.events if event.kind in visible and event.problem is not None]
        return found[-1] if found else None

    @cached_property
    def speaks(self) -> bool:
        """Whether the contestant says anything in words: without words nobody can see why it does what it does."""
        return self.tool_free or any(event.text.strip() for event in self.record.of(*_WORDS))

    def thoughts_on(self, label: str) -> Iterator[tuple[Event, str]]:
        """Yield the stretches of an agent's reasoning and replies about a problem, with their events."""
        for event in self.record.of(*_WORDS):
            if not self.tool_free:
                marks = list(_mentions(self.record.labels).finditer(event.text))
                ends = [mark.start() for mark in marks[1:]] + [len(event.text)]
                for mark, end in zip(marks, ends, strict=False):
                    if (mark["label"] or mark["bare"]) == label:
                        yield event, event.text[mark.start() : end].strip()

    def missed(self) -> tuple[ProblemFacts, ...]:
        """Return the problems that need a cause: missed, and selected where an oracle is known."""
        return tuple(one for one in self.record.problems if one.missed) if self.record.available else ()

    def outcome(self, label: str) -> Event | None:
        """Return the fact of a problem's outcome."""
        return self.record.by_id.get(f"outcome.{label}")

    @staticmethod
    def handed_in(facts: ProblemFacts) -> bool:
        """Return whether something was handed in, readable or not."""
        return facts.parse is not None and facts.parse is not ParseState.MISSING

    @cached_property
    def finish(self) -> Event | None:
        """The action that ended the episode."""
        found = list(self.record.of(EventKind.FINISH))
        return found[-1] if found else None


def quote(event: Event, role: str, text: str | None = None) -> Quotation:
    """Return the beginning of an event, or a part of it, as a quotation."""
    words = (event.text if text is None else text).strip()
    first = words.split("\n", 1)[0]
    return Quotation(event=event.id, text=(first or words)[:_QUOTED], role=role)


def amount(text: str) -> int:
    """Return how many letters and digits a text has, the name of a problem at its beginning aside."""
    return sum(map(str.isalnum, _NAME.sub("", text)))


_NAME = re.compile(r"^\W*(?:[Pp]roblem\s+|P)?(?:[A-L]|\d{1,2})\b[:.)]?")
_PATTERNS: dict[tuple[str, ...], re.Pattern[str]] = {}


def _mentions(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a mention: ``Problem 3``, ``P3``, and ``3:`` or ``A:`` where a line or sentence begins."""
    if labels not in _PATTERNS:
        named = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
        _PATTERNS[labels] = re.compile(
            rf"\b(?:[Pp]roblem[ \t]+|P)(?P<label>{named})(?!\w)|(?:^|(?<=[.;!?]\s))(?P<bare>{named})[:)](?=\s)",
            re.MULTILINE,
        )
    return _PATTERNS[labels]
