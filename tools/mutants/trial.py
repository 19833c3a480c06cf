"""One trial: the tests run in a forked process in which one module is read from a changed text.

No file is changed: what is mutated is the text that the import system compiles. The parent process has imported what
the tests need from elsewhere, so that a trial starts within a second, and only tests that reach the change are run.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NoReturn

import pytest

from mutants.draw import Mutant
from mutants.reach import ReachPlugin

#: Memory of one trial: a mutant may try to build a list without end.
_MEMORY_BYTES = 6 << 30


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
    seconds: float
    killer: str = ""
    modules: tuple[str, ...] = ()  # imported from elsewhere, so that the parent can import them once


class _Witness:
    """Runs the chosen tests in their order, and remembers the first that failed."""

    def __init__(self, chosen: Sequence[str]) -> None:
        self.failed, self._rank = "", {name: number for number, name in enumerate(chosen)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._rank:
            items[:] = sorted(
                (item for item in items if item.nodeid in self._rank), key=lambda item: self._rank[item.nodeid]
            )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (import)"


def _read_changed(mutant: Mutant, top: Path) -> None:
    target, usual = (top / mutant.path).resolve(), SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path).resolve() == target:
            return compile(mutant.source, self.path, "exec", dont_inherit=True)
        return usual(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _child(mutant: Mutant | None, work: Work, top: Path, notes: Path) -> NoReturn:
    os.setsid()
    log = os.open(notes.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    status = 70
    with contextlib.suppress(BaseException):
        if mutant is not None:
            _read_changed(mutant, top)
        witness = _Witness(work.tests)
        plugins = [witness] if mutant else [witness, ReachPlugin(work.files, top, notes.with_suffix(".reach"))]
        options = "-x -q -p no:xdist -p no:cacheprovider --hypothesis-seed=0".split()
        places = list(dict.fromkeys(name.partition("::")[0] for name in work.tests)) or work.places
        status = int(pytest.main([*options, "-m", "not slow and not docker and not llm", *places], plugins=plugins))
        venv = str(Path(sys.prefix))
        elsewhere = [
            name
            for name, module in list(sys.modules.items())
            if (file := getattr(module, "__file__", None)) and (file.startswith(venv) or not file.startswith(str(top)))
        ]
        notes.write_text(json.dumps({"killer": witness.failed, "modules": elsewhere}), "utf-8")
    sys.stdout.flush()
    os._exit(status)


@dataclass
class _Running:
    mutant: Mutant | None
    notes: Path
    started: float


def preload(modules: Sequence[str]) -> None:
    """Import what the trials will need from elsewhere, and nothing of r3gym."""
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    ours = [name for name in sys.modules if name.partition(".")[0] == "r3gym"]
    if ours:
        raise RuntimeError(f"{ours[0]} is already imported: its mutants would never be read")


def run(
    trials: Sequence[tuple[Mutant | None, Work]], top: Path, folder: Path, *, jobs: int, seconds: float
) -> Iterator[Trial]:
    """Yield each trial as it ends; ``seconds`` is the most that one may take."""
    waiting, running = list(enumerate(trials)), dict[int, _Running]()
    while waiting or running:
        while waiting and len(running) < jobs:
            number, (mutant, work) = waiting.pop(0)
            notes = folder / f"{number}.json"
            notes.unlink(missing_ok=True)
            pid = os.fork()
            if pid == 0:
                _child(mutant, work, top, notes)
            running[pid] = _Running(mutant, notes, time.monotonic())
        time.sleep(0.02)
        for pid, one in list(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            took = time.monotonic() - one.started
            if not ended and took < seconds:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            if not ended:
                os.waitpid(pid, 0)
            del running[pid]
            yield _trial(one, took, os.waitstatus_to_exitcode(status) if ended else None)


def _trial(one: _Running, took: float, code: int | None) -> Trial:
    said = json.loads(one.notes.read_text("utf-8")) if one.notes.exists() else {"killer": "", "modules": []}
    if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"pytest did not run (exit code {code}): {one.notes.with_suffix('.log').read_text('utf-8')}")
    fate = Fate.TIMEOUT if code is None else Fate.SURVIVED if code == 0 else Fate.KILLED
    return Trial(one.mutant, fate, took, said["killer"] or ("process ended" if code else ""), tuple(said["modules"]))
