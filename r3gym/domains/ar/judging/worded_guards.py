"""Guards for answers in words: the answer must be the statement that was asked for, and nothing around it.

A list of hedging words can never be complete ("it is unlikely that", "I doubt", "suppose"), so the form that is asked
for is read, and every other sentence is refused.
"""

from __future__ import annotations

import re

from r3gym.domains.ar.judging.guard_input import GuardInput

#: What may stand before an answer without changing it.
_LEAD = re.compile(
    r"(?:(?:so|thus|therefore|hence)\b,?\s*)?(?:(?:the\s+)?(?:final\s+)?answer(?:\s+is\b|\s*:)\s*:?)?\s*", re.I
)
_ROLE = re.compile(r"\(?(?P<name>[^\W\d_]+)\s+is\s+(?:(?:an?|the)\s+)?(?P<role>[^\W\d_]+)\)?", re.I)
_BETWEEN = re.compile(r"[\s.,;]*(?:\band\b\s*)?|\s*", re.I)
_AMOUNT = re.compile(
    r"[$€£₹¥]?\s?(?P<number>[-−]?\s?[$€£₹¥]?\d[\d,]*(?:\.\d+)?)(?P<unit>%|\s*(?:[^\W\d_]+\s?){0,2})\.?", re.I
)
#: Words that are no unit: after a number they take it back.
_NO_UNIT = re.compile(
    r"not|nor?|or|but|is|if|x|maybe|perhaps|possibly|probably|unlikely|likely|hardly|impossible|wrong|false|incorrect"
    r"|doubtful|guess|suppose\w*|could|might|may|about|almost|nearly|approximately|roughly|less|more|over|under",
    re.I,
)


def plain_roles(attempt: GuardInput) -> bool:
    """Return whether the answer is a list of "Name is a role", each of the people in it with one role."""
    mine, theirs = _roles(attempt.answer), _roles(attempt.reference)
    return mine is not None and mine == theirs


def _roles(text: str) -> dict[str, str] | None:
    """Return the role of each person, or None when the text says anything else or contradicts itself."""
    lead = _LEAD.match(text)
    at, found = lead.end() if lead else 0, dict[str, str]()
    while at < len(text.rstrip(" .\n)")):
        match = _ROLE.match(text, at)
        if match is None or found.get(match["name"].lower(), match["role"].lower()) != match["role"].lower():
            return None
        found[match["name"].lower()] = match["role"].lower()
        between = _BETWEEN.match(text, match.end())
        at = between.end() if between else match.end()
    return found


def lone_amount(attempt: GuardInput) -> bool:
    """Return whether the answer is one amount, equal to the reference, with at most a currency and a unit."""
    text = attempt.answer.strip("*[]() \"'")
    lead = _LEAD.match(text)
    match = _AMOUNT.fullmatch(text, lead.end() if lead else 0)
    if match is None or any(_NO_UNIT.fullmatch(word) for word in match["unit"].split()):
        return False
    number = re.sub(r"[\s,$€£₹¥]", "", match["number"].replace("−", "-"))
    return float(number) == float(attempt.reference.replace(",", ""))
