"""The contents of a problem package besides its statement: test cases, the validator, and example submissions.

All of it is private. The public part is `r3gym.core.problem.Problem`, which `read_problem` returns separately.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from r3gym.core.problem import ProblemLimits
from r3gym.domains.code.packages.constants import fill_constant_bytes
from r3gym.errors import InputError

#: Used when no time limit is stated. The legacy format states none (it derives one from the accepted submissions), so a
#: package without submissions needs a default that is long enough for a correct solution on a slow machine.
DEFAULT_TIME_S = 4.0

#: The format's own default memory limit, in MiB.
DEFAULT_MEMORY_MB = 2048

#: The format's own default output limit, in MiB.
DEFAULT_OUTPUT_MB = 8


class PackageError(InputError):
    """Error: a package breaks a rule of its format. The message names the file, the rule and the fix."""

    def __init__(self, where: Path | str, rule: str, fix: str) -> None:
        super().__init__(f"{where}: {rule}. Fix: {fix}")
        self.where, self.rule, self.fix = str(where), rule, fix


class ValidatorKind(StrEnum):
    """How a program's output is judged."""

    DEFAULT = "default"  #: token comparison with the flags of the format
    CUSTOM = "custom"  #: a program of the package: ``validator input answer feedback_dir < output``, exit 42 or 43
    TESTLIB = "testlib"  #: a testlib checker: ``checker input output answer``, exit 0 when right
    INTERACTIVE = "interactive"  #: a program of the package that interacts with the submission
    TESTLIB_INTERACTIVE = "testlib interactive"  #: the same, by testlib: ``interactor input output answer``, exit 0
    MULTI_PASS = "multi-pass"  #: custom, and the validator may ask for another run on an input that it wrote
    INTERACTIVE_MULTI_PASS = "interactive multi-pass"  #: the same with an interactor
    SUBMIT_ANSWER = "submit-answer"  #: answers are uploaded, no program is


#: The kinds with which a submission may run several times on one test.
MULTI_PASS = (ValidatorKind.MULTI_PASS, ValidatorKind.INTERACTIVE_MULTI_PASS)


@dataclass(frozen=True)
class Digests:
    """SHA-256 of a generated test's input and answer."""

    input: str
    answer: str


@dataclass(frozen=True)
class TestCase:
    """One test: its name in the data folder (``secret/group1/03``), its two files, its validator flags.

    ``digests`` is set for a test that the package's generator makes; its files may not exist yet.
    """

    name: str
    input: Path
    answer: Path
    sample: bool = False
    flags: tuple[str, ...] = ()
    digests: Digests | None = None

    __test__ = False  # the name is the format's; pytest must not collect it


@dataclass(frozen=True)
class ValidatorProgram:
    """A custom validator or checker: its source files, all in or below one folder.

    ``constants`` are the package's: their names in the sources stand for their values.
    """

    folder: Path
    files: tuple[Path, ...]
    constants: Mapping[str, str] = field(default_factory=dict)

    def sources(self) -> dict[str, bytes]:
        """Return the contents of its files, with constants filled in, by their names relative to the folder."""
        return {
            path.relative_to(self.folder).as_posix(): fill_constant_bytes(path.read_bytes(), self.constants)
            for path in self.files
        }


@dataclass(frozen=True)
class IncludedFile:
    """A file of ``include/LANGUAGE/``, with its name beside the submission's files."""

    language: str
    name: str
    path: Path


@dataclass(frozen=True)
class StatedLimits:
    """The limits stated in the tests' own folder; None where it states none.

    ``time_multiplier`` is the format's factor from the slowest accepted submission to the time limit. ``passes`` is how
    often a multi-pass problem may run the submission on one test.
    """

    time_s: float | None = None
    memory_mb: int | None = None
    output_mb: int = DEFAULT_OUTPUT_MB
    validation_time_s: float = 60.0
    validation_memory_mb: int = 2048
    time_multiplier: float = 5.0
    passes: int = 2

    def resolve(self, otherwise: ProblemLimits | None = None) -> ProblemLimits:
        """Return the stated limits, completed from ``otherwise`` (the published ones) or else from the defaults."""
        fallback = otherwise or ProblemLimits(DEFAULT_TIME_S, DEFAULT_MEMORY_MB)
        return ProblemLimits(
            time_s=fallback.time_s if self.time_s is None else self.time_s,
            memory_mb=fallback.memory_mb if self.memory_mb is None else self.memory_mb,
        )


@dataclass(frozen=True)
class PackageTests:
    """The data that the judge needs: test cases in judging order, the validator, and the limits.

    ``ignored`` names entries of the data folder that are not judged, so that a report can list them. ``includes`` are
    the files that the package adds to every submission in a language.
    """

    folder: Path
    source: str
    cases: tuple[TestCase, ...]
    validator: ValidatorKind = ValidatorKind.DEFAULT
    programs: tuple[ValidatorProgram, ...] = ()
    stated: StatedLimits = field(default_factory=StatedLimits)
    ignored: tuple[str, ...] = ()
    includes: tuple[IncludedFile, ...] = ()

    @property
    def limits(self) -> ProblemLimits:
        """The limits with the documented defaults filled in."""
        return self.stated.resolve()


class ExpectedVerdict(StrEnum):
    """The verdict that a package's author expects of a submission, from its folder's name or a note in its source."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    TIME_LIMIT = "time_limit_exceeded"
    RUNTIME_ERROR = "run_time_error"
    MEMORY_LIMIT = "memory_limit_exceeded"
    OUTPUT_LIMIT = "output_limit_exceeded"
    COMPILE_ERROR = "compiler_error"
    REJECTED = "rejected"


@dataclass(frozen=True)
class Submission:
    """An example submission: one source file or a folder of them, and the outcome its author expects.

    ``also`` are other outcomes that satisfy the author. ``expected`` is accepted only if no other outcome does.
    """

    name: str
    expected: ExpectedVerdict
    files: tuple[Path, ...]
    also: tuple[ExpectedVerdict, ...] = ()

    @property
    def root(self) -> Path:
        """The folder that its files' names are relative to."""
        return Path(os.path.commonpath([path.parent for path in self.files]))
