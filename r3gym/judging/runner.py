"""Running a built program on one input, in a workspace that holds the program and nothing else.

Output goes to a file inside the workspace, because a command's merged and cut output is for reading, not
for judging; stderr goes nowhere, so that a flood of it cannot change a verdict. CPU time decides,
wall-clock time is bounded at twice the limit plus a slack, so that both a busy and a sleeping program end.
"""

from __future__ import annotations

import signal
from dataclasses import dataclass

from r3gym.judging.build import Built
from r3gym.judging.languages import HOME
from r3gym.problem import ProblemLimits
from r3gym.sandbox.interface import Backend, ExecResult, FileRefused, Limits, Workspace
from r3gym.verdict import Outcome

_STDOUT = f"{HOME}/.stdout"
_WALL_SLACK_S = 2.0


@dataclass(frozen=True)
class Run:
    """What a program did with an input. ``output`` is set when the run itself was fine (``outcome`` is
    accepted).

    ``repeatable`` is false when only the wall clock ended the run: on a busy machine that may come out
    differently.
    """

    outcome: Outcome
    output: bytes
    cpu_s: float
    wall_s: float
    note: str = ""
    repeatable: bool = True


def open_runner(backend: Backend, built: Built, limits: ProblemLimits, output_mb: int) -> Runner:
    """A fresh workspace with the program's memory limit and the program in it."""
    storage = max(64, 4 * output_mb) + sum(map(len, built.files.values())) // 2**20
    # Threads count as processes; 64 is plenty for a contest program and harmless to the machine.
    bounds = Limits(memory_mb=limits.memory_mb, storage_mb=storage, processes=64, output_bytes=16 * 1024)
    workspace = backend.open(bounds)
    try:
        built.install(workspace)
    except BaseException:
        workspace.close()
        raise
    return Runner(workspace, built, limits, output_mb)


@dataclass(frozen=True)
class Runner:
    """A program in its workspace, ready for one input after another."""

    workspace: Workspace
    built: Built
    limits: ProblemLimits
    output_mb: int

    def run(self, data: bytes) -> Run:
        """Run the program on ``data``; raises `SandboxError` only for the sandbox's own failures."""
        result = self._execute(f">{_STDOUT} 2>/dev/null", data)
        return self._judge(result, data)

    def _execute(self, redirections: str, data: bytes) -> ExecResult:
        # The stack may grow to the memory limit, as contest judges have it; 1024-byte blocks bound every
        # file.
        command = (
            "ulimit -s unlimited 2>/dev/null || ulimit -s $(ulimit -H -s); "
            f"ulimit -f {self.output_mb * 1024}; exec {self.built.run} {redirections}"
        )
        wall = 2 * self.limits.time_s + _WALL_SLACK_S
        return self.workspace.run(command, wall, stdin=data, cpu_seconds=self.limits.time_s + 0.1)

    def _judge(self, result: ExecResult, data: bytes) -> Run:
        def end(outcome: Outcome, note: str, output: bytes = b"", *, repeatable: bool = True) -> Run:
            return Run(outcome, output, result.cpu_s, result.wall_s, note, repeatable)

        slow = result.cpu_s > self.limits.time_s
        if result.oom:
            return end(Outcome.MEMORY_LIMIT, f"more than {self.limits.memory_mb} MB")
        if slow:
            return end(Outcome.TIME_LIMIT, f"more than {self.limits.time_s:g} s of CPU time")
        if result.timed_out:
            # A watchdog may stop a busy program a little before its CPU clock shows the limit.
            busy = result.cpu_s > 0.9 * self.limits.time_s
            return end(Outcome.TIME_LIMIT, "not finished in time", repeatable=busy)
        if result.exit_code == 128 + signal.SIGXFSZ:
            return end(Outcome.OUTPUT_LIMIT, f"more than {self.output_mb} MB of output")
        if result.exit_code != 0:
            if self._wanted_memory(result, data):
                return end(Outcome.MEMORY_LIMIT, "memory refused")
            return end(Outcome.RUNTIME_ERROR, exit_words(result.exit_code))
        try:
            output = self.workspace.read_file(_STDOUT, self.output_mb * 2**20)
        except FileRefused:
            return end(Outcome.WRONG_ANSWER, "the program replaced its own output file")
        if output is not None and len(output) >= self.output_mb * 2**20:
            return end(Outcome.OUTPUT_LIMIT, f"{self.output_mb} MB of output or more")
        return end(Outcome.ACCEPTED, "", output or b"")

    def _wanted_memory(self, result: ExecResult, data: bytes) -> bool:
        """Whether a crash was a refused allocation; a second run, since the first one's stderr was thrown
        away.
        """
        words = self.built.language.memory_words
        if not words or result.exit_code not in (1, 128 + signal.SIGABRT):
            return False
        again = self._execute("2>&1 >/dev/null", data)
        return any(word.decode() in again.output for word in words)


def exit_words(code: int) -> str:
    """An exit code as people say it.

    >>> exit_words(3), exit_words(139)
    ('exit code 3', 'killed by SIGSEGV')
    """
    try:
        return f"killed by {signal.Signals(code - 128).name}" if code > 128 else f"exit code {code}"
    except ValueError:
        return f"exit code {code}"
