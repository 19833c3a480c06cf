"""The public part of a package, and its example submissions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from r3gym.core.problem import Problem, Sample
from r3gym.domains.code.packages.config import load_problem_config, stated_limits
from r3gym.domains.code.packages.expectations import expected_of, stated_expectations
from r3gym.domains.code.packages.model import ExpectedVerdict, PackageError, Submission
from r3gym.domains.code.packages.natural_order import natural_key
from r3gym.domains.code.packages.statement import read_statement

#: Expected verdicts by the names of submission folders, including variants that real packages use.
_EXPECTED = {
    **{expected.value: expected for expected in ExpectedVerdict},
    "wrong-answer": ExpectedVerdict.WRONG_ANSWER,
    "time_limit": ExpectedVerdict.TIME_LIMIT,
    "timelimit_exceeded": ExpectedVerdict.TIME_LIMIT,
    "time-limit-exceeded": ExpectedVerdict.TIME_LIMIT,
    "runtime_error": ExpectedVerdict.RUNTIME_ERROR,
    "run-time-error": ExpectedVerdict.RUNTIME_ERROR,
    "memory_limit": ExpectedVerdict.MEMORY_LIMIT,
    "output_limit": ExpectedVerdict.OUTPUT_LIMIT,
    "compile_error": ExpectedVerdict.COMPILE_ERROR,
    "compiler-error": ExpectedVerdict.COMPILE_ERROR,
}

#: The words in a note such as ``@EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT`` in a source.
_ANNOTATED = {
    "CORRECT": ExpectedVerdict.ACCEPTED,
    "ACCEPTED": ExpectedVerdict.ACCEPTED,
    "WRONG-ANSWER": ExpectedVerdict.WRONG_ANSWER,
    "NO-OUTPUT": ExpectedVerdict.WRONG_ANSWER,
    "TIMELIMIT": ExpectedVerdict.TIME_LIMIT,
    "TIME-LIMIT": ExpectedVerdict.TIME_LIMIT,
    "TIME-LIMIT-EXCEEDED": ExpectedVerdict.TIME_LIMIT,
    "RUN-ERROR": ExpectedVerdict.RUNTIME_ERROR,
    "RUN-TIME-ERROR": ExpectedVerdict.RUNTIME_ERROR,
    "MEMORY-LIMIT": ExpectedVerdict.MEMORY_LIMIT,
    "MEMORY-LIMIT-EXCEEDED": ExpectedVerdict.MEMORY_LIMIT,
    "OUTPUT-LIMIT": ExpectedVerdict.OUTPUT_LIMIT,
    "OUTPUT-LIMIT-EXCEEDED": ExpectedVerdict.OUTPUT_LIMIT,
    "COMPILER-ERROR": ExpectedVerdict.COMPILE_ERROR,
}
_NOTE = re.compile(rb"@EXPECTED_RESULTS@:[ \t]*([A-Za-z_, \t-]+)")
_NOTE_BYTES = 1 << 20

#: Source files are recognised by their suffixes; other files beside submissions are ignored.
SOURCE_SUFFIXES = frozenset(
    {
        ".cpp",
        ".cc",
        ".cxx",
        ".c++",
        ".C",
        ".c",
        ".py",
        ".py3",
        ".java",
        ".kt",
        ".rs",
        ".go",
        ".hs",
        ".cs",
        ".js",
        ".pas",
        ".rb",
        ".py2",
        ".scala",
        ".ml",
    }
)


def read_problem(folder: Path) -> Problem:
    """Read the public part of the package in ``folder``; its id is the folder's name.

    The title is problem.yaml's name, else the statement's own, else the folder's name. Raise `PackageError` when the
    package breaks a rule of its format.
    """
    config = load_problem_config(folder)
    statement = read_statement(folder, config)
    return Problem(
        id=folder.resolve().name,
        domain="code",
        title=(config.title() or statement.title or folder.resolve().name).strip(),
        statement=statement.text,
        limits=stated_limits(folder, config).resolve(),
        samples=read_samples(folder / "data" / "sample"),
    )


def read_samples(folder: Path) -> tuple[Sample, ...]:
    """Return the published samples in natural order; ``.in.statement`` and ``.ans.statement`` have precedence."""
    if not folder.is_dir():
        return ()
    samples: list[Sample] = []
    inputs = sorted(
        folder.rglob("*.in"),
        key=lambda path: tuple(map(natural_key, path.relative_to(folder).with_suffix("").parts)),
    )
    for path in inputs:
        base = path.with_suffix("")
        answer = _first(
            base.with_name(base.name + ending) for ending in (".ans.statement", ".out.statement", ".ans", ".out")
        )
        shown = _first(base.with_name(base.name + ending) for ending in (".in.statement", ".in"))
        if answer is not None and shown is not None:
            samples.append(Sample(_text(shown), _text(answer)))
    return tuple(samples)


def _first(paths: Iterable[Path]) -> Path | None:
    return next((path for path in paths if path.is_file()), None)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")


def read_submissions(folder: Path) -> tuple[Submission, ...]:
    """Return the example submissions, accepted ones first, each folder in natural order.

    ``submissions.yaml`` has precedence over a note ``@EXPECTED_RESULTS@:`` in a source, and that over the folder's
    name. A submission without any expected verdict is skipped, because its verdict cannot be checked.
    """
    root = folder / "submissions"
    if not root.is_dir():
        return ()
    found: list[Submission] = []
    patterns = stated_expectations(root)
    for place in sorted(
        (entry for entry in root.iterdir() if entry.is_dir()), key=lambda entry: natural_key(entry.name)
    ):
        stated = _EXPECTED.get(place.name.lower())
        for entry in sorted(place.iterdir(), key=lambda path: natural_key(path.name)):
            files = (entry,) if entry.is_file() else source_files(entry)
            sources = [path for path in files if path.suffix in SOURCE_SUFFIXES]
            name = f"{place.name}/{entry.name}"
            wanted = expected_of(name, patterns) or _annotated(sources) or ((stated,) if stated else ())
            if sources and wanted:
                found.append(Submission(name, wanted[0], files, wanted[1:]))
    return tuple(sorted(found, key=lambda submission: submission.expected is not ExpectedVerdict.ACCEPTED))


def _annotated(sources: Iterable[Path]) -> tuple[ExpectedVerdict, ...]:
    """Return the verdicts that a note in the sources expects, acceptance last; empty without a note or known words."""
    for path in sources:
        with path.open("rb") as file:
            note = _NOTE.search(file.read(_NOTE_BYTES))
        if note:
            words = note[1].decode().upper().replace("_", "-").split(",")
            found = dict.fromkeys(_ANNOTATED[word.strip()] for word in words if word.strip() in _ANNOTATED)
            return tuple(sorted(found, key=lambda expected: expected is ExpectedVerdict.ACCEPTED))
    return ()


def source_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of a submission that is a folder, in natural order; raise `PackageError` if it is not one."""
    if not folder.is_dir():
        raise PackageError(folder, "a broken link or special file", "put source files in the submissions' folders")
    return tuple(
        sorted(
            (path for path in folder.rglob("*") if path.is_file()),
            key=lambda path: natural_key(path.as_posix()),
        )
    )
