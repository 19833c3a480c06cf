"""Run commands as the present user, with its files and its network: for trusted code on machines where no other
backend works.

There is no isolation at all: no limits but time-outs and the output bound, no passive view, and ``/app``
inside a command is whatever ``/app`` is on this machine (commands start in the workspace's own folder; use
relative paths).
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from r3gym.sandbox import build
from r3gym.sandbox.folder_workspace import FolderSpec, FolderWorkspace, await_greeting
from r3gym.sandbox.interface import Guarantees, Limits, Strength
from r3gym.sandbox.protocol import FdChannel
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.shell import Session
from r3gym.sandbox.spawner import spawn
from r3gym.sandbox.staging import get_staging_folder, new_folder

_FOLDERS = ("app", "logs", "tmp")
_START_S = 20.0
_NONE = Strength.NONE
_GUARANTEES = Guarantees(False, False, _NONE, _NONE, _NONE, _NONE, ("commands run as yourself, uncontained",))
_WARNING = (
    "WARNING: the sandbox backend LOCAL-WITHOUT-ISOLATION runs an agent's commands as you, on your files, "
    "with your network. Nothing is contained."
)


@dataclass
class LocalView:
    """A supervisor that runs as the present user, and the channel to it."""

    process: subprocess.Popen[bytes]
    channel: FdChannel
    _closed: bool = False

    def close(self) -> None:
        """End the supervisor after it has killed what runs."""
        if not self._closed:
            self._closed = True
            self.channel.close()
            self.process.wait()


@dataclass(frozen=True)
class LocalAdapter:
    """See `BackendAdapter`, and the warning above."""

    folder: Path
    limits: Limits
    views: list[LocalView] = field(default_factory=list, init=False)
    guarantees = _GUARANTEES
    timeout_message = "the supervisor did not answer in time"

    @property
    def site(self) -> FolderSpec:
        """See `BackendAdapter.site`. It is private to the user, since it is in a folder that all users share."""
        return FolderSpec(self.folder, None, self.limits, False, _FOLDERS, 0o700)

    @property
    def stages_path(self) -> bytes:
        """See `BackendAdapter.stages_path`."""
        return os.fsencode(build.program("stages"))

    def session(self) -> Session:
        """See `BackendAdapter.session`."""
        session = Session(cwd=os.fsencode(self.folder / "app"))
        session.environment |= {
            b"HOME": os.fsencode(self.folder / "app"),
            b"TMPDIR": os.fsencode(self.folder / "tmp"),
        }
        return session

    def open_view(self, *, free: bool) -> LocalView:
        """See `BackendAdapter.open_view`: there is no passive view; free commands run in the main view."""
        if free:
            return self.views[0]
        ours, theirs = socket.socketpair()
        with theirs:
            end = theirs.fileno()
            process = spawn([str(build.program("supervisor"))], stdin=end, stdout=end, stderr=2, pass_fds=())
        view = LocalView(process, FdChannel(fd := ours.detach(), fd))
        await_greeting(view, _START_S)
        self.views.append(view)
        return view

    def oom_kills(self) -> int:
        """See `BackendAdapter.oom_kills`: there is no limit, so nothing to count."""
        return 0

    def check(self) -> None:
        """See `BackendAdapter.check`: the channel ends with the supervisor, so there is nothing else to check."""

    def explain(self, error: SandboxError, *, free: bool, closed: bool) -> None:
        """See `BackendAdapter.explain`."""

    def for_fork(self) -> LocalAdapter:
        """See `BackendAdapter.for_fork`."""
        return _new_local_adapter(self.limits)

    def release(self) -> None:
        """See `BackendAdapter.release`: nothing is left."""


class LocalBackend:
    """See `Backend`; only reachable by a name in capital letters."""

    name = "LOCAL-WITHOUT-ISOLATION"
    shares = False

    def probe(self) -> Guarantees | str:
        """See `Backend.probe`."""
        return _GUARANTEES

    def provide_toolbox(self, *, again: bool = False) -> None:
        """See `Backend.provide_toolbox`: commands find what the machine has, and nothing more is promised."""

    def open(self, limits: Limits, shared: Path | None = None, private_folders: Iterable[Path] = ()) -> FolderWorkspace:  # noqa: ARG002
        """See `Backend.open`; paths are those of the machine, so no folder can be shared under another path."""
        if shared is not None:
            raise SandboxUnavailable(f"the {self.name} backend cannot share a folder; use another backend")
        print(_WARNING, file=sys.stderr, flush=True)
        return FolderWorkspace(_new_local_adapter(limits))


def _new_local_adapter(limits: Limits) -> LocalAdapter:
    return LocalAdapter(new_folder(get_staging_folder()), limits)
