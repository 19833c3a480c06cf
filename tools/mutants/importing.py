"""A trial in a process that imports everything anew: one module is compiled from a changed text.

This is how a change of what runs while a module is imported can be tried, and how reach is measured. The parent has
imported what the tests need from elsewhere, so that it starts within a second or two.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from mutants.draw import Mutant
from mutants.reach import ReachPlugin
from mutants.trial import Trial, Witness, Work, run_pytest, separate, trials


def preload(modules: Sequence[str]) -> None:
    """Import what the trials will need from elsewhere, and nothing of r3gym."""
    for name in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    ours = [name for name in sys.modules if name.partition(".")[0] == "r3gym"]
    if ours:
        raise RuntimeError(f"{ours[0]} is already imported: its mutants would never be read")


def run_importing(
    work: Sequence[tuple[Mutant | None, Work]], top: Path, folder: Path, *, jobs: int, cpu_s: int
) -> Iterator[Trial]:
    """Yield each trial as it ends."""

    def begin(number: int, notes: Path) -> None:
        separate(notes, cpu_s)
        status = 70
        with contextlib.suppress(BaseException):
            status = _run(*work[number], top, notes)
        sys.stdout.flush()
        os._exit(status)

    yield from trials([mutant for mutant, _ in work], folder, begin, jobs=jobs, cpu_s=cpu_s)


def _run(mutant: Mutant | None, work: Work, top: Path, notes: Path) -> int:
    if mutant is not None:
        _read_changed(mutant, top)
    witness = Witness(work.tests)
    plugins = [witness] if mutant else [witness, ReachPlugin(work.files, top, notes.with_suffix(".reach"))]
    places = list(dict.fromkeys(name.partition("::")[0] for name in work.tests)) or work.places
    status = run_pytest(places, plugins)
    venv = str(Path(sys.prefix))
    elsewhere = [
        name
        for name, module in list(sys.modules.items())
        if (file := getattr(module, "__file__", None)) and (file.startswith(venv) or not file.startswith(str(top)))
    ]
    notes.write_text(json.dumps({"killer": witness.failed, "modules": elsewhere}), "utf-8")
    return status


def _read_changed(mutant: Mutant, top: Path) -> None:
    target, usual = (top / mutant.path).resolve(), SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path).resolve() == target:
            return compile(mutant.source, self.path, "exec", dont_inherit=True)
        return usual(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
