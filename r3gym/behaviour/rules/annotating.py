"""All labels of an episode by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from r3gym.behaviour import codebook as book
from r3gym.behaviour.events import EventKind, StandardRecord
from r3gym.behaviour.label import Annotator, AnnotatorType, Label, Quotation
from r3gym.behaviour.rules.adaptation import in_words, observation
from r3gym.behaviour.rules.causes import primary_cause
from r3gym.behaviour.rules.coverage import covered
from r3gym.behaviour.rules.omission import omission
from r3gym.behaviour.rules.regret import (
    Pattern,
    late_exhaustion,
    overcommitment,
    premature_shelving,
    undercoverage,
    weak_finalization,
)
from r3gym.behaviour.rules.view import RuleView, quote

#: The version of the rules, part of their name as an annotator.
RULES_VERSION = "rules-1"
RULES = Annotator(type=AnnotatorType.RULE, name=RULES_VERSION)

REGRET_RULES: Mapping[str, Callable[[RuleView], Pattern]] = {
    book.UNDERCOVERAGE: undercoverage,
    book.OVERCOMMITMENT: overcommitment,
    book.LATE_EXHAUSTION: late_exhaustion,
    book.PREMATURE_SHELVING: premature_shelving,
    book.WEAK_FINALIZATION: weak_finalization,
}


def label_by_rules(episode: str, record: StandardRecord) -> tuple[Label, ...]:
    """Return the rules' labels of an episode: one for every kind, and for every problem where it is about problems."""
    return tuple(_labels(episode, RuleView(record)))


def _labels(episode: str, view: RuleView) -> Iterator[Label]:
    def label(kind: str, value: str, quotations: tuple[Quotation, ...] = (), problem: str | None = None) -> Label:
        return Label(episode=episode, kind=kind, problem=problem, value=value, quotations=quotations, annotator=RULES)

    failures = [
        event
        for event in view.record.of(EventKind.FAILURE, EventKind.CHARGE)
        if event.kind is EventKind.FAILURE or (event.charge is None and not view.tool_free)  # the sandbox failed
    ]
    broken = tuple(quote(event, "failure") for event in failures)
    yield label(book.ENGINEERING, book.Answer.TRUE if broken else book.Answer.FALSE, broken)
    for one in view.record.labels:
        value, found = covered(view, one)
        yield label(book.COVERAGE, value, found, one)
    for facts in view.missed():
        cause, found = primary_cause(view, facts)
        yield label(book.MISS_CAUSE, cause, found, facts.label)
    for facts in view.record.problems if view.tool_free and view.record.available else ():
        what, found = omission(view, facts)
        yield label(book.OMISSION, what, found, facts.label)
    yield label(book.OBSERVATION, *observation(view))
    for kind in (book.STRATEGY_UPDATE, book.RATIONAL_UPDATE, book.FAILED_UPDATE):
        yield label(kind, in_words(view))
    for kind, rule in REGRET_RULES.items():
        pattern = rule(view)
        if pattern is None:
            yield label(kind, book.Answer.FALSE)
        else:
            yield label(kind, book.Answer.TRUE, pattern[1])
