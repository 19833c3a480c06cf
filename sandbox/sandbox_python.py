"""The Python interpreter inside a sandbox: its version, and the folders in which it looks for packages."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from r3gym.sandbox.results import SandboxUnavailable

#: The program that an interpreter runs to describe itself; without ``site``, so that no package of the machine runs.
QUESTION = (
    "import json, site, sys; print(json.dumps(["
    "'%d.%d' % sys.version_info[:2], getattr(sys.implementation, '_multiarch', ''), site.getsitepackages()]))"
)
OPTIONS = ("-I", "-S", "-c", QUESTION)


@dataclass(frozen=True)
class SandboxPython:
    """A ``python3``: version ("3.11"), machine and C library ("x86_64-linux-gnu"), package folders in search order."""

    version: str
    multiarch: str
    sites: tuple[str, ...]

    @property
    def machine(self) -> str:
        """The processor in the name of a wheel."""
        return self.multiarch.partition("-")[0]

    @property
    def musl(self) -> bool:
        """Whether its C library is musl."""
        return "musl" in self.multiarch


def parse(answer: str) -> SandboxPython:
    """Return the interpreter that gave this answer to `QUESTION`; raise `SandboxUnavailable` for any other text."""
    try:
        version, multiarch, sites = json.loads(answer)
    except ValueError:
        raise SandboxUnavailable(f"python3 does not say which version it is: {answer[-300:].strip()!r}") from None
    if not re.fullmatch(r"3\.\d+", version):
        raise SandboxUnavailable(f"python3 is version {version}: the toolbox needs Python 3")
    return SandboxPython(version, multiarch or "x86_64-linux-gnu", tuple(sites))


@cache
def ask(program: Path) -> SandboxPython:
    """Return the description of an interpreter of this machine; raise `SandboxUnavailable` when it does not run."""
    try:
        done = subprocess.run(
            [str(program), *OPTIONS], capture_output=True, text=True, check=True, timeout=30, env={"LC_ALL": "C"}
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxUnavailable(f"{program} does not run: {error}") from error
    return parse(done.stdout)
