"""A trial in a fork of one process that has imported everything and collected the tests: nothing is done twice.

Importing and collecting take seconds, most tests that kill a mutant take milliseconds. Only the code of functions can
be replaced there (`replacing`).
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mutants.draw import Mutant
from mutants.replacing import Change, living, replace
from mutants.trial import Fate, Trial, Witness, Work, run_pytest, separate, trials


def run_collected(
    work: Sequence[tuple[Mutant, Change, Work]], top: Path, folder: Path, *, jobs: int, cpu_s: int
) -> Iterator[Trial]:
    """Yield each trial as it ends; none for a mutant whose functions cannot be replaced."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        separate(folder / "collected.json", 0)
        status = 70
        with contextlib.suppress(BaseException):
            status = _serve(work, top, folder, jobs, cpu_s, writing)
        sys.stdout.flush()
        os._exit(status)
    os.close(writing)
    of = {mutant.identity: mutant for mutant, _, _ in work}
    with os.fdopen(reading, encoding="utf-8") as lines:
        for line in lines:
            name, fate, used, killer = json.loads(line)
            yield Trial(of[tuple(name)], Fate(fate), used, killer)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        raise RuntimeError(f"the process of collected tests ended ({code}): {(folder / 'collected.log').read_text()}")


def _serve(
    work: Sequence[tuple[Mutant, Change, Work]], top: Path, folder: Path, jobs: int, cpu_s: int, writing: int
) -> int:
    loop = _Loop(work, top, folder, jobs, cpu_s, writing)
    places = sorted({name.partition("::")[0] for *_, one in work for name in one.tests})
    status = run_pytest(places, [loop, loop.witness])
    if loop.notes is not None:
        loop.notes.write_text(json.dumps({"killer": loop.witness.failed, "modules": []}), "utf-8")
    return status


class _Started(Exception):
    """Raised in the process of a trial, to leave the loop of its parent."""

    def __init__(self, number: int, notes: Path) -> None:
        super().__init__()
        self.number, self.notes = number, notes


class _Loop:
    """A plugin of pytest: in place of its loop over tests, one over mutants; each fork runs pytest's own."""

    def __init__(
        self, work: Sequence[tuple[Mutant, Change, Work]], top: Path, folder: Path, jobs: int, cpu_s: int, writing: int
    ) -> None:
        self._work, self._top, self._folder, self._jobs, self._cpu_s = work, top, folder, jobs, cpu_s
        self._writing, self.notes, self.witness = writing, None, Witness()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """True when all trials ended; None in the process of a trial, which then runs its tests."""

        def begin(number: int, notes: Path) -> None:
            raise _Started(number, notes)

        found = [living(change, (self._top / mutant.path).resolve()) for mutant, change, _ in self._work]
        possible = [number for number, functions in enumerate(found) if functions]
        try:
            mutants = [self._work[number][0] for number in possible]
            for trial in trials(mutants, self._folder, begin, jobs=self._jobs, cpu_s=self._cpu_s):
                assert trial.mutant is not None
                said = [trial.mutant.identity, trial.fate, trial.cpu_s, trial.killer]
                os.write(self._writing, json.dumps(said).encode() + b"\n")
        except _Started as started:
            os.close(self._writing)
            separate(started.notes, self._cpu_s)
            number = possible[started.number]
            replace(found[number] or [], self._top)
            self.notes, self.witness.chosen = started.notes, self._work[number][2].tests
            session.items = self.witness.order(session.items)
            return None
        return True
