"""Reading a formula of propositional logic; the scorer's own parser accepts any text as the name of a variable."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\s*([A-Z]|[∧∨→↔¬()])")
_BINARY = frozenset("∧∨→↔")
_DEEPEST = 200


def is_formula(text: str) -> bool:
    """Return whether a text is one formula and nothing else.

    >>> is_formula("(¬Q ∨ R)"), is_formula("¬Q ¬Q"), is_formula("P ∧")
    (True, False, False)
    """
    tokens: list[str] = []
    text, at = text.rstrip(), 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return False
        tokens.append(match.group(1))
        at = match.end()
    return _formula(tokens, 0, 0) == len(tokens)


def _formula(tokens: list[str], at: int, depth: int) -> int:
    """Return the index after the formula that begins at ``at``; -1 when there is none."""
    at = _operand(tokens, at, depth)
    while 0 <= at < len(tokens) and tokens[at] in _BINARY:
        at = _operand(tokens, at + 1, depth)
    return at


def _operand(tokens: list[str], at: int, depth: int) -> int:
    while at < len(tokens) and tokens[at] == "¬":
        at += 1
    if at >= len(tokens) or depth > _DEEPEST:
        return -1
    if tokens[at].isalpha():
        return at + 1
    if tokens[at] != "(":
        return -1
    end = _formula(tokens, at + 1, depth + 1)
    return end + 1 if 0 <= end < len(tokens) and tokens[end] == ")" else -1
