"""Scope: a counted command stays inside the focused problem. Judged by what the command names and where it stands."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from tree_sitter import Node

from r3gym.accounting.syntax import walk
from r3gym.domains import ANSWER_FILE, Domain, scratch_area

#: A problem's area named as a path (in any text), its solution file, or either as a word of its own.
_NAMED = re.compile(
    r"/problem_([A-Z0-9])(?!\w)|(?<![\w-])problem_([A-Z0-9])/|(?<![\w-])solution_([A-Z0-9])\.cpp(?!\w)"
    r"|(?:^|(?<=[\s='\"]))problem_([A-Z0-9])(?=$|[\s;|&)'\"])"
)
_SEVERAL = re.compile(r"(?:problem|solution)_[*?\[{]|/app/[*?\[{]")
_STANDING = re.compile(r"/app/problem_([A-Z0-9])(?:/|$)")


def out_of_scope(
    root: Node,
    command: str,
    first: Sequence[str | None],
    domain: Domain,
    labels: tuple[str, ...],
    focus: str,
    cwd: str,
) -> str | None:
    """Why a counted command reaches beyond the focused problem, or None when it stays inside.

    ``first`` are the words of its first simple command.
    """
    text = _without_comments(root, command)
    named = {label for match in _NAMED.finditer(text) for label in match.groups() if label in labels}
    others = sorted(named - {focus})
    if others:
        return f"it reaches problem {', '.join(others)} while the focus is on {focus}: focus that problem first"
    if _SEVERAL.search(text):
        return f"it reaches several problems while the focus is on {focus}: name the files of one problem"
    at = _standing(first, cwd)
    standing = _STANDING.match(at)
    if standing and standing[1] != focus:
        return f"the shell is in {at}, outside problem {focus}: cd {scratch_area(focus)} first, which is free"
    if domain is not Domain.CODE and (ANSWER_FILE in text or (at.startswith("/logs") and "answer.txt" in text)):
        return f"a counted command may not touch the shared {ANSWER_FILE}: write it with a free command"
    return None


def _without_comments(root: Node, command: str) -> str:
    """The command with its comments blanked: what they mention is not accessed."""
    if "#" not in command:
        return command
    data = bytearray(command.encode("utf-8", errors="replace"))
    for node in walk(root):
        if node.type == "comment":
            data[node.start_byte : node.end_byte] = b" " * (node.end_byte - node.start_byte)
    return data.decode("utf-8", errors="replace")


def _standing(first: Sequence[str | None], cwd: str) -> str:
    """Where the command works: the shell's directory, or where a ``cd`` at its beginning takes it."""
    if len(first) == 2 and first[0] == "cd" and first[1] is not None:
        return posixpath.normpath(posixpath.join(cwd, first[1]))
    return cwd
