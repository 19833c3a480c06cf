"""What became of every problem of a completion, by rule, from its events."""

from __future__ import annotations

from r3gym.behaviour.codebook import Answer, Omission
from r3gym.behaviour.events import EventKind, ProblemFacts
from r3gym.behaviour.label import Quotation
from r3gym.behaviour.rules.coverage import covered
from r3gym.behaviour.rules.view import RuleView, quote
from r3gym.core.verdict import ParseState


def omission(view: RuleView, facts: ProblemFacts) -> tuple[Omission, tuple[Quotation, ...]]:
    """Return the class of a problem: the first that applies.

    Answered: the parser found an answer. Truncated: the completion was cut off, and the problem is the last one begun,
    or was not begun. Formatting: an answer is there that could not be read or stands where it does not count.
    Unresolved:
    work without an answer. Insufficient: nothing shows.
    """
    if facts.parse is ParseState.ANSWERED:
        return Omission.ANSWERED, ()
    section, outcome = view.section(facts.label), view.outcome(facts.label)
    charge = view.record.by_id.get("s0.charge")
    if view.cut and charge is not None and (not section or view.last_section == facts.label):
        return Omission.BUDGET_TRUNCATION, tuple(quote(e, "evidence") for e in (*section[-1:], charge))
    shown = [event for event in section if event.kind in (EventKind.ANSWER, EventKind.CODE)]
    if facts.parse in (ParseState.MALFORMED, ParseState.UNPARSABLE) or shown:
        found = shown[-1:] or ([outcome] if outcome is not None else [])
        return Omission.FORMATTING, tuple(quote(event, "evidence") for event in found)
    state, work = covered(view, facts.label)
    if state is Answer.TRUE:
        return Omission.UNRESOLVED, tuple(one.model_copy(update={"role": "evidence"}) for one in work)
    return Omission.INSUFFICIENT, ()
