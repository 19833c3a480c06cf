"""The default backend: bubblewrap, as root or as an ordinary user, with a supervisor inside and control
groups outside."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from r3gym.sandbox import cgroups, host_tools, private, seccomp
from r3gym.sandbox.folder_workspace import FolderSpec, FolderWorkspace
from r3gym.sandbox.interface import Guarantees, Limits, Strength
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.shell import Session
from r3gym.sandbox.staging import get_staging_folder, new_folder, new_owner, show_folder
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
        place = self.place
        group = _make_group(place.limits, place.hardening)
        return BubblewrapAdapter(replace(place, folder=new_folder(place.stage), owner=new_owner(), group=group))

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

    def provide_toolbox(self, *, again: bool = False) -> None:
        """See `Backend.provide_toolbox`."""
        host_tools.provide_toolbox(again=again)

    def open(self, limits: Limits, shared: Path | None = None, private_folders: Iterable[Path] = ()) -> FolderWorkspace:
        """See `Backend.open`."""
        if not seccomp.supported():
            raise SandboxUnavailable("the bubblewrap backend knows the system calls of x86_64 and aarch64 only")
        stage, hardening, owner = get_staging_folder(), self._hardening, new_owner()
        if not stage.bwrap.exists():  # checked here, so that a missing program is reported before anything is open
            raise SandboxUnavailable(f"{stage.bwrap} is gone: did somebody clear the temporary folder?")
        overlays: tuple[private.Overlay, ...] = ()
        if hardening.hide_private:
            overlays = private.cover(private.visible_private(private_folders), stage.empty, owner)
        overlays += host_tools.toolbox_overlays(stage.empty / "folder")  # last: they may lie over a private folder
        shown = None
        if shared is not None:
            private.check_shared(shared, private_folders)
            shown = show_folder(stage, shared)
        group = _make_group(limits, hardening)
        return FolderWorkspace(
            BubblewrapAdapter(ViewConfig(stage, new_folder(stage), owner, limits, group, hardening, shown, overlays))
        )


def _make_group(limits: Limits, hardening: Hardening) -> cgroups.Cgroup | None:
    places = cgroups.find_places(os.getpid())
    cgroups.sweep(os.getpid())
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
