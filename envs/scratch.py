"""Which of the contestant's own files a record keeps at the end of an episode.

The rule: of the files below ``/app`` that are neither the environment's (statements, samples) nor judged, the first
`MOST_FILES` by path are listed. A file's text is kept when it is UTF-8 and at most `MOST_BYTES` long, as long as all
texts together stay within `MOST_BYTES_IN_ALL`; other files are listed without their text. So finished work that was
never submitted can be read from the record, and build products do not enlarge it.
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
    furnished = _furnished(contest)
    paths = [path for path in workspace.list_files(ROOT) if path not in judged and path not in furnished]
    files, texts, left = [], dict[str, str](), MOST_BYTES_IN_ALL
    for path in paths[:MOST_FILES]:
        data = _read(workspace, path)
        text = None if data is None else _text(data)
        if data is None or text is None or len(data) > left:
            files.append(ScratchFile(path=path, size=None if data is None else len(data), content=None))
            continue
        left -= len(data)
        own = hash_bytes(data)
        texts[own] = text
        files.append(ScratchFile(path=path, size=len(data), content=own))
    return Scratch(files=tuple(files), left_out=max(0, len(paths) - MOST_FILES)), texts


def _furnished(contest: Contest) -> set[str]:
    """Return the paths that the environment wrote itself (`r3gym.envs.contest_workspace`)."""
    found = set()
    for label in contest.labels:
        area, samples = scratch_area(label), range(1, len(contest.problem(label).samples) + 1)
        found |= {f"{area}/statement.md"} | {f"{area}/sample_{n}.{end}" for n in samples for end in ("in", "out")}
    return found


def _read(workspace: Workspace, path: str) -> bytes | None:
    try:
        return workspace.read_file(path, MOST_BYTES)
    except FileRefused:
        return None


def _text(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
