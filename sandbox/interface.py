"""The interface of every sandbox backend, used by contests, policies and judges.

A *backend* opens *workspaces*. A workspace is a small Linux view with its own files under ``/app`` and
``/logs``, a shell that remembers its working directory and exported variables, and limits that hold for the
whole process tree.

Two kinds of failure are kept apart. An error of the agent's command is data: it is returned in an `ExecResult`
(or raised as `FileRefused` for a file that the host may not open). An error of the machine is a `SandboxError`:
the engine died, the disk is full, the kernel forbids namespaces. An episode with such an error has no score.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from r3gym.sandbox.results import ExecResult, ProgramResult
from r3gym.shell.running import FreeLimits
from r3gym.shell.tree import Sequence as Program

if TYPE_CHECKING:
    from r3gym.sandbox.execution import RunningProgram

#: The path in a workspace of the folder that `Backend.open` shares with it.
SHARED = "/run/shared"

#: The most bytes of one of the agent's files that the host reads or hashes. A judged artifact is never larger.
AGENT_FILE_BYTES = 1 << 20

#: The most files that `Workspace.list_files` returns.
LISTED_FILES = 250_000

#: The default limits of `Workspace.execute` for standard output and standard error, in bytes.
OUTPUT_BYTES = 1 << 20
ERROR_BYTES = 4096


class Strength(Enum):
    """How a limit is enforced: by the kernel for the whole tree, by a watchdog with a short delay, or not at all."""

    EXACT = "exact"
    BEST_EFFORT = "best effort"
    NONE = "none"


@dataclass(frozen=True)
class Limits:
    """What one workspace may use in total. The defaults are the paper's agentic sandbox.

    ``files`` counts everything that has a name: files, folders, links, pipes.
    """

    cpus: float = 1.0
    memory_mb: int = 2048
    storage_mb: int = 10240
    files: int = 200_000
    processes: int = 256
    output_bytes: int = 64 * 1024


@dataclass(frozen=True)
class Guarantees:
    """What a backend enforces on this machine, stated per limit so that a contest can refuse too little."""

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

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas entered so far, the common area ``""`` first; see `enter`."""

    @property
    def area(self) -> str:
        """The area that is present."""

    def enter(self, area: str, *, kept: Sequence[str], home: str) -> None:
        """Make ``area`` the one that is present, with its files and its shell session; the others' are not there.

        An area owns every entry directly in ``/app``, ``/logs``, ``/tmp`` and ``/dev/shm``, and a session. The absolute
        paths ``kept`` (the same at every call) belong to the whole workspace and stay. The workspace opens in the
        common area ``""``. Another area begins as a copy of the common one: its entries (none when they are more than
        64 MB or 10,000) and exported variables. Its session begins in the present directory; or in ``home``, when that
        directory lies in a kept path other than ``home``.
        """

    def variable(self, name: str) -> str | None:
        """Return an exported variable of the session, None when it is not set."""

    def variables(self) -> Mapping[str, str]:
        """Return all exported variables of the session."""

    def run(
        self,
        command: str,
        timeout: float,
        *,
        hidden: Sequence[str] = (),
        stdin: bytes = b"",
        cpu_seconds: float | None = None,
    ) -> ExecResult:
        """Run ``command`` with bash in the session's directory and environment; at ``timeout`` kill its process tree.

        What is at the absolute paths ``hidden`` is not there for the command and comes back after it. What the command
        leaves at such a path is removed and named in `ExecResult.discarded`. A session whose directory lies in a hidden
        path moves to the area's ``home`` before the command.
        ``cpu_seconds`` bounds the CPU time of the command's tree as well (reported as ``timed_out``).
        Raises `SandboxError` only when the sandbox itself failed.
        """

    def run_free(self, program: Program, limits: FreeLimits | None = None) -> ExecResult:
        """Run the tree of a free command in the session, without a shell (`r3gym.shell.interpreter`).

        Tools are started by their words in the passive view of the same files, where nothing else can be executed.
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
        sealed: bool = False,
    ) -> ProgramResult:
        """Execute a program by its arguments, without a shell and without its session: it starts in ``/app`` with a
        fresh environment (a name without a slash is looked for in PATH, a relative one in ``/app``).

        It has the isolation and limits of every command. Processes that it leaves running are killed when it ends.
        ``output_bytes`` None discards its output, however long it is; ``error_bytes`` 0 sends its errors to
        ``/dev/null``, which is the fastest for the program. ``deep_stack`` lets its stack grow until the memory
        limit is near. ``sealed`` keeps it from the kernel's accounts that outlive a program: it can read nothing below
        ``/proc``, and make no socket and no System V object.
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
        sealed: bool = False,
    ) -> RunningProgram:
        """Start a program as `execute` does, but return while it runs.

        The caller feeds it, gets its output by ``take``, and serves it (`r3gym.sandbox.execution.serve`) until its
        reply arrives. Until then the workspace must not be used otherwise.
        """

    def fingerprint(self) -> Hashable:
        """Return a value that differs once any of the workspace's files was created, changed or removed."""

    def clear(self, folder: str) -> None:
        """Make ``folder`` exist and be empty; ``/`` empties the whole workspace, except areas that are not present."""

    def read_file(self, path: str, max_bytes: int, *, area: str | None = None) -> bytes | None:
        """Return the bytes of a regular file at an absolute path, None when nothing is there.

        With ``area`` it is a file that this area owns, by the path at which it is there when the area is present.
        Raises `FileRefused` for anything else.
        """

    def write_file(self, path: str, data: bytes, *, executable: bool = False) -> None:
        """Create or replace a regular file and create its folders; links that the agent left are never followed."""

    def list_files(self, folder: str, *, area: str | None = None) -> tuple[str, ...]:
        """Return the sorted absolute paths of the regular files below ``folder``; links are not followed or listed.

        With ``area``, which is not the present one, they are the files that this area owns.
        At most `LISTED_FILES` are returned.
        """

    def hash_file(self, path: str) -> str | None:
        """Return the SHA-256 of a regular file's content, None when there is no file that the host may open.

        A file of more than `AGENT_FILE_BYTES` is not read: the hash is one of its size, its number and its times, so it
        changes whenever the file is written, even if the content stays the same.
        """

    def fork(self) -> Workspace:
        """Return a second workspace with a copy of the files of all areas, fresh shells, and the same limits."""

    def close(self) -> None:
        """Kill all processes, remove the files, release all resources; safe to call twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Backend(Protocol):
    """A factory of workspaces. `probe` is cheap and never raises; `open` raises `SandboxUnavailable`."""

    name: str
    shares: bool  #: whether `open` can share a folder

    def probe(self) -> Guarantees | str:
        """Return the guarantees on this machine, or one sentence that says what is missing and how to get it."""

    def provide_toolbox(self, *, again: bool = False) -> None:
        """Make what of the toolbox is not there (`r3gym.sandbox.toolbox`); quick where nothing is to be made.

        ``again`` retries what could not be had before. Raise `SandboxUnavailable`, with the remedy, for what cannot be
        had.
        """

    def open(self, limits: Limits, shared: Path | None = None, private_folders: Iterable[Path] = ()) -> Workspace:
        """Return a new, empty workspace with ``/app`` (working directory), ``/logs/artifacts`` and a private ``/tmp``.

        The host's folder ``shared`` is mounted read-only as `SHARED`. The toolbox is there if it was made. No workspace
        shows ``private_folders`` (nor the other paths of `r3gym.sandbox.private`); where one cannot be hidden,
        `SandboxUnavailable` is raised.
        """
