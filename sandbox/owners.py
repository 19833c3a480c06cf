"""The process that owns something outside itself (a container, a control group), and whether it is certainly gone.

A process id alone is not enough: the kernel gives it to another process later. The start time tells the two apart. A
process of another PID namespace cannot be inspected, so what it owns counts as owned until the machine has rebooted.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Owner:
    """A process: its id, its start time (clock ticks since boot), its PID namespace and the boot it belongs to."""

    pid: int
    started: str
    namespace: str
    boot: str

    def gone(self) -> bool:
        """Return whether this process has certainly ended, as seen from the present one."""
        if self.boot != boot():
            return True
        return self.namespace == pid_namespace() and started(self.pid) != self.started


def this_process() -> Owner:
    """Return the present process as an owner."""
    pid = os.getpid()
    return Owner(pid, started(pid) or "", pid_namespace(), boot())


def started(pid: int) -> str | None:
    """Return the start time of a process; None when there is none with this id, or only a zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text.rsplit(")", 1)[1].split()  # from the third field on; the name before them may hold any character
    return None if fields[0] in "ZX" else fields[19]  # a zombie process owns nothing


def pid_namespace() -> str:
    """Return the name of the present PID namespace, ``pid:[NUMBER]``."""
    return str(Path("/proc/self/ns/pid").readlink())


def boot() -> str:
    """Return the id of the present boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
