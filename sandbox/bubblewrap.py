"""The default backend: bubblewrap, as root or as an ordinary user, with a supervisor inside and control
groups outside."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from r3gym.sandbox import cgroups, seccomp
from r3gym.sandbox.folder_workspace import FolderSpec, FolderWorkspace
from r3gym.sandbox.interface import Guarantees, Limits, Strength
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.shell import Session
from r3gym.sandbox.staging import StagingFolder, get_staging_folder, new_folder, new_owner, show_folder
from r3gym.sandbox.view import STAGES_PATH, Hardening, View, ViewConfig, open_view


@dataclass(frozen=True)
class BubblewrapAdapter:
    """See `BackendAdapter`: a view configuration, and the control group that both views share."""

    place: ViewConfig
    timeout_message = "the sandbox did not answer within {seconds}"

    @property
    def site(self) -> FolderSpec:
        """See `BackendAdapter.site`."""
        return FolderSpec(self.place.folder, self.place.owner, self.place.limits, self.place.hardening.limit_storage)

    @property
    def guarantees(self) -> Guarantees:
        """See `BackendAdapter.guarantees`."""
        return _guarantees(self.place.group)

    @property
    def stages_path(self) -> bytes:
        """See `BackendAdapter.stages_path`."""
        return STAGES_PATH.encode()

    def session(self) -> Session:
        """See `BackendAdapter.session`."""
        return Session()

    def open_view(self, *, free: bool) -> View:
        """See `BackendAdapter.open_view`."""
        return open_view(self.place, free=free)

    def oom_kills(self) -> int:
        """See `BackendAdapter.oom_kills`."""
        return self.place.group.oom_kills() if self.place.group else 0

    def check(self) -> None:
        """See `BackendAdapter.check`: a view that ends also ends its channel, so there is nothing else to check."""

    def explain(self, error: SandboxError, *, free: bool, closed: bool) -> None:
        """See `BackendAdapter.explain`."""

    def for_fork(self) -> BubblewrapAdapter:
        """See `BackendAdapter.for_fork`."""
        return _new_bubblewrap_adapter(self.place.stage, self.place.limits, self.place.hardening, self.place.shared)

    def release(self) -> None:
        """See `BackendAdapter.release`."""
        # The workspace does this last: the kernel frees the files' entries far faster while the group that they are
        # charged to exists.
        if self.place.group:
            self.place.group.remove()


class BubblewrapBackend:
    """See `Backend`."""

    name = "bubblewrap"
    shares = True

    def __init__(self, hardening: Hardening | None = None) -> None:
        self._hardening = hardening or Hardening()

    def probe(self) -> Guarantees | str:
        """See `Backend.probe`."""
        try:
            with self.open(Limits(memory_mb=256, storage_mb=64)) as workspace:
                if workspace.run("true", 10).exit_code != 0:
                    return "bubblewrap starts, but no shell works in it: is /bin/bash installed?"
                return workspace.guarantees
        except SandboxError as error:
            return str(error)

    def open(self, limits: Limits, shared: Path | None = None) -> FolderWorkspace:
        """See `Backend.open`."""
        if not seccomp.supported():
            raise SandboxUnavailable("the bubblewrap backend knows the system calls of x86_64 and aarch64 only")
        stage = get_staging_folder()
        if not stage.bwrap.exists():  # checked here, so that a missing program is reported before anything is open
            raise SandboxUnavailable(f"{stage.bwrap} is gone: did somebody clear the temporary folder?")
        return FolderWorkspace(
            _new_bubblewrap_adapter(
                stage, limits, self._hardening, None if shared is None else show_folder(stage, shared)
            )
        )


def _new_bubblewrap_adapter(
    stage: StagingFolder, limits: Limits, hardening: Hardening, shared: Path | None
) -> BubblewrapAdapter:
    group = _make_group(limits, hardening)
    return BubblewrapAdapter(ViewConfig(stage, new_folder(stage), new_owner(), limits, group, hardening, shared))


def _make_group(limits: Limits, hardening: Hardening) -> cgroups.Cgroup | None:
    places = cgroups.find_places(os.getpid())
    kept = cgroups.CgroupParents(
        places.memory if hardening.limit_memory else None,
        places.pids if hardening.limit_processes else None,
        places.cpu if hardening.limit_cpu else None,
        places.accounting,
        places.version,
    )
    try:
        return cgroups.make(kept, limits) if kept.folders() else None
    except OSError as error:
        raise SandboxError(f"cannot make a control group: {error.strerror} ({error.filename})") from error


def _guarantees(group: cgroups.Cgroup | None) -> Guarantees:
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
