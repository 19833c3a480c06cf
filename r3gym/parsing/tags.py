"""The tagged answer of a text: the last ``<answer>...</answer>``."""

from __future__ import annotations

import re

from r3gym.parsing.marker import AnswerMarker, MarkerMatch

_TAG = re.compile(r"<\s*+(/?)\s*+answer(?:\s++[a-z_-]+=[^<>\n]*+)?\s*+>", re.IGNORECASE)


def last_tag(text: str) -> MarkerMatch:
    """Return the content of the last tag; an opening tag without its closing one, or the reverse, has no content.

    >>> last_tag("<answer>1</answer> no: <answer> 2 </answer>").content
    ' 2 '
    """
    tags = list(_TAG.finditer(text))
    if not tags:
        return MarkerMatch(False)
    if len(tags) < 2 or not tags[-1].group(1) or tags[-2].group(1):
        return MarkerMatch(True)
    return MarkerMatch(True, text[tags[-2].end() : tags[-1].start()])


#: The marker of answers that are text.
TAG = AnswerMarker("answer tag", last_tag, lambda answer: f"<answer>{answer}</answer>")
