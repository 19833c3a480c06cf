"""The marked answer in one problem's text: a box, a tag, or another marker."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from r3gym.core.verdict import ParsedAnswer, ParseState
from r3gym.parsing.final_lines import last_final_answer
from r3gym.parsing.marker import AnswerMarker
from r3gym.parsing.sections import Section

_FONT = re.compile(r"\\(?:text|math|emph|mbox|operatorname)[a-z]{0,10}(?![A-Za-z])")
_SPACING = re.compile(r"\\(?:[ ,;:!]|q?quad(?![A-Za-z]))|~")
_NO_ANSWER = re.compile(r"[\W_]*+no[\W_]++answer[\W_]*+", re.IGNORECASE)


def parse_marked(label: str, body: str, marker: AnswerMarker, *, final_lines: bool = False) -> ParsedAnswer:
    """Return the answer in one problem's text.

    With ``final_lines`` (the tool-free setting) a ``Final Answer:`` line counts where there is no marker at all.
    """
    name, marked = marker.name, marker.find_last(body)
    if final_lines and not marked.found:
        name, marked = f"{name} and no final-answer line", last_final_answer(body)
    if not marked.found:
        return ParsedAnswer(label, ParseState.MISSING, detail=f"no {name}")
    name = "final-answer line" if "line" in name else name
    if marked.content is None:
        return ParsedAnswer(label, ParseState.MALFORMED, detail=f"the {name} is not closed")
    content = marked.content.strip()
    if not content:
        return ParsedAnswer(label, ParseState.UNPARSABLE, detail=f"the {name} is empty")
    if is_no_answer(content):
        return ParsedAnswer(label, ParseState.MISSING, detail=f"the {name} says that there is no answer")
    return ParsedAnswer(label, ParseState.ANSWERED, content)


def parse_sections(
    text: str, labels: Sequence[str], sections: Sequence[Section], parse: Callable[[str, str], ParsedAnswer]
) -> tuple[ParsedAnswer, ...]:
    """Return one parsed answer per label, each from its own section by ``parse(label, body)``.

    A label with two sections makes that problem alone malformed; answer lines are read after the section that they
    complete.
    """
    return tuple(_parse_label(label, text, sections, parse) for label in labels)


def _parse_label(
    label: str, text: str, sections: Sequence[Section], parse: Callable[[str, str], ParsedAnswer]
) -> ParsedAnswer:
    own = [section for section in sections if section.label == label]
    counted = [section for section in own if not section.answer_line] or own
    if not own:
        return ParsedAnswer(label, ParseState.MISSING, detail=f"no section for problem {label}")
    if len(counted) > 1:
        return ParsedAnswer(label, ParseState.MALFORMED, detail=f"{len(counted)} sections for problem {label}")
    return parse(label, "\n".join(section.body(text) for section in own))


def is_no_answer(text: str) -> bool:
    r"""Return whether a marker's content is the explicit no-answer marker, with any common markup around it.

    >>> is_no_answer(r"\text{No answer}"), is_no_answer(r"\mathrm{No\ answer}"), is_no_answer("No")
    (True, True, False)
    """
    return _NO_ANSWER.fullmatch(_SPACING.sub(" ", _FONT.sub("", text))) is not None
