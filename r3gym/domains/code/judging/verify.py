"""Verification of a package: check that every example submission gets the verdict its author expects."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import AWAITING, Outcome
from r3gym.domains.code.judging.judge import JudgeSettings, judge_sources
from r3gym.domains.code.judging.languages import LANGUAGES, language_of
from r3gym.domains.code.judging.report import JudgeReport, Undecided, judge_error
from r3gym.domains.code.packages import (
    ExpectedVerdict,
    PackageTests,
    Submission,
    open_tests,
    read_submissions,
    read_tests,
    source_files,
)

#: The outcomes that satisfy an expectation. The format has no verdict for memory: exceeding it is a run-time error
#: there. A program that exceeds the output limit is wrong in one judge, crashes in another, and is too slow in one that
#: reads all of it.
SATISFIES: dict[ExpectedVerdict, frozenset[Outcome]] = {
    ExpectedVerdict.ACCEPTED: frozenset({Outcome.ACCEPTED}),
    ExpectedVerdict.WRONG_ANSWER: frozenset({Outcome.WRONG_ANSWER, Outcome.OUTPUT_LIMIT}),
    ExpectedVerdict.TIME_LIMIT: frozenset({Outcome.TIME_LIMIT, Outcome.OUTPUT_LIMIT}),
    ExpectedVerdict.RUNTIME_ERROR: frozenset({Outcome.RUNTIME_ERROR, Outcome.MEMORY_LIMIT, Outcome.OUTPUT_LIMIT}),
    ExpectedVerdict.MEMORY_LIMIT: frozenset({Outcome.MEMORY_LIMIT, Outcome.RUNTIME_ERROR}),
    ExpectedVerdict.OUTPUT_LIMIT: frozenset({Outcome.OUTPUT_LIMIT}),
    ExpectedVerdict.COMPILE_ERROR: frozenset({Outcome.COMPILE_ERROR}),
    ExpectedVerdict.REJECTED: frozenset(Outcome) - {Outcome.ACCEPTED, *AWAITING},
}

#: While a time limit is being derived, accepted submissions may take this long on one test.
_DERIVING_S = 30.0


@dataclass(frozen=True)
class VerifyRow:
    """The result for one submission: the expected and the actual verdict, and whether they agree."""

    package: str
    submission: str
    language: str
    expected: ExpectedVerdict
    report: JudgeReport
    also: tuple[ExpectedVerdict, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the verdict is one that the author expects."""
        return any(self.report.outcome in SATISFIES[expected] for expected in (self.expected, *self.also))

    @property
    def undecided(self) -> Undecided | None:
        """Why this machine cannot tell whether the verdict is as expected, or None."""
        return None if self.agrees else self.report.undecided


def verify_package(folder: Path, settings: JudgeSettings | None = None) -> list[VerifyRow]:
    """Judge all submissions of the package in ``folder``; raise `PackageError` if the package cannot be read."""
    return list(iter_verify(folder, settings))


def iter_verify(folder: Path, settings: JudgeSettings | None = None) -> Iterator[VerifyRow]:
    """Yield the rows of `verify_package`, each as soon as it is known."""
    tests = read_tests(folder)
    submissions = read_submissions(folder)
    limits = package_limits(folder, tests, settings)
    for submission in submissions:
        yield verify_submission(folder, submission, tests, limits, settings)


def verify_submission(
    folder: Path,
    submission: Submission,
    tests: PackageTests,
    limits: ProblemLimits,
    settings: JudgeSettings | None = None,
) -> VerifyRow:
    """Judge one submission of a package."""
    language = language_of(path.name for path in submission.files)
    report = _judge(submission, tests, limits, settings)
    name = language.name if language else "?"
    return VerifyRow(folder.name, submission.name, name, submission.expected, report, submission.also)


def judge_package(folder: Path, program: Path, settings: JudgeSettings | None = None) -> JudgeReport:
    """Judge the source file ``program``, or a folder of sources, against a package or a folder of tests."""
    tests = open_tests(folder)
    files = source_files(program) if program.is_dir() else (program,)
    if not files:
        return judge_error(f"{program.name} is an empty folder; give a source file, or a folder of them")
    submission = Submission(program.name, ExpectedVerdict.ACCEPTED, files)
    return _judge(submission, tests, package_limits(folder, tests, settings), settings)


def package_limits(folder: Path, tests: PackageTests, settings: JudgeSettings | None = None) -> ProblemLimits:
    """Return the limits of a package: the stated ones, else the format's rule, else the defaults.

    The rule of the legacy format is the slowest accepted submission's time on its slowest test, times a multiplier,
    rounded to whole seconds and at least one. It needs the submissions; without them the default applies.
    """
    if tests.stated.time_s is not None or tests.source != "package":
        return tests.limits
    accepted = [item for item in read_submissions(folder) if item.expected is ExpectedVerdict.ACCEPTED]
    generous = ProblemLimits(_DERIVING_S, tests.limits.memory_mb)
    reports = [_judge(item, tests, generous, settings) for item in accepted]
    times = [report.slowest_s for report in reports if report.outcome is Outcome.ACCEPTED]
    if not times:
        return tests.limits
    derived = max(1, math.floor(max(times) * tests.stated.time_multiplier + 0.5))
    return replace(tests.limits, time_s=float(derived))


def _judge(
    submission: Submission, tests: PackageTests, limits: ProblemLimits, settings: JudgeSettings | None
) -> JudgeReport:
    language = language_of(path.name for path in submission.files)
    if language is None:
        ending = submission.files[0].suffix or submission.files[0].name
        known = ", ".join(language.name for language in LANGUAGES)
        detail = f"{ending} programs are not supported; use one of {known}"
        return judge_error(detail, total=len(tests.cases), undecided=Undecided.NO_TOOL)
    root = submission.root
    sources = {path.relative_to(root).as_posix(): path.read_bytes() for path in submission.files}
    return judge_sources(sources, language, tests, limits, settings)
