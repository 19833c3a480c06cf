"""What is worth saying about the reading of an answer, to the one who wrote it: never whether it is right."""

from __future__ import annotations

from r3gym.core.verdict import ParsedAnswer, ParseState


def reading_remark(found: ParsedAnswer) -> str:
    """Return a remark on what the parser would read now, with a leading comma, or nothing where that is plain.

    >>> reading_remark(ParsedAnswer("4", ParseState.MALFORMED, detail="the box is not closed"))
    ', would be read as malformed: the box is not closed'
    """
    if found.duplicate and found.state is ParseState.ANSWERED:
        return f", {found.why}"
    if found.state in (ParseState.MALFORMED, ParseState.UNPARSABLE):
        return f", would be read as {found.state.value}: {found.detail}"
    return ""
