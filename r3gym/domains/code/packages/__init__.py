"""Problem packages: ICPC / Kattis packages (legacy and 2023-07-draft), LightCPVerifier problems, plain test folders."""

from __future__ import annotations

from r3gym.domains.code.packages.hashing import hash_problem, hash_tests
from r3gym.domains.code.packages.model import (
    ExpectedVerdict,
    PackageError,
    PackageTests,
    StatedLimits,
    Submission,
    TestCase,
    ValidatorKind,
    ValidatorProgram,
)
from r3gym.domains.code.packages.reader import read_problem, read_samples, read_submissions, source_files
from r3gym.domains.code.packages.sources import open_tests
from r3gym.domains.code.packages.testdata import read_tests

__all__ = [
    "ExpectedVerdict",
    "PackageError",
    "PackageTests",
    "StatedLimits",
    "Submission",
    "TestCase",
    "ValidatorKind",
    "ValidatorProgram",
    "hash_problem",
    "hash_tests",
    "open_tests",
    "read_problem",
    "read_samples",
    "read_submissions",
    "read_tests",
    "source_files",
]
