"""The answer of a problem, chosen among its candidates: the last complete one, and why."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from r3gym.core.verdict import AnswerCandidate, ParsedAnswer, ParseState
from r3gym.parsing.assignment import Assigned
from r3gym.parsing.candidates import Rank, is_no_answer, is_placeholder


def choose(
    label: str, own: Sequence[Assigned], lines: LineNumbers, absent: str, remarks: Sequence[str] = ()
) -> ParsedAnswer:
    """Return the parsed answer of a problem from its candidates; ``absent`` says what is missing if there are none.

    Only candidates of the best rank count. A marker that is open, empty or a mere placeholder never cancels an earlier
    answer; one that says that there is no answer does.
    """
    shown = tuple(AnswerCandidate(one.found.content, lines.of(one.found.start), _note(one)) for one in own)
    best = max((one.found.rank for one in own), default=None)
    ranked = [one for one in own if one.found.rank is best]
    decided = [one for one in ranked if one.found.content and not is_placeholder(one.found.content)]
    last = decided[-1] if decided else None
    if last is not None and not _declines(last):
        complete = [one for one in decided if not _declines(one)]
        why, duplicate = _why(label, complete, len(ranked) - len(complete))
        why = "; ".join((why, *remarks))
        return ParsedAnswer(
            label,
            ParseState.ANSWERED,
            last.found.content,
            detail=why if duplicate else "",
            why=why,
            candidates=shown,
            duplicate=duplicate,
            unmarked=last.found.rank is not Rank.MARKED or last.found.stand_in,
        )
    if last is not None:
        state, detail = ParseState.MISSING, f"the {last.found.name} says that there is no answer"
    elif not ranked:
        state, detail = ParseState.MISSING, "; ".join((absent, *remarks))
    elif any(one.found.content is None for one in ranked):
        state, detail = ParseState.MALFORMED, f"the {ranked[0].found.name} is not closed"
    elif all(not one.found.content for one in ranked):
        state, detail = ParseState.UNPARSABLE, f"the {ranked[0].found.name} is empty"
    else:
        state, detail = ParseState.MISSING, f"the {ranked[0].found.name} only shows where an answer goes"
    return ParsedAnswer(label, state, detail=detail, why=detail, candidates=shown, declined=last is not None)


def _why(label: str, complete: Sequence[Assigned], others: int) -> tuple[str, bool]:
    name = complete[-1].found.name
    sections = len({one.section for one in complete})
    different = len({" ".join((one.found.content or "").split()) for one in complete}) > 1
    if complete[-1].by == "order":
        why = f"no {name} has a label, and there are as many as problems: taken in order"
    elif sections > 1 and different:
        why = f"{sections} sections for problem {label}: the last one counts"
    elif sections > 1:
        why = f"{sections} sections for problem {label} with the same answer"
    elif len(complete) > 1:
        why = f"the last of {len(complete)} {name}{'es' if name.endswith('x') else 's'}"
    else:
        why = f"the only {name} of the problem"
    if others:
        why += f" ({others} without an answer)"
    return why, sections > 1 and different


def _declines(one: Assigned) -> bool:
    return one.found.declined or is_no_answer(one.found.content or "")


def _note(one: Assigned) -> str:
    content = one.found.content
    if content is None:
        return f"{one.found.name}, not closed"
    if not content:
        return f"{one.found.name}, empty"
    if _declines(one) or is_placeholder(content):
        return f"{one.found.name}, no answer"
    return one.found.name if one.found.rank is Rank.MARKED else f"{one.found.name}, without a marker"


class LineNumbers:
    """The lines of a text by position."""

    def __init__(self, text: str) -> None:
        self._starts = [index + 1 for index, sign in enumerate(text) if sign == "\n"]

    def of(self, position: int) -> int:
        """Return the number of the line at a position, from 1."""
        return bisect_right(self._starts, position) + 1
