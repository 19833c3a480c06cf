"""Scope: a counted command that names another problem's files is blocked at no cost (the paper's rule).

What a command can reach is decided by what it can see, not here (`r3gym.sandbox`, areas): the files of other problems
are not there while it runs. This check spares an honest agent the unit.
"""

from __future__ import annotations

import re
from functools import cache

from r3gym.core.domain import Domain

_NOISE = re.compile(r"[\"']|(?<=/)(?:\./|/)+")
_COMMENT = re.compile(r"(?m)(?:^|(?<=[ \t;]))#(?!include|define|if|endif|pragma).*$")


def out_of_scope(text: str, domain: Domain, labels: tuple[str, ...], focus: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the rule that a counted command breaks by what it names, and the other problems; None when it breaks none.

    >>> from r3gym.core.known_domains import get_domain
    >>> out_of_scope("./a < /app/problem_B/sample_1.in", get_domain("code"), ("A", "B"), "A")
    ('scope', ('B',))
    """
    text = _NOISE.sub("", _COMMENT.sub("", text))
    one, several = _patterns(domain, labels)
    named = {label for match in one.finditer(text) for label in match.groups() if label is not None}
    others = tuple(sorted(named - {focus}))
    if others:
        return "scope", others
    if several.search(text):
        return "scope_several", ()
    if domain.shares_artifact and len(labels) > 1 and "/logs/artifacts" in text:
        return "scope_answers", ()
    return None


@cache
def _patterns(domain: Domain, labels: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return two patterns: one for what names a problem (its area as a path or word, its artifact), one for several."""
    label = f"({'|'.join(sorted(labels, key=len, reverse=True))})"
    one = [
        rf"/problem_{label}(?!\w)",
        rf"(?<![\w-])problem_{label}/",
        rf"(?:^|(?<=[\s=]))problem_{label}(?=$|[\s;|&)])",
    ]
    stems = ["problem_"]
    if not domain.shares_artifact:
        stem, _, ending = domain.artifact("\0").rpartition("/")[2].partition("\0")
        one.append(rf"(?<![\w-]){re.escape(stem)}{label}{re.escape(ending)}(?!\w)")
        stems.append(re.escape(stem))
    return re.compile("|".join(one)), re.compile(rf"(?:{'|'.join(stems)})[*?\[{{$]|/app/\w*[*?\[{{]")
