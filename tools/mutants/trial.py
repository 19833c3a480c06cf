"""What a trial is, and how its process is started, bounded and ended.

No file is changed by a trial. Its process is forked, and only the tests that reach the change are run: see `importing`
and `collected` for the two ways to put a mutant into a process.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest

from mutants.draw import Mutant

#: Memory of one trial: a mutant may try to build a list without end.
_MEMORY_BYTES = 6 << 30
#: The clock may run so many times as long as the processor: other processes have it too.
_PATIENCE = 20


@dataclass(frozen=True)
class Work:
    """What a trial runs: ``tests`` in their order; before they are known, all of ``places``, to measure reach."""

    places: Sequence[str]
    tests: Sequence[str] = ()
    files: Sequence[Path] = ()


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMEOUT = "timeout"  # the tests did not end: counted as killed, as is usual
    SURVIVED = "survived"


@dataclass(frozen=True)
class Trial:
    """The tests run on a mutant (None: the code as it is)."""

    mutant: Mutant | None
    fate: Fate
    cpu_s: float
    killer: str = ""
    modules: tuple[str, ...] = ()  # imported from elsewhere, so that the parent can import them once


class Witness:
    """A plugin of pytest that runs the chosen tests in their order and remembers the first that failed."""

    def __init__(self, chosen: Sequence[str] = ()) -> None:
        self.failed, self.chosen = "", chosen

    def order(self, items: list[pytest.Item]) -> list[pytest.Item]:
        """The chosen ones of ``items``; all of them where none were chosen."""
        rank = {name: number for number, name in enumerate(self.chosen)}
        return sorted((one for one in items if one.nodeid in rank), key=lambda one: rank[one.nodeid]) if rank else items

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what was not chosen."""
        items[:] = self.order(items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a test that failed."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember a module that could not be imported."""
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (import)"


def run_pytest(places: Sequence[str], plugins: Sequence[object]) -> int:
    """Run the tests of ``places`` in this process, up to the first failure: pytest's exit code."""
    options = "-x -q -p no:xdist -p no:cacheprovider --hypothesis-seed=0 --capture=sys".split()
    return int(pytest.main([*options, "-m", "not slow and not docker and not llm", *places], plugins=list(plugins)))


def separate(notes: Path, cpu_s: int) -> None:
    """Make this process one of its own, that writes to a log beside ``notes`` and has so much of the processor."""
    os.setsid()
    log = os.open(notes.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    if cpu_s:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))


@dataclass
class _Running:
    number: int
    notes: Path
    started: float


def trials(
    mutants: Sequence[Mutant | None], folder: Path, begin: Callable[[int, Path], None], *, jobs: int, cpu_s: int
) -> Iterator[Trial]:
    """Yield each trial as it ends; ``begin`` is called in its process with its number and the file for its notes.

    The processor's time decides what takes too long; the clock only ends what sleeps.
    """
    waiting, running = list(range(len(mutants))), dict[int, _Running]()
    while waiting or running:
        while waiting and len(running) < jobs:
            number = waiting.pop(0)
            notes = folder / f"{number}.json"
            notes.unlink(missing_ok=True)
            pid = os.fork()
            if pid == 0:
                begin(number, notes)
            running[pid] = _Running(number, notes, time.monotonic())
        time.sleep(0.02)
        for pid, one in list(running.items()):
            ended, status, used = os.wait4(pid, os.WNOHANG)
            if not ended and time.monotonic() - one.started < _PATIENCE * cpu_s:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            if not ended:
                _, status, used = os.wait4(pid, 0)
            del running[pid]
            yield _trial(
                mutants[one.number], one.notes, used.ru_utime + used.ru_stime, os.waitstatus_to_exitcode(status)
            )


def _trial(mutant: Mutant | None, notes: Path, cpu_s: float, code: int) -> Trial:
    said = json.loads(notes.read_text("utf-8")) if notes.exists() else {"killer": "", "modules": []}
    if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"pytest did not run (exit code {code}): {notes.with_suffix('.log').read_text('utf-8')}")
    late = code in (-signal.SIGKILL, -signal.SIGXCPU)
    fate = Fate.TIMEOUT if late else Fate.SURVIVED if code == 0 else Fate.KILLED
    return Trial(mutant, fate, cpu_s, said["killer"] or ("process ended" if code else ""), tuple(said["modules"]))
