"""Sources of hidden tests: an ICPC package, a LightCPVerifier problem, or a plain folder of input/answer pairs."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from r3gym.domains.code.packages.config import LenientModel, check
from r3gym.domains.code.packages.model import PackageError, PackageTests, StatedLimits, ValidatorKind, ValidatorProgram
from r3gym.domains.code.packages.testdata import read_cases, read_tests
from r3gym.domains.code.packages.yaml_files import load_yaml

_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}
_BYTES = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}


def open_tests(path: Path) -> PackageTests:
    """Read the tests at ``path``; raise `PackageError` when they are missing or invalid.

    A folder with problem.yaml is a package, one with config.yaml a LightCPVerifier problem, and any other one with
    ``*.in`` files and their ``*.ans`` or ``*.out`` is a plain folder.
    """
    if not path.is_dir():
        raise PackageError(
            path,
            "no such folder of tests",
            "give a problem package, a LightCPVerifier problem or a folder of .in/.ans pairs",
        )
    if (path / "problem.yaml").is_file():
        return read_tests(path)
    if (path / "config.yaml").is_file():
        return read_lightcp(path)
    return read_plain(path)


def read_plain(folder: Path, below: Collection[str] | None = None) -> PackageTests:
    """Read a folder of pairs with its sub-folders; a testdata.yaml may hold flags, as in a package.

    ``below`` restricts the sub-folders to these names, in lower case.
    """
    cases = tuple(
        case
        for case in read_cases(folder, folder)
        if below is None or "/" not in case.name or case.name.split("/")[0].lower() in below
    )
    if not cases:
        raise PackageError(folder, "no tests: not one *.in file", "add pairs such as 1.in with 1.ans (or 1.out)")
    return PackageTests(folder=folder, source="plain", cases=cases)


def _only_text(value: object) -> object:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        # LightCPVerifier reads a bare number as nanoseconds, while people mean seconds or milliseconds: refuse it.
        raise ValueError("a number without a unit; write for example '2s', '1500ms' or '256m'")
    return value


class LightCPConfig(LenientModel):
    """The keys of a LightCPVerifier problem's config.yaml that a judge needs."""

    type: str = "default"
    time_limit: Annotated[str | None, BeforeValidator(_only_text)] = None
    time: Annotated[str | None, BeforeValidator(_only_text)] = None
    memory_limit: Annotated[str | None, BeforeValidator(_only_text)] = None
    memory: Annotated[str | None, BeforeValidator(_only_text)] = None
    checker: str | None = None
    interactor: str | None = None


def read_lightcp(folder: Path) -> PackageTests:
    """Read a LightCPVerifier problem.

    It consists of config.yaml, testdata/{i}.in with .ans (or .out), and optionally a testlib checker. Sub-tasks only
    distribute points; since every test must pass for credit, they are not read.
    """
    path = folder / "config.yaml"
    config = check(LightCPConfig, load_yaml(path), path)
    data = folder / "testdata"
    cases = read_cases(data, data)
    if not cases:
        raise PackageError(data, "no tests: not one *.in file", "add pairs testdata/1.in and testdata/1.ans")
    kind, programs = ValidatorKind.DEFAULT, tuple[ValidatorProgram, ...]()
    if config.type == "interactive" or config.interactor:
        interactor = _program(folder, config.interactor, "interactor", ("interactor.cc", "interactor.cpp"))
        if interactor is None:
            raise PackageError(
                path, "an interactive problem without an interactor", "add interactor.cc and name it here"
            )
        kind, programs = ValidatorKind.TESTLIB_INTERACTIVE, (interactor,)
    elif config.type != "default":
        raise PackageError(path, f"type is {config.type!r}", "use 'default' or 'interactive'")
    elif (checker := _program(folder, config.checker, "checker", ("chk.cc",))) is not None:
        kind, programs = ValidatorKind.TESTLIB, (checker,)
    return PackageTests(
        folder=folder,
        source="lightcp",
        cases=cases,
        validator=kind,
        programs=programs,
        stated=StatedLimits(
            time_s=_parse(path, "time_limit", config.time_limit or config.time, _SECONDS, ""),
            memory_mb=_memory_mb(path, config.memory_limit or config.memory),
        ),
    )


def _program(folder: Path, stated: str | None, role: str, usual: tuple[str, ...]) -> ValidatorProgram | None:
    """Return a checker or interactor with the headers beside it, which must include testlib.h; None without one."""
    name = stated or next((name for name in usual if (folder / name).is_file()), usual[0])
    source = folder / name
    if not source.resolve().is_relative_to(folder.resolve()):
        raise PackageError(
            folder / "config.yaml", f"{role} {name!r} lies outside the problem", "name a file of the folder"
        )
    if not source.is_file():
        if stated is None:
            return None
        raise PackageError(folder / "config.yaml", f"{role} {name!r} is not there", f"add {name} or remove the line")
    headers = sorted(path for path in source.parent.iterdir() if path.is_file() and path.suffix in (".h", ".hpp"))
    return ValidatorProgram(source.parent, (source, *headers))


def _memory_mb(path: Path, text: str | None) -> int | None:
    size = _parse(path, "memory_limit", text, _BYTES, "i?b?")
    return None if size is None else max(1, round(size / 2**20))


def _parse(path: Path, key: str, text: str | None, units: dict[str, float] | dict[str, int], tail: str) -> float | None:
    """Parse a number with a required unit, as in ``1.5s`` or ``256 MB``; raise `PackageError` if it is invalid."""
    if text is None:
        return None
    words = "|".join(sorted((unit for unit in units if unit), key=len, reverse=True))
    match = re.fullmatch(rf"\s*([0-9]+(?:\.[0-9]+)?)\s*({words}){tail}\s*", text, re.I)
    number = float(match.group(1)) * units[match.group(2).lower()] if match else 0.0
    if number <= 0:
        raise PackageError(path, f"{key} is {text!r}", "write a number with its unit, as in '2s', '1500ms' or '256m'")
    return number
