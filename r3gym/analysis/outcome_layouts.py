"""How protocol outcomes are laid out as tables: the same sections in `r3gym analyze` and in reports.

A column shows a count above its rate, a denominator, or a mean. The last columns of a section may be all groups of a
figure, such as the finish reasons that occurred.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from r3gym.analysis.figure import Name
from r3gym.analysis.protocol_outcomes import Tally


class Shown(Enum):
    """What a column shows of a tally."""

    COUNT = "count"
    OF = "of"
    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class OutcomeColumn:
    """A column; several names are added up (they are of the same things)."""

    head: str
    names: tuple[Name, ...]
    shown: Shown = Shown.COUNT

    def texts(self, outcomes: Mapping[Name, Tally]) -> tuple[str, str]:
        """Return the figure and its rate, "" where there is none."""
        there = [outcomes[name] for name in self.names if name in outcomes]
        if not there:
            return "-", ""
        count, of = sum(tally.count for tally in there), there[0].of
        if self.shown is Shown.OF:
            return f"{of:,}", ""
        if not of:
            return "-", ""
        if self.shown is Shown.SUM:
            return f"{count:,.0f}", ""
        if self.shown is Shown.MEAN:
            mean = count / of
            return f"{mean:,.0f}" if mean >= 100 else f"{mean:,.2f}".rstrip("0").rstrip("."), ""
        return f"{count:,.0f}", f"{100 * count / of:.1f}%"


@dataclass(frozen=True, slots=True)
class OutcomeSection:
    """A table of outcomes, shown where its first column counts something; ``words``: a figure shown by its groups."""

    title: str
    note: str
    columns: tuple[OutcomeColumn, ...]
    words: str = ""

    def shown_columns(self, cells: Iterable[Mapping[Name, Tally]]) -> Sequence[OutcomeColumn]:
        """Return the columns for these cells; none where the section has nothing to show."""
        every = list(cells)
        first = self.columns[0].names[0]
        if not any(cell[first].of for cell in every if first in cell):
            return ()
        words = dict.fromkeys(name for cell in every for name in cell if name[0] == self.words)
        return (*self.columns, *(OutcomeColumn(name[1], (name,)) for name in sorted(words)))


def _count(head: str, *names: Name) -> OutcomeColumn:
    return OutcomeColumn(head, names)


def _of(head: str, name: Name) -> OutcomeColumn:
    return OutcomeColumn(head, (name,), Shown.OF)


def _mean(head: str, name: Name) -> OutcomeColumn:
    return OutcomeColumn(head, (name,), Shown.MEAN)


SECTIONS = (
    OutcomeSection(
        "Protocol outcomes: episodes",
        "Failed: of all runs; the others: of runs with a result. Capped: step cap, wall clock or safety cap. "
        "Gave up: stalled runs too. Filtered: by the provider's content filter. "
        "Trimmed: the dialogue was cut to fit the window. Errors: runs with protocol errors.",
        (
            _of("Runs", ("episodes", "played")),
            _count("Failed", *(("failed", word) for word in ("model", "sandbox", "judge", "internal"))),
            _count("Finished", ("ending", "finished")),
            _count("Cut", ("ending", "cut")),
            _count("Capped", *(("ending", word) for word in ("step_cap", "wall_clock", "safety_cap"))),
            _count("Gave up", ("ending", "gave_up"), ("ending", "stalled")),
            _count("Filtered", ("ending", "filtered")),
            _count("Trimmed", ("trimmed", "episodes")),
            _count("Errors", ("protocol_errors", "episodes")),
        ),
    ),
    OutcomeSection(
        "Protocol outcomes: how answers were read",
        "Of all problems. No marker: no box, tag or program was found. Declined: the text says that there is none. "
        "Unmarked: read without a marker. Dupl.: sections with different answers.",
        (
            _of("Slots", ("parse", "answered")),
            _count("Answered", ("parse", "answered")),
            _count("Missing", ("parse", "missing")),
            _count("Malf.", ("parse", "malformed")),
            _count("Unpars.", ("parse", "unparsable")),
            _count("No\nmarker", ("reading", "no_marker")),
            _count("Declined", ("reading", "declined")),
            _count("Unmarked", ("reading", "unmarked")),
            _count("Dupl.", ("reading", "duplicate")),
        ),
    ),
    OutcomeSection(
        "Protocol outcomes: judging",
        "Unsure, judge failed, not judged yet: of the zeros, where all three count. Partial: scores between 0 and 1, "
        "which are zeros; "
        "mean: of the judge's own scores, where it has one. Second: another judge differs.",
        (
            _of("Judged", ("verdict", "accepted")),
            _count("Accepted", ("verdict", "accepted")),
            _of("Zeros", ("zeros", "unsure")),
            _count("Unsure", ("zeros", "unsure")),
            _count("Judge\nfailed", ("zeros", "judge_error")),
            _count("Not\njudged", ("zeros", "unjudged")),
            _of("Scored", ("score", "partial")),
            _count("Partial", ("score", "partial")),
            _mean("Mean", ("score", "mean")),
            _count("Second", ("second_verdict", "differs")),
        ),
    ),
    OutcomeSection(
        "Protocol outcomes: stage 2 (the finaliser)",
        "Of its calls. Cap, out: mean tokens. Flagged: of its answers, those that the audit did not find in the trace. "
        "Trace cut: runs whose trace did not fit.",
        (
            _of("Calls", ("stage_2", "done")),
            _mean("Cap", ("stage_2", "cap")),
            _mean("Out", ("stage_2", "completion_tokens")),
            _count("Done", ("stage_2", "done")),
            _count("At cap", ("stage_2", "cap_reached")),
            _count("Empty", ("stage_2", "empty")),
            _count("Failed", ("stage_2", "failed"), ("stage_2", "stopped")),
            _of("Answers", ("audit", "flagged")),
            _count("Flagged", ("audit", "flagged")),
            _count("Trace\ncut", ("trace_dropped", "episodes")),
        ),
    ),
    OutcomeSection(
        "Protocol outcomes: usage",
        "Per run with a model: calls, requests, tokens. No count: replies without token counts, all together.",
        (
            _of("Runs", ("usage", "calls")),
            _mean("Calls", ("usage", "calls")),
            _mean("Requests", ("usage", "attempts")),
            _mean("In", ("usage", "prompt_tokens")),
            _mean("Cached", ("usage", "cached_tokens")),
            _mean("Out", ("usage", "completion_tokens")),
            _mean("Reasoning", ("usage", "reasoning_tokens")),
            OutcomeColumn("No count", (("usage", "unreported"),), Shown.SUM),
        ),
    ),
    OutcomeSection(
        "Protocol outcomes: finish reasons",
        "Of all calls, by the provider's word; none: no reply, or no reason.",
        (_of("Calls", ("finish", "stop")),),
        words="finish",
    ),
)
