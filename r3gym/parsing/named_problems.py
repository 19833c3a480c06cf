"""Which problems a printed text names, in the ways in which a script prints several answers.

This is a hint, never a proof. It looks at the text alone: a list that happens to be numbered 1 to 4 looks like four
answers, and a script that prints bare numbers names nothing. It is conservative: prose, paths and tables are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

# Every repetition is bounded: a hostile output costs linear time.
#: A word that can only mean a problem, then a label, then a value, a sign of one, or the end of the line.
_WORDED = r"""
    (?<![\w/.\\-])                                             # no part of a longer word or of a path
    (?: (?i:problem|prob|task|question|puzzle) [ \t_\#.]{{0,2}} | [PpQq] _? (?=\d) | \# (?=\w) )
    (?P<label>{labels})
    (?: ["'*]{{0,2}} [ \t]{{0,3}} (?: [:=)\]|>-] | [.,] (?=\s|$) | $ ) | [ \t]{{1,3}} (?: is\b | [-+\d"'(\[{{\\$] ) )
"""
#: "answer 3: 42"; what follows is needed, since "answer 3" and "answer: 3" say that the answer is 3.
_ANSWER = r"(?<![\w/.\\-])(?i:answer|ans)[ _#]{{0,2}}(?P<label>{labels})[\"'*]{{0,2}}[ \t]{{0,3}}(?:[:=)\]]|->)"
#: "3) 42", "(3) 42", "3: 42", "A = 7", "3 -> 42" at the start of a line: any number or capital, label or not.
_BARE = re.compile(
    r"^[ \t]{0,8}(?:[-*•][ \t]{0,3})?[(\[]?(?P<label>\d{1,9}|[A-Z])"
    r"(?:[)\]](?=\W|$)|[:.](?=\s|$)|[ \t]{0,3}(?:=>?|->|→)(?!=))",
    re.MULTILINE,
)


def named_problems(output: str, labels: Sequence[str]) -> tuple[str, ...]:
    r"""Return the labels that a text names as if it printed something for them, in presented order.

    >>> named_problems("Problem 3: 42\nP4 = 7, P5 = 9", ("1", "2", "3", "4", "5"))
    ('3', '4', '5')
    >>> named_problems("1) 42\n(2) 7\n#3 12", ("1", "2", "3"))
    ('1', '2', '3')
    >>> named_problems("A: 7\nB: 9", ("A", "B", "C"))
    ('A', 'B')

    Lines that start with a bare number or letter count only when every one of them is a label, so that a table of n is
    not taken for answers. An answer without its problem names nothing.

    >>> named_problems("0: 1\n1: 1\n2: 2\n3: 6", ("1", "2", "3")), named_problems("Answer: 3", ("1", "2", "3"))
    ((), ())
    """
    if not labels:
        return ()
    known = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    found: set[str] = set()
    for pattern in (_WORDED, _ANSWER):
        ready = re.compile(pattern.format(labels=known), re.MULTILINE | (re.VERBOSE if pattern is _WORDED else 0))
        found |= _labels(ready.finditer(output))
    bare = _labels(_BARE.finditer(output))
    if bare <= set(labels):
        found |= bare
    return tuple(label for label in labels if label in found)


def _labels(matches: Iterable[re.Match[str]]) -> set[str]:
    return {match["label"] for match in matches}
