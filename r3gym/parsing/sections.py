"""Split a text into the sections of labelled problems, whatever the headings wear.

A heading is a line of its own that names a problem: ``Problem 2``, ``## Problem 2: title``, ``**Problem
2**``, ``===== Problem 2: title =====``, ``[Problem 2]``, ``Problem 2 -``. A section runs to the next
heading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_DRESS = r"[ \t#*=_\-~>\[\]()`:]*"
_HEADING = re.compile(
    rf"^{_DRESS}problem(?:[ \t]+[#:]?[ \t]*|[#:][ \t]*|(?=\d))"
    r"(?P<label>[A-Za-z]|\d{1,2})(?![A-Za-z0-9'])(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
#: What may follow the label on a heading: ornament, a title after a sign, or the marked answer itself.
#: Prose ("Problem 2 is hard") makes no heading.
_TITLE = re.compile(r"^[*_`)\]\s]*(?:$|[:.\-–—=#*_~|(\[\\<$].*$)")


@dataclass(frozen=True)
class Section:
    """One headed section: its label, where its heading starts, and where its body lies in the text."""

    label: str
    start: int
    body_start: int
    end: int

    def body(self, text: str) -> str:
        """The section's text: what follows the label on the heading's line, and everything to the next
        heading.
        """
        return text[self.body_start : self.end]


def find_sections(text: str, labels: Sequence[str]) -> tuple[Section, ...]:
    """All sections of a text in order, duplicates included; headings of labels not asked for end a section
    too.

    >>> text = "Problem 1\\nx\\n## Problem 2: y\\n"
    >>> [(section.label, section.body(text)) for section in find_sections(text, "12")]
    [('1', '\\nx\\n'), ('2', ': y\\n')]
    """
    headings = _headings(text)
    ends = [*(match.start() for match in headings), len(text)][1:]
    wanted = {label.upper(): label for label in labels}
    return tuple(
        Section(wanted[_key(match["label"])], match.start(), match.start("rest"), end)
        for match, end in zip(headings, ends, strict=True)
        if _key(match["label"]) in wanted
    )


def heading_starts(text: str) -> tuple[int, ...]:
    """Where the lines begin that `find_sections` would take for headings, of whatever label."""
    return tuple(match.start() for match in _headings(text))


def _headings(text: str) -> list[re.Match[str]]:
    return [match for match in _HEADING.finditer(text) if _TITLE.match(match["rest"])]


def _key(label: str) -> str:
    return str(int(label)) if label.isdigit() else label.upper()
