"""Writing of a package in the legacy ICPC layout; the same input always gives the same bytes.

::

    problem.yaml, .timelimit        .timelimit only where a limit was stated
    problem_statement/              problem.en.md or problem.en.tex, pictures
    data/sample, data/secret        NAME.in and NAME.ans; testdata.yaml where validator flags differ between folders
    output_validators/              a custom validator's sources
        submissions/, input_validators/, attachments/    copied unchanged
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import yaml

from r3gym.domains.code.packages.collecting import CollectedProblem, Content
from r3gym.domains.code.packages.model import TestCase


def write_package(found: CollectedProblem, folder: Path) -> None:
    """Write a collected problem without faults into a new folder."""
    assert found.tests is not None, "only a problem with tests is written"
    config = dict(found.config)
    files: dict[str, Content] = dict(found.files)
    common, cases = _with_flag_folders(_named_for_files(found.tests.cases))
    if common:
        config["validator_flags"] = shlex.join(common)
    for name, case in cases.items():
        if case.digests is None:  # the others are made from generators/, which is copied
            files[f"data/{name}.in"], files[f"data/{name}.ans"] = case.input, case.answer
        if case.flags != common:
            text = yaml.safe_dump({"output_validator_flags": shlex.join(case.flags)})
            files[f"data/{name.rpartition('/')[0]}/testdata.yaml"] = text.encode()
    if found.tests.stated.time_s is not None:
        files[".timelimit"] = f"{found.tests.stated.time_s:.12g}\n".encode()
    files["problem.yaml"] = yaml.safe_dump(config, sort_keys=False, allow_unicode=True).encode()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            shutil.copyfile(content, path)


def _named_for_files(cases: Iterable[TestCase]) -> dict[str, TestCase]:
    """Return the tests by names that the format allows (letters, digits, ``_``, ``-`` and ``.``), made unique."""
    named: dict[str, TestCase] = {}
    for case in cases:
        wanted = "/".join(re.sub(r"[^A-Za-z0-9_.-]", "_", part) for part in case.name.split("/"))
        name, number = wanted, 1
        while name in named:
            number += 1
            name = f"{wanted}-{number}"
        named[name] = case
    return named


def _with_flag_folders(named: dict[str, TestCase]) -> tuple[tuple[str, ...], dict[str, TestCase]]:
    """Return the flags that all tests share, and the tests by name.

    If the flags differ, return no shared flags, and the tests named so that all tests of a folder have the same flags.
    The legacy format has flags for a package and for folders, the newer one also for single tests; such a test gets a
    folder of its own name.
    """
    if len({case.flags for case in named.values()}) == 1:
        return next(iter(named.values())).flags, named
    flags = defaultdict(set)
    for name, case in named.items():
        flags[name.rpartition("/")[0]].add(case.flags)
    placed: dict[str, TestCase] = {}
    for name, case in named.items():
        folder, _, stem = name.rpartition("/")
        alone = len(flags[folder]) > 1 and case.digests is None
        placed[f"{name}/{stem}" if alone else name] = case
    return (), placed


def hash_tree(folder: Path) -> str:
    """Return the SHA-256 over the names and bytes of all files of a folder."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        total.update(f"{path.relative_to(folder).as_posix()}\0{digest}\n".encode())
    return total.hexdigest()
