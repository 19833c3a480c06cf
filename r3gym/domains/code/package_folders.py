"""Folders of ICPC packages: find them, read them, and copy them into a suite with their tiers."""

from __future__ import annotations

import shutil
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from r3gym.core.problem import Problem
from r3gym.core.tier import Tier
from r3gym.domains.code.packages import PackageError, read_problem, read_tests
from r3gym.domains.rows import describe, raise_faults, write_rows
from r3gym.errors import SuiteError


def find_packages(folder: Path) -> dict[str, Path]:
    """Return the packages directly below a folder, by name; raise `SuiteError` if there are none."""
    found = {p.name: p for p in sorted(folder.iterdir()) if (p / "problem.yaml").is_file()}
    if not found:
        raise SuiteError(f"{folder}: no problem package in it; a package is a folder with a problem.yaml")
    return found


def read_packages(folder: Path) -> dict[str, Problem]:
    """Return the public parts of all packages; raise one `SuiteError` that lists the errors of all packages."""
    problems, faults = {}, []
    for name, package in find_packages(folder).items():
        try:
            problems[name] = read_problem(package)
            if all(case.sample for case in read_tests(package).cases):
                faults.append(f"{package}: no hidden tests; put *.in and *.ans files into data/secret")
        except PackageError as error:
            faults.append(str(error))
    raise_faults(folder, faults)
    return problems


def stage_packages(source: Path, folder: Path) -> dict[str, Tier]:
    """Copy packages into a suite folder, with the tiers that ``tiers.json`` declares."""
    declared = _declared_tiers(source / "tiers.json")
    tiers = {p: declared.get(p, Tier.UNRATED) for p in read_packages(source)}
    unknown = sorted(set(declared) - set(tiers))
    raise_faults(source, [f"tiers.json: {p!r} is not a package in this folder" for p in unknown])
    for name, package in find_packages(source).items():
        shutil.copytree(package, folder / "packages" / name)
    write_rows(folder / "keys.jsonl", [{"id": p, "tier": t} for p, t in tiers.items()])
    return tiers


def _declared_tiers(path: Path) -> dict[str, Tier]:
    """Read ``tiers.json`` (``{"id": "easy", ...}``) of a folder of packages, since packages state no tiers."""
    if not path.is_file():
        return {}
    try:
        return TypeAdapter(dict[str, Tier]).validate_json(path.read_bytes())
    except ValidationError as error:
        raise SuiteError(f"{path}: {describe(error)}") from None
