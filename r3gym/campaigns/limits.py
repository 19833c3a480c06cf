"""What this machine lets a campaign have at once: descriptors, memory and disk, checked before the first episode.

The limit on descriptors is raised where the system allows it. Where something does not suffice for all workers, fewer
play, and a sentence says which limit it was and how to lift it.
"""

from __future__ import annotations

import resource
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from r3gym.core.setting import Setting
from r3gym.errors import InputError

#: Descriptors of this process per open workspace with both views and areas (`docs/campaigns.md` says how measured).
WORKSPACE_DESCRIPTORS: Mapping[str, int] = {"bubblewrap": 8, "docker": 12, "LOCAL-WITHOUT-ISOLATION": 6}
#: Per worker besides: the stream of its record, its connection to a model, files opened for a moment.
WORKER_DESCRIPTORS = 6
#: Of the process itself: rows, lock, judges, libraries.
PROCESS_DESCRIPTORS = 128
#: A sandbox uses descriptors by number up to this one (`r3gym/sandbox/supervisor.c`), however few are open.
SANDBOX_DESCRIPTORS = 256
#: Per worker: a compiler in its sandbox, or a completion.
WORKER_MB: Mapping[Setting, int] = {Setting.AGENTIC: 256, Setting.TOOL_FREE: 16}
#: Of the temporary folder per agentic worker: sources, programs and their output.
WORKSPACE_MB = 64
#: Of the campaign's folder per worker: records and rows until somebody can react.
RECORD_MB = 8


@dataclass(frozen=True)
class Room:
    """What there is: descriptors of this process, memory and disk in MB. None is unknown, and limits nothing."""

    descriptors: int | None
    memory_mb: int | None
    temporary_mb: int | None
    folder_mb: int | None


@dataclass(frozen=True)
class FittedWorkers:
    """How many workers fit, and a sentence for each limit that made them fewer."""

    workers: int
    notes: tuple[str, ...] = ()


def fit_workers(wanted: int, backend: str, agentic: bool, folder: Path) -> FittedWorkers:
    """Return how many of the ``wanted`` workers this machine has room for, after raising the limit on descriptors.

    Raise `InputError` when the limit does not suffice for a single sandbox.
    """
    allowed = raise_descriptors(descriptors_needed(wanted, backend, agentic))
    if agentic and allowed != resource.RLIM_INFINITY and allowed < SANDBOX_DESCRIPTORS:
        raise InputError(
            f"{allowed} open files are allowed, a sandbox needs {SANDBOX_DESCRIPTORS} open files: raise the hard limit "
            f"(`ulimit -Hn {SANDBOX_DESCRIPTORS}`)"
        )
    return workers_within(wanted, backend, agentic, measure_room(folder))


def descriptors_needed(workers: int, backend: str, agentic: bool) -> int:
    """Return how many descriptors this process needs for so many workers."""
    needed = PROCESS_DESCRIPTORS + workers * _per_worker(backend, agentic)
    return max(needed, SANDBOX_DESCRIPTORS) if agentic else needed


def workers_within(wanted: int, backend: str, agentic: bool, room: Room) -> FittedWorkers:
    """Return how many of the ``wanted`` workers fit into ``room``: at least one."""
    memory = WORKER_MB[Setting.AGENTIC if agentic else Setting.TOOL_FREE]
    free = None if room.descriptors is None else room.descriptors - PROCESS_DESCRIPTORS
    limits = (
        (free, _per_worker(backend, agentic), "open files", "raise it with `ulimit -n`, or the hard limit"),
        (room.memory_mb, memory, "MB of memory", "end other programs, or use a larger machine"),
        (
            room.temporary_mb if agentic else None,
            WORKSPACE_MB,
            "MB in the temporary folder",
            "free some, or set TMPDIR",
        ),
        (room.folder_mb, RECORD_MB, "MB on the disk of the campaign's folder", "free some, or give another --out"),
    )
    workers, notes = wanted, []
    for there, each, what, remedy in limits:
        if there is not None and there // each < wanted:
            fitting = max(1, there // each)
            workers = min(workers, fitting)
            notes.append(f"{max(0, there)} {what} are left, about {each} are needed per worker: {remedy}")
    if workers == wanted and not notes:
        return FittedWorkers(wanted)
    said = f"{workers} of {wanted} workers play" if workers < wanted else f"{workers} worker plays all the same"
    return FittedWorkers(workers, tuple(f"{said}: {note}" for note in notes))


def raise_descriptors(needed: int) -> int:
    """Raise this process's soft limit on open files to ``needed``, as far as the hard limit allows; return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return soft
    raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    return raised


def measure_room(folder: Path) -> Room:
    """Return what this process may have now. ``folder`` need not exist."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    return Room(
        descriptors=None if soft == resource.RLIM_INFINITY else soft,
        memory_mb=available_memory_mb(),
        temporary_mb=_free_mb(Path(tempfile.gettempdir())),
        folder_mb=_free_mb(existing),
    )


def available_memory_mb(root: Path = Path("/")) -> int | None:
    """Return the memory that is available on this machine and in this control group, in MB; None if unknown."""
    found = []
    for line in _read(root / "proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            found.append(int(line.split()[1]) >> 10)
    for most, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        limit, usage = (_read(root / "sys/fs/cgroup" / name).strip() for name in (most, used))
        if limit.isdigit() and usage.isdigit():
            found.append((int(limit) - int(usage)) >> 20)
    return min(found, default=None)


def _per_worker(backend: str, agentic: bool) -> int:
    return WORKER_DESCRIPTORS + (WORKSPACE_DESCRIPTORS[backend] if agentic else 0)


def _free_mb(folder: Path) -> int:
    return shutil.disk_usage(folder).free >> 20


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
