"""Find a backend by name, check that it guarantees what the contest requires, and open a workspace."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from r3gym.errors import InputError
from r3gym.sandbox.interface import Backend, Guarantees, Limits, Strength, Workspace
from r3gym.sandbox.results import SandboxUnavailable

_BACKENDS = {
    "bubblewrap": ("r3gym.sandbox.bubblewrap", "BubblewrapBackend"),
    "docker": ("r3gym.sandbox.docker_backend", "DockerBackend"),
    "LOCAL-WITHOUT-ISOLATION": ("r3gym.sandbox.local", "LocalBackend"),
}
_RANK = {Strength.NONE: 0, Strength.BEST_EFFORT: 1, Strength.EXACT: 2}


@dataclass(frozen=True)
class Requirements:
    """What must be enforced at least. The defaults are what a contest needs to be worth scoring.

    ``toolbox``: the packages and programs of `r3gym.sandbox.toolbox` must be there; they are made at the first use.
    """

    isolated: bool = True
    network_off: bool = True
    memory: Strength = Strength.BEST_EFFORT
    storage: Strength = Strength.NONE
    processes: Strength = Strength.BEST_EFFORT
    cpu: Strength = Strength.NONE
    toolbox: bool = True

    def missing(self, given: Guarantees) -> tuple[str, ...]:
        """Return each requirement that these guarantees do not meet, in words."""
        lacks = [
            f"{name} (required, not given)"
            for name in ("isolated", "network_off")
            if getattr(self, name) and not getattr(given, name)
        ]
        for name in ("memory", "storage", "processes", "cpu"):
            want, have = getattr(self, name), getattr(given, name)
            if _RANK[have] < _RANK[want]:
                lacks.append(f"{name} (required {want.value}, given {have.value})")
        return tuple(lacks)


def backend_names() -> tuple[str, ...]:
    """Return the name of every backend; `Backend.probe` says whether it works on this machine."""
    return tuple(_BACKENDS)


def backend(name: str) -> Backend:
    """Return the backend of this name.

    Raises `SandboxUnavailable` when its package is not installed, ValueError when there is no such backend.
    """
    if name not in _BACKENDS:
        raise InputError(f"no sandbox backend {name!r}; there are: {', '.join(_BACKENDS)}")
    module, attribute = _BACKENDS[name]
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except ImportError as error:
        raise SandboxUnavailable(f"the {name} backend needs {error.name}: pip install 'r3gym[{name}]'") from error
    if not isinstance(made.name, str):
        raise TypeError(f"{module}.{attribute} is no backend: it has no name")
    found: Backend = made
    return found


def open_workspace(
    name: str = "bubblewrap",
    limits: Limits | None = None,
    require: Requirements | None = None,
    shared: Path | None = None,
    private: Iterable[Path] = (),
) -> Workspace:
    """Open a workspace; raise `SandboxUnavailable` when the backend enforces less than ``require``.

    The host's folder ``shared`` is mounted read-only, and the folders ``private`` are never shown (`Backend.open`).

    >>> with open_workspace("bubblewrap", Limits(memory_mb=512)) as workspace:  # doctest: +SKIP
    ...     workspace.run("echo hello", timeout=5).output
    'hello\\n'
    """
    required = Requirements() if require is None else require
    chosen, limits = backend(name), limits or Limits()
    if required.toolbox:
        chosen.provide_toolbox()
    workspace = chosen.open(limits, shared, private)
    lacks = required.missing(workspace.guarantees)
    if lacks:
        workspace.close()
        raise SandboxUnavailable(
            f"the {name} backend does not enforce here what is required: {', '.join(lacks)}; "
            "use another backend, or require less"
        )
    return workspace
