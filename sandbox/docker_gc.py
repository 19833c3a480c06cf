"""The owners of containers, and the removal of containers whose owner is gone.

The labels of every container identify the process that opened it: its id, start time, PID namespace and boot. A
container is an orphan when that process is certainly gone. A process of another PID namespace cannot be inspected, so
its containers are kept until the machine has rebooted.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import docker.errors

from r3gym.sandbox.docker_engine import DockerEngine, connect, docker_errors

WORKSPACE = "org.r3gym.workspace"
_OWNER, _STARTED, _SPACE, _BOOT = (
    "org.r3gym.owner",
    "org.r3gym.owner-started",
    "org.r3gym.pid-namespace",
    "org.r3gym.boot",
)


@dataclass(frozen=True)
class OrphanContainer:
    """A container whose owner is gone."""

    container: str
    name: str
    workspace: str
    state: str
    owner: str


def labels(workspace: str) -> dict[str, str]:
    """Return the labels of a container that this process opens for a workspace."""
    pid = os.getpid()
    return {
        WORKSPACE: workspace,
        _OWNER: str(pid),
        _STARTED: _started(pid) or "",
        _SPACE: _namespace(),
        _BOOT: _boot(),
    }


def abandoned(found: Mapping[str, str]) -> bool:
    """Return whether the process named in these labels is certainly gone, as seen from this process."""
    if found.get(_BOOT) != _boot():
        return True
    if found.get(_SPACE) != _namespace() or not found.get(_OWNER, "").isdigit():
        return False
    return _started(int(found[_OWNER])) != found.get(_STARTED)


def find_orphans(engine: DockerEngine | None = None) -> tuple[OrphanContainer, ...]:
    """Return every container of this package whose owner is gone, running or not, without removing it."""
    engine = engine or connect()
    with docker_errors(engine, "list containers"):
        found = engine.api.containers(all=True, filters={"label": WORKSPACE})
    return tuple(
        OrphanContainer(
            container=str(row["Id"]),
            name=str((row.get("Names") or ["?"])[0]).lstrip("/"),
            workspace=str(row["Labels"][WORKSPACE]),
            state=str(row.get("State", "unknown")),
            owner=str(row["Labels"].get(_OWNER, "?")),
        )
        for row in found
        if abandoned(row["Labels"])
    )


def remove_orphans(orphans: tuple[OrphanContainer, ...], engine: DockerEngine | None = None) -> int:
    """Remove these containers, running or not; return how many. One that is gone already counts as removed."""
    engine = engine or connect()
    for orphan in orphans:
        remove_container(engine, orphan.container)
    return len(orphans)


def remove_container(engine: DockerEngine, container: str) -> None:
    """Kill and remove one container; do nothing when it is gone, or when another process is removing it."""
    with docker_errors(engine, f"remove container {container[:12]}"):
        for last in (False, False, True):
            try:
                engine.api.remove_container(container, force=True, v=True)
            except docker.errors.NotFound:
                return
            except docker.errors.APIError as error:
                if error.status_code == 409:
                    return
                if last:
                    raise
                time.sleep(0.2)  # it ended while the engine was ending it (podman), or a mount is busy
            else:
                return


def _started(pid: int) -> str | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text.rsplit(")", 1)[1].split()  # from the third field on; the name before them may hold any character
    return None if fields[0] in "ZX" else fields[19]  # a zombie process owns nothing


def _namespace() -> str:
    return str(Path("/proc/self/ns/pid").readlink())


def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
