"""Online adaptation by rule: only what shows without words.

That an update was substantive, and why it was made, is in words: rules say false where there are no words at all, and
unknown elsewhere.
"""

from __future__ import annotations

from r3gym.behaviour.codebook import Answer
from r3gym.behaviour.events import EventKind
from r3gym.behaviour.label import Quotation
from r3gym.behaviour.rules.view import RuleView, quote


def observation(view: RuleView) -> tuple[Answer, tuple[Quotation, ...]]:
    """Return whether a command failed and a later action on the problem answers to it."""
    reacting = {EventKind.COMMAND, EventKind.SUBMIT, EventKind.SHELVE}
    actions = list(view.record.of(*reacting))
    for n, event in enumerate(actions):
        output = view.output(event)
        if event.failed and output is not None and any(later.problem == event.problem for later in actions[n + 1 :]):
            return Answer.TRUE, (quote(output, "observation"),)
    return (Answer.UNKNOWN if view.speaks else Answer.FALSE), ()


def in_words(view: RuleView) -> Answer:
    """Return the value of every label that only words can show."""
    return Answer.UNKNOWN if view.speaks else Answer.FALSE
