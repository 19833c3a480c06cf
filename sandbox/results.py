"""The results of commands and programs in a workspace, and the errors."""

from __future__ import annotations

from dataclasses import dataclass, field


class SandboxError(RuntimeError):
    """A failure of the infrastructure, not of the agent: the episode is void and may be tried again."""


class SandboxUnavailable(SandboxError):
    """This backend cannot work on this machine; the message says what is missing and how to get it."""


class FileRefused(Exception):
    """A path that the host does not open: a link, a pipe, a device, or a file with too many bytes."""


@dataclass(frozen=True)
class ExecResult:
    """The result of one command.

    ``exit_code`` follows the shell (128 + n for signal n; 124 when timed out). ``output`` is stdout and
    stderr merged, decoded with replacement characters, its middle cut out (and the cut marked) when it was
    longer than the limit. ``oom`` is true when the workspace's memory limit killed something during this
    command. ``escape`` is true when a free command tried to execute something that is not a passive tool:
    that did not run, and the output says so. ``discarded`` names the hidden paths at which the command left something:
    it was removed when what belongs there came back.
    """

    exit_code: int
    output: str
    truncated: bool
    timed_out: bool
    oom: bool
    wall_s: float
    cpu_s: float
    escape: bool = False
    discarded: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProgramResult:
    """The result of one executed program.

    ``exit_code`` as in a shell: 128 + n for signal n, 127 when there is no such program, 126 when it cannot be
    executed (``stderr`` says why). ``stdout`` is raw; with ``overflow`` it was longer than allowed, and the program was
    killed. ``stderr`` is the beginning and the end of it. ``timed_out``: by wall clock or CPU time. ``oom``: the memory
    limit killed something. ``spawned`` is how many processes and threads it made (0 without a PID namespace).
    """

    exit_code: int
    stdout: bytes = field(repr=False)
    stderr: bytes = field(repr=False)
    overflow: bool
    timed_out: bool
    oom: bool
    wall_s: float
    cpu_s: float
    spawned: int = 0
