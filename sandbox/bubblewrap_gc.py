"""What killed processes left of their bubblewrap (and unisolated) workspaces: folders, processes, control groups.

The kernel ends the sandboxes of a killed process, and the next process that opens a sandbox removes its folder and its
empty control groups. This module finds and removes the rest at once, also what the kernel could not end. Nothing of a
living process is touched: it holds the lock of its staging folder, and its groups carry its id and start time.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from r3gym.sandbox import cgroups
from r3gym.sandbox.staging import left_over_folders, remove_left_over_folder

FOLDER, GROUP = "folder", "control group"
_PATIENCE_S = 5.0


@dataclass(frozen=True)
class LeftOver:
    """A staging folder or a control group of a dead process, and the processes that still run in it."""

    path: Path
    kind: str  #: `FOLDER` or `GROUP`
    processes: tuple[int, ...] = ()


def find_left_over() -> tuple[LeftOver, ...]:
    """Return what dead processes of this user left on this machine, without removing it."""
    folders = left_over_folders()
    mounted = _processes_over([folder.name for folder in folders])
    found = [LeftOver(folder, FOLDER, tuple(mounted.get(folder.name, ()))) for folder in folders]
    groups = cgroups.left_over(cgroups.find_places(os.getpid()))
    return (*found, *(LeftOver(group, GROUP, _members(group)) for group in groups))


def remove_left_over(found: tuple[LeftOver, ...]) -> tuple[LeftOver, ...]:
    """Kill the processes of these leftovers and remove them; return those that could not be removed."""
    return tuple(one for one in found if not _remove(one))


def _remove(one: LeftOver) -> bool:
    give_up, path = time.monotonic() + _PATIENCE_S, one.path
    while True:
        # Looked up again: the id of a process that has ended since may be another's.
        running = _processes_over([path.name]).get(path.name, ()) if one.kind == FOLDER else _members(path)
        for pid in running:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if remove_left_over_folder(path) if one.kind == FOLDER else _remove_group(path):
            return True
        if time.monotonic() > give_up:
            return False
        time.sleep(0.02)


def _remove_group(group: Path) -> bool:
    try:
        group.rmdir()
    except FileNotFoundError:
        return True
    except OSError:  # its processes are dead, but the kernel may need a moment to release them
        return False
    return True


def _members(group: Path) -> tuple[int, ...]:
    """Return the processes in a group that are visible here."""
    try:
        return tuple(pid for pid in map(int, (group / "cgroup.procs").read_text().split()) if pid > 0)
    except OSError:
        return ()


def _processes_over(names: list[str]) -> dict[str, list[int]]:
    """Return the processes in whose mounts a folder of one of these names lies, as in every sandbox over it."""
    found: dict[str, list[int]] = {}
    if not names:
        return found
    here = Path("/proc/self/ns/mnt").readlink()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if (entry / "ns/mnt").readlink() == here:  # it sees what this process sees: no sandbox
                continue
            mounts = (entry / "mountinfo").read_text(errors="replace")
        except OSError:  # it has ended, or belongs to somebody else
            continue
        for name in names:
            if f"/{name}/workspaces/" in mounts:
                found.setdefault(name, []).append(int(entry.name))
    return found
