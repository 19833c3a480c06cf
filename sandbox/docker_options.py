"""The engine's configuration of a container: a pure function of limits and hardening."""

from __future__ import annotations

import os
import resource
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from r3gym.sandbox import docker_gc
from r3gym.sandbox.docker_engine import DockerEngine
from r3gym.sandbox.interface import SHARED, Limits
from r3gym.sandbox.private import Overlay
from r3gym.sandbox.view import FOLDERS, Hardening

CONTROL_DIR = "/run/r3gym"
"""Where a container finds our programs and the socket to the host, read-only."""

_POINTS = {"shm": "/dev/shm"}
_CPU_FILES = (
    "/sys/fs/cgroup/cpu.stat",
    "/sys/fs/cgroup/cpuacct/cpuacct.usage",
    "/sys/fs/cgroup/cpu,cpuacct/cpuacct.usage",
)
_MASKED = [  # the engine's own list, and files that describe the host's hardware
    *(f"/proc/{name}" for name in ("acpi", "asound", "interrupts", "kcore", "keys", "latency_stats", "sched_debug")),
    *(f"/proc/{name}" for name in ("scsi", "timer_list", "timer_stats")),
    *(f"/sys/{name}" for name in ("block", "bus", "class", "dev", "devices", "firmware", "hypervisor", "kernel")),
    *(f"/sys/{name}" for name in ("module", "power")),
]
_TO_CLOSE_THE_VIEW = ["SYS_ADMIN", "SETUID", "SETGID", "SETPCAP"]  # `enter` drops them before anything else runs
_OURS = 2  # the backend's processes in a container: the supervisor, and the engine's during an inspection


@dataclass(frozen=True)
class PassiveTools:
    """What the passive view of an image needs: the paths that may be executed, and the `which` that is replaced."""

    executables: tuple[str, ...]
    which: str | None


@dataclass(frozen=True)
class ContainerPlan:
    """The plan of one container: workspace, main or passive view, folders on the host, and limits."""

    workspace: str
    kind: str
    image: str
    folder: Path
    control_dir: Path
    limits: Limits
    hardening: Hardening
    passive: PassiveTools | None = None
    shared: Path | None = None
    overlays: tuple[Overlay, ...] = ()

    @property
    def name(self) -> str:
        """The container's name."""
        return f"r3gym-{self.workspace}-{self.kind}"


def configuration(plan: ContainerPlan, engine: DockerEngine) -> dict[str, Any]:
    """Return the body of the engine's "create container" call."""
    hardening, closing = plan.hardening, plan.passive is not None
    user = (
        "0:0" if closing or not (hardening.own_user and hardening.no_capabilities) else "{}:{}".format(*engine.user())
    )
    return {
        "Image": plan.image,
        "Hostname": "r3gym",
        "User": user,
        "WorkingDir": "/",
        "Env": [] if hardening.empty_environment else [f"{k}={v}" for k, v in os.environ.items()],
        "Entrypoint": [f"{CONTROL_DIR}/enter"],
        "Cmd": [*_enter_options(plan, engine), "--", f"{CONTROL_DIR}/supervisor", *_supervisor_options(plan)],
        "Labels": docker_gc.labels(plan.workspace),
        "NetworkDisabled": hardening.own_network,
        "StopSignal": "SIGKILL",
        "HostConfig": _host_configuration(plan, engine),
    }


def _host_configuration(plan: ContainerPlan, engine: DockerEngine) -> dict[str, Any]:
    hardening, limits, closing = plan.hardening, plan.limits, plan.passive is not None
    options: dict[str, Any] = {
        "Mounts": _mounts(plan),
        "NetworkMode": "none" if hardening.own_network else "host",
        "IpcMode": "private" if hardening.own_ipc else "host",
        "PidMode": "" if hardening.own_proc else "host",
        "ReadonlyRootfs": hardening.read_only,
        "CapDrop": ["ALL"] if hardening.no_capabilities else [],
        "CapAdd": _TO_CLOSE_THE_VIEW if closing else [],
        "SecurityOpt": _security(plan, engine),
        "MaskedPaths": _MASKED,
        "OomScoreAdj": 0,
        "Init": False,  # the supervisor is PID 1 and reaps processes
        "RestartPolicy": {"Name": "no"},
        "LogConfig": {"Type": "json-file", "Config": {"max-size": "64k", "max-file": "1"}},
        "Dns": ["127.0.0.1"],  # otherwise the engine copies the host's resolv.conf
        "DnsSearch": ["."],
    }
    if engine.has("userns"):
        options["UsernsMode"] = "host"  # the workspace's files belong to a user id of the host
    if hardening.limit_memory:
        options |= {"Memory": limits.memory_mb << 20, "MemorySwap": limits.memory_mb << 20}
    if hardening.limit_processes:
        options["PidsLimit"] = limits.processes + _OURS
    if hardening.limit_cpu:
        options["NanoCpus"] = max(10_000_000, int(limits.cpus * 1e9))
    return options


def _mounts(plan: ContainerPlan) -> list[dict[str, Any]]:
    """Return the container's mounts of the host. The engine refuses a missing path instead of creating it."""
    places = [(plan.control_dir, CONTROL_DIR, True)]
    places += [(overlay.source, overlay.target, True) for overlay in plan.overlays]
    places += [(plan.folder / name, _POINTS.get(name, "/" + name), False) for name in FOLDERS]
    places.append((plan.folder / "tmp", "/var/tmp", False))  # the same folder (podman would mount a tmpfs there)
    if (plan.control_dir / "passwd").exists():
        places.append((plan.control_dir / "passwd", "/etc/passwd", True))
    if plan.shared is not None and plan.passive is None:
        places.append((plan.shared, SHARED, True))
    if not plan.hardening.named_paths:
        host = tempfile.gettempdir()
        places.append((Path(host), host, plan.hardening.read_only))
    return [
        {
            "Type": "bind",
            "Source": str(source),
            "Target": target,
            "ReadOnly": read_only,
            "BindOptions": {"Propagation": "rprivate"},
        }
        for source, target, read_only in places
    ]


def _security(plan: ContainerPlan, engine: DockerEngine) -> list[str]:
    options = ["no-new-privileges:true"] if plan.hardening.no_capabilities else []
    if not plan.hardening.filter_calls:
        options.append("seccomp=unconfined")
    if plan.passive is not None and engine.has("apparmor"):
        options.append("apparmor=unconfined")  # its container profile forbids the mounts that restrict the view
    return options


def _enter_options(plan: ContainerPlan, engine: DockerEngine) -> list[str]:
    options = ["--connect", f"{CONTROL_DIR}/socket"]
    for path in _CPU_FILES:
        options += ["--cpu-file", path]
    if plan.hardening.filter_calls:
        options += ["--filter", f"{CONTROL_DIR}/filter"]
    if not plan.hardening.empty_environment:
        options.append("--keep-environment")
    if plan.passive is not None:
        uid, gid = engine.user()
        options += ["--passive", f"{CONTROL_DIR}/stages", "--uid", str(uid), "--gid", str(gid)]
        for path in plan.passive.executables:
            options += ["--executable", path]
        if plan.passive.which is not None:
            options += ["--replace", f"{CONTROL_DIR}/which", plan.passive.which]
    return options


def _supervisor_options(plan: ContainerPlan) -> list[str]:
    rlimits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 4096,
        resource.RLIMIT_MEMLOCK: 64 << 10,
        resource.RLIMIT_MSGQUEUE: 0,  # see r3gym.sandbox.view
    }
    if plan.hardening.limit_storage:
        rlimits[resource.RLIMIT_FSIZE] = plan.limits.storage_mb << 20
    options = [] if plan.hardening.undumpable else ["--dumpable"]
    for number, value in rlimits.items():
        options += ["--rlimit", f"{number}={value}"]
    return options
