"""The engine of the docker backend: find it, query its abilities, and convert its errors to `SandboxError`."""

from __future__ import annotations

import os
import platform
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import docker
import docker.errors
import docker.utils
import requests
from docker.transport import UnixHTTPAdapter

from r3gym.sandbox.interface import Guarantees, Strength
from r3gym.sandbox.results import SandboxError, SandboxUnavailable

#: The image and the version of its recipe: an image of an older r3gym is not taken for it.
IMAGE = "r3gym-sandbox:2"
_DEFAULT_HOST = "unix:///var/run/docker.sock"
_CONNECT_S = 2.0
_CONNECTIONS = 32
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
_lock = threading.Lock()
_engines: dict[tuple[int, str], DockerEngine] = {}


@dataclass(frozen=True)
class DockerEngine:
    """A connection to one engine, and what it reported about itself when the connection was made."""

    api: docker.APIClient
    host: str
    info: dict[str, Any]

    def has(self, name: str) -> bool:
        """Return whether the engine has this security option (``seccomp``, ``apparmor``, ``rootless``, ``userns``)."""
        return any(
            option.split(",")[0].removeprefix("name=") == name for option in self.info.get("SecurityOptions") or ()
        )

    def user(self) -> tuple[int, int]:
        """Return user and group of the agent inside a container.

        1000 when this process is root. Otherwise the files of a workspace belong to this process's user, so the agent
        has to run as that user: under its own id, or as 0 where the engine is rootless and maps the id to 0 inside. It
        has no capabilities either way.
        """
        if self.has("rootless"):
            return 0, 0
        return (1000, 1000) if os.getuid() == 0 else (os.getuid(), os.getgid())

    def alive(self) -> bool:
        """Return whether the engine's socket still accepts connections; fast even when the engine is busy."""
        parts = urlsplit(self.host)
        try:
            if parts.scheme in ("unix", "http+unix"):
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.settimeout(_CONNECT_S)
                    probe.connect(parts.path)
            elif parts.hostname and parts.port:
                socket.create_connection((parts.hostname, parts.port), _CONNECT_S).close()
        except TimeoutError:
            return True
        except OSError:
            return False
        return True


class _OnePool(UnixHTTPAdapter):
    """All requests share one pool of connections.

    The SDK keeps a pool per address, at most 25, and closes the least used one while another thread may be about to use
    it: with many threads and an address per container, requests would fail at random.
    """

    def get_connection(self, url: object, proxies: object = None) -> Any:  # noqa: ARG002 - the SDK's signature
        return super().get_connection("http+docker://localhost", proxies)


def connect() -> DockerEngine:
    """Return the engine of DOCKER_HOST, or of the default socket; raise `SandboxUnavailable` when there is none."""
    host = os.environ.get("DOCKER_HOST") or _DEFAULT_HOST
    with _lock:
        key = (os.getpid(), host)  # a connection must not be shared with a forked process
        if key not in _engines or not _engines[key].alive():
            for forgotten in _engines.values():  # code that still uses one reconnects by itself
                forgotten.api.close()
            _engines.clear()
            _engines[key] = _connect(host)
        return _engines[key]


def _connect(host: str) -> DockerEngine:
    api = None
    try:
        api = docker.APIClient(**docker.utils.kwargs_from_env())
        if host.startswith("unix://"):
            path = host.removeprefix("unix://")
            api.get_adapter("http+docker://localhost").close()  # it has already requested the version
            api.mount("http+docker://", _OnePool(f"http+unix://{path}", api.timeout, 1, _CONNECTIONS))
        info: dict[str, Any] = dict(api.info())
    except (docker.errors.DockerException, requests.RequestException, ValueError) as error:
        if api is not None:
            api.close()
        raise SandboxUnavailable(explain(host, error)) from error
    kind, machine = str(info.get("OSType", "linux")), str(info.get("Architecture", ""))
    if kind != "linux" or _MACHINES.get(machine, machine) not in ("", platform.machine()):
        api.close()
        raise SandboxUnavailable(
            f"the Docker engine at {host} runs {kind} containers on {machine or 'an unknown machine'}, and this is "
            f"{platform.machine()} Linux: the docker backend needs an engine on this machine"
        )
    return DockerEngine(api, host, info)


def explain(host: str, error: Exception) -> str:
    """Return why the engine does not answer, and how to fix it."""
    said = str(error)
    if "Permission denied" in said:
        fix = "you may not use this socket: join the group 'docker' (usermod -aG docker $USER) or set DOCKER_HOST"
    elif "No such file" in said or "Connection refused" in said:
        fix = "no engine listens there: start one (systemctl start docker), or set DOCKER_HOST to where one does"
    else:
        fix = f"it said: {said}"
    return f"cannot talk to a Docker engine at {host}: {fix}"


def image_id(engine: DockerEngine, image: str) -> str:
    """Return the id of an image of the engine; raise `SandboxUnavailable` when it has no image of this name."""
    with docker_errors(engine, f"look for the image {image}"):
        return str(engine.api.inspect_image(image)["Id"])  # type: ignore[no-untyped-call]


@contextmanager
def docker_errors(engine: DockerEngine, doing: str) -> Iterator[None]:
    """Convert every error that the SDK raises in this context to a `SandboxError` that names the operation."""
    try:
        yield
    except docker.errors.ImageNotFound as error:
        raise SandboxUnavailable(
            f"the engine at {engine.host} has no image {IMAGE} (one of an older version will not do): "
            "run 'r3gym sandbox build'"
        ) from error
    except docker.errors.APIError as error:
        raise SandboxError(f"the Docker engine failed to {doing}: {error.explanation or error}") from error
    except (docker.errors.DockerException, requests.RequestException, OSError) as error:
        raise SandboxError(f"the Docker engine at {engine.host} went away while asked to {doing}: {error}") from error


def guarantees(engine: DockerEngine) -> Guarantees:
    """Return what this engine and its kernel enforce for a container with the backend's options."""
    info = engine.info
    notes = [
        "storage is watched from outside: a command that exceeds it is killed a moment later (the container's own "
        "layer is read-only, so there is nothing for the storage driver's quota to bound)"
    ]
    memory = Strength.EXACT if info.get("MemoryLimit") else Strength.NONE
    if memory is Strength.EXACT and not info.get("SwapLimit", True) and _has_swap():
        memory = Strength.BEST_EFFORT
        notes.append("the kernel does not count swap, and this machine has some: memory may spill over into it")
    if not engine.has("seccomp"):
        notes.append("the engine filters no system calls; only this package's own filter does")
    if engine.has("rootless"):
        notes.append("a rootless engine: the agent is called root inside, and is you, without capabilities, outside")
    return Guarantees(
        isolated=True,
        network_off=True,
        memory=memory,
        storage=Strength.BEST_EFFORT,
        processes=Strength.EXACT if info.get("PidsLimit") else Strength.NONE,
        cpu=Strength.EXACT if info.get("CpuCfsQuota") else Strength.NONE,
        notes=tuple(notes),
    )


def _has_swap() -> bool:
    return len(Path("/proc/swaps").read_text().splitlines()) > 1
