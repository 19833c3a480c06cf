"""Building a program in a workspace of its own, with limits that also hold for the compiler.

A source can attack the compiler (endless templates, an include of a device), so its time, CPU and memory are
bounded. Any failure within those bounds is a compile error of the program.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from r3gym.domains.code.judging import pch
from r3gym.domains.code.judging.language import HOME, MEMORY, PROGRAM, Language
from r3gym.domains.code.judging.languages import SCRIPT
from r3gym.sandbox.interface import Backend, Limits, Workspace
from r3gym.sandbox.results import FileRefused

#: The paper gives builds 600 seconds of wall clock; the CPU limit stops endless templates much earlier.
BUILD_WALL_S = 600.0
BUILD_CPU_S = 120.0
BUILD_LIMITS = Limits(memory_mb=2048, storage_mb=1024, processes=128, output_bytes=32 * 1024)

#: The largest program that is accepted.
PROGRAM_BYTES = 128 * 1024 * 1024
_TOO_MUCH_DATA = "its static data is larger than a program may be"


class MissingTool(Exception):
    """Error: the sandbox has no compiler or interpreter for this language. It counts as a failure of the judge."""


@dataclass(frozen=True)
class BuiltProgram:
    """A program ready to run: its files for a fresh workspace and the arguments that start it there."""

    language: Language
    run: tuple[str, ...]
    files: Mapping[str, bytes] = field(repr=False)

    def within(self, memory_mb: int) -> BuiltProgram:
        """Return the program as it is started under a memory limit, for languages whose runtime must be told."""
        if not any(MEMORY in word for word in self.run):
            return self
        return replace(self, run=tuple(word.replace(MEMORY, str(memory_mb)) for word in self.run))

    def install(self, workspace: Workspace) -> None:
        """Put the program into an empty workspace."""
        for path, data in self.files.items():
            workspace.write_file(path, data, executable=not self.language.keeps_sources)


@dataclass(frozen=True)
class BuildFailure:
    """A failed build, with the compiler's output.

    ``oversized`` means that the source is valid and only the program's static data did not fit.
    """

    reason: str
    output: str = ""
    oversized: bool = False


def build(backend: Backend, language: Language, sources: Mapping[str, bytes]) -> BuiltProgram | BuildFailure:
    """Build a program in a temporary workspace.

    ``sources`` maps names relative to the program's folder, headers included, to contents. Raise `MissingTool` when
    the tool is not in the sandbox and `SandboxError` when the sandbox fails.
    """
    commands = language.build_commands(sources)
    flags = language.header_flags
    header = pch.folder(backend, flags) if flags and pch.wanted(sources.values()) else None
    with backend.open(BUILD_LIMITS, header) if header else backend.open(BUILD_LIMITS) as workspace:
        for name, data in sources.items():
            workspace.write_file(f"{HOME}/{name}", data)
        if header and _compile(workspace, language, pch.with_header(commands[0])) is None:
            return _collect(workspace, language, sources)
        failed: BuildFailure | None = None
        for command in commands:
            said = _compile(workspace, language, command)
            if said is None:
                return _collect(workspace, language, sources)
            if said.oversized:
                return _with_check(workspace, language, said, command)
            failed = failed or said  # report the failure of the preferred command
        return failed or BuildFailure("nothing to build")


def build_scripted(backend: Backend, sources: Mapping[str, bytes]) -> BuiltProgram | BuildFailure:
    """Build a program that has its own ``run`` and optionally ``build`` script, as the package format allows."""
    with backend.open(BUILD_LIMITS) as workspace:
        for name, data in sources.items():
            workspace.write_file(f"{HOME}/{name}", data, executable=True)
        said = _compile(workspace, SCRIPT, SCRIPT.build) if "build" in sources else None
        if said is not None:
            return said
        paths = workspace.list_files(HOME)
        if f"{HOME}/run" not in paths:
            return BuildFailure("its build script made no 'run'")
        files: dict[str, bytes] = {}
        for path in paths:
            try:
                files[path] = workspace.read_file(path, PROGRAM_BYTES - sum(map(len, files.values()))) or b""
            except FileRefused as error:
                return BuildFailure(f"its build script left a file that cannot be kept ({error})")
        return BuiltProgram(SCRIPT, SCRIPT.run, files)


def _with_check(
    workspace: Workspace, language: Language, failed: BuildFailure, command: tuple[str, ...]
) -> BuildFailure:
    """Return the failure of a build that needed too much, as oversized only if the source alone is valid."""
    flags = language.check_flags
    valid = bool(flags) and _compile(workspace, language, (command[0], *flags, *command[1:])) is None
    return replace(failed, reason=_TOO_MUCH_DATA, oversized=True) if valid else replace(failed, oversized=False)


def _compile(workspace: Workspace, language: Language, command: tuple[str, ...]) -> BuildFailure | None:
    """Run one build command; return None when it succeeded. Raise `MissingTool` when the tool is missing."""
    bound = BUILD_LIMITS.output_bytes
    result = workspace.execute(
        command, BUILD_WALL_S, cpu_seconds=BUILD_CPU_S, output_bytes=None, error_bytes=bound, deep_stack=True
    )
    if result.exit_code == 127 and language is not SCRIPT:
        raise MissingTool(f"the sandbox has no {language.tool} for {language.name}")
    if result.timed_out:
        return BuildFailure(f"the compiler did not finish within {BUILD_CPU_S:.0f} s of CPU time")
    if result.oom:
        return BuildFailure(f"the compiler needed more than {BUILD_LIMITS.memory_mb} MB", oversized=True)
    if result.exit_code != 0:
        output = result.stderr.decode("utf-8", "replace")
        # Killed for its storage, or one of its own programs for the size of a file: a large table in the program.
        large = result.exit_code == 128 + signal.SIGKILL or "File size limit exceeded" in output
        return BuildFailure(first_error(output) or f"exit code {result.exit_code}", output, oversized=large)
    return None


def _collect(workspace: Workspace, language: Language, sources: Mapping[str, bytes]) -> BuiltProgram | BuildFailure:
    run = language.run_command(sources)
    if language.keeps_sources:
        return BuiltProgram(language, run, {f"{HOME}/{name}": data for name, data in sources.items()})
    paths = (
        [path for path in workspace.list_files(HOME) if path.endswith(language.products)] if language.products else []
    )
    files: dict[str, bytes] = {}
    try:
        for path in paths or [PROGRAM]:
            program = workspace.read_file(path, PROGRAM_BYTES - sum(map(len, files.values())))
            if program is not None:
                files[path] = program
    except FileRefused:
        return BuildFailure(f"the program is larger than {PROGRAM_BYTES // 2**20} MB", oversized=True)
    return BuiltProgram(language, run, files) if files else BuildFailure("the compiler wrote no program")


def first_error(output: str) -> str:
    """Return the compiler's first error message, as one line.

    >>> first_error("./a.cpp: In function 'int main()':\\n./a.cpp:1:12: error: 'x' was not declared")
    "a.cpp:1:12: error: 'x' was not declared"
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    wanted = next((line for line in lines if "error" in line.lower() or "undefined reference" in line), None)
    line = wanted or (lines[0] if lines else "")
    return line.removeprefix("./")[:200]
