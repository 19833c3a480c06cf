"""Building a program in a workspace of its own, with limits that hold for the compiler too.

A compiler is attacked as easily as a judge (templates that never end, an include of a device): its time,
CPU and memory are bounded, and whatever goes wrong inside those bounds is the program's compile error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from r3gym.judging.languages import HOME, PROGRAM, Language
from r3gym.sandbox.interface import Backend, FileRefused, Limits, Workspace

#: The paper gives builds 600 seconds of wall clock; CPU time is what a hostile template really spends.
BUILD_WALL_S = 600.0
BUILD_CPU_S = 120.0
BUILD_LIMITS = Limits(memory_mb=2048, storage_mb=1024, processes=128, output_bytes=32 * 1024)

#: A larger program than this is refused.
PROGRAM_BYTES = 128 * 1024 * 1024


class ToolMissing(Exception):
    """The sandbox has no compiler or interpreter for this language: the judge's failure."""


@dataclass(frozen=True)
class Built:
    """A program ready to run: its files for a fresh workspace and the command that starts it."""

    language: Language
    run: str
    files: Mapping[str, bytes] = field(repr=False)

    def install(self, workspace: Workspace) -> None:
        """Put the program into an empty workspace."""
        for path, data in self.files.items():
            workspace.write_file(path, data, executable=path == PROGRAM)


@dataclass(frozen=True)
class NotBuilt:
    """The sources are no program; the compiler's words about them."""

    reason: str
    output: str = ""


def build(backend: Backend, language: Language, sources: Mapping[str, bytes]) -> Built | NotBuilt:
    """Build ``sources`` (names relative to the program's folder, headers included) in a workspace that is
    then gone.

    Raises `ToolMissing` when the tool is not in the sandbox and `SandboxError` when the sandbox fails.
    """
    names = tuple(sources)
    with backend.open(BUILD_LIMITS) as workspace:
        for name, data in sources.items():
            workspace.write_file(f"{HOME}/{name}", data)
        command = language.build_command(names)
        result = workspace.run(f"{command} </dev/null", BUILD_WALL_S, cpu_seconds=BUILD_CPU_S)
        if result.exit_code == 127:
            raise ToolMissing(f"the sandbox has no {command.split()[0]} for {language.name}")
        if result.timed_out:
            return NotBuilt(f"the compiler did not finish within {BUILD_CPU_S:.0f} s of CPU time")
        if result.oom:
            return NotBuilt(f"the compiler needed more than {BUILD_LIMITS.memory_mb} MB")
        if result.exit_code != 0:
            return NotBuilt(first_error(result.output) or f"exit code {result.exit_code}", result.output)
        run = language.run_command(names)
        if language.keeps_sources:
            return Built(language, run, {f"{HOME}/{name}": data for name, data in sources.items()})
        try:
            program = workspace.read_file(PROGRAM, PROGRAM_BYTES)
        except FileRefused:
            return NotBuilt(f"the program is larger than {PROGRAM_BYTES // 2**20} MB")
        return (
            NotBuilt("the compiler wrote no program") if program is None else Built(language, run, {PROGRAM: program})
        )


def first_error(output: str) -> str:
    """The compiler's first complaint, one line, without the rest of its essay.

    >>> first_error("/app/a.cpp: In function 'int main()':\\n/app/a.cpp:1:12: error: 'x' was not declared")
    "a.cpp:1:12: error: 'x' was not declared"
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    wanted = next((line for line in lines if "error" in line.lower() or "undefined reference" in line), None)
    line = wanted or (lines[0] if lines else "")
    return line.replace(f"{HOME}/", "")[:200]
