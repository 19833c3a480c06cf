"""The one interface of every sandbox backend: what a contest, a policy and a judge may ask of a workspace.

A *backend* opens *workspaces*. A workspace is a small Linux view with its own files under ``/app`` and
``/logs``, a shell that remembers its working directory and exported variables, and limits that hold for the
whole process tree.

Two kinds of failure never mix. What the agent's command did wrong is data: it comes back inside an
`ExecResult` (or as `FileRefused` when a file it left behind is not one the host may open). What the machine
did wrong is a `SandboxError`: the engine died, the disk filled up, the kernel forbids namespaces. An episode
that meets one has no score.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from r3gym.sandbox.results import ExecResult, ProgramResult

if TYPE_CHECKING:
    from r3gym.sandbox.execution import RunningProgram

#: Where a workspace sees the folder that `Backend.open` was told to share with it.
SHARED = "/run/shared"

#: What `Workspace.execute` keeps of standard output and of standard error unless told otherwise.
OUTPUT_BYTES = 1 << 20
ERROR_BYTES = 4096


class Strength(Enum):
    """How well a limit is enforced: by the kernel for the whole tree, by a watchdog a little late, or not at
    all."""

    EXACT = "exact"
    BEST_EFFORT = "best effort"
    NONE = "none"


@dataclass(frozen=True)
class Limits:
    """What one workspace may use in total. The defaults are the paper's agentic sandbox."""

    cpus: float = 1.0
    memory_mb: int = 2048
    storage_mb: int = 10240
    processes: int = 256
    output_bytes: int = 64 * 1024


@dataclass(frozen=True)
class Guarantees:
    """What a backend really enforces on this machine, stated per limit so that a contest can refuse too
    little."""

    isolated: bool
    network_off: bool
    memory: Strength
    storage: Strength
    processes: Strength
    cpu: Strength
    notes: tuple[str, ...] = ()


@runtime_checkable
class Workspace(Protocol):
    """One open workspace. Not safe for two threads at once; different workspaces are independent."""

    @property
    def guarantees(self) -> Guarantees:
        """What is enforced here."""

    @property
    def cwd(self) -> str:
        """The shell's working directory after the last command."""

    def run(
        self,
        command: str,
        timeout: float,
        *,
        free: bool = False,
        stdin: bytes = b"",
        cpu_seconds: float | None = None,
    ) -> ExecResult:
        """Run ``command`` with bash in the remembered directory and environment; at ``timeout`` kill its
        whole tree.

        ``free`` runs it in the passive view of the same files, where only passive tools can be executed.
        ``cpu_seconds`` bounds the CPU time of the command's tree as well (reported as ``timed_out``).
        Raises `SandboxError` only when the sandbox itself failed.
        """

    def execute(
        self,
        argv: Sequence[str],
        timeout: float,
        *,
        stdin: bytes = b"",
        cpu_seconds: float | None = None,
        output_bytes: int | None = OUTPUT_BYTES,
        error_bytes: int = ERROR_BYTES,
        deep_stack: bool = False,
    ) -> ProgramResult:
        """Execute a program by its arguments, without a shell and without its session: it starts in ``/app`` with a
        fresh environment (a name without a slash is looked for in PATH, a relative one in ``/app``).

        It has the isolation and limits of every command. What it leaves running is killed the moment it ends.
        ``output_bytes`` None throws its output away, however long it is; ``error_bytes`` 0 sends its errors to
        ``/dev/null``, where writing them costs it least. ``deep_stack`` lets its stack grow until the memory
        limit is near.
        Raises `SandboxError` only when the sandbox itself failed.
        """

    def start(
        self,
        argv: Sequence[str],
        timeout: float,
        take: Callable[[bytes], None],
        *,
        cpu_seconds: float | None = None,
        error_bytes: int = ERROR_BYTES,
        deep_stack: bool = False,
    ) -> RunningProgram:
        """Like `execute`, but return while it runs: its caller feeds it, gets its output by ``take``, and serves it
        (`r3gym.sandbox.execution.serve`) until its answer is there. Nothing else may be asked of the workspace before.
        """

    def fingerprint(self) -> Hashable:
        """A value that differs once anything was made, changed or removed among the workspace's files."""

    def clear(self, folder: str) -> None:
        """Make ``folder`` exist and be empty; ``/`` empties the whole workspace."""

    def read_file(self, path: str, max_bytes: int) -> bytes | None:
        """The bytes of a regular file at an absolute path, None when there is none; `FileRefused` for
        anything else."""

    def write_file(self, path: str, data: bytes, *, executable: bool = False) -> None:
        """Create or replace a regular file, making its folders; never through a link the agent left."""

    def list_files(self, folder: str) -> tuple[str, ...]:
        """Sorted absolute paths of the regular files below ``folder``, links neither followed nor listed."""

    def hash_file(self, path: str) -> str | None:
        """SHA-256 of a regular file's content, None when there is none (or it is not a file the host may
        open)."""

    def fork(self) -> Workspace:
        """A second workspace with a copy of the files as they are now, a fresh shell, and the same limits."""

    def close(self) -> None:
        """Kill what runs, remove the files, give back every resource; safe to call twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Backend(Protocol):
    """A way of making workspaces. `probe` answers cheaply and never raises; `open` raises
    `SandboxUnavailable`."""

    name: str
    shares: bool  #: whether `open` can share a folder

    def probe(self) -> Guarantees | str:
        """The guarantees on this machine, or one sentence that says what is missing and how to get it."""

    def open(self, limits: Limits, shared: Path | None = None) -> Workspace:
        """A new, empty workspace with ``/app`` (the working directory), ``/logs/artifacts`` and a private
        ``/tmp``. It sees the host's folder ``shared``, read-only, as `SHARED`."""
