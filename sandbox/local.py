"""Commands run as yourself, on your files, with your network. For machines where nothing else works and trust
is total.

There is no isolation at all: no limits but time-outs and the output bound, no passive view, and ``/app``
inside a command is whatever ``/app`` is on this machine (commands start in the workspace's own folder; use
relative paths).
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from r3gym.sandbox import build, files, shell
from r3gym.sandbox.interface import ExecResult, Guarantees, Limits, SandboxError, Strength
from r3gym.sandbox.protocol import FdChannel, decode, encode, greet
from r3gym.sandbox.spawner import spawn
from r3gym.sandbox.trees import copy_tree, remove_tree

_FOLDERS = ("app", "logs", "tmp")
_PATIENCE_S = 20.0
_WARNING = (
    "WARNING: the sandbox backend LOCAL-WITHOUT-ISOLATION runs an agent's commands as you, on your files, "
    "with your network. Nothing is contained."
)


class LocalWorkspace:
    """See `Workspace`, and the warning above."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        folder = Path(tempfile.mkdtemp(prefix="r3gym-local-"))
        self._root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for name in (*_FOLDERS, "logs/artifacts"):
            os.mkdir(name, 0o755, dir_fd=self._root)
        self._session = shell.Session(cwd=os.fsencode(folder / "app"))
        self._session.environment |= {
            b"HOME": os.fsencode(folder / "app"),
            b"TMPDIR": os.fsencode(folder / "tmp"),
        }
        self._folder, self._closed = folder, False
        ours, theirs = socket.socketpair()
        with theirs:
            end = theirs.fileno()
            self._process = spawn([str(build.program("supervisor"))], stdin=end, stdout=end, stderr=2, pass_fds=())
        self._channel = FdChannel(fd := ours.detach(), fd)
        greet(self._channel, time.monotonic() + _PATIENCE_S)

    @property
    def guarantees(self) -> Guarantees:
        """See `Workspace.guarantees`."""
        none = Strength.NONE
        return Guarantees(False, False, none, none, none, none, ("commands run as yourself, uncontained",))

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
        self._channel.send(encode(order))
        frame = self._channel.receive(time.monotonic() + timeout + _PATIENCE_S)
        if frame is None:
            self.close()
            raise SandboxError("the supervisor did not answer in time")
        answer = decode(frame)
        return shell.result(answer, self._session.absorb(answer, free=free), oom=False)

    def read_file(self, path: str, max_bytes: int) -> bytes | None:
        """See `Workspace.read_file`."""
        return files.read_file(self._check_open(), path, max_bytes)

    def write_file(self, path: str, data: bytes, *, executable: bool = False) -> None:
        """See `Workspace.write_file`."""
        files.write_file(self._check_open(), path, data, executable=executable, owner=None)

    def list_files(self, folder: str) -> tuple[str, ...]:
        """See `Workspace.list_files`."""
        return files.list_files(self._check_open(), folder)

    def hash_file(self, path: str) -> str | None:
        """See `Workspace.hash_file`."""
        return files.hash_file(self._check_open(), path)

    def fork(self) -> LocalWorkspace:
        """See `Workspace.fork`."""
        other = LocalWorkspace(self._limits)
        os.rmdir("logs/artifacts", dir_fd=other._root)
        copy_tree(self._check_open(), other._root, _FOLDERS, None)
        return other

    def close(self) -> None:
        """See `Workspace.close`."""
        if not self._closed:
            self._closed = True
            self._channel.close()
            self._process.wait()
            os.close(self._root)
            parent = os.open(self._folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                remove_tree(parent, self._folder.name)
            finally:
                os.close(parent)

    def _check_open(self) -> int:
        if self._closed:
            raise SandboxError("this workspace is closed")
        return self._root

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Local:
    """See `Backend`; only reachable by a name in capital letters."""

    name = "LOCAL-WITHOUT-ISOLATION"

    def probe(self) -> Guarantees | str:
        """See `Backend.probe`."""
        none = Strength.NONE
        return Guarantees(False, False, none, none, none, none, ("commands run as yourself, uncontained",))

    def open(self, limits: Limits) -> LocalWorkspace:
        """See `Backend.open`."""
        print(_WARNING, file=sys.stderr, flush=True)
        return LocalWorkspace(limits)
