"""Which of the contestant's own files a record keeps at the end of an episode.

The rule: of the files below ``/app`` that are neither the environment's (statements, samples) nor judged, the first
`MOST_FILES` by path are listed. A file's text is kept when it is UTF-8 and at most `MOST_BYTES` long, as long as all
texts together stay within `MOST_BYTES_IN_ALL`; other files are listed without their text. So finished work that was
never submitted can be read from the record, and build products do not enlarge it.

Files of areas that are not present at the end (`Workspace.enter`) are listed by the path that the contestant knew, with
the area's name; a copy that an area began with and did not change is listed once.
"""

from __future__ import annotations

from collections.abc import Collection

from r3gym.core.contest import Contest
from r3gym.core.domain import scratch_area
from r3gym.records.ending import Scratch, ScratchFile
from r3gym.sandbox import FileRefused, Workspace
from r3gym.utils.hashing import hash_bytes

MOST_FILES = 64
MOST_BYTES = 64 * 1024
MOST_BYTES_IN_ALL = 512 * 1024
ROOT = "/app"


def collect_scratch(workspace: Workspace, contest: Contest, judged: Collection[str]) -> tuple[Scratch, dict[str, str]]:
    """Return the listed files, and the kept texts by their hashes."""
    found = _find(workspace, {*judged, *_furnished(contest)})
    files, texts, left = list[ScratchFile](), dict[str, str](), MOST_BYTES_IN_ALL
    listed, left_out = set[tuple[str, str]](), 0
    for path, area in found:
        if len(files) == MOST_FILES:
            left_out += 1
            continue
        data = _read(workspace, path, area)
        if data is None:
            files.append(ScratchFile(path=path, size=None, content=None, area=area))
            continue
        own, text = hash_bytes(data), _text(data)
        if (path, own) in listed:  # a copy that an area began with and did not change
            continue
        listed.add((path, own))
        kept = text is not None and len(data) <= left
        if text is not None and kept:
            left -= len(data)
            texts[own] = text
        files.append(ScratchFile(path=path, size=len(data), content=own if kept else None, area=area))
    return Scratch(files=tuple(files), left_out=left_out), texts


def _find(workspace: Workspace, others: Collection[str]) -> list[tuple[str, str | None]]:
    """Return the contestant's files by path, each with its area; None is the area that is present."""
    found: list[tuple[str, str | None]] = [(path, None) for path in workspace.list_files(ROOT) if path not in others]
    for area in workspace.areas:
        if area != workspace.area:
            found += [(path, area) for path in workspace.list_files(ROOT, area=area)]
    return sorted(found, key=lambda file: (file[0], file[1] is not None, file[1] or ""))


def _furnished(contest: Contest) -> set[str]:
    """Return the paths that the environment wrote itself (`r3gym.envs.contest_workspace`)."""
    found = set()
    for label in contest.labels:
        area, samples = scratch_area(label), range(1, len(contest.problem(label).samples) + 1)
        found |= {f"{area}/statement.md"} | {f"{area}/sample_{n}.{end}" for n in samples for end in ("in", "out")}
    return found


def _read(workspace: Workspace, path: str, area: str | None) -> bytes | None:
    try:
        return workspace.read_file(path, MOST_BYTES, area=area)
    except FileRefused:
        return None


def _text(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
