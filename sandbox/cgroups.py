"""Control groups for one workspace, version 1 or 2, where this process may create them; none elsewhere.

A parent is searched in the process's own group first, then in the groups above it (a systemd user session delegates
one of these). Groups are named after the process that made them: its id, start time and PID namespace. So a process
that gets the id of a killed one makes groups of other names, and whoever comes later can tell whose are left over.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from r3gym.sandbox.interface import Limits
from r3gym.sandbox.owners import Owner, boot, this_process

_NAME = "r3gym-{pid}-{started}-{namespace}-{number}"
_READ = re.compile(r"r3gym-(\d+)-(\d+)-(\d+)-\w+")
_PERIOD = 100_000
_SLACK = 8  # our own processes in the group: supervisors and bubblewrap's monitors of both views
_numbers = itertools.count()


@dataclass(frozen=True)
class CgroupParents:
    """Where groups can be made: the parent folder per controller (one and the same folder with version 2)."""

    memory: Path | None = None
    pids: Path | None = None
    cpu: Path | None = None
    accounting: Path | None = None
    version: int = 0

    def folders(self) -> tuple[Path, ...]:
        """Return the distinct parent folders."""
        return tuple(dict.fromkeys(p for p in (self.memory, self.pids, self.cpu, self.accounting) if p is not None))


@dataclass(frozen=True)
class Cgroup:
    """The control groups of one workspace; any of them may be missing."""

    memory: Path | None
    pids: Path | None
    cpu: Path | None
    accounting: Path | None
    version: int

    def folders(self) -> tuple[Path, ...]:
        """Return the distinct folders of this group."""
        return tuple(dict.fromkeys(p for p in (self.memory, self.pids, self.cpu, self.accounting) if p is not None))

    def usage_file(self) -> Path | None:
        """Return the file with the CPU time that the group has used."""
        return self.accounting / ("cpu.stat" if self.version == 2 else "cpuacct.usage") if self.accounting else None

    def oom_kills(self) -> int:
        """Return how many processes of the group the kernel has killed for lack of memory."""
        if self.memory is None:
            return 0
        match = re.search(rb"^oom_kill (\d+)", os.pread(self._oom_file, 4096, 0), re.MULTILINE)
        return int(match[1]) if match else 0

    @cached_property
    def _oom_file(self) -> int:
        """The open event file; it is kept open since it is read after every command."""
        name = "memory.events" if self.version == 2 else "memory.oom_control"
        return os.open((self.memory or Path()) / name, os.O_RDONLY | os.O_CLOEXEC)

    def close(self) -> None:
        """Close the open files; the groups stay."""
        fd = self.__dict__.pop("_oom_file", None)
        if fd is not None:
            os.close(fd)

    def remove(self) -> None:
        """Remove the groups; their processes are dead, but the kernel may need a moment to release them."""
        self.close()
        for folder in self.folders():
            for _ in range(200):
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.01)
                else:
                    break


@cache
def find_places(pid: int) -> CgroupParents:  # noqa: ARG001
    """Return the parents that this process can use; ``pid`` is only the cache's key, since a fork may be elsewhere."""
    groups = dict(line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines())
    mounts = [line.split(" - ") for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    first: dict[str, tuple[str, Path]] = {}
    for left, right in mounts:
        kind, _, options = right.split(" ")[:3]
        root, point = left.split(" ")[3:5]
        if kind == "cgroup":
            for controller in options.split(","):
                first[controller] = (root, Path(point))
        elif kind == "cgroup2":
            first[""] = (root, Path(point))
    found: dict[str, Path] = {}
    for names, path in groups.items():
        for name in names.split(",") if names else []:
            if name in ("memory", "pids", "cpu", "cpuacct") and name in first:
                place = _writable(first[name], path, ())
                if place is not None:
                    found[name] = place
    if "memory" not in found and "" in groups and "" in first:
        place = _writable(first[""], groups[""], ("memory", "pids"))
        if place is not None:
            has_cpu = "cpu" in (place / "cgroup.subtree_control").read_text().split()
            return CgroupParents(place, place, place if has_cpu else None, place, 2)
    return CgroupParents(
        found.get("memory"), found.get("pids"), found.get("cpu"), found.get("cpuacct"), 1 if found else 0
    )


def _writable(mount: tuple[str, Path], path: str, controllers: tuple[str, ...]) -> Path | None:
    root, point = mount
    here = Path(os.path.normpath(point / os.path.relpath(path, root))) if path.startswith(root) else point
    for folder in (here, *here.parents):
        if not folder.is_relative_to(point):
            return None
        try:
            _enable(folder, controllers)
            probe = folder / _new_name("probe")
            probe.mkdir()
            usable = os.access(probe / "cgroup.procs", os.W_OK) and (
                not controllers or os.access(folder / "cgroup.procs", os.W_OK)
            )
            probe.rmdir()
        except OSError:
            continue
        if usable:
            return folder
    return None


def _enable(folder: Path, controllers: tuple[str, ...]) -> None:
    """Enable these version 2 controllers for child groups; the kernel refuses it for a group that has processes."""
    control = folder / "cgroup.subtree_control"
    if not controllers or set(controllers) <= set(control.read_text().split()):
        return
    with suppress(OSError):
        control.write_text("+cpu")
    control.write_text(" ".join(f"+{name}" for name in controllers))


def _new_name(kind: str = "") -> str:
    me = this_process()
    space = "".join(filter(str.isdigit, me.namespace))
    return _NAME.format(pid=me.pid, started=me.started, namespace=space, number=f"{kind}{next(_numbers)}")


def left_over(places: CgroupParents) -> tuple[Path, ...]:
    """Return the groups below these parents whose process is certainly gone."""
    named = [(child, _READ.fullmatch(child.name)) for folder in places.folders() for child in folder.glob("r3gym-*")]
    return tuple(
        child
        for child, match in named  # no group outlives a boot
        if match and Owner(int(match[1]), match[2], f"pid:[{match[3]}]", boot()).gone()
    )


@cache
def sweep(pid: int) -> None:
    """Remove the left-over groups without processes, once per process (``pid``); ``r3gym sandbox gc`` removes all."""
    for group in left_over(find_places(pid)):
        with suppress(OSError):
            group.rmdir()


def make(places: CgroupParents, limits: Limits) -> Cgroup:
    """Create groups with these limits."""
    name = _new_name()

    def below(parent: Path | None) -> Path | None:
        return parent / name if parent is not None else None

    group = Cgroup(
        below(places.memory), below(places.pids), below(places.cpu), below(places.accounting), places.version
    )
    for folder in group.folders():
        folder.mkdir()
    memory, quota = limits.memory_mb << 20, max(1000, int(limits.cpus * _PERIOD))
    if group.version == 2:
        _set(group.memory, "memory.max", memory)
        _set(group.memory, "memory.swap.max", 0, needed=False)
        _set(group.cpu, "cpu.max", f"{quota} {_PERIOD}")
    else:
        _set(group.memory, "memory.limit_in_bytes", memory)
        _set(group.memory, "memory.memsw.limit_in_bytes", memory, needed=False)
        _set(group.cpu, "cpu.cfs_period_us", _PERIOD)
        _set(group.cpu, "cpu.cfs_quota_us", quota)
    _set(group.pids, "pids.max", limits.processes + _SLACK)
    return group


def _set(folder: Path | None, name: str, value: int | str, *, needed: bool = True) -> None:
    if folder is None:
        return
    try:
        (folder / name).write_text(str(value))
    except OSError:
        if needed:
            raise
