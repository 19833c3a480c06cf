"""Build the small C programs beside this file at their first use (`r3gym.utils.compiling`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from r3gym.sandbox.results import SandboxUnavailable
from r3gym.utils.compiling import CompilationError, compiled, private_folder


def cache_folder() -> Path:
    """Return the folder of built programs, which is private to the user."""
    try:
        return private_folder("sandbox")
    except CompilationError as error:
        raise SandboxUnavailable(str(error)) from None


@cache
def program(name: str) -> Path:
    """Return the built program ``name`` (from ``name.c`` and the headers beside this file)."""
    source = Path(__file__).resolve().with_name(f"{name}.c")
    # Static where the machine has static libraries: it starts faster and needs nothing inside the sandbox.
    try:
        return compiled(source, cache_folder(), (["-static"], []), sorted(source.parent.glob("*.h")))
    except CompilationError as error:
        raise SandboxUnavailable(f"the sandbox's {name} is missing: {error}") from None
