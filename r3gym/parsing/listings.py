"""Fenced blocks of a text that hold no answer: listings, whose comments and outputs name no problem."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from r3gym.parsing.fences import fenced_blocks
from r3gym.parsing.spans import Spans

#: Languages in which answers are listed without a marker.
_PROSE = frozenset(("", "text", "txt", "plaintext", "plain", "none", "markdown", "md", "latex", "tex", "json", "yaml"))


def listing_spans(text: str, markers: Sequence[int]) -> Spans:
    """Return the closed blocks without a marker in them; ``markers`` are the starts of all markers.

    In a text without any marker, a block that is no program may be the list of the answers.
    """
    if "```" not in text and "~~~" not in text:
        return Spans(())
    return Spans(
        [
            (block.start, block.end)
            for block in fenced_blocks(text)
            if block.closed
            and bisect_left(markers, block.start) == bisect_left(markers, block.end)
            and (markers or block.language not in _PROSE)
        ]
    )
