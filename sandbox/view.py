"""One running sandbox: bubblewrap's arguments, start, channel and end. A workspace has one or two of them."""

from __future__ import annotations

import math
import os
import resource
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from r3gym.sandbox import passive, seccomp
from r3gym.sandbox.cgroups import Cgroup
from r3gym.sandbox.interface import SHARED, Limits
from r3gym.sandbox.private import Overlay
from r3gym.sandbox.protocol import FdChannel, greet
from r3gym.sandbox.results import SandboxError, SandboxUnavailable
from r3gym.sandbox.spawner import spawn
from r3gym.sandbox.staging import StagingFolder

FOLDERS = ("app", "logs", "tmp", "shm")
#: The program of free commands in the main view; the passive view executes it through a descriptor.
STAGES_PATH = "/run/r3gym/stages"
_START_S = 30.0
_PASSIVE_MB, _PASSIVE_PROCESSES = 64, 24


@dataclass(frozen=True)
class Hardening:
    """The isolation features by name, all enabled. Only negative-control tests disable one."""

    own_user: bool = True
    own_network: bool = True
    own_ipc: bool = True
    own_proc: bool = True
    named_paths: bool = True
    read_only: bool = True
    empty_environment: bool = True
    no_capabilities: bool = True
    no_nested_namespaces: bool = True
    new_session: bool = True
    filter_calls: bool = True
    undumpable: bool = True
    limit_memory: bool = True
    limit_processes: bool = True
    limit_cpu: bool = True
    limit_storage: bool = True
    noexec: bool = True
    hide_private: bool = True


@dataclass(frozen=True)
class ViewConfig:
    """The configuration of a view: the staging folder, the workspace's folder on the host and its owner, and limits.

    ``shared`` is a folder of the host that the main view shows as well, read-only. ``overlays`` are laid over the
    system in both views, in order.
    """

    stage: StagingFolder
    folder: Path
    owner: tuple[int, int] | None
    limits: Limits
    group: Cgroup | None
    hardening: Hardening
    shared: Path | None = None
    overlays: tuple[Overlay, ...] = ()


@dataclass
class View:
    """A running sandbox: its outermost process on the host and the channel to its supervisor."""

    process: subprocess.Popen[bytes]
    channel: FdChannel
    _closed: bool = False

    def close(self) -> None:
        """End the sandbox and wait until the kernel has removed its whole process tree."""
        if self._closed:
            return
        self._closed = True
        self.channel.close()
        try:
            self.process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def open_view(place: ViewConfig, *, free: bool) -> View:
    """Start a sandbox over the workspace's files; raise `SandboxUnavailable` with the reason when it does not start."""
    ours, theirs = socket.socketpair()
    fds: list[int] = []
    errors = os.memfd_create("errors")
    try:
        options, supervisor = _launcher_options(place, free), _supervisor_options(place, free, fds)
        fds.append(_memory_file("\0".join(_arguments(place, free, fds)).encode() + b"\0"))
        argv = [str(place.stage.launch), *options, "--", str(place.stage.bwrap), "--args", str(fds[-1])]
        argv += ["--", "/run/r3gym/supervisor", *supervisor]
        process = spawn(
            argv,
            stdin=theirs.fileno(),
            stdout=theirs.fileno(),
            stderr=errors,
            pass_fds=tuple(fds),
            environment=_environment(place.hardening),
        )
    except OSError as error:
        ours.close()
        os.close(errors)
        raise SandboxError(f"cannot start a process for the sandbox: {error.strerror}") from error
    finally:
        theirs.close()
        for fd in fds:
            os.close(fd)
    channel = FdChannel(fd := ours.detach(), fd)
    try:
        greet(channel, time.monotonic() + _START_S)
    except SandboxError as error:
        channel.close()
        process.kill()
        process.wait()
        said = os.pread(errors, 4000, 0).decode("utf-8", "replace").strip()
        raise SandboxUnavailable(explain(said) if said else str(error)) from None
    finally:
        os.close(errors)
    return View(process, channel)


def explain(said: str) -> str:
    """Return bubblewrap's message, and how to fix its cause."""
    if "namespace" in said or "uid map" in said or "Operation not permitted" in said:
        return (
            f"the kernel refused a sandbox ({said}): unprivileged user namespaces must be allowed "
            "(sysctl user.max_user_namespaces > 0, kernel.unprivileged_userns_clone=1, "
            "kernel.apparmor_restrict_unprivileged_userns=0); inside a container they usually are not: "
            "use the docker backend"
        )
    if "cannot execute" in said or "Permission denied" in said:
        return (
            f"the sandbox user cannot reach the sandbox's programs ({said}): set TMPDIR to a folder everybody may enter"
        )
    return f"bubblewrap did not start: {said}"


def _environment(hardening: Hardening) -> dict[str, str]:
    """Return an environment without the host's: even a cleared one stays readable in /proc once it was passed."""
    return {} if hardening.empty_environment else dict(os.environ)


def _memory_file(data: bytes) -> int:
    fd = os.memfd_create("r3gym")
    os.write(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def pinned(place: ViewConfig) -> bool:
    """Return whether the CPU limit is an affinity, because there is no control group."""
    return place.hardening.limit_cpu and (place.group is None or place.group.cpu is None)


def watched(place: ViewConfig) -> bool:
    """Return whether the supervisor watches the memory limit, because there is no control group."""
    return place.hardening.limit_memory and (place.group is None or place.group.memory is None)


def _launcher_options(place: ViewConfig, free: bool) -> list[str]:
    options: list[str] = []
    for folder in place.group.folders() if place.group else ():
        options += ["--cgroup", str(folder / "cgroup.procs")]
    if place.owner and place.hardening.own_user:
        options += ["--uid", str(place.owner[0]), "--gid", str(place.owner[1])]
    if pinned(place):
        options += ["--cpus", str(max(1, math.ceil(place.limits.cpus)))]
    if free and place.hardening.noexec:
        overlaid = [overlay.source for overlay in place.overlays]
        options += passive.launch_options(place.folder, place.stage.which, place.stage.bwrap, overlaid)
    return options


def _supervisor_options(place: ViewConfig, free: bool, fds: list[int]) -> list[str]:
    limits = place.limits
    rlimits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_NOFILE: 4096, resource.RLIMIT_MEMLOCK: 64 << 10}
    rlimits |= {resource.RLIMIT_MSGQUEUE: 0}  # queues outlive their command, cannot be listed, and belong to no area
    if place.hardening.limit_storage:
        rlimits[resource.RLIMIT_FSIZE] = limits.storage_mb << 20
    if place.hardening.limit_processes:
        rlimits[resource.RLIMIT_NPROC] = limits.processes + 2
    options: list[str] = [] if place.hardening.undumpable else ["--dumpable"]
    if watched(place):
        options += ["--watch-memory", str(limits.memory_mb << 20)]
        # Above the limit, so that the watchdog decides and can report it; it stops what is faster than the watchdog.
        rlimits[resource.RLIMIT_DATA] = max(limits.memory_mb * 3 // 2, limits.memory_mb + 64) << 20
        if free:  # the passive view has no /proc to watch: few small processes instead
            rlimits[resource.RLIMIT_DATA] = min(limits.memory_mb, _PASSIVE_MB) << 20
            rlimits[resource.RLIMIT_NPROC] = min(limits.processes, _PASSIVE_PROCESSES) + 2
    for number, value in rlimits.items():
        options += ["--rlimit", f"{number}={value}"]
    usage = place.group.usage_file() if place.group else None
    if usage is not None:
        fds.append(os.open(usage, os.O_RDONLY))
        options += ["--cpu-fd", str(fds[-1])]
    if free and place.hardening.noexec:
        fds.append(os.open(place.stage.stages, os.O_PATH))
        options += ["--shell-fd", str(fds[-1])]
    return options


def _whole_host() -> list[str]:
    """Return every folder of the host except those that a sandbox always has for itself."""
    own = {"/app", "/logs", "/tmp", "/proc", "/dev", "/run", "/sys"}
    return sorted(str(path) for path in Path("/").iterdir() if str(path) not in own)


def _arguments(place: ViewConfig, free: bool, fds: list[int]) -> list[str]:
    """Return bubblewrap's options: namespaces first, then the view of the file system, then its restrictions."""
    hardening, folder, stage = place.hardening, place.folder, place.stage
    bind = "--ro-bind" if hardening.read_only else "--bind"
    options = [
        "--unshare-user",
        "--unshare-pid",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--uid",
        "1000",
        "--gid",
        "1000",
    ]
    options += ["--hostname", "r3gym", "--as-pid-1", "--die-with-parent"]
    options += ["--unshare-net"] * hardening.own_network + ["--unshare-ipc"] * hardening.own_ipc
    options += ["--new-session"] * hardening.new_session + ["--disable-userns"] * hardening.no_nested_namespaces
    options += ["--cap-drop", "ALL"] if hardening.no_capabilities else ["--cap-add", "ALL"]
    options += ["--clearenv"] * hardening.empty_environment
    for path in passive.SYSTEM if hardening.named_paths else _whole_host():
        if Path(path).is_symlink():
            options += ["--symlink", str(Path(path).readlink()), path]
        elif Path(path).is_dir():
            options += [bind, path, path]
    if hardening.named_paths:
        options += [bind, str(stage.etc), "/etc", "--perms", "0755", "--dir", "/var"]
        options += ["--symlink", "/tmp", "/var/tmp", "--perms", "0755", "--dir", "/home"]
    options += ["--perms", "0755", "--dir", "/proc"]
    if free and hardening.noexec:  # no /proc: it would lead to the programs that run here
        for name in ("cpuinfo", "meminfo", "version", "loadavg", "uptime"):
            options += ["--ro-bind", f"/proc/{name}", f"/proc/{name}"]
    else:
        options += ["--proc", "/proc"] if hardening.own_proc else ["--ro-bind", "/proc", "/proc"]
    options += [
        "--perms",
        "0755",
        "--dir",
        "/run",
        "--dev",
        "/dev",
        "--bind",
        str(folder / "shm"),
        "/dev/shm",
    ]
    if free:  # endless files would make numbers into files of that size
        for name in ("zero", "full", "random", "urandom"):
            options += ["--dev-bind", "/dev/null", f"/dev/{name}"]
    for name in ("app", "logs", "tmp"):
        options += ["--bind", str(folder / name), f"/{name}"]
    options += ["--ro-bind", str(stage.supervisor), "/run/r3gym/supervisor"]
    if not (free and hardening.noexec):
        options += ["--ro-bind", str(stage.stages), STAGES_PATH]
    if place.shared is not None and not free:
        options += ["--ro-bind", str(place.shared), SHARED]
    for overlay in place.overlays:
        options += ["--ro-bind", str(overlay.source), overlay.target]
    options += ["--remount-ro", "/dev"] + ["--remount-ro", "/"] * hardening.read_only + ["--chdir", "/app"]
    if hardening.filter_calls:
        fds.append(_memory_file(seccomp.program(watchdog=watched(place), pinned=pinned(place))))
        options += ["--seccomp", str(fds[-1])]
    return options
