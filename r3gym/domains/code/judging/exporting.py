"""Export of a package with all generated tests in its data folder, for other judges and the format's own tools."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from r3gym.domains.code.judging.generated import make_generated
from r3gym.domains.code.judging.judge import backend_named
from r3gym.domains.code.packages import PackageError, read_tests


def export_package(folder: Path, to: Path, *, sandbox: str = "bubblewrap") -> Path:
    """Copy the package in ``folder`` to ``to/NAME`` with its generated tests, and return the new folder.

    Raise `PackageError` when ``to/NAME`` exists already, and
    `r3gym.domains.code.judging.generated.GenerationError` when a generated test differs from what the package states.
    """
    target = to / folder.resolve().name
    if target.exists():
        raise PackageError(target, "is there already", "give another folder, or remove it first")
    tests = read_tests(folder)
    make_generated(backend_named(sandbox), tests)
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to, prefix=".exporting-") as scratch:  # never a partial export
        made = Path(scratch) / target.name
        shutil.copytree(folder, made, ignore=shutil.ignore_patterns("__pycache__", "generated.json", "notes.json"))
        for case in tests.cases:
            if case.digests is not None:
                place = made / "data" / case.name
                shutil.copyfile(case.input, place.with_name(f"{place.name}.in"))
                shutil.copyfile(case.answer, place.with_name(f"{place.name}.ans"))
        made.rename(target)
    return target
