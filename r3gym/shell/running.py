"""The pipelines of one free command: each is started in the sandbox, within what is left of the command's limits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from r3gym.shell.output_buffer import OutputBuffer
from r3gym.shell.stages import (
    CAPTURED_BYTES,
    RedirectionKind,
    Stage,
    StageKind,
    StagePlan,
    StageRedirection,
    StageResult,
    StageRunner,
)
from r3gym.shell.state import ShellState
from r3gym.shell.tools import command_table

#: Where tools are looked for; the same folders in which `which` looks.
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/toolbox/bin"
#: How much earlier than the interpreter's clock the supervisor's may end a pipeline.
_CLOCK_SLACK_S = 0.1


@dataclass(frozen=True)
class FreeLimits:
    """What one free command may use in all: time, processes, rounds of loops, and bytes per written file."""

    wall_s: float = 5.0
    cpu_s: float = 0.2
    processes: int = 64
    rounds: int = 64
    file_bytes: int = 1 << 22
    output_bytes: int = 1 << 18


class StoppedByLimit(Exception):
    """A limit ends the command; the message says which."""


class PipelineRunner:
    """Runs pipelines one after the other and adds up what they print and use."""

    def __init__(self, runner: StageRunner, limits: FreeLimits) -> None:
        self._runner, self._limits = runner, limits
        self.output = OutputBuffer(limits.output_bytes)
        self.cpu_s, self.oom = 0.0, False
        self._end = time.monotonic() + limits.wall_s
        self._processes, self._rounds = 0, 0
        self._captures: list[list[bytes]] = []
        self._errors: list[tuple[StageRedirection, ...]] = []

    def say(self, text: str) -> None:
        """Add a text of the interpreter to the output."""
        self.output.add(text.encode("utf-8", "replace"))

    def go_round(self) -> None:
        """Count one more round of a loop."""
        self._rounds += 1
        if self._rounds > self._limits.rounds:
            raise StoppedByLimit(f"a free command may go round a loop {self._limits.rounds} times")

    def run(self, stages: tuple[Stage, ...], state: ShellState) -> StageResult:
        """Run one pipeline within what is left of the limits."""
        self._processes += len(stages)
        if self._processes > self._limits.processes:
            raise StoppedByLimit(f"a free command may start {self._limits.processes} processes")
        if self._captures:
            last = stages[-1]
            capture = StageRedirection(1, RedirectionKind.CAPTURE)
            stages = (*stages[:-1], Stage(last.kind, last.words, (capture, *last.redirections)))
        if self._errors:
            inside = tuple(r for given in self._errors for r in given)
            stages = tuple(Stage(s.kind, s.words, (*inside, *s.redirections)) for s in stages)
        plan = StagePlan(
            stages=stages,
            cwd=state.cwd,
            environment=_tool_environment(state),
            pipefail="pipefail" in state.settings,
            mask=state.mask,
            file_bytes=self._limits.file_bytes,
        )
        wall_s, cpu_s = self._end - time.monotonic(), self._limits.cpu_s - self.cpu_s
        if wall_s <= 0 or cpu_s <= 0:
            raise StoppedByLimit(self._used_up(wall_s <= 0))
        result = self._runner(plan, wall_s, cpu_s)
        self.cpu_s += result.cpu_s
        self.oom = self.oom or result.oom
        self.output.add(result.output, result.lost)
        if self._captures and stages[-1].kind in (StageKind.EXECUTE, StageKind.VERSION):
            if len(result.captured) >= CAPTURED_BYTES:
                raise StoppedByLimit(f"a list of free commands may print {CAPTURED_BYTES >> 10} kB to a file or a pipe")
            self._captures[-1].append(result.captured)
        if result.note:
            self.output.add(f"{result.note}\n".encode())
        state.status = result.exit_code
        if result.timed_out:
            raise StoppedByLimit(self._used_up(time.monotonic() >= self._end - _CLOCK_SLACK_S))
        return result

    def _used_up(self, wall: bool) -> str:
        limit = f"{self._limits.wall_s:g} s" if wall else f"{self._limits.cpu_s:g} s of processor time"
        return f"a free command may take {limit}"

    @contextmanager
    def captured(self) -> Iterator[list[bytes]]:
        """Collect the standard output of what runs inside."""
        pieces: list[bytes] = []
        self._captures.append(pieces)
        try:
            yield pieces
        finally:
            self._captures.pop()

    @contextmanager
    def errors_to(self, given: tuple[StageRedirection, ...]) -> Iterator[None]:
        """Send the errors of what runs inside where the redirections of a compound command send them."""
        self._errors.append(_errors_inside(given))
        try:
            yield
        finally:
            self._errors.pop()


def _errors_inside(given: tuple[StageRedirection, ...]) -> tuple[StageRedirection, ...]:
    """Return where the commands inside a redirected compound command send their errors."""
    both = any(r.fd == 2 and r.kind is RedirectionKind.COPY and r.text == "1" for r in given)
    if both:
        return (StageRedirection(2, RedirectionKind.CAPTURE),)
    return tuple(
        StageRedirection(2, RedirectionKind.APPEND, r.text)
        for r in given
        if r.fd == 2 and r.kind in (RedirectionKind.WRITE, RedirectionKind.APPEND)
    )


def _tool_environment(state: ShellState) -> dict[str, str]:
    """Return the environment of a tool: nothing of the session but the variables that the table lists.

    There is no home folder: `file` would read rules from ``~/.magic``.
    """
    listed = {
        name: state.variables[name]
        for name, form in command_table().environment.items()
        if name in state.exported and form.fullmatch(state.variables.get(name, ""))
    }
    return {"LANG": "C.UTF-8", **listed, "PATH": PATH, "HOME": "/nonexistent", "USER": "agent", "PWD": state.cwd}
