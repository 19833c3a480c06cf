"""Scope: a counted command stays inside the focused problem. Judged by what the command names and where it stands."""

from __future__ import annotations

import re

from r3gym.accounting.judgement import Judgement
from r3gym.accounting.syntax import standing
from r3gym.core.domain import Domain, scratch_area

#: A problem's area named as a path (in any text), its solution file, or either as a word of its own.
_NAMED = re.compile(
    r"/problem_([A-Z0-9])(?!\w)|(?<![\w-])problem_([A-Z0-9])/|(?<![\w-])solution_([A-Z0-9])\.cpp(?!\w)"
    r"|(?:^|(?<=[\s=]))problem_([A-Z0-9])(?=$|[\s;|&)])"
)
_SEVERAL = re.compile(r"(?:problem|solution)_[*?\[{$]|/app/\w*[*?\[{]")
_STANDING = re.compile(r"/app/problem_([A-Z0-9])(?:/|$)")
_NOISE = re.compile(r"[\"']|(?<=/)(?:\./|/)+")


def out_of_scope(
    judgement: Judgement, command: str, domain: Domain, labels: tuple[str, ...], focus: str, cwd: str
) -> str | None:
    """Why a counted command reaches beyond the focused problem, or None when it stays inside."""
    text = _NOISE.sub("", _without_comments(judgement, command))
    named = {label for match in _NAMED.finditer(text) for label in match.groups() if label in labels}
    others = sorted(named - {focus})
    if others:
        return f"it reaches problem {', '.join(others)} while the focus is on {focus}: focus that problem first"
    if _SEVERAL.search(text):
        return f"it reaches several problems while the focus is on {focus}: name the files of one problem"
    at = standing(judgement.first, cwd)
    found = _STANDING.match(at)
    if found and found[1] != focus:
        return f"the shell is in {at}, outside problem {focus}: cd {scratch_area(focus)} first, which is free"
    if domain.name != "code" and ("/logs/artifacts" in text or (at.startswith("/logs") and "answer.txt" in text)):
        return "a counted command may not touch the shared answer file: write it with a free command"
    return None


def _without_comments(judgement: Judgement, command: str) -> str:
    """The command with its comments blanked: what they mention is not accessed."""
    if not judgement.comments:
        return command
    data = bytearray(command.encode("utf-8", errors="replace"))
    for start, end in judgement.comments:
        data[start:end] = b" " * (end - start)
    return data.decode("utf-8", errors="replace")
