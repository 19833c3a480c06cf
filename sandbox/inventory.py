"""What commands find in a backend's sandbox: asked in a sandbox, once per process and backend."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from r3gym.sandbox.interface import Limits
from r3gym.sandbox.opening import backend
from r3gym.sandbox.results import SandboxError
from r3gym.sandbox.toolbox import COMPUTE_PROGRAMS, PACKAGES, PROGRAMS

_LIMITS = Limits(memory_mb=512, storage_mb=64)
_TIMEOUT = 60.0
_WITH_VERSION = ("g++", "perl", *PROGRAMS)
# The packages are found, not imported: `r3gym sandbox check` imports them, and so did whoever filled the toolbox.
_PACKAGES = (
    "from importlib import metadata as m\nfor d in m.distributions(): print('package', d.name.lower(), d.version)"
)
_QUESTION = "\n".join(
    [
        "python3 --version",
        f'python3 -c "{_PACKAGES}"',
        f"for n in {' '.join(_WITH_VERSION)}; do",
        '  command -v "$n" > /dev/null && echo "program $n $("$n" --version 2>&1 | grep -m 1 "[0-9]")"; done',
        'IFS=:; for d in $PATH; do for f in "$d"/*; do',
        '  [ -f "$f" ] && [ -x "$f" ] && echo "name ${f##*/}"; done; done; true',
    ]
)


@dataclass(frozen=True)
class Inventory:
    """The version of ``python3``, the versions of packages and of known programs, and the names of all programs."""

    python: str
    packages: Mapping[str, str]
    programs: Mapping[str, str]
    names: frozenset[str]

    @property
    def tools(self) -> dict[str, str]:
        """The toolbox as it is there: each package and program that runs, with its version."""
        return {**self.packages, **{name: self.programs[name] for name in PROGRAMS if name in self.programs}}

    @property
    def lacking(self) -> tuple[str, ...]:
        """What of the toolbox is not there, or not in the pinned version."""
        packages = [name for name, version in PACKAGES.items() if self.packages.get(name) != version]
        return (*packages, *(name for name in PROGRAMS if name not in self.programs))


@cache
def take_inventory(name: str = "bubblewrap") -> Inventory:
    """Return what a sandbox of this backend holds; raise `SandboxError` when none can be opened."""
    with backend(name).open(_LIMITS) as workspace:
        answer = workspace.execute(["bash", "-c", _QUESTION], _TIMEOUT)
    if answer.exit_code != 0:
        raise SandboxError(f"the {name} sandbox does not say what is in it: {answer.stderr.decode('utf-8', 'replace')}")
    return parse_inventory(answer.stdout.decode("utf-8", "replace"))


def parse_inventory(text: str) -> Inventory:
    """Return the inventory that a sandbox printed.

    >>> parse_inventory("Python 3.11.2\\nprogram bc bc 1.07.1\\nname bc\\n").programs
    {'bc': '1.07.1'}
    """
    python = re.search(r"^Python (3\.\d+)", text, re.MULTILINE)
    return Inventory(
        python[1] if python else "",
        dict(re.findall(r"^package (\S+) (\S+)$", text, re.MULTILINE)),
        dict(re.findall(r"^program (\S+) .*?(\d+(?:\.\d+)*)", text, re.MULTILINE)),
        frozenset(re.findall(r"^name (.+)$", text, re.MULTILINE)),
    )


def describe_toolbox(name: str = "bubblewrap") -> str:
    """Return, for the instruction of a contest, which tools a command finds in a sandbox of this backend.

    For example "Python 3.11 with mpmath 1.3.0, numpy 2.4.6, sympy 1.14.0; g++ 12; bc, gawk, perl".
    """
    return describe(take_inventory(name))


def describe(inventory: Inventory) -> str:
    """Return the text of `describe_toolbox` for an inventory.

    >>> describe(Inventory("3.11", {"numpy": "2.4.6"}, {"g++": "12.2.0", "gawk": "5.2.1", "tree": "2.1"}, frozenset()))
    'Python 3.11 with numpy 2.4.6; g++ 12; gawk'
    """
    parts = []
    if inventory.python:
        packages = ", ".join(f"{name} {version}" for name, version in sorted(inventory.packages.items()))
        parts.append(f"Python {inventory.python}" + (f" with {packages}" if packages else ""))
    if "g++" in inventory.programs:
        parts.append(f"g++ {inventory.programs['g++'].partition('.')[0]}")
    small = [name for name in (*COMPUTE_PROGRAMS, "perl") if name in inventory.programs]
    return "; ".join([*parts, ", ".join(small)] if small else parts)


def missing_programs(names: Iterable[str], name: str = "bubblewrap") -> frozenset[str]:
    """Return those of these program names that no folder of a sandbox's PATH holds."""
    return frozenset(names) - take_inventory(name).names
