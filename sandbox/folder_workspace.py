"""The workspace of every backend: its files are in a folder of the host, its commands run in views of that folder.

This module holds what all backends share: the folder, the shell's session, the wait for a reply, the storage watch,
fork and close. The backend-specific part is a `BackendAdapter`.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from r3gym.sandbox import files, shell
from r3gym.sandbox.areas import AREAS, COMMON, Areas
from r3gym.sandbox.dropped import forget, release_when_dropped
from r3gym.sandbox.execution import OutputCollector, RunningProgram
from r3gym.sandbox.free_commands import run_free_command
from r3gym.sandbox.held import HeldResources
from r3gym.sandbox.interface import ERROR_BYTES, OUTPUT_BYTES, Guarantees, Limits
from r3gym.sandbox.parking import PARKED, Hidden, Parking
from r3gym.sandbox.protocol import (
    SEAL,
    Channel,
    CommandRequest,
    ExitFlag,
    ProgramRequest,
    SupervisorReply,
    decode,
    encode,
    greet,
)
from r3gym.sandbox.results import ExecResult, ProgramResult, SandboxError
from r3gym.sandbox.storage import StorageWatch
from r3gym.sandbox.trees import clear_folder, copy_tree
from r3gym.sandbox.view import FOLDERS
from r3gym.shell.running import FreeLimits
from r3gym.shell.tree import Sequence as Program

_PATIENCE_S = 20.0  # how long after the time-out the supervisor may take to kill a process tree and reply
_LOOK_S = 0.5  # how often a waiting command checks that its backend is still alive
# No POSIX message queues for programs: they would outlive their program, and could not be listed.
_SHALLOW = ((resource.RLIMIT_MSGQUEUE, 0),)
# A deep stack ends a little below the memory limit, so that endless recursion crashes before it uses all memory.
_DEEP_SHARE = 15 / 16
_FORGET_S = 10.0


class RunningView(Protocol):
    """A running view of the workspace's files that executes commands, and the channel to its supervisor."""

    @property
    def channel(self) -> Channel:
        """The channel of requests and replies."""

    def close(self) -> None:
        """End the view and everything that runs in it; safe to call twice."""


def await_greeting(view: RunningView, seconds: float) -> None:
    """Wait for the greeting of a new view; close a view that does not send it in time."""
    try:
        greet(view.channel, time.monotonic() + seconds)
    except BaseException:
        view.close()
        raise


@dataclass(frozen=True)
class FolderSpec:
    """The folder of a workspace's files (it does not exist yet), their owner, and the storage limit."""

    folder: Path
    owner: tuple[int, int] | None
    limits: Limits
    limit_storage: bool
    folders: tuple[str, ...] = FOLDERS
    mode: int = 0o755


class BackendAdapter(Protocol):
    """The backend-specific part of a workspace: its folder, views, control group and cleanup."""

    @property
    def site(self) -> FolderSpec:
        """The folder of the workspace's files."""

    @property
    def guarantees(self) -> Guarantees:
        """See `Workspace.guarantees`."""

    @property
    def timeout_message(self) -> str:
        """The message for a view that did not reply within ``{seconds}``."""

    @property
    def stages_path(self) -> bytes:
        """The path of the program ``stages`` in the main view, which starts the pipelines of free commands."""

    def session(self) -> shell.Session:
        """Return the directory and variables of a fresh shell."""

    def open_view(self, *, free: bool) -> RunningView:
        """Open the main view, or, once that is open, the passive one (``free``)."""

    def oom_kills(self) -> int:
        """Return how many processes of this workspace the kernel has killed for lack of memory, so far."""

    def check(self) -> None:
        """Check the backend while a command runs; raise `SandboxError` when it has failed."""

    def explain(self, error: SandboxError, *, free: bool, closed: bool) -> str | None:
        """Return the message for a command that ended because its view (``free``: the passive one) failed.

        None when the message of ``error`` suffices. ``closed``: the workspace was closed while the command ran.
        """

    def for_fork(self) -> BackendAdapter:
        """Return a new adapter of the same kind, for a fork."""

    def release(self) -> None:
        """Release the remaining resources after views and files are gone."""


class _WorkspaceMonitor:
    """See `ProgramMonitor`: checks the storage, the backend and the supervisor's time-out during one command."""

    def __init__(self, workspace: FolderWorkspace, wall_s: float, *, free: bool) -> None:
        self._workspace, self._wall_s, self._free = workspace, wall_s, free
        now = time.monotonic()
        self._give_up, self._check_at = now + wall_s + _PATIENCE_S, now + _LOOK_S
        workspace._storage.begin()

    def next_check_time(self) -> float:
        """See `ProgramMonitor.next_check_time`."""
        return min(self._give_up, self._check_at, self._workspace._storage.next_check_time())

    def look(self) -> bool:
        """See `ProgramMonitor.look`."""
        now, adapter, storage = time.monotonic(), self._workspace._adapter, self._workspace._storage
        if now >= self._give_up:
            raise SandboxError(adapter.timeout_message.format(seconds=f"{self._wall_s + _PATIENCE_S:.0f} s"))
        if now >= self._check_at:
            adapter.check()
            self._check_at = now + _LOOK_S
        return now >= storage.next_check_time() and storage.exceeded()

    def oom(self) -> bool:
        """See `ProgramMonitor.oom`."""
        return self._workspace._oom()

    def fail(self, error: SandboxError | None) -> SandboxError | None:
        """See `ProgramMonitor.fail`: the workspace is closed, since its state is not known any more."""
        workspace = self._workspace
        said = error and workspace._adapter.explain(error, free=self._free, closed=workspace._closed)
        workspace.close()
        return SandboxError(said) if said else None


class FolderWorkspace:
    """See `Workspace`. It owns its adapter, which is released when the workspace is closed or cannot be opened."""

    def __init__(self, adapter: BackendAdapter) -> None:
        self._adapter = adapter
        self._views: dict[bool, RunningView] = {}
        self._held = HeldResources(self._views, adapter.release)
        self._oom_seen = 0
        self._parking: Parking | None = None  # made when they are first needed: judges never do
        self._areas: Areas | None = None
        self._sessions: dict[str, shell.Session] = {}
        self._home = "/app"
        try:
            self._site = site = adapter.site
            self._session, plain = adapter.session(), adapter.session()
            self._plain = plain.cwd, tuple(k + b"=" + v for k, v in plain.environment.items())
            self._make_folder()
            most = files.TreeUsage(site.limits.storage_mb << 20, site.limits.files)
            self._fingerprint = files.Fingerprint(self._root, site.folders)
            watched = (*site.folders, PARKED)
            self._storage = StorageWatch(self._root, watched, most if site.limit_storage else None)
            self._views[False] = adapter.open_view(free=False)
        except BaseException:
            self.close()
            raise
        release_when_dropped(self, self._held)

    @property
    def _root(self) -> int:
        return self._held.root

    @property
    def _closed(self) -> bool:
        return self._held.released

    def _make_folder(self) -> None:
        folder, owner = self._site.folder, self._site.owner
        try:
            folder.mkdir(mode=self._site.mode)
            self._held.folder = folder
            self._held.root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            os.fchmod(self._held.root, self._site.mode)  # whatever the umask: the sandbox user enters it
            for name in (*self._site.folders, "logs/artifacts"):
                os.mkdir(name, 0o755, dir_fd=self._root)
                if owner:
                    os.chown(name, *owner, dir_fd=self._root)
        except OSError as error:
            raise SandboxError(f"cannot make a folder for the workspace: {error.strerror} ({folder})") from error

    @property
    def guarantees(self) -> Guarantees:
        """See `Workspace.guarantees`."""
        return self._adapter.guarantees

    @property
    def cwd(self) -> str:
        """See `Workspace.cwd`."""
        return os.fsdecode(self._session.cwd)

    @property
    def areas(self) -> tuple[str, ...]:
        """See `Workspace.areas`."""
        return self._areas.names if self._areas else (COMMON,)

    @property
    def area(self) -> str:
        """See `Workspace.area`."""
        return self._areas.current if self._areas else COMMON

    def enter(self, area: str, *, kept: Sequence[str], home: str) -> None:
        """See `Workspace.enter`."""
        self._check_open()
        before = self.area
        with self._moving():
            areas = self._get_areas()
            areas.keep(kept)
            if area != before:
                areas.switch(area)
        self._home = home
        if area == before:
            return
        self.execute(("true",), _FORGET_S)  # the supervisor removes System V objects after a program: they are no files
        self._sessions[before] = self._session
        self._session = self._sessions.get(area) or self._new_session(kept, home)

    def _new_session(self, kept: Sequence[str], home: str) -> shell.Session:
        """Return the session of a new area: the variables of the common one, and a directory that the area has."""
        common = self._sessions.get(COMMON) or self._adapter.session()
        cwd = self._session.cwd
        if self._cwd_below(kept) and not self._cwd_below((home,)):
            cwd = self._as_seen(home)
        return replace(common, cwd=cwd, environment=dict(common.environment), _last_report=b"")

    def _as_seen(self, path: str) -> bytes:
        """Return a path of the workspace as commands see it: they are the same, except without isolation."""
        return self._plain[0].removesuffix(b"/app") + os.fsencode(path)

    def _cwd_below(self, paths: Sequence[str]) -> bool:
        cwd = os.fsdecode(os.path.normpath(self._session.cwd).removeprefix(self._as_seen(""))) + "/"
        return any(cwd.startswith(f"{path.rstrip('/')}/") for path in paths)

    def _get_parking(self) -> Parking:
        if self._parking is None:
            self._parking = Parking(self._root, self._site.owner)
            self._held.parked.append(self._parking)
        return self._parking

    def _get_areas(self) -> Areas:
        if self._areas is None:
            self._areas = Areas(self._root, self._site.folders, self._site.owner, self._get_parking())
            self._held.parked.append(self._areas)
        return self._areas

    @contextmanager
    def _moving(self) -> Iterator[None]:
        """Close the workspace when its files could not be moved: where they are is not known then."""
        try:
            yield
        except ValueError:  # a mistake of the caller, found before anything was moved
            raise
        except OSError as error:
            self.close()
            raise SandboxError(f"cannot move the workspace's files: {error.strerror} ({error.filename})") from error
        except BaseException:
            self.close()
            raise

    def _hide(self, paths: Sequence[str]) -> Hidden:
        if not paths:
            return Hidden()
        with self._moving():
            hidden = self._get_parking().hide(paths)
        if self._cwd_below(paths):
            self._session = replace(self._session, cwd=self._as_seen(self._home), _last_report=b"")
        return hidden

    def _restore(self, hidden: Hidden) -> tuple[str, ...]:
        if not hidden.paths or self._closed or self._parking is None:
            return ()
        with self._moving():
            return self._parking.restore(hidden)

    def variable(self, name: str) -> str | None:
        """See `Workspace.variable`."""
        value = self._session.environment.get(os.fsencode(name))
        return None if value is None else os.fsdecode(value)

    def variables(self) -> Mapping[str, str]:
        """See `Workspace.variables`."""
        return {os.fsdecode(name): os.fsdecode(value) for name, value in self._session.environment.items()}

    def run(
        self,
        command: str,
        timeout: float,
        *,
        hidden: Sequence[str] = (),
        stdin: bytes = b"",
        cpu_seconds: float | None = None,
    ) -> ExecResult:
        """See `Workspace.run`."""
        self._check_open()
        limits = self._site.limits
        parked = self._hide(hidden)
        try:
            order = self._session.order(command, timeout, limits.output_bytes, stdin=stdin, cpu_seconds=cpu_seconds)
            if order is None:
                return shell.too_long(command)
            answer = self._exchange(order, free=False)
        finally:
            discarded = self._restore(parked)
        self._session.absorb(answer)
        note = self._storage.words() if answer.flags & ExitFlag.KILLED else ""
        result = shell.result(answer, oom=self._oom(), note=note)
        return replace(result, discarded=discarded) if discarded else result

    def run_free(self, program: Program, limits: FreeLimits | None = None) -> ExecResult:
        """See `Workspace.run_free`."""
        self._check_open()
        bounds = limits or FreeLimits(output_bytes=self._site.limits.output_bytes)

        def exchange(order: CommandRequest, in_main_view: bool) -> tuple[SupervisorReply, bool]:
            self._open_passive_view()
            return self._exchange(order, free=not in_main_view), self._oom()

        return run_free_command(
            program, self._session, bounds, self._adapter.stages_path, exchange, self._storage.words
        )

    def _open_passive_view(self) -> None:
        if True not in self._views:
            try:
                self._views[True] = self._adapter.open_view(free=True)
            except BaseException:
                self.close()
                raise

    def _oom(self) -> bool:
        """Return whether the memory limit has killed something since the last question."""
        kills = self._adapter.oom_kills()
        oom, self._oom_seen = kills > self._oom_seen, kills
        return oom

    def _exchange(self, order: CommandRequest, *, free: bool) -> SupervisorReply:
        """Send a request and wait for its reply, checking the storage and the backend at intervals."""
        channel, monitor = self._views[free].channel, _WorkspaceMonitor(self, order.wall_s, free=free)
        try:
            channel.send(encode(order))
            while (frame := channel.receive(monitor.next_check_time())) is None:
                if monitor.look():
                    channel.send(b"K")
        except SandboxError as error:
            said = monitor.fail(error)
            if said is None:
                raise
            raise said from error
        except BaseException:  # an interrupt, too: its late reply would be taken for that of the next command
            self.close()
            raise
        return decode(frame)

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
        """See `Workspace.start`."""
        self._check_open()
        cwd, environment = self._plain
        words = tuple(os.fsencode(word) for word in argv)
        if not words or any(b"\0" in word for word in words):
            raise ValueError(f"{argv!r}: a program has a name, and no word of its arguments holds a NUL")
        deepest = int(_DEEP_SHARE * (self._site.limits.memory_mb << 20))
        bounds = (*_SHALLOW, (resource.RLIMIT_STACK, deepest)) if deep_stack else _SHALLOW
        bounds = (*bounds, SEAL) if sealed else bounds
        launch = ProgramRequest(words, cwd, environment, timeout, cpu_seconds, bounds)
        return RunningProgram(
            self._views[False].channel, launch, _WorkspaceMonitor(self, timeout, free=False), take, error_bytes
        )

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
        """See `Workspace.execute`."""
        output = OutputCollector(output_bytes)
        output.program = self.start(
            argv,
            timeout,
            output,
            cpu_seconds=cpu_seconds,
            error_bytes=error_bytes,
            deep_stack=deep_stack,
            sealed=sealed,
        )
        output.program.feed(stdin, last=True)
        return output.result()

    def fingerprint(self) -> Hashable:
        """See `Workspace.fingerprint`."""
        self._check_open()
        return self._fingerprint()

    def clear(self, folder: str) -> None:
        """See `Workspace.clear`."""
        root, owner = self._check_open(), self._site.owner
        for path in self._site.folders if folder == "/" else (files.inside(folder),):
            clear_folder(root, path, owner)
        if folder in ("/", "/logs"):
            clear_folder(root, "logs/artifacts", owner)

    def read_file(self, path: str, max_bytes: int, *, area: str | None = None) -> bytes | None:
        """See `Workspace.read_file`."""
        with self._root_of(area) as root:
            return files.read_file(root, path, max_bytes)

    def write_file(self, path: str, data: bytes, *, executable: bool = False) -> None:
        """See `Workspace.write_file`."""
        files.write_file(self._check_open(), path, data, executable=executable, owner=self._site.owner)

    def list_files(self, folder: str, *, area: str | None = None) -> tuple[str, ...]:
        """See `Workspace.list_files`."""
        with self._root_of(area) as root:
            return files.list_files(root, folder)

    @contextmanager
    def _root_of(self, area: str | None) -> Iterator[int]:
        """Open the folder in which the files of an area lie as in the workspace."""
        root = self._check_open()
        if area is None or area == self.area:
            yield root
            return
        parked = self._get_areas().open_area(area)
        try:
            yield parked
        finally:
            os.close(parked)

    def hash_file(self, path: str) -> str | None:
        """See `Workspace.hash_file`."""
        return files.hash_file(self._check_open(), path)

    def fork(self) -> FolderWorkspace:
        """See `Workspace.fork`."""
        root = self._check_open()
        other = FolderWorkspace(self._adapter.for_fork())
        try:
            os.rmdir("logs/artifacts", dir_fd=other._root)
            copy_tree(root, other._root, self._site.folders, other._site.owner)
            if self._areas is not None:
                areas = other._get_areas()
                copy_tree(root, other._root, (AREAS,), other._site.owner)
                areas.describe(self._areas)
                other._home = self._home
        except BaseException:
            other.close()
            raise
        return other

    def close(self) -> None:
        """See `Workspace.close`."""
        forget(self._held)
        self._held.release()

    def _check_open(self) -> int:
        """Return the descriptor of the folder; raise `SandboxError` when the workspace is closed."""
        if self._closed:
            raise SandboxError("this workspace is closed")
        return self._root

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
