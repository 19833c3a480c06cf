"""Answers in words: phrases that may surround an answer without changing it, and the few answers that are words.

Everything here is a closed list. A sentence with one unknown word remains prose, and prose equals only itself.
"""

from __future__ import annotations

import re

from r3gym.domains.math.judging.expr import Tokens
from r3gym.domains.math.judging.latex_tokens import is_letter, is_number, is_word, word_set
from r3gym.domains.math.judging.shapes import WordAnswer

_OPENINGS = word_set("therefore thus hence so finally")
_LEADS = tuple(
    tuple('"' + word for word in lead.split())
    for lead in (
        "the final answer is", "the answer is", "final answer is", "answer is", "the final answer", "final answer",
        "the answer", "answer", "ans", "the range is", "the range", "range", "the interval", "interval", "the set",
        "the only solution is", "the only solutions are", "the solutions are", "the solution is", "the function is",
        "it is", "we get", "we have", "they are", "it equals",
    )
)  # fmt: skip
#: Words with which a sentence of the form "the ... is X" does not state the value X.
_TURNS = word_set(
    "not no never neither nor if unless except than least most about approximately roughly between multiple divisible"
    " or and other when whether form less more"
)
_NOUNS = (
    "solutions?|functions?|polynomials?|integers?|numbers?|values?|pairs?|triples?|sequences?|primes?|sets?|points?"
    "|triangles?|tuples?|answers?|n|k|x"
)
_NONE = re.compile(
    r"(?:there (?:is|are|exists?|exist) )?(?:none|(?:no|none)(?: such)?"
    r"(?: (?:real|integer|integral|positive|natural|rational|prime|valid|possible|complex))*"
    rf" (?P<noun>{_NOUNS})(?: (?:exists?|satisf\w+|work|works))?)"
    r"|(?:it |the limit |this |the value |such an? (?:\w+ )?)?does not exist|dne|(?:the )?empty set"
)
_SERIES = re.compile(
    r"(?:the |this )?(?:sum |series |integral |sequence |limit |it )?(diverges|converges|divergent|convergent)"
)


def strip_lead(tokens: Tokens) -> Tokens:
    """Return the answer without "The answer is", "Therefore" and the subject of "The smallest k is 2022"."""
    while tokens and is_word(tokens[0]) and tokens[0][1:] in _OPENINGS:
        tokens = tokens[2:] if tokens[1:2] == (",",) else tokens[1:]
    for lead in _LEADS:
        if tokens[: len(lead)] == lead and len(tokens) > len(lead):
            rest = tokens[len(lead) :]
            rest = rest[1:] if rest[0] in (":", "=", '"is') and len(rest) > 1 else rest
            turned = is_word(rest[0]) and rest[0][1:] in _TURNS - {"no"}
            return tokens if turned else _without_subject(rest)
    return _without_subject(tokens)


_SUBJECTS = word_set("the probability area volume sum value number length perimeter radius ratio product")
_SUBJECT_SIGNS = frozenset(["(", ")", ",", r"\min", r"\max"])


def _without_subject(tokens: Tokens) -> Tokens:
    verbs = [index for index, token in enumerate(tokens) if token in ('"is', '"equals', '"are')]
    if not verbs or tokens[0][1:] not in _SUBJECTS or not is_word(tokens[0]):
        return tokens
    subject, value = tokens[: verbs[0]], tokens[verbs[0] + 1 :]
    if value[:2] == ('"equal', '"to'):
        value = value[2:]
    plain = all(
        (is_word(token) and token[1:] not in _TURNS) or is_letter(token) or token in _SUBJECT_SIGNS for token in subject
    )
    if (
        len(verbs) == 1
        and plain
        and value
        and not any(is_word(token) and token not in ('"and', '"or') for token in value)
    ):
        return value
    return tokens


def read_words(tokens: Tokens) -> WordAnswer | None:
    """Read an answer in words; None if there is none.

    >>> read_words(('"no', '"such', '"function', '"exists')).kind
    'none'
    """
    if tokens in ((r"\varnothing",), (r"\{", r"\varnothing", r"\}")):
        return WordAnswer("none", noun="set") if len(tokens) == 1 else None
    if not tokens or not is_word(tokens[0]):
        return None
    first = tokens[0][1:]
    if first in ("yes", "no") and (len(tokens) == 1 or tokens[1] in (",", ".", ";", ":", "-")):
        tail = tokens[2:]
        sure = not any(is_number(token) or (is_word(token) and token[1:] in _CONDITIONAL) for token in tail)
        return WordAnswer(first, tail) if sure else None
    said = " ".join(token[1:] if is_word(token) else token for token in tokens if is_word(token) or is_letter(token))
    none = _NONE.fullmatch(said) if all(is_word(token) or is_letter(token) for token in tokens) else None
    if none is None and tokens[:4] == ('"there', '"is', '"no', '"such'):
        none = _NONE.fullmatch("there is no such " + _declared(tokens[4:]))
    if none is not None:
        return WordAnswer("none", noun="set" if "empty set" in said else (none["noun"] or "").removesuffix("s"))
    series = _SERIES.fullmatch(said)
    if series and all(is_word(token) for token in tokens):
        return WordAnswer("diverges" if series[1].startswith("div") else "converges")
    return None


_CONDITIONAL = word_set("if only for when unless except but provided where whenever iff")


def _declared(tokens: Tokens) -> str:
    """Return the noun of ``"function f : S \\to S``: a declaration only repeats the problem's statement."""
    declaration = tokens[1:]
    plain = all(is_letter(t) or t in (":", r"\to") or t.startswith(r"\mathbb ") for t in declaration)
    return tokens[0][1:] if tokens and is_word(tokens[0]) and declaration and plain else ""
