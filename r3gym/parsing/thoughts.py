"""Thinking that a provider left in the visible text, between ``<think>`` and ``</think>``."""

from __future__ import annotations

import re

#: From the opening tag, or from the start where a chat template wrote that tag, to the closing one.
_THOUGHT = re.compile(r"(?:<think(?:ing)?>|\A)(?:(?!</?think(?:ing)?>).)*+</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNFINISHED = re.compile(r"\s*+<think(?:ing)?>", re.IGNORECASE)
_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_INK = re.compile(r"\S")


def without_thoughts(text: str) -> str:
    r"""Return a text of the same length with blanks for thoughts, which are no part of the answer.

    A text that begins with a thought which never ends has no other part.

    >>> without_thoughts("<think>5?</think>7"), without_thoughts("<think>5?")
    ('                 7', '         ')
    """
    if not _END.search(text) and _UNFINISHED.match(text):
        return _INK.sub(" ", text)
    return _THOUGHT.sub(lambda thought: _INK.sub(" ", thought[0]), text)
