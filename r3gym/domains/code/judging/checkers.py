"""Checking outputs: the default validator in this process, or a package's own validator in a workspace.

A checker sees the input, the answer and the output, and runs in another workspace than the submission. Only the
decision of a custom validator is used; its feedback is discarded because it may quote the hidden test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol

from r3gym.domains.code.judging.build import BuildFailure, BuiltProgram, build, build_scripted
from r3gym.domains.code.judging.default_validator import ValidatorFlags, difference, parse_flags
from r3gym.domains.code.judging.languages import HOME, language_of
from r3gym.domains.code.packages.model import PackageTests, TestCase, ValidatorKind, ValidatorProgram
from r3gym.sandbox.interface import Backend, Limits, Workspace
from r3gym.sandbox.results import ProgramResult

INPUT, ANSWER, OUTPUT = f"{HOME}/judge/input", f"{HOME}/judge/answer", f"{HOME}/judge/output"
FEEDBACK = f"{HOME}/judge/feedback"
INTERACTIVE = (
    ValidatorKind.INTERACTIVE,
    ValidatorKind.TESTLIB_INTERACTIVE,
    ValidatorKind.INTERACTIVE_MULTI_PASS,
)
_FORMAT = frozenset({42}), frozenset({43})
_TESTLIB = frozenset({0}), frozenset({1, 2, 4, 7, 8})  # exit code 3 is a failure of the checker itself


class CheckerFault(Exception):
    """Error: the checker could not decide. It counts as a judge error; its message quotes no test."""


class Checker(Protocol):
    """Callable that returns what is wrong with an output, or None when it is right.

    It raises `CheckerFault` when it cannot decide.
    """

    def __call__(self, case: TestCase, data: bytes, output: bytes) -> str | None:
        """Check the output for a test case whose input is ``data``."""


@contextmanager
def open_checker(backend: Backend, tests: PackageTests) -> Iterator[Checker]:
    """Open the checker for ``tests``; its workspace, if it needs one, stays open until the block ends.

    Raise `CheckerFault` when the kind of validator is not supported or does not compile.
    """
    if tests.validator is ValidatorKind.DEFAULT:
        yield DefaultChecker()
        return
    if tests.validator not in (ValidatorKind.CUSTOM, ValidatorKind.TESTLIB):
        raise CheckerFault(f"{tests.validator.value} problems are not supported yet")
    with ExitStack() as stack:
        programs = [stack.enter_context(open_program_checker(backend, tests, program)) for program in tests.programs]
        yield AllOf(tuple(programs))


@contextmanager
def open_program_checker(backend: Backend, tests: PackageTests, program: ValidatorProgram) -> Iterator[ProgramChecker]:
    """Open one of the validators of these tests, in a workspace that is open until the block ends."""
    memory_mb = tests.stated.validation_memory_mb
    built = build_checker(backend, program, tests.validator).within(memory_mb)
    with backend.open(validator_limits(built, memory_mb)) as workspace:
        built.install(workspace)
        yield ProgramChecker(workspace, built, tests.validator, tests.stated.validation_time_s)


def validator_limits(built: BuiltProgram, memory_mb: int) -> Limits:
    """Return the limits of a validator's workspace."""
    return Limits(memory_mb=memory_mb + built.language.runtime_mb, storage_mb=1024, processes=64)


def build_checker(backend: Backend, program: ValidatorProgram, kind: ValidatorKind) -> BuiltProgram:
    """Compile a package's checker; raise `CheckerFault` when it cannot be compiled."""
    sources = program.sources()
    if {"build", "run"} & set(sources):
        built = build_scripted(backend, sources)
    elif (language := language_of(sources)) is not None:
        built = build(backend, language, sources)
    else:
        names = ", ".join(sources)
        raise CheckerFault(f"the {kind.value} validator is in no supported language: {names}")
    if isinstance(built, BuildFailure):
        missing = "testlib" in kind.value and "testlib.h" in f"{built.reason}{built.output}"
        fix = "; put testlib.h beside the checker" if missing else ""
        raise CheckerFault(f"the {kind.value} validator does not compile: {built.reason}{fix}")
    return built


class DefaultChecker:
    """The format's token comparison. Flags are parsed once per distinct combination."""

    def __init__(self) -> None:
        self._parsed: dict[tuple[str, ...], ValidatorFlags] = {}

    def __call__(self, case: TestCase, data: bytes, output: bytes) -> str | None:
        """Return what differs, or None. Raise `CheckerFault` for invalid flags."""
        del data  # only the answer is needed
        if case.flags not in self._parsed:
            try:
                self._parsed[case.flags] = parse_flags(case.flags)
            except ValueError as error:
                raise CheckerFault(str(error)) from None
        return difference(output, case.answer.read_bytes(), self._parsed[case.flags])


@dataclass(frozen=True)
class AllOf:
    """A set of validators; an output is right when all of them accept it."""

    programs: tuple[ProgramChecker, ...]

    def __call__(self, case: TestCase, data: bytes, output: bytes) -> str | None:
        """Return the first objection, or None."""
        return next((said for program in self.programs if (said := program(case, data, output)) is not None), None)


@dataclass(frozen=True)
class ProgramChecker:
    """A validator of the package format or a testlib checker."""

    workspace: Workspace
    built: BuiltProgram
    kind: ValidatorKind
    time_s: float

    def __call__(self, case: TestCase, data: bytes, output: bytes, *, keep_feedback: bool = False) -> str | None:
        """Return a fixed message if the program rejects the output, else None. Raise `CheckerFault` when it fails.

        ``keep_feedback`` leaves what an earlier call on the same test wrote into the feedback folder.
        """
        self.workspace.write_file(INPUT, data)
        self.workspace.write_file(ANSWER, case.answer.read_bytes())
        if self.kind is ValidatorKind.TESTLIB:
            self.workspace.write_file(OUTPUT, output)
            arguments, stdin = as_seen(self.workspace, INPUT, OUTPUT, ANSWER), b""
        else:
            if not keep_feedback:
                self.workspace.clear(FEEDBACK)
            arguments, stdin = (*as_seen(self.workspace, INPUT, ANSWER, f"{FEEDBACK}/"), *case.flags), output
        result = self.workspace.execute(
            (*self.built.run, *arguments),
            2 * self.time_s + 2,
            stdin=stdin,
            cpu_seconds=self.time_s,
            output_bytes=None,
            deep_stack=True,
        )
        return None if accepts(result, self.kind) else "the validator rejects the output"


def as_seen(workspace: Workspace, *paths: str) -> tuple[str, ...]:
    """Return paths below `HOME` as a program in the workspace names them; without isolation `HOME` is elsewhere."""
    return tuple(workspace.cwd + path.removeprefix(HOME) for path in paths)


def accepts(result: ProgramResult, kind: ValidatorKind) -> bool:
    """Return whether the exit code means acceptance; raise `CheckerFault` if it is not a valid verdict."""
    name = "interactor" if kind in INTERACTIVE else "validator"
    if result.timed_out or result.oom:
        raise CheckerFault(f"the {name} ran out of " + ("memory" if result.oom else "time"))
    accepted, rejected = _TESTLIB if kind in (ValidatorKind.TESTLIB, ValidatorKind.TESTLIB_INTERACTIVE) else _FORMAT
    if result.exit_code not in accepted | rejected:
        raise CheckerFault(f"the {name} ended with exit code {result.exit_code}")
    return result.exit_code in accepted
