"""The five patterns of decision regret by rule, as far as their components are events."""

from __future__ import annotations

from r3gym.behaviour.codebook import Answer
from r3gym.behaviour.events import Event, EventKind, ProblemFacts
from r3gym.behaviour.label import Quotation
from r3gym.behaviour.rules.causes import kept_defect
from r3gym.behaviour.rules.coverage import covered
from r3gym.behaviour.rules.view import RuleView, quote
from r3gym.core.verdict import ParseState

#: A problem, and the quotations of every component; None where the pattern is not there.
Pattern = tuple[str, tuple[Quotation, ...]] | None
#: So many counted actions on one problem are repeated spending; so many blocked ones are, too.
REPEATED, INSISTED = 3, 3


_LEAVING = (EventKind.SHELVE, EventKind.FOCUS, EventKind.COMMAND, EventKind.FINISH)


def untouched(view: RuleView) -> tuple[ProblemFacts, ...]:
    """Return the problems without any work and without an answer (that the oracle selects, where one is known)."""
    return tuple(
        one for one in view.missed() if not view.handed_in(one) and covered(view, one.label)[0] is Answer.FALSE
    )


def undercoverage(view: RuleView) -> Pattern:
    """Find problems that stayed untouched while others were paid for again and again, or unanswered with units left.

    The decision is the second paid action on a problem, where there are two such, or finishing with units left.
    """
    if view.tool_free:
        return None
    leftover = view.finish is not None and bool(view.remaining)
    idle = untouched(view) or (tuple(one for one in view.missed() if not view.handed_in(one)) if leftover else ())
    if not idle:
        return None
    again = [e for n, e in enumerate(view.counted) if any(e.problem == before.problem for before in view.counted[:n])]
    shown: Event | None = None
    if len(again) >= REPEATED - 1:
        decision, shown = again[0], view.counted[view.counted.index(again[0]) - 1]
    elif view.finish is not None and view.remaining and view.counted:
        decision, shown = view.finish, view.counted[-1]
    else:
        return None
    outcome, charge = view.outcome(idle[0].label), view.charge(shown)
    if outcome is None or charge is None:
        return None
    return idle[0].label, (quote(outcome, "uncovered"), quote(charge, "feasible"), quote(decision, "decision"))


def overcommitment(view: RuleView) -> Pattern:
    """Find a problem that took three actions and half of the budget or twice its share, after a failure.

    Where no command failed but the problem stays wrong after half of the budget, what came back first was weak
    feedback. Insisting counts too: two paid actions and three blocked ones on the same problem.
    """
    total, size = view.record.total or 0, max(1, len(view.record.labels))
    for label in view.record.labels:
        spent, failed = view.counted_on(label), view.failures_on(label)
        much = len(spent) >= REPEATED and (2 * len(spent) >= total or len(spent) > 2 * total / size)
        blocked = view.blocked_on(label, spent=False)
        insists = len(spent) >= 2 and len(blocked) >= INSISTED
        weak = next((event for event in failed if event.number < spent[-1].number), blocked[0] if insists else None)
        facts = view.record.facts_of(label)
        if weak is None and much and 2 * len(spent) >= total and facts is not None and not facts.correct:
            weak = spent[0]
        open_ones = [one for one in view.record.problems if one.label != label and not one.correct]
        if weak is None or not (much or insists) or not open_ones:
            continue
        feedback, outcome = view.output(weak), view.outcome(open_ones[0].label)
        if feedback is not None and outcome is not None:
            paid = tuple(quote(event, "spending") for event in spent)
            return label, (*paid, quote(feedback, "feedback"), quote(outcome, "alternatives"))
    return None


def late_exhaustion(view: RuleView) -> Pattern:
    """Find a command that the spent budget blocked after one problem had taken three actions or more."""
    if not view.exhausted:
        return None
    for label in view.record.labels:
        blocked = view.blocked_on(label, spent=True)
        heavy = next((one for one in view.record.labels if len(view.counted_on(one)) >= REPEATED), None)
        if blocked and heavy is not None:
            charge, earlier = view.charge(blocked[0]), view.charge(view.counted_on(heavy)[REPEATED - 2])
            if charge is not None and earlier is not None:
                return label, (quote(charge, "blocked"), quote(earlier, "avoidable"))
    return None


def premature_shelving(view: RuleView) -> Pattern:
    """Find an unanswered problem that was left, unforced, after one paid action that failed, with units unused.

    Leaving it is shelving it, or the next action on another problem.
    """
    for facts in view.missed() if view.remaining else ():
        paid = view.counted_on(facts.label)
        if view.handed_in(facts) or len(paid) != 1 or not paid[0].failed or view.blocked_on(facts.label, spent=False):
            continue
        leaving = (e for e in view.record.of(*_LEAVING) if e.number > paid[0].number)
        left = next((e for e in leaving if e.kind is EventKind.SHELVE or e.problem != facts.label), None)
        charge = view.charge(paid[0])
        if left is not None and charge is not None:
            return facts.label, (quote(left, "abandonment"), quote(charge, "next_action"))
    return None


def weak_finalization(view: RuleView) -> Pattern:
    """Find what was handed in and cannot be read though there was work for it, or a known defect that was kept."""
    for facts in view.record.problems if view.record.available else ():
        outcome = view.outcome(facts.label)
        state, work = covered(view, facts.label)
        unreadable = facts.parse in (ParseState.MALFORMED, ParseState.UNPARSABLE)
        torn = view.cut and view.last_section == facts.label
        if outcome is None:
            continue
        if unreadable and not torn and state is Answer.TRUE:
            content = view.record.event(work[0].event)
            return facts.label, (quote(content, "content", work[0].text), quote(outcome, "defect"))
        kept = kept_defect(view, facts)
        if kept is not None:
            return facts.label, (quote(kept[0], "content"), quote(outcome, "defect"))
    return None
