"""Hashes that identify a package: one for the public part, one for the private part, equal on every machine.

The private hash covers the order, names, bytes and flags of the tests, the kind and sources of the validator, and the
stated limits. It does not depend on the package's path or on its other files.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from r3gym.core.problem import hash_problem
from r3gym.domains.code.packages.model import MULTI_PASS, PackageTests, TestCase
from r3gym.utils.hashing import hash_json

__all__ = ["hash_case", "hash_file", "hash_problem", "hash_tests"]


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, cached while the file's inode, size and times stay the same."""
    status = path.stat()
    return _digest(path, (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns))


@lru_cache(maxsize=65536)
def _digest(path: Path, _identity: tuple[int, ...]) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def hash_case(case: TestCase) -> tuple[str, str]:
    """Return the hashes of a test's input and answer."""
    if case.digests is not None:  # generated: the judge checks the content against them
        return case.digests.input, case.digests.answer
    return hash_file(case.input), hash_file(case.answer)


def hash_tests(tests: PackageTests) -> str:
    """Return the hash of a package's private part."""
    return hash_json(
        {
            "cases": [[case.name, *hash_case(case), list(case.flags)] for case in tests.cases],
            "validator": tests.validator.value,
            "programs": [
                [[path.relative_to(program.folder).as_posix(), hash_file(path)] for path in program.files]
                for program in tests.programs
            ],
            "limits": [tests.stated.time_s, tests.stated.memory_mb, tests.stated.output_mb],
            **_rarely_stated(tests),
        }
    )


def _rarely_stated(tests: PackageTests) -> dict[str, object]:
    """Return what few packages have, and only if this one has it: the hashes of the others stay as they were."""
    found: dict[str, object] = {}
    if tests.validator in MULTI_PASS:
        found["passes"] = tests.stated.passes
    if any(program.constants for program in tests.programs):
        found["constants"] = [dict(program.constants) for program in tests.programs]
    if tests.includes:
        found["includes"] = [[file.language, file.name, hash_file(file.path)] for file in tests.includes]
    return found
