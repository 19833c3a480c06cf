"""The text of ``apply_patch``, as coding agents write it: files to add, update and delete, with context lines.

It is an edit without a program: every hunk names the lines it replaces, and a hunk whose lines are not in the file is
refused. Nothing is applied unless everything can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain


class PatchError(Exception):
    """A patch that cannot be applied; the message says where."""


@dataclass(frozen=True)
class Hunk:
    """Lines to find (after the line that ``anchor`` names, if any) and the lines in their place."""

    anchor: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True)
class FilePatch:
    """The change of one file: ``add``, ``update`` or ``delete``; ``target`` is its new name ("" for the same)."""

    action: str
    path: str
    hunks: tuple[Hunk, ...] = ()
    content: str = ""
    target: str = ""


_ACTIONS = {"*** Add File: ": "add", "*** Update File: ": "update", "*** Delete File: ": "delete"}
_MOVE = "*** Move to: "


def read_patch(text: str) -> tuple[FilePatch, ...]:
    """Return the changes in a patch; raise `PatchError` when it is not of the form ``*** Begin Patch`` ... .

    >>> read_patch("*** Begin Patch\\n*** Add File: a\\n+x\\n*** End Patch\\n")[0].content
    'x\\n'
    """
    lines = text.strip().split("\n")
    if lines[0].strip() != "*** Begin Patch" or lines[-1].strip() != "*** End Patch":
        raise PatchError("a patch begins with '*** Begin Patch' and ends with '*** End Patch'")
    found: list[FilePatch] = []
    at = 1
    while at < len(lines) - 1:
        start = next((sign for sign in _ACTIONS if lines[at].startswith(sign)), None)
        if start is None:
            raise PatchError(
                f"line {at + 1}: expected '*** Add File: PATH', '*** Update File: ' or '*** Delete File: '"
            )
        path, begin = lines[at][len(start) :].strip(), at + 1
        at = begin
        while at < len(lines) - 1 and not lines[at].startswith(tuple(_ACTIONS)):
            at += 1
        found.append(_file_patch(_ACTIONS[start], path, lines[begin:at]))
    return tuple(found)


def _file_patch(action: str, path: str, body: list[str]) -> FilePatch:
    if action == "add":
        if any(not line.startswith("+") for line in body):
            raise PatchError(f"{path}: the lines of a new file begin with '+'")
        return FilePatch(action, path, content="".join(line[1:] + "\n" for line in body))
    target = ""
    if body and body[0].startswith(_MOVE):
        target, body = body[0][len(_MOVE) :].strip(), body[1:]
    return FilePatch(action, path, _hunks(path, body), target=target)


def _hunks(path: str, body: Sequence[str]) -> tuple[Hunk, ...]:
    hunks: list[Hunk] = []
    anchor, old, new = "", list[str](), list[str]()

    def close() -> None:
        if old or new:
            hunks.append(Hunk(anchor, tuple(old), tuple(new)))

    for line in body:
        if line.startswith("@@"):
            close()
            anchor, old, new = line[2:].strip().removesuffix("@@").strip(), [], []
        elif line == "*** End of File":
            continue
        elif line[:1] in (" ", "-", "+", ""):
            if line[:1] != "+":
                old.append(line[1:])
            if line[:1] != "-":
                new.append(line[1:])
        else:
            raise PatchError(f"{path}: a line of a hunk begins with ' ', '-' or '+': {line[:40]!r}")
    close()
    return tuple(hunks)


def patched(patch: FilePatch, before: str) -> str:
    """Return the file's text after an update; raise `PatchError` when a hunk's lines are not in it."""
    lines, at = before.split("\n"), 0
    for hunk in patch.hunks:
        if hunk.anchor and not _is_position(hunk.anchor):
            at = _find(lines, (hunk.anchor,), at, patch.path) + 1
        if not hunk.old:
            place = at if hunk.anchor else len(lines) - (lines[-1] == "")
            lines[place:place] = hunk.new
            continue
        place = _find(lines, hunk.old, at, patch.path)
        lines[place : place + len(hunk.old)] = hunk.new
        at = place + len(hunk.new)
    return "\n".join(lines)


def _is_position(anchor: str) -> bool:
    """Return whether an anchor is the line numbers of a unified diff, which need not be right."""
    return anchor.startswith("-") and "+" in anchor


def _find(lines: Sequence[str], wanted: Sequence[str], start: int, path: str) -> int:
    stripped = [line.strip() for line in lines], [line.strip() for line in wanted]
    for have, want in ((list(lines), list(wanted)), stripped):
        for at in chain(range(start, len(have) - len(want) + 1), range(start)):
            if have[at : at + len(want)] == want:
                return at
    raise PatchError(f"{path}: these lines are not in the file: {' / '.join(wanted)[:80]!r}")


def files_read(patches: Sequence[FilePatch]) -> tuple[str, ...]:
    """Return the files whose text before the patch it needs: not those that an earlier part of it makes."""
    needed, made = dict[str, None](), set[str]()
    for patch in patches:
        if patch.action == "update" and patch.path not in made:
            needed[patch.path] = None
        made |= {patch.path, patch.target}
    return tuple(needed)


def files_after(patches: Sequence[FilePatch], before: Mapping[str, str]) -> dict[str, str | None]:
    """Return every changed file's text, None where the file is removed."""
    after: dict[str, str | None] = {}
    for patch in patches:
        if patch.action == "delete":
            after[patch.path] = None
        elif patch.action == "add":
            after[patch.path] = patch.content
        else:
            now = after[patch.path] if patch.path in after else before[patch.path]
            if now is None:
                raise PatchError(f"{patch.path}: an earlier part of the patch removes it")
            text = patched(patch, now)
            if patch.target:
                after[patch.path] = None
            after[patch.target or patch.path] = text
    return after
