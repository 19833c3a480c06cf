"""Import of problems from any folder or archive into a folder of normalised packages.

Every problem is checked completely before it is written, and written completely or not at all. A problem that exists
already with the same content is left unchanged, so an interrupted import can be completed by running it again. One that
exists with other content is refused, never overwritten.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from r3gym.domains.code.packages.archives import unpack
from r3gym.domains.code.packages.collecting import CollectedProblem, collect_problem
from r3gym.domains.code.packages.discover import STATEMENTS, ProblemSource, SourceFormat, discover
from r3gym.domains.code.packages.model import PackageError, PackageTests
from r3gym.domains.code.packages.package_writer import hash_tree, write_package
from r3gym.domains.code.packages.reader import read_problem
from r3gym.domains.code.packages.testdata import read_tests
from r3gym.errors import InputError

#: Returns why a problem's tests cannot be judged on this machine, or None when they can.
WhyNot = Callable[[PackageTests], str | None]


class ImportStatus(StrEnum):
    """The result of importing a problem."""

    IMPORTED = "imported"
    UNCHANGED = "unchanged"  #: it existed already with the same content
    REFUSED = "refused"


@dataclass(frozen=True)
class ImportResult:
    """The report on one problem: what was found, assumed and missing, and why it was refused, if it was."""

    id: str
    source: str
    format: str
    status: ImportStatus
    title: str = ""
    samples: int = 0
    hidden: int = 0
    time_s: float | None = None
    memory_mb: int | None = None
    validator: str = ""
    content_hash: str = ""
    defaulted: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    faults: tuple[dict[str, str], ...] = ()


@dataclass
class _ImportRun:
    """State of one call of `import_problems`: its source and target, and where archives were unpacked to."""

    source: Path
    to: Path
    stage: Path
    why_not: WhyNot
    unpacked: dict[Path, Path] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)

    def unpack(self, archive: Path) -> Path:
        """Unpack an archive into a temporary folder, which is removed when the import ends."""
        folder = Path(tempfile.mkdtemp(prefix="archive-", dir=self.stage))
        self.unpacked[folder] = archive
        unpack(archive, folder)
        return folder

    def shown(self, path: Path | str) -> str:
        """Return a path as the user knows it: inside the archive, not in the folder where that was unpacked."""
        text = str(path)
        for folder, archive in self.unpacked.items():
            text = text.replace(str(folder), str(archive))
        return text

    def fault(self, error: PackageError) -> dict[str, str]:
        """Return an error in the form of the report."""
        return {"file": self.shown(error.where), "rule": self.shown(error.rule), "fix": self.shown(error.fix)}


def import_problems(
    source: Path,
    to: Path,
    *,
    wanted: SourceFormat | None = None,
    why_not: WhyNot = lambda tests: None,  # noqa: ARG005
    report: Callable[[str], None] = lambda name: None,  # noqa: ARG005
) -> list[ImportResult]:
    """Import all problems of a folder or archive into the folder ``to``; return one row each, also for refused ones.

    ``wanted`` restricts the import to one format, ``why_not`` says why tests cannot be judged, and ``report`` is called
    with each problem's name. Raise `InputError` when the source does not exist, equals ``to`` or holds no problem.
    """
    if not source.exists():
        raise InputError(f"{source}: not found; give a folder of problems or an archive (.zip, .kpp, .tar.gz)")
    if source.resolve() == to.resolve():
        raise InputError(f"{to}: is what is being imported; choose another folder with --to")
    made = not to.exists()
    to.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=".import-", dir=to))
    run = _ImportRun(source, to, stage, why_not)
    rows: list[ImportResult] = []

    def refused(archive: Path, error: PackageError) -> None:
        rows.append(
            ImportResult(archive.name, str(archive), "archive", ImportStatus.REFUSED, faults=(run.fault(error),))
        )

    try:
        for candidate in discover(source, wanted, run.unpack, refused, skip=to):
            report(candidate.name)
            rows.append(_import_one(run, candidate))
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if made and not any(to.iterdir()):
            to.rmdir()
    if not rows:
        raise InputError(
            f"{source}: no problem found; a problem is a folder with problem.yaml (ICPC), with config.yaml "
            f"(LightCPVerifier), or with *.in and *.ans (or *.out) files and a statement ({', '.join(STATEMENTS)})"
        )
    return rows


def _import_one(run: _ImportRun, candidate: ProblemSource) -> ImportResult:
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", candidate.name).strip("-._")[:128] or "problem"
    found = collect_problem(candidate)
    if name != candidate.name:
        found.defaulted.append(f"id: {name} (from {candidate.name!r})")
    if not found.faults and found.tests is not None and (reason := run.why_not(found.tests)) is not None:
        fix = "change the problem, or leave it out"
        found.faults.append(PackageError(candidate.folder, f"cannot be judged here: {reason}", fix))
    status, content = (ImportStatus.REFUSED, "") if found.faults else _place(run, candidate, found, name)
    tests = found.tests
    return ImportResult(
        id=name,
        source=run.shown(candidate.folder),
        format=candidate.format.value,
        status=status,
        title=found.title,
        samples=sum(case.sample for case in tests.cases) if tests else 0,
        hidden=sum(not case.sample for case in tests.cases) if tests else 0,
        time_s=tests.limits.time_s if tests else None,
        memory_mb=tests.limits.memory_mb if tests else None,
        validator=tests.validator.value if tests else "",
        content_hash=content,
        defaulted=tuple(found.defaulted),
        missing=tuple(found.missing),
        notes=tuple(found.notes),
        faults=tuple(run.fault(fault) for fault in found.faults),
    )


def _place(run: _ImportRun, candidate: ProblemSource, found: CollectedProblem, name: str) -> tuple[ImportStatus, str]:
    """Write the package to the staging folder, read it back, and move it to its target unless that exists."""
    staged = run.stage / "package" / name
    target = run.to / name
    shutil.rmtree(staged.parent, ignore_errors=True)
    try:
        write_package(found, staged)
        read_problem(staged)
        read_tests(staged)
        content = hash_tree(staged)
        if not target.exists():
            staged.rename(target)
            run.taken[name] = run.shown(candidate.folder)
            return ImportStatus.IMPORTED, content
        if hash_tree(target) == content:
            return ImportStatus.UNCHANGED, content
        other = f" (it came from {run.taken[name]})" if name in run.taken else ""
        rule = f"{name} is there already with other content{other}"
        found.faults.append(PackageError(target, rule, "remove it, rename the problem, or import into another folder"))
    except PackageError as error:
        found.faults.append(error)
    except OSError as error:
        found.faults.append(PackageError(target, f"cannot be written ({error.strerror})", "check the disk"))
    return ImportStatus.REFUSED, ""


def to_json(row: ImportResult) -> dict[str, Any]:
    """Return a row as plain values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in vars(row).items()}
