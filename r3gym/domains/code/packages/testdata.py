"""The test cases of a package: which files are tests, their order, and their validator flags.

Decisions where the formats are not specific:

- ``data/sample`` and ``data/secret`` with all their sub-folders are judged, samples first, each in natural
  order. Anything else in ``data/`` (invalid inputs for validators, left-over files) is ignored and listed in
  ``PackageTests.ignored``.
- Flags are combined: those of problem.yaml, then those of the nearest testdata.yaml (or test_group.yaml) above
  the test, which the test's own .yaml replaces.
- A ``.in`` without ``.ans`` is an error, except among samples of a package whose statement shows an
  interaction.
"""

from __future__ import annotations

import os
from collections.abc import Container, Mapping
from dataclasses import replace
from pathlib import Path

from r3gym.domains.code.packages.config import ProblemConfig, load_group_config, load_problem_config, stated_limits
from r3gym.domains.code.packages.constants import fill_constants
from r3gym.domains.code.packages.generated import generated_cases
from r3gym.domains.code.packages.model import (
    MULTI_PASS,
    IncludedFile,
    PackageError,
    PackageTests,
    TestCase,
    ValidatorKind,
    ValidatorProgram,
)
from r3gym.domains.code.packages.natural_order import natural_key

#: Names of the file that configures a folder of tests; the first one found counts.
_GROUP_FILES = ("test_group.yaml", "testdata.yaml")

_HEADERS = (".h", ".hpp", ".hh")
_WITH_PROGRAMS = (ValidatorKind.CUSTOM, ValidatorKind.INTERACTIVE, *MULTI_PASS)


def read_tests(folder: Path) -> PackageTests:
    """Read the private part of an ICPC / Kattis problem package: all tests, the validator and the limits."""
    config = load_problem_config(folder)
    data = folder / "data"
    base = tuple(config.validator_flags)
    constants = config.constants
    entries = sorted((entry.name for entry in data.iterdir()), key=natural_key) if data.is_dir() else []
    inherited = _flags_of(data, (), entries)
    made = generated_cases(folder, (*base, *_flags_of(data / "secret", inherited, _names(data / "secret"))))
    hidden = (*read_cases(data / "secret", data, base, inherited), *made)
    cases = (
        *read_cases(data / "sample", data, base, inherited, sample=True),
        *(sorted(hidden, key=_order) if made else hidden),
    )
    if all(case.sample for case in cases):
        _refuse_ungenerated(folder)
    if not cases:
        raise PackageError(data, "no tests", "put pairs of NAME.in and NAME.ans in data/sample and data/secret")
    if constants:
        cases = tuple(
            replace(case, flags=tuple(fill_constants(flag, constants) for flag in case.flags)) for case in cases
        )
    kind = validator_kind(config, folder)
    known = {"sample", "secret", *_GROUP_FILES}
    return PackageTests(
        folder=folder,
        source="package",
        cases=cases,
        validator=kind,
        programs=validator_programs(folder, constants) if kind in _WITH_PROGRAMS else (),
        stated=stated_limits(folder, config),
        ignored=tuple(name for name in entries if name not in known),
        includes=included_files(folder),
    )


def _refuse_ungenerated(folder: Path) -> None:
    """Raise `PackageError` for a package whose hidden tests only a generator of another tool can make."""
    recipe = folder / "generators" / "generators.yaml"
    if recipe.is_file():
        rule = "the hidden tests are not here, only a recipe to generate them"
        raise PackageError(recipe, rule, "make them first with BAPCtools: bt generate (in the package's folder)")


def _order(case: TestCase) -> tuple[object, ...]:
    return tuple(natural_key(part) for part in case.name.split("/"))


def _names(folder: Path) -> Container[str]:
    return {entry.name for entry in folder.iterdir()} if folder.is_dir() else set()


def read_cases(
    folder: Path,
    root: Path,
    base: tuple[str, ...] = (),
    inherited: tuple[str, ...] = (),
    *,
    sample: bool = False,
) -> tuple[TestCase, ...]:
    """Return the tests below ``folder``, named relative to ``root``.

    ``base`` are flags of every test, ``inherited`` those of the parent folder. ``.ans`` has precedence over ``.out`` as
    the answer's suffix. Raise `PackageError` for a test without an answer.
    """
    try:
        with os.scandir(folder) as found:
            entries = {entry.name: entry.is_dir() for entry in found}
    except (FileNotFoundError, NotADirectoryError):
        return ()
    inherited = _flags_of(folder, inherited, entries)
    prefix = "" if folder == root else f"{folder.relative_to(root).as_posix()}/"
    cases: list[TestCase] = []
    wanted = (name for name, is_folder in entries.items() if is_folder or name.endswith(".in"))
    for name in sorted(wanted, key=lambda name: natural_key(name.removesuffix(".in"))):
        if entries[name]:
            cases.extend(read_cases(folder / name, root, base, inherited, sample=sample))
            continue
        stem = name.removesuffix(".in")
        answer = next((stem + end for end in (".ans", ".out") if stem + end in entries), None)
        if answer is None:
            if sample and f"{stem}.interaction" in entries:
                continue
            raise PackageError(folder / name, "a test without an answer", f"add {stem}.ans beside it")
        own = load_group_config(folder / f"{stem}.yaml").flags if f"{stem}.yaml" in entries else None
        flags = (*base, *(inherited if own is None else own))
        cases.append(TestCase(prefix + stem, folder / name, folder / answer, sample, flags))
    return tuple(cases)


def _flags_of(folder: Path, inherited: tuple[str, ...], names: Container[str]) -> tuple[str, ...]:
    for name in _GROUP_FILES:
        if name in names:
            flags = load_group_config(folder / name).flags
            return inherited if flags is None else flags
    return inherited


def validator_kind(config: ProblemConfig, folder: Path) -> ValidatorKind:
    """Return how output is judged.

    In a legacy package ``validation`` decides, in a draft one ``type`` and the presence of the validator's folder.
    """
    wanted = {word.replace("-", "") for word in (*config.type, *config.validation)}  # legacy says multipass
    if "submitanswer" in wanted:
        return ValidatorKind.SUBMIT_ANSWER
    if "multipass" in wanted:
        return ValidatorKind.INTERACTIVE_MULTI_PASS if "interactive" in wanted else ValidatorKind.MULTI_PASS
    if "interactive" in wanted:
        return ValidatorKind.INTERACTIVE
    if config.legacy:
        return ValidatorKind.CUSTOM if "custom" in config.validation else ValidatorKind.DEFAULT
    present = any((folder / name).is_dir() for name in ("output_validator", "output_validators"))
    return ValidatorKind.CUSTOM if present else ValidatorKind.DEFAULT


def validator_programs(folder: Path, constants: Mapping[str, str] | None = None) -> tuple[ValidatorProgram, ...]:
    """Return the package's own output validators; raise `PackageError` if there are none.

    The draft allows one, legacy several (all must accept). A folder of source files is one program; a folder of
    folders holds one program in each. In a legacy package single files side by side are separate programs, unless one
    of them is a header or a build script that the others need. A folder of nothing but headers belongs to all others.
    """
    values = constants or {}
    for name in ("output_validator", "output_validators"):
        root = folder / name
        if not root.is_dir():
            continue
        files = _files(root, deep=False)
        folders = [entry for entry in sorted(root.iterdir(), key=lambda path: natural_key(path.name)) if entry.is_dir()]
        shared = any(path.suffix in _HEADERS or path.name in ("build", "run") for path in files)
        if files and (name == "output_validator" or shared or len(files) == 1):
            return (ValidatorProgram(root, _files(root, deep=True), values),)
        if files:
            return tuple(ValidatorProgram(root, (path,), values) for path in files)
        found = {entry: _files(entry, deep=True) for entry in folders}
        headers = tuple(path for group in found.values() if _only_headers(group) for path in group)
        programs = tuple(
            ValidatorProgram(root if headers else entry, (*group, *headers), values)
            for entry, group in found.items()
            if group and not _only_headers(group)
        )
        if programs:
            return programs
    raise PackageError(
        folder,
        "a custom validator is asked for and there is none",
        "add its source in output_validators/ (legacy) or output_validator/",
    )


def _only_headers(files: tuple[Path, ...]) -> bool:
    return bool(files) and all(path.suffix in _HEADERS for path in files)


def included_files(folder: Path) -> tuple[IncludedFile, ...]:
    """Return the files of ``include/LANGUAGE/`` that the package adds to submissions; ``default`` means every language.

    Files directly in ``include/`` are read as such of ``default``, as older packages have them.
    """
    root = folder / "include"
    found: list[IncludedFile] = []
    for path in _files(root, deep=True) if root.is_dir() else ():
        language, *rest = path.relative_to(root).parts
        found.append(IncludedFile(language if rest else "default", "/".join(rest) or path.name, path))
    return tuple(found)


def _files(folder: Path, *, deep: bool) -> tuple[Path, ...]:
    found = folder.rglob("*") if deep else folder.iterdir()
    kept = (
        path for path in found if path.is_file() and not path.name.startswith(".") and path.suffix not in (".pyc", ".o")
    )
    return tuple(sorted(kept, key=lambda path: natural_key(path.relative_to(folder).as_posix())))
