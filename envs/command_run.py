"""One command while it runs, step by step: its output, its exit status and what the contestant is told beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from r3gym.sandbox import ExecResult, Workspace
from r3gym.shell.tree import Sequence as Program


class CommandRun:
    """The steps of one command in a workspace. ``failed``: the last step failed, so what ``&&`` joins to it does not
    run."""

    def __init__(self, workspace: Workspace, timeout_s: float) -> None:
        self._workspace, self._timeout_s = workspace, timeout_s
        self.failed = False
        self.result: ExecResult | None = None
        self._notes: list[str] = []

    @property
    def exit_code(self) -> int:
        """The exit status of the last step that ran."""
        return 0 if self.result is None else self.result.exit_code

    @property
    def notes(self) -> Sequence[str]:
        """What happened besides the exit status, in words."""
        return self._notes

    def counted(self, text: str, hidden: Sequence[str], home: str) -> str:
        """Run a counted step with bash; ``hidden`` is what it does not see. Return its output.

        It starts in ``home`` when the shell's directory is hidden.
        """
        before = self._workspace.cwd
        result = self._workspace.run(text, self._timeout_s, hidden=hidden)
        if result.timed_out:
            self._notes.append(f"stopped after {self._timeout_s:g} s")
        moved = any(before == path or before.startswith(f"{path}/") for path in hidden)
        lines = [f"[{before} belongs to another problem; this ran in {home}]"] if moved else []
        if result.discarded:
            lines.append(f"[out of reach of a counted command, discarded: {', '.join(result.discarded)}]")
        return self._take(result, lines)

    def free(self, program: Program) -> str:
        """Run a free step with the interpreter. Return its output."""
        return self._take(self._workspace.run_free(program), [])

    def _take(self, result: ExecResult, lines: list[str]) -> str:
        if result.oom:
            self._notes.append("out of memory")
        before = self.result
        if before is not None:
            result = replace(
                result,
                output=before.output + result.output,
                truncated=before.truncated or result.truncated,
                timed_out=before.timed_out or result.timed_out,
                oom=before.oom or result.oom,
                wall_s=before.wall_s + result.wall_s,
                cpu_s=before.cpu_s + result.cpu_s,
                escape=before.escape or result.escape,
            )
            output = result.output[len(before.output) :]
        else:
            output = result.output
        self.result, self.failed = result, result.exit_code != 0
        return "\n".join([*([output.rstrip("\n")] if output else []), *lines])
