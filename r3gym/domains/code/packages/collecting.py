"""Reading of a problem of any format, into the form that a normalised package is written from.

All errors are collected, not only the first one. Assumed values, and missing parts that are no error, are listed
separately.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from r3gym.domains.code.packages.config import ProblemConfig, load_problem_config, stated_limits
from r3gym.domains.code.packages.constants import fill_constant_bytes
from r3gym.domains.code.packages.discover import TEST_FOLDERS, ProblemSource, SourceFormat, statement_file
from r3gym.domains.code.packages.latex import latex_title
from r3gym.domains.code.packages.legacy import legacy_config
from r3gym.domains.code.packages.model import PackageError, PackageTests, TestCase, ValidatorKind
from r3gym.domains.code.packages.natural_order import natural_key
from r3gym.domains.code.packages.sources import read_lightcp, read_plain
from r3gym.domains.code.packages.statement import read_source, statement_path, statement_text, with_constants
from r3gym.domains.code.packages.testdata import read_tests
from r3gym.domains.code.packages.testlib_adapter import adapter_files
from r3gym.domains.code.packages.yaml_files import load_yaml

#: Parts of a package beside statement, data and output validators that its users need.
_KEPT = ("submissions", "input_validators", "input_format_validators", "attachments", "include")
_SAMPLES = frozenset({"sample", "samples", "examples"})

Content = Path | bytes
Value = TypeVar("Value")


@dataclass
class CollectedProblem:
    """The parts of a problem that were found.

    It can be written if ``faults`` is empty; ``files`` are by their path in the package.
    """

    title: str = ""
    config: dict[str, Any] = field(default_factory=dict)
    tests: PackageTests | None = None
    files: dict[str, Content] = field(default_factory=dict)
    faults: list[PackageError] = field(default_factory=list)
    defaulted: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def attempt(self, read: Callable[[], Value]) -> Value | None:
        """Return the result of ``read``; on an error of the package or the file system add a fault and return None."""
        try:
            return read()
        except PackageError as error:
            if str(error) not in {str(fault) for fault in self.faults}:
                self.faults.append(error)
        except OSError as error:
            where, words = error.filename or "the folder", error.strerror or str(error)
            self.faults.append(PackageError(where, f"cannot be read ({words})", "check the file and its permissions"))
        return None


def collect_problem(candidate: ProblemSource) -> CollectedProblem:
    """Read a problem completely. Errors of the problem are collected as faults, not raised."""
    found = CollectedProblem()
    if candidate.format is SourceFormat.ICPC:
        _gather_icpc(candidate, found)
    else:
        _gather_folder(candidate, found)
    found.attempt(lambda: _check_links(candidate, found))
    if found.tests is not None:
        _check_tests(candidate, found, found.tests)
    return found


def _gather_icpc(candidate: ProblemSource, found: CollectedProblem) -> None:
    folder = candidate.folder
    config = found.attempt(lambda: load_problem_config(folder))
    if config is None:
        return
    found.tests = found.attempt(lambda: read_tests(folder))
    path = found.attempt(lambda: statement_path(folder))
    if path is not None:
        statement = found.attempt(lambda: statement_text(path, config))
        _title(candidate, found, config.title() or (statement.title if statement else None))
        for file in files_below(path.parent):
            name = f"problem_statement/{file.relative_to(path.parent).as_posix()}"
            source = re.fullmatch(r"problem(\..+)?\.(md|tex)", file.name) is not None and bool(config.constants)
            found.files[name] = with_constants(read_source(file), config).encode() if source else file
    if found.tests is not None:
        found.config = legacy_config(load_yaml(folder / "problem.yaml"), config, found.title, found.tests)
        if found.tests.validator is not ValidatorKind.DEFAULT:
            _take_folder(found, folder / "output_validator", "output_validators/validator", config.constants)
            _take_folder(found, folder / "output_validators", "output_validators", config.constants)
        _take_sample_extras(found, folder / "data")
    made = (folder / "generators" / "generated.json").is_file()  # these programs generate tests at first use
    kept = (*_KEPT, "generators") if made else _KEPT
    for name in kept:
        _take_folder(found, folder / name, name)
    taken = {"problem.yaml", "data", "statement", "problem_statement", "output_validator", "output_validators", *kept}
    spare = sorted(e.name for e in folder.iterdir() if e.name not in taken and not e.name.startswith("."))
    spare += [f"data/{name}" for name in (found.tests.ignored if found.tests else ())]
    spare = [name for name in spare if name != "domjudge-problem.ini"]  # its time limit is read
    if spare:
        found.notes.append(f"left out: {', '.join(spare)}")
    if "scoring" in config.type:
        found.notes.append("a scoring problem: here a program passes all tests or fails")


def _gather_folder(candidate: ProblemSource, found: CollectedProblem) -> None:
    """Collect a LightCPVerifier problem or a plain folder."""
    folder = candidate.folder
    plain = candidate.format is SourceFormat.PLAIN
    tests = found.attempt(lambda: read_plain(folder, TEST_FOLDERS) if plain else read_lightcp(folder))
    if tests is not None:
        stated = found.attempt(lambda: stated_limits(folder, ProblemConfig())) if plain else tests.stated
        tests = replace(tests, cases=tuple(_placed(case) for case in tests.cases), stated=stated or tests.stated)
        if tests.validator is not ValidatorKind.DEFAULT:
            tests = _adapted(found, tests)
        found.tests = tests
        found.config = legacy_config({}, ProblemConfig(), "", tests)
    path = statement_file(folder)
    if path is None:
        rule = "no problem statement"
        found.faults.append(PackageError(folder, rule, "add statement.md (or problem.md, problem.tex, README.md)"))
        return
    statement = found.attempt(lambda: statement_text(path, ProblemConfig()))
    source = found.attempt(lambda: read_source(path)) or ""
    ending = ".tex" if path.suffix.lower() == ".tex" else ".md"
    title = latex_title(source) if ending == ".tex" else None
    if ending == ".md" and (heading := re.match(r"\s*#[ \t]+(.+?)[ \t#]*(?:\n|\Z)", source)) is not None:
        title, source = heading.group(1), source[heading.end() :]
        if not source.strip():
            found.faults.append(PackageError(path, "a heading and nothing below it", "write the problem there"))
    _title(candidate, found, title or (statement.title if statement else None))
    found.config["name"] = found.title
    found.files[f"problem_statement/problem.en{ending}"] = source.encode()


def _adapted(found: CollectedProblem, tests: PackageTests) -> PackageTests:
    """Convert a testlib checker or interactor to an output validator of the package format."""
    interactive = tests.validator is not ValidatorKind.TESTLIB
    found.files |= adapter_files(tests.programs[0], interactive=interactive)
    return replace(tests, validator=ValidatorKind.INTERACTIVE if interactive else ValidatorKind.CUSTOM)


def _title(candidate: ProblemSource, found: CollectedProblem, title: str | None) -> None:
    found.title = " ".join((title or "").split()) or candidate.name
    if not (title or "").strip():
        found.defaulted.append("title: the folder's name")


def _placed(case: TestCase) -> TestCase:
    """Return a test of a plain folder under its name in a package: ``tests/g/1`` becomes ``secret/g/1``."""
    parts = case.name.split("/")
    sample = any(part.lower() in _SAMPLES for part in parts[:-1]) or parts[-1].lower().startswith(("sample", "example"))
    kept = [part for at, part in enumerate(parts) if at == len(parts) - 1 or part.lower() not in TEST_FOLDERS]
    return replace(case, name="/".join(("sample" if sample else "secret", *kept)), sample=sample)


def _take_folder(found: CollectedProblem, folder: Path, place: str, constants: Mapping[str, str] | None = None) -> None:
    """Take the files below a folder; with ``constants``, which a legacy package cannot state, filled in."""
    for path in files_below(folder):
        # A link that leads elsewhere is not read here: it stays a path, and is refused with the others.
        inside = bool(constants) and path.resolve().is_relative_to(folder.resolve())
        content: Content = fill_constant_bytes(path.read_bytes(), constants or {}) if inside else path
        found.files[f"{place}/{path.relative_to(folder).as_posix()}"] = content


def _take_sample_extras(found: CollectedProblem, data: Path) -> None:
    """Take published interactions, and samples that the statement shows differently from the judge's data."""
    for path in files_below(data / "sample"):
        if path.name.endswith((".interaction", ".in.statement", ".ans.statement", ".out.statement")):
            found.files[f"data/{path.relative_to(data).as_posix()}"] = path


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a tree in natural order, without hidden files and compiler output."""
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir(), key=lambda path: natural_key(path.name)):
        if path.name.startswith(".") or path.name == "__pycache__" or path.suffix in (".pyc", ".o"):
            continue
        if path.is_dir():
            yield from files_below(path)
        elif path.is_file():
            yield path


def _check_links(candidate: ProblemSource, found: CollectedProblem) -> None:
    """Check that every file to be copied lies in the given folder or archive after following links."""
    root = candidate.root.resolve()
    stored = [case for case in found.tests.cases if case.digests is None] if found.tests else []
    tests = [path for case in stored for path in (case.input, case.answer)]
    for path in [*tests, *(content for content in found.files.values() if isinstance(content, Path))]:
        if not path.resolve().is_relative_to(root):
            raise PackageError(path, "a link that leads out of the given folder", "put a copy of the file there")


def _check_tests(candidate: ProblemSource, found: CollectedProblem, tests: PackageTests) -> None:
    if all(case.sample for case in tests.cases):
        fix = "put hidden *.in and *.ans files into data/secret"
        found.faults.append(PackageError(candidate.folder, "no hidden tests: printing the samples would pass", fix))
    if not any(case.sample for case in tests.cases) and not any(n.endswith(".interaction") for n in found.files):
        found.missing.append("samples")
    if tests.stated.time_s is None:
        found.defaulted.append(f"time limit: {tests.limits.time_s:g} s")
    if tests.stated.memory_mb is None:
        found.defaulted.append(f"memory limit: {tests.limits.memory_mb} MB")
    if not any(name.startswith("submissions/") for name in found.files):
        found.missing.append("submissions")
