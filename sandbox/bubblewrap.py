"""The default backend: bubblewrap, as root or as an ordinary user, with a supervisor inside and control
groups outside."""

from __future__ import annotations

import os
import secrets
import time
from types import TracebackType
from typing import Self

from r3gym.sandbox import cgroups, files, seccomp, shell
from r3gym.sandbox.interface import (
    ExecResult,
    Guarantees,
    Limits,
    SandboxError,
    SandboxUnavailable,
    Strength,
)
from r3gym.sandbox.protocol import Answer, Flag, Order, decode, encode
from r3gym.sandbox.stage import Stage, get_stage, new_owner
from r3gym.sandbox.storage import StorageWatch
from r3gym.sandbox.trees import copy_tree, remove_tree
from r3gym.sandbox.view import FOLDERS, Hardening, Place, View, open_view

_PATIENCE_S = 20.0  # how long after the time-out the supervisor may take to clear a tree and answer
_STORAGE_NOTE = "[killed: the workspace's storage limit of {mb} MB is used up]"


class BubblewrapWorkspace:
    """See `Workspace`."""

    def __init__(self, stage: Stage, limits: Limits, walls: Hardening) -> None:
        self._stage, self._limits, self._walls = stage, limits, walls
        self._name = secrets.token_hex(8)
        self._folder = stage.base / "workspaces" / self._name
        self._owner = new_owner()
        self._views: dict[bool, View] = {}
        self._session = shell.Session()
        self._group: cgroups.Group | None = None
        self._root, self._oom_seen, self._closed = -1, 0, False
        try:
            self._make_folder()
            self._group = _make_group(limits, walls)
            self._place = Place(stage, self._folder, self._owner, limits, self._group, walls)
            self._storage = StorageWatch(self._root, FOLDERS, limits.storage_mb << 20 if walls.limit_storage else None)
            self._views[False] = open_view(self._place, free=False)
        except BaseException:
            self.close()
            raise

    def _make_folder(self) -> None:
        try:
            self._folder.mkdir(mode=0o755)
            self._root = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            for name in (*FOLDERS, "logs/artifacts"):
                os.mkdir(name, 0o755, dir_fd=self._root)
                if self._owner:
                    os.chown(name, *self._owner, dir_fd=self._root)
        except OSError as error:
            raise SandboxError(f"cannot make a folder for the workspace: {error.strerror} ({self._folder})") from error

    @property
    def guarantees(self) -> Guarantees:
        """See `Workspace.guarantees`."""
        return _guarantees(self._group)

    @property
    def cwd(self) -> str:
        """See `Workspace.cwd`."""
        return os.fsdecode(self._session.cwd)

    def run(
        self,
        command: str,
        timeout: float,
        *,
        free: bool = False,
        stdin: bytes = b"",
        cpu_seconds: float | None = None,
    ) -> ExecResult:
        """See `Workspace.run`."""
        self._check_open()
        order = self._session.order(
            command, timeout, self._limits.output_bytes, free=free, stdin=stdin, cpu_seconds=cpu_seconds
        )
        if order is None:
            return shell.too_long(command)
        if free not in self._views:
            self._views[free] = open_view(self._place, free=free)
        answer = self._exchange(self._views[free], order)
        refused = self._session.absorb(answer, free=free)
        kills = self._group.oom_kills() if self._group else 0
        oom, self._oom_seen = kills > self._oom_seen, kills
        note = _STORAGE_NOTE.format(mb=self._limits.storage_mb) if answer.flags & Flag.KILLED else ""
        return shell.result(answer, refused, oom=oom, note=note)

    def _exchange(self, view: View, order: Order) -> Answer:
        """Send an order and wait for its answer, looking at the storage now and then."""
        give_up = time.monotonic() + order.wall_s + _PATIENCE_S
        self._storage.begin()
        try:
            view.channel.send(encode(order))
            while (frame := view.channel.receive(min(give_up, self._storage.next_look()))) is None:
                if time.monotonic() >= give_up:
                    raise SandboxError(f"the sandbox did not answer within {order.wall_s + _PATIENCE_S:.0f} s")
                if self._storage.exceeded():
                    view.channel.send(b"K")
        except BaseException:  # an interrupt, too: its late answer would pass for the next command's
            self.close()
            raise
        return decode(frame)

    def read_file(self, path: str, max_bytes: int) -> bytes | None:
        """See `Workspace.read_file`."""
        self._check_open()
        return files.read_file(self._root, path, max_bytes)

    def write_file(self, path: str, data: bytes, *, executable: bool = False) -> None:
        """See `Workspace.write_file`."""
        self._check_open()
        files.write_file(self._root, path, data, executable=executable, owner=self._owner)

    def list_files(self, folder: str) -> tuple[str, ...]:
        """See `Workspace.list_files`."""
        self._check_open()
        return files.list_files(self._root, folder)

    def hash_file(self, path: str) -> str | None:
        """See `Workspace.hash_file`."""
        self._check_open()
        return files.hash_file(self._root, path)

    def fork(self) -> BubblewrapWorkspace:
        """See `Workspace.fork`."""
        self._check_open()
        other = BubblewrapWorkspace(self._stage, self._limits, self._walls)
        try:
            os.rmdir("logs/artifacts", dir_fd=other._root)
            copy_tree(self._root, other._root, FOLDERS, other._owner)
        except BaseException:
            other.close()
            raise
        return other

    def close(self) -> None:
        """See `Workspace.close`."""
        if self._closed:
            return
        self._closed = True
        try:
            for view in self._views.values():
                view.close()
            if self._root >= 0:
                self._remove_files()
        finally:  # last: the kernel frees the files' entries far faster while the group that paid for them exists
            if self._group:
                self._group.remove()

    def _remove_files(self) -> None:
        os.close(self._root)
        parent = os.open(self._folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            remove_tree(parent, self._name)
        except OSError as error:
            raise SandboxError(f"cannot remove the workspace's files: {error.strerror}") from error
        finally:
            os.close(parent)

    def _check_open(self) -> None:
        if self._closed:
            raise SandboxError("this workspace is closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Bubblewrap:
    """See `Backend`."""

    name = "bubblewrap"

    def __init__(self, walls: Hardening | None = None) -> None:
        self._walls = walls or Hardening()

    def probe(self) -> Guarantees | str:
        """See `Backend.probe`."""
        try:
            with self.open(Limits(memory_mb=256, storage_mb=64)) as workspace:
                if workspace.run("true", 10).exit_code != 0:
                    return "bubblewrap starts, but no shell works in it: is /bin/bash installed?"
                return workspace.guarantees
        except SandboxError as error:
            return str(error)

    def open(self, limits: Limits) -> BubblewrapWorkspace:
        """See `Backend.open`."""
        if not seccomp.supported():
            raise SandboxUnavailable("the bubblewrap backend knows the system calls of x86_64 and aarch64 only")
        stage = get_stage()
        if not stage.bwrap.exists():  # asked for here, so that a missing program is known before anything is open
            raise SandboxUnavailable(f"{stage.bwrap} is gone: did somebody clear the temporary folder?")
        return BubblewrapWorkspace(stage, limits, self._walls)


def _make_group(limits: Limits, walls: Hardening) -> cgroups.Group | None:
    places = cgroups.find_places(os.getpid())
    kept = cgroups.Places(
        places.memory if walls.limit_memory else None,
        places.pids if walls.limit_processes else None,
        places.cpu if walls.limit_cpu else None,
        places.accounting,
        places.version,
    )
    try:
        return cgroups.make(kept, limits) if kept.folders() else None
    except OSError as error:
        raise SandboxError(f"cannot make a control group: {error.strerror} ({error.filename})") from error


def _guarantees(group: cgroups.Group | None) -> Guarantees:
    memory, cpu = group is not None and group.memory, group is not None and group.cpu
    notes = ["storage is watched from outside: a command that exceeds it is killed a moment later"]
    if not memory:
        notes.append("memory is summed over the process tree every 20 ms, for want of a writable control group")
    if not cpu:
        notes.append("CPUs are limited by affinity in whole CPUs, for want of a writable control group")
    return Guarantees(
        isolated=True,
        network_off=True,
        memory=Strength.EXACT if memory else Strength.BEST_EFFORT,
        storage=Strength.BEST_EFFORT,
        processes=Strength.EXACT,
        cpu=Strength.EXACT if cpu else Strength.BEST_EFFORT,
        notes=tuple(notes),
    )
