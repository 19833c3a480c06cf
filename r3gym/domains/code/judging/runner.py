"""Running a built program on one input, in a workspace that holds only the program.

CPU time decides. Wall-clock time is bounded at twice the limit plus a slack, so that both busy and sleeping programs
end. Standard error is discarded, so that large amounts of it have no effect. No test sees the effects of another:
processes die with their program, the program is sealed off from the kernel's accounts of earlier ones, and after a test
that touched a file or made a process or thread the next one gets a new workspace, with namespaces of its own.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from r3gym.core.problem import ProblemLimits
from r3gym.core.verdict import Outcome
from r3gym.domains.code.judging.build import BuiltProgram
from r3gym.domains.code.judging.second_run import (
    FIRST_RUN,
    SECOND_RUN,
    Patience,
    deserves_second_run,
    was_machine_busy,
)
from r3gym.sandbox.interface import ERROR_BYTES, Backend, Limits, Workspace
from r3gym.sandbox.results import ProgramResult

_WALL_SLACK_S = 2.0
_MOST_FILES = 2000
_GAVE_UP = (1, 128 + signal.SIGABRT)  # exit codes after a failed allocation, among other causes


@dataclass(frozen=True)
class ProgramRun:
    """The run of a program on an input. ``output`` is set when ``outcome`` is accepted.

    ``repeatable`` is false when only the wall clock ended the run, because that depends on the load of the machine.
    ``second`` is true for the second run of a program whose first one may have failed because the machine was busy, and
    ``too_busy`` if not even that decides.
    """

    outcome: Outcome
    output: bytes
    cpu_s: float
    wall_s: float
    note: str = ""
    repeatable: bool = True
    second: bool = False
    too_busy: bool = False


def open_runner(backend: Backend, built: BuiltProgram, limits: ProblemLimits, output_mb: int) -> Runner:
    """Open a runner: a new workspace with the program's memory limit, and the program in it. Close it when done."""
    storage = max(64, 4 * output_mb) + sum(map(len, built.files.values())) // 2**20
    # Threads count as processes; 64 is plenty for a contest program and harmless to the machine. What a program makes
    # beside its output is removed before the next test, so few files are enough.
    bounds = Limits(
        memory_mb=limits.memory_mb + built.language.runtime_mb,
        storage_mb=storage,
        files=_MOST_FILES,
        processes=64,
        output_bytes=16 * 1024,
    )
    built = built.within(limits.memory_mb)

    def open_workspace() -> Workspace:
        workspace = backend.open(bounds)
        try:
            built.install(workspace)
        except BaseException:
            workspace.close()
            raise
        return workspace

    return Runner(open_workspace(), open_workspace, built, limits, output_mb)


@dataclass
class Runner:
    """A program in its workspace, ready for one input after another; a run that leaves traces uses the workspace up."""

    workspace: Workspace
    open_workspace: Callable[[], Workspace] = field(repr=False)
    built: BuiltProgram
    limits: ProblemLimits
    output_mb: int
    _until: float = float("inf")
    _clean: Hashable = None
    _spawned: bool = False

    @property
    def wall_s(self) -> float:
        """The wall-clock limit of a run in seconds."""
        return 2 * self.limits.time_s + _WALL_SLACK_S

    def stop_after(self, seconds: float) -> None:
        """Bound the wall-clock time of all runs from now on: a run that is still going then is stopped."""
        self._until = time.monotonic() + seconds

    def cut_to_deadline(self, wall_s: float) -> float:
        """Return ``wall_s``, or what is left of the time for all runs if that is less."""
        return max(0.01, min(wall_s, self._until - time.monotonic()))

    def cpu_s(self, patience: Patience = FIRST_RUN) -> float:
        """Return the CPU time at which a run is stopped, slightly above the limit so that the CPU clock shows it."""
        return patience.cpu * self.limits.time_s + 0.1

    @property
    def output_bytes(self) -> int:
        """The output limit in bytes."""
        return self.output_mb * 2**20

    def run(self, data: bytes) -> ProgramRun:
        """Run the program on ``data``; raise `SandboxError` only for failures of the sandbox itself."""
        result, again = self._execute(data), False
        if self.may_repeat(result.cpu_s, result.wall_s, timed_out=result.timed_out):
            result, again = self._execute(data, SECOND_RUN), True
        if result.exit_code in _GAVE_UP and self.built.language.memory_words and not result.timed_out:
            # A failed allocation shows on stderr. Writing stderr costs time, so only a second run captures it.
            result = replace(result, stderr=self._execute(data, error_bytes=ERROR_BYTES).stderr)
        return self.mark_second(self.judge(result)) if again else self.judge(result)

    def may_repeat(self, cpu_s: float, wall_s: float, *, timed_out: bool) -> bool:
        """Check whether a run deserves a second one, and the time for all runs is not over."""
        late = deserves_second_run(cpu_s, wall_s, self.limits.time_s, timed_out=timed_out)
        return late and time.monotonic() < self._until

    def mark_second(self, run: ProgramRun) -> ProgramRun:
        """Return a second run as such; it leaves the question open if it ended, on its own, just above the limit."""
        if run.outcome is not Outcome.TIME_LIMIT:
            return replace(run, second=True)
        stopped = run.cpu_s > SECOND_RUN.cpu * self.limits.time_s
        busy = not stopped and was_machine_busy(run.cpu_s, run.wall_s, self.limits.time_s)
        return replace(run, second=True, too_busy=busy, repeatable=run.repeatable and not busy)

    def _execute(self, data: bytes, patience: Patience = FIRST_RUN, *, error_bytes: int = 0) -> ProgramResult:
        self.restore_workspace()
        result = self.workspace.execute(
            self.built.run,
            self.cut_to_deadline(patience.wall * self.wall_s),
            stdin=data,
            cpu_seconds=self.cpu_s(patience),
            output_bytes=self.output_bytes,
            error_bytes=error_bytes,
            deep_stack=True,
            sealed=True,
        )
        self.note_traces(result)
        return result

    def note_traces(self, result: ProgramResult) -> None:
        """Note what a run left that the workspace's files do not show; call it after every run."""
        # Process numbers are handed out in order: the number of the next program would tell how many this one used.
        self._spawned = self._spawned or result.spawned > 0

    def restore_workspace(self) -> None:
        """Open a new workspace if a run has left any trace in this one; call it before every run."""
        if self._clean is not None and (self._spawned or self.workspace.fingerprint() != self._clean):
            self.workspace.close()
            self.workspace = self.open_workspace()
            self._clean, self._spawned = None, False
        if self._clean is None:
            self._clean = self.workspace.fingerprint()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.workspace.close()

    def judge(self, result: ProgramResult) -> ProgramRun:
        """Return the outcome of a run, without checking its output."""

        def end(outcome: Outcome, note: str, output: bytes = b"", *, repeatable: bool = True) -> ProgramRun:
            return ProgramRun(outcome, output, result.cpu_s, result.wall_s, note, repeatable)

        if result.oom:
            return end(Outcome.MEMORY_LIMIT, f"more than {self.limits.memory_mb} MB")
        if result.cpu_s > self.limits.time_s:
            return end(Outcome.TIME_LIMIT, f"more than {self.limits.time_s:g} s of CPU time")
        if result.timed_out:
            # A watchdog may stop a busy program a little before its CPU clock shows the limit.
            busy = result.cpu_s > 0.9 * self.limits.time_s
            return end(Outcome.TIME_LIMIT, "not finished in time", repeatable=busy)
        if result.overflow:
            return end(Outcome.OUTPUT_LIMIT, f"more than {self.output_mb} MB of output")
        if result.exit_code != 0:
            refused = any(word in result.stderr for word in self.built.language.memory_words)
            if refused and result.exit_code in _GAVE_UP:
                return end(Outcome.MEMORY_LIMIT, "memory refused")
            return end(Outcome.RUNTIME_ERROR, describe_exit_code(result.exit_code))
        return end(Outcome.ACCEPTED, "", result.stdout)


def describe_exit_code(code: int) -> str:
    """Describe an exit code in words.

    >>> describe_exit_code(3), describe_exit_code(139)
    ('exit code 3', 'killed by SIGSEGV')
    """
    try:
        return f"killed by {signal.Signals(code - 128).name}" if code > 128 else f"exit code {code}"
    except ValueError:
        return f"exit code {code}"
