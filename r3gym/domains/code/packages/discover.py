"""Search for problems in a folder or archive: one problem, or folders and archives of problems.

A folder is a problem of the first format that matches:

- ``icpc``: it holds problem.yaml;
- ``lightcp``: it holds config.yaml;
- ``plain``: it holds ``*.in`` files, itself or in a folder with a usual name for tests (``tests``, ``data``, ...).

A folder with a statement and no tests anywhere is an incomplete problem: it is reported, not skipped. Any other folder
is searched. Hidden folders and symbolic links to folders are not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from r3gym.domains.code.packages.archives import archive_stem
from r3gym.domains.code.packages.model import PackageError
from r3gym.domains.code.packages.natural_order import natural_key

#: Statement files of plain and LightCPVerifier problems; the first one found counts.
STATEMENTS = (
    "statement.md", "problem.md", "statement.tex", "problem.tex", "statement.txt", "problem.txt", "README.md",
)  # fmt: skip

#: Folders that hold a plain problem's tests.
TEST_FOLDERS = frozenset(
    {"data", "test", "tests", "testdata", "testcases", "cases", "sample", "samples", "examples", "secret", "hidden"}
)


class SourceFormat(StrEnum):
    """The format of a problem source."""

    ICPC = "icpc"
    LIGHTCP = "lightcp"
    PLAIN = "plain"


@dataclass(frozen=True)
class ProblemSource:
    """The folder of a problem: its name, its format, and the root that its links must not leave."""

    name: str
    folder: Path
    format: SourceFormat
    root: Path


#: Unpacks an archive into a folder; raises `PackageError` for one that cannot be opened safely.
Unpack = Callable[[Path], Path]

#: Called with an archive that could not be opened, and the error.
Refused = Callable[[Path, PackageError], None]


def discover(
    source: Path, wanted: SourceFormat | None, unpack: Unpack, refused: Refused, skip: Path | None = None
) -> Iterator[ProblemSource]:
    """Yield the problems in a folder or archive, in natural order; with ``wanted`` only those of one format.

    ``skip`` is a folder that is not searched (the target of the import).
    """
    stem = archive_stem(source) if source.is_file() else None
    name, root = source.resolve().name, source
    if stem is not None:
        try:
            name, root = stem, unpack(source)
        except PackageError as error:
            refused(source, error)
            return
    yield from _below(root, name, root, wanted, skip)
    if stem is not None or format_of(root, wanted) is not None:
        return  # archives in archives are not opened
    for archive in sorted(_archives(root, skip), key=lambda path: natural_key(path.as_posix())):
        yield from discover(archive, wanted, unpack, refused)


def _below(
    folder: Path, name: str, root: Path, wanted: SourceFormat | None, skip: Path | None = None
) -> Iterator[ProblemSource]:
    format_ = format_of(folder, wanted)
    if format_ is not None:
        yield ProblemSource(name, folder, format_, root)
        return
    found = False
    for entry in _folders(folder, skip):
        for candidate in _below(entry, entry.name, root, wanted, skip):
            found = True
            yield candidate
    if not found and wanted in (None, SourceFormat.PLAIN) and statement_file(folder, readme=False) is not None:
        yield ProblemSource(name, folder, SourceFormat.PLAIN, root)


def _folders(folder: Path, skip: Path | None) -> list[Path]:
    """Return the folders to search, without links, which could form a cycle."""
    entries = (e for e in folder.iterdir() if e.is_dir() and not e.is_symlink() and not e.name.startswith((".", "__")))
    return sorted((e for e in entries if e != skip), key=lambda entry: natural_key(entry.name))


def _archives(folder: Path, skip: Path | None) -> Iterator[Path]:
    yield from (entry for entry in folder.iterdir() if entry.is_file() and archive_stem(entry) is not None)
    for entry in _folders(folder, skip):
        if format_of(entry) is None:
            yield from _archives(entry, skip)


def format_of(folder: Path, wanted: SourceFormat | None = None) -> SourceFormat | None:
    """Return the first format that a folder matches (only ``wanted``, if given), or None if it is not a problem."""
    shown = {
        SourceFormat.ICPC: (folder / "problem.yaml").is_file(),
        SourceFormat.LIGHTCP: (folder / "config.yaml").is_file(),
        SourceFormat.PLAIN: any(True for place in test_folders(folder) for _ in place.glob("*.in")),
    }
    return next((f for f, yes in shown.items() if yes and wanted in (None, f)), None)


def test_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders that may hold a plain problem's tests: itself, and those with a usual name, to any depth."""
    yield folder
    for entry in sorted(folder.iterdir(), key=lambda entry: natural_key(entry.name)):
        if entry.name.lower() in TEST_FOLDERS and entry.is_dir() and not entry.is_symlink():
            yield entry
            yield from sorted(
                (below for below in entry.rglob("*") if below.is_dir()), key=lambda below: natural_key(below.as_posix())
            )


def statement_file(folder: Path, *, readme: bool = True) -> Path | None:
    """Return the statement of a plain or LightCPVerifier problem, or None; the case of its name does not matter."""
    names = {entry.name.lower(): entry for entry in folder.iterdir() if entry.is_file()}
    wanted = STATEMENTS if readme else STATEMENTS[:-1]
    return next((names[name.lower()] for name in wanted if name.lower() in names), None)
