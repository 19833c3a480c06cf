"""One suite for every real backend: a test asks for `opener` and runs once per backend.

``opener(limits=..., without=("wall", ...))`` opens a workspace with some walls taken down, which only the negative
controls do: they show that an attack which fails against the sandbox succeeds against the same one without that wall.
The names of the walls are the fields of `r3gym.sandbox.view.Hardening`.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from r3gym.sandbox import Backend, Limits, Workspace
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.sandbox.view import Hardening

Opener = Callable[..., Workspace]
SMALL = Limits(memory_mb=512, storage_mb=512, processes=128)


def _bubblewrap(without: tuple[str, ...]) -> Backend:
    return BubblewrapBackend(dataclasses.replace(Hardening(), **dict.fromkeys(without, False)))


def _docker(without: tuple[str, ...]) -> Backend:
    from r3gym.sandbox.docker_backend import DockerBackend

    return DockerBackend(dataclasses.replace(Hardening(), **dict.fromkeys(without, False)))


BACKENDS: dict[str, Callable[[tuple[str, ...]], Backend]] = {"bubblewrap": _bubblewrap, "docker": _docker}


@pytest.fixture
def planted(open_scratch: Path) -> Iterator[Path]:
    """A folder on the host with a secret in it, readable and writable by everybody on the host."""
    folder = Path(tempfile.mkdtemp(dir=open_scratch))
    folder.chmod(0o777)
    (folder / "secret.txt").write_text("host-secret-4711\n")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["bubblewrap", pytest.param("docker", marks=pytest.mark.docker)])
def backend_name(request: pytest.FixtureRequest) -> str:
    if request.param == "docker":
        request.getfixturevalue("engine")
    return str(request.param)


@pytest.fixture
def opener(backend_name: str) -> Iterator[Opener]:
    opened: list[Workspace] = []

    def open_one(limits: Limits = SMALL, without: tuple[str, ...] = ()) -> Workspace:
        opened.append(BACKENDS[backend_name](without).open(limits))
        return opened[-1]

    yield open_one
    for workspace in opened:
        workspace.close()


@pytest.fixture
def workspace(opener: Opener) -> Workspace:
    return opener()


@pytest.fixture
def as_root() -> None:
    if os.getuid() != 0:
        pytest.skip("needs root on the host to prepare the attack")
