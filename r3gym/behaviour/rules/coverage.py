"""Coverage by rule: substantive work shows in executed actions, in sections of a completion, in reasoning by name."""

from __future__ import annotations

from r3gym.behaviour.codebook import Answer
from r3gym.behaviour.events import Event, EventKind
from r3gym.behaviour.label import Quotation
from r3gym.behaviour.rules.view import LEAST_WORK, RuleView, amount, quote

Finding = tuple[Answer, tuple[Quotation, ...]]
#: A command that writes an answer and is longer writes a program.
LONG_WORK = 80
_WORKING = frozenset({EventKind.SENTENCE, EventKind.CODE, EventKind.REASONING})


def covered(view: RuleView, label: str) -> Finding:
    """Return whether there is substantive work on a problem, by the first rule that finds some.

    True: a counted command on it, a section or a stretch of reasoning with more than its name, a program for it.
    Unknown: an answer was handed in and nothing shows the work, but the contestant speaks, so that it may be elsewhere.
    False: nothing but bookkeeping, blocked actions or a bare answer.
    """
    for rule in (by_action, by_section, by_reasoning, by_program):
        found = rule(view, label)
        if found is not None:
            return Answer.TRUE, (found,)
    facts = view.record.facts_of(label)
    answered = facts is not None and view.handed_in(facts)
    return (Answer.UNKNOWN if answered and view.speaks and not view.tool_free else Answer.FALSE), ()


def by_action(view: RuleView, label: str) -> Quotation | None:
    """Find a counted command that ran and was booked on the problem."""
    done = view.counted_on(label)
    return quote(done[0], "work") if done else None


def by_section(view: RuleView, label: str) -> Quotation | None:
    """Find sentences or code under the problem's name in a completion, beyond headings and answers."""
    parts = [part for part in view.section(label) if part.kind in _WORKING]
    best = max(parts, key=lambda part: amount(part.text), default=None)
    if best is None or sum(amount(part.text) for part in parts) < LEAST_WORK:
        return None
    return quote(best, "work", _code_line(best))


def by_reasoning(view: RuleView, label: str) -> Quotation | None:
    """Find reasoning that begins with the problem's name and says more than a few words."""
    for event, text in view.thoughts_on(label):
        if amount(text) >= LEAST_WORK:
            return quote(event, "work", text)
    return None


def by_program(view: RuleView, label: str) -> Quotation | None:
    """Find a free command that changed the problem's answer and is longer than a bare answer: it wrote a program."""
    for event in view.changes_of(label):
        if event.kind is EventKind.COMMAND and amount(event.text) >= LONG_WORK:
            return quote(event, "work")
    return None


def _code_line(part: Event) -> str:
    """Return the first line of a part that says something: not the fence of a block."""
    lines = [line for line in part.text.splitlines() if line.strip() and not line.lstrip().startswith("```")]
    return lines[0] if lines else part.text
