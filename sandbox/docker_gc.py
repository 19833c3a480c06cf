"""The owners of containers, and the removal of containers whose owner is gone.

The labels of every container identify the process that opened it (`r3gym.sandbox.owners`). A container is an orphan
when that process is certainly gone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import docker.errors

from r3gym.sandbox.docker_engine import DockerEngine, connect, docker_errors
from r3gym.sandbox.owners import Owner, boot, this_process

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
    me = this_process()
    return {WORKSPACE: workspace, _OWNER: str(me.pid), _STARTED: me.started, _SPACE: me.namespace, _BOOT: me.boot}


def abandoned(found: Mapping[str, str]) -> bool:
    """Return whether the process named in these labels is certainly gone, as seen from this process."""
    pid = found.get(_OWNER, "")
    owner = Owner(
        int(pid) if pid.isdigit() else -1, found.get(_STARTED, ""), found.get(_SPACE, ""), found.get(_BOOT, "")
    )
    return owner.gone() and (pid.isdigit() or owner.boot != boot())


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
