"""Second runs: what a busy machine may have decided is decided again, with more patience.

A program can run out of wall-clock time because others had the processor, and use more CPU time than on an idle machine
because others had the caches. Such a run is repeated once: with eight times the wall clock, and with half as much CPU
time again before it is stopped. The limit stays the same: only a second run within it is accepted. One that ends
slightly above it leaves the question open, and says so.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

#: A program that ran out of wall-clock time and used more than this share of it as CPU time was not asleep.
_STARVED = 0.02
#: A busy program waits this much longer than it works when others want the same processor.
_CONTENDED = 1.25
#: Beyond this many runnable processes for each processor, CPU time is no longer what it is on an idle machine.
_LOADED = 1.25
_LOOKS = 7
_BETWEEN_LOOKS_S = 0.01


@dataclass(frozen=True)
class Patience:
    """Factors of a run's bounds: of its wall-clock limit, and of the CPU time at which it is stopped."""

    wall: float = 1.0
    cpu: float = 1.0


FIRST_RUN = Patience()
SECOND_RUN = Patience(wall=8.0, cpu=1.5)


def load_text() -> str:
    """Describe the load of the machine.

    >>> load_text()  # doctest: +ELLIPSIS
    'load ... on ... processors'
    """
    return f"load {_runnable()} on {os.cpu_count() or 1} processors"


def _runnable() -> int:
    """Return how many programs want a processor now, this one left out.

    The load average tells what the machine did in the last minutes: it is low while a quiet machine gets busy, and high
    long after it was. A few looks within some milliseconds do not take a moment's burst for the state of the machine.
    """
    looks = []
    for _ in range(_LOOKS):
        looks.append(int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0]) - 1)
        time.sleep(_BETWEEN_LOOKS_S)
    return max(0, int(median(looks)))


def was_machine_busy(cpu_s: float, wall_s: float, limit_s: float) -> bool:
    """Check whether the machine was busy during a run that failed for its time.

    A run that used up its CPU time had to share the processor if it took much longer than that. The wall clock of one
    that did not says nothing, because it may have slept; then only what the machine does now counts. That counts for
    every run: others in the caches cost a program CPU time even where it need not wait.
    """
    shared = cpu_s > limit_s and wall_s > _CONTENDED * cpu_s + 0.05
    return shared or _runnable() > _LOADED * (os.cpu_count() or 1)


def deserves_second_run(cpu_s: float, wall_s: float, limit_s: float, *, timed_out: bool) -> bool:
    """Check whether a run failed for its time, and perhaps only because the machine was busy."""
    if cpu_s > limit_s:
        return was_machine_busy(cpu_s, wall_s, limit_s)
    return timed_out and cpu_s > _STARVED * wall_s
