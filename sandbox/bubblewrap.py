"""The default backend: bubblewrap, as root or as an ordinary user, with a supervisor inside and control
groups outside."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from r3gym.sandbox import cgroups, seccomp
from r3gym.sandbox.folder_workspace import FolderWorkspace, Site
from r3gym.sandbox.interface import Guarantees, Limits, SandboxError, SandboxUnavailable, Strength
from r3gym.sandbox.shell import Session
from r3gym.sandbox.stage import Stage, get_stage, new_folder, new_owner, show_folder
from r3gym.sandbox.view import Hardening, Place, View, open_view


@dataclass(frozen=True)
class BubblewrapGrounds:
    """See `Grounds`: a place, and the control group that both views share."""

    place: Place
    too_late = "the sandbox did not answer within {seconds}"

    @property
    def site(self) -> Site:
        """See `Grounds.site`."""
        return Site(self.place.folder, self.place.owner, self.place.limits, self.place.walls.limit_storage)

    @property
    def guarantees(self) -> Guarantees:
        """See `Grounds.guarantees`."""
        return _guarantees(self.place.group)

    def session(self) -> Session:
        """See `Grounds.session`."""
        return Session()

    def open_view(self, *, free: bool) -> View:
        """See `Grounds.open_view`."""
        return open_view(self.place, free=free)

    def oom_kills(self) -> int:
        """See `Grounds.oom_kills`."""
        return self.place.group.oom_kills() if self.place.group else 0

    def check(self) -> None:
        """See `Grounds.check`: a view that ends also ends its channel, so there is nothing else to look at."""

    def explain(self, error: SandboxError, *, free: bool, closed: bool) -> None:
        """See `Grounds.explain`."""

    def again(self) -> BubblewrapGrounds:
        """See `Grounds.again`."""
        return _new_grounds(self.place.stage, self.place.limits, self.place.walls, self.place.shared)

    def release(self) -> None:
        """See `Grounds.release`."""
        # The workspace does this last: the kernel frees the files' entries far faster while the group that paid for
        # them exists.
        if self.place.group:
            self.place.group.remove()


class Bubblewrap:
    """See `Backend`."""

    name = "bubblewrap"
    shares = True

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

    def open(self, limits: Limits, shared: Path | None = None) -> FolderWorkspace:
        """See `Backend.open`."""
        if not seccomp.supported():
            raise SandboxUnavailable("the bubblewrap backend knows the system calls of x86_64 and aarch64 only")
        stage = get_stage()
        if not stage.bwrap.exists():  # asked for here, so that a missing program is known before anything is open
            raise SandboxUnavailable(f"{stage.bwrap} is gone: did somebody clear the temporary folder?")
        return FolderWorkspace(
            _new_grounds(stage, limits, self._walls, None if shared is None else show_folder(stage, shared))
        )


def _new_grounds(stage: Stage, limits: Limits, walls: Hardening, shared: Path | None) -> BubblewrapGrounds:
    group = _make_group(limits, walls)
    return BubblewrapGrounds(Place(stage, new_folder(stage), new_owner(), limits, group, walls, shared))


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
