"""Scope: a counted command must stay inside the focused problem; decided by the paths it names and its working
directory.
"""

from __future__ import annotations

import re
from functools import cache

from r3gym.accounting.judgement import Judgement
from r3gym.accounting.syntax import directory_after
from r3gym.core.domain import Domain, scratch_area

_CWD_PROBLEM = re.compile(r"/app/problem_([A-Z]|\d{1,2})(?:/|$)")
_NOISE = re.compile(r"[\"']|(?<=/)(?:\./|/)+")


def out_of_scope(
    judgement: Judgement, command: str, domain: Domain, labels: tuple[str, ...], focus: str, cwd: str
) -> str | None:
    """Return why a counted command reaches beyond the focused problem, or None when it stays inside."""
    text = _NOISE.sub("", _without_comments(judgement, command))
    one, several = _patterns(domain, labels)
    named = {label for match in one.finditer(text) for label in match.groups() if label is not None}
    others = sorted(named - {focus})
    if others:
        return f"it reaches problem {', '.join(others)} while the focus is on {focus}: focus that problem first"
    if several.search(text):
        return f"it reaches several problems while the focus is on {focus}: name the files of one problem"
    at = directory_after(judgement.first, cwd)
    found = _CWD_PROBLEM.match(at)
    if found and found[1] != focus:
        return f"the shell is in {at}, outside problem {focus}: cd {scratch_area(focus)} first, which is free"
    if domain.shares_artifact and ("/logs/artifacts" in text or (at.startswith("/logs") and "answer.txt" in text)):
        return "a counted command may not touch the shared answer file: write it with a free command"
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


def _without_comments(judgement: Judgement, command: str) -> str:
    """Return the command with its comments blanked: a path in a comment is not accessed."""
    if not judgement.comments:
        return command
    data = bytearray(command.encode("utf-8", errors="replace"))
    for start, end in judgement.comments:
        data[start:end] = b" " * (end - start)
    return data.decode("utf-8", errors="replace")
