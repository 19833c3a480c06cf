"""The primary cause of a miss by rule: the first of these functions that applies, in the order of `CAUSE_ORDER`.

Whether tool feedback was misread is a matter of words; no rule gives that cause. What the rules call genuinely unsolved
is what is left: worked on, handed in, wrong, with nothing that shows another cause.
"""

from __future__ import annotations

from collections.abc import Callable

from r3gym.behaviour.codebook import Answer, Cause
from r3gym.behaviour.events import Event, ProblemFacts
from r3gym.behaviour.label import Quotation
from r3gym.behaviour.rules.coverage import covered
from r3gym.behaviour.rules.view import RuleView, quote
from r3gym.core.verdict import ParseState

Evidence = tuple[Event, ...]
CauseRule = Callable[[RuleView, ProblemFacts], Evidence | None]
#: Work that begins with at most this share of the budget left, or with the last unit, begins late.
LATE = 1 / 3


def attempted_too_late(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find work that began late and that the budget ended: a blocked retry, no answer, a section that was cut off."""
    if view.tool_free:
        last = view.section(facts.label)
        done = view.cut and view.last_section == facts.label and facts.parse is not ParseState.ANSWERED
        return last[-1:] if done and last else None
    own = view.counted_on(facts.label)
    retried = view.blocked_on(facts.label, spent=True)
    if not own or not view.exhausted or (view.handed_in(facts) and not retried):
        return None
    before = None if own[0].remaining is None else own[0].remaining + 1
    late = before is not None and view.record.total is not None and before <= max(1, view.record.total * LATE)
    return _facts(view, facts, own[0]) if late else None


def spent_elsewhere(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find a budget that went to other problems: nothing was left for this one, or for its blocked retry."""
    if view.tool_free:
        empty = view.cut and not view.section(facts.label)
        return _facts(view, facts) if empty else None
    own = view.counted_on(facts.label)
    others = [event for event in view.counted if event.problem != facts.label]
    if not view.exhausted or not others:
        return None
    if not own and not view.handed_in(facts):
        return _facts(view, facts, others[-1])
    share = len(view.counted) / max(1, len(view.record.labels))
    if view.blocked_on(facts.label, spent=True) and len(own) <= share:
        return _facts(view, facts, view.blocked_on(facts.label, spent=True)[0])
    return None


def never_attempted(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find no work on it and nothing handed in, though the budget did not run out."""
    idle = covered(view, facts.label)[0] is Answer.FALSE and not view.handed_in(facts)
    return _facts(view, facts) if idle else None


def wrong_format(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find what was handed in and cannot be read, or a known defect that was kept though another try was possible."""
    if facts.parse in (ParseState.MALFORMED, ParseState.UNPARSABLE):
        return _facts(view, facts)
    kept = kept_defect(view, facts)
    return None if kept is None else (*kept, *_facts(view, facts))


def kept_defect(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find work that a guard blocked and that was never taken up again, though units were left."""
    blocked = view.blocked_on(facts.label, spent=False)
    changed = view.changes_of(facts.label)
    if not blocked or not changed or view.finish is None or not view.remaining:
        return None
    later = [e for e in (*view.counted_on(facts.label), *changed) if e.number > blocked[-1].number]
    return None if later or facts.correct else (changed[-1], blocked[-1], view.finish)


def stopped(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find work without an answer."""
    if view.handed_in(facts):
        return None
    state, quotes = covered(view, facts.label)
    if state is not Answer.TRUE:
        return None
    return (view.record.event(quotes[0].event), *_facts(view, facts))


def unsolved(view: RuleView, facts: ProblemFacts) -> Evidence | None:
    """Find an answer that is wrong where nothing shows another cause."""
    return _facts(view, facts) if facts.parse is ParseState.ANSWERED else None


CAUSE_ORDER: tuple[tuple[Cause, CauseRule], ...] = (
    (Cause.ATTEMPTED_TOO_LATE, attempted_too_late),
    (Cause.SPENT_BUDGET_ELSEWHERE, spent_elsewhere),
    (Cause.NEVER_ATTEMPTED, never_attempted),
    (Cause.WRONG_FORMAT, wrong_format),
    (Cause.STOPPED_AFTER_PARTIAL_PROGRESS, stopped),
    (Cause.GENUINELY_UNSOLVED, unsolved),
)


def primary_cause(view: RuleView, facts: ProblemFacts) -> tuple[Cause, tuple[Quotation, ...]]:
    """Return the cause of a miss, or insufficient; the quotations are what the rule saw.

    Where the judge could not decide nobody knows whether it is a miss.
    """
    if facts.unsure:
        return Cause.INSUFFICIENT, ()
    for cause, rule in CAUSE_ORDER:
        found = rule(view, facts)
        if found:
            return cause, tuple(quote(event, "evidence") for event in found)
    return Cause.INSUFFICIENT, ()


def _facts(view: RuleView, facts: ProblemFacts, action: Event | None = None) -> Evidence:
    """Return the outcome of the problem, and the charge of the action that shows the cause."""
    charge = None if action is None else view.charge(action)
    outcome = view.outcome(facts.label)
    return tuple(event for event in (charge, outcome) if event is not None)
