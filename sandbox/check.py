"""Check what this machine can do: open every backend and test every limit.

`r3gym sandbox check` prints the rows. They hold no secrets and no paths of the user.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from r3gym.sandbox.interface import Backend, Guarantees, Limits, Workspace
from r3gym.sandbox.opening import backend, backend_names
from r3gym.sandbox.results import SandboxError
from r3gym.sandbox.toolbox import COMPUTE_PROGRAMS, PACKAGES, PROGRAMS
from r3gym.shell.parsing import parse

_LIMITS = Limits(memory_mb=96, storage_mb=24, processes=32)
_ROOMY = Limits(memory_mb=1024, storage_mb=64)
_TIMEOUT = 30.0


@dataclass(frozen=True)
class CheckRow:
    """One line of the report: the check, whether it passed, and what was found or should be done."""

    backend: str
    what: str
    ok: bool
    detail: str


def check(names: tuple[str, ...] | None = None) -> tuple[CheckRow, ...]:
    """Test every backend with isolation (or those named). Takes a few seconds each; never raises for a missing one."""
    rows = [_host_compiler()]
    for name in names or tuple(name for name in backend_names() if name != "LOCAL-WITHOUT-ISOLATION"):
        rows += check_backend(name)
    return tuple(rows)


def _host_compiler() -> CheckRow:
    found = shutil.which("g++")
    advice = "install it (Debian, Ubuntu: apt install g++; Fedora: dnf install gcc-c++)"
    return CheckRow("host", "C++ compiler for the code judge and the supervisor", bool(found), found or advice)


def check_backend(name: str) -> list[CheckRow]:
    """Return the rows of one backend."""
    try:
        found = backend(name)
        promised = found.probe()
        if isinstance(promised, str):
            return [CheckRow(name, "opens", False, promised)]
        with found.open(_LIMITS) as workspace:
            rows = [CheckRow(name, "opens", True, _promises(promised))]
            rows += [CheckRow(name, note, True, "note") for note in promised.notes]
            for what, attempt in _ATTEMPTS:
                ok, detail = attempt(workspace)
                rows.append(CheckRow(name, what, ok, detail))
        return rows + _toolbox_rows(name, found)
    except SandboxError as error:
        return [CheckRow(name, "opens", False, str(error))]


def _toolbox_rows(name: str, found: Backend) -> list[CheckRow]:
    """Make the toolbox if it is not there, and use every part of it; one row each, with its version."""
    rows = []
    try:
        found.provide_toolbox()
    except SandboxError as error:
        rows.append(CheckRow(name, "toolbox", False, str(error)))
    with found.open(_ROOMY) as workspace:
        for package, pinned in PACKAGES.items():
            result = workspace.run(f"python3 -c 'import {package}; print({package}.__version__)'", _TIMEOUT)
            seen = (result.output.splitlines() or ["nothing"])[-1]
            advice = f"{seen}; needed is {pinned}: run 'r3gym sandbox build' with access to a package index"
            rows.append(CheckRow(name, f"{package} inside", seen == pinned, seen if seen == pinned else advice))
        for program in PROGRAMS:
            result = workspace.run(f"{program} --version 2>&1 | grep -m 1 '[0-9]'; exit $PIPESTATUS", _TIMEOUT)
            there, needed = result.exit_code == 0, program in COMPUTE_PROGRAMS
            advice = f"not there{'' if needed else ' (only for inspection)'}: install {program} on the system"
            version = result.output.splitlines()[0] if there else advice
            rows.append(CheckRow(name, f"{program} inside", there or not needed, version))
    return rows


def _promises(given: Guarantees) -> str:
    names = ("memory", "storage", "processes", "cpu")
    return ", ".join(f"{name} {getattr(given, name).value}" for name in names)


def _answers(workspace: Workspace) -> tuple[bool, str]:
    result = workspace.run("echo $((6 * 7))", _TIMEOUT)
    return result.output == "42\n", f"a command takes {result.wall_s * 1000:.0f} ms"


def _tool(command: str, advice: str) -> Callable[[Workspace], tuple[bool, str]]:
    def attempt(workspace: Workspace) -> tuple[bool, str]:
        result = workspace.run(command, _TIMEOUT)
        return result.exit_code == 0, result.output.splitlines()[0] if result.exit_code == 0 else advice

    return attempt


def _memory(workspace: Workspace) -> tuple[bool, str]:
    """Use 192 MB with a tool that is always available: `tail` must keep one line of this length in memory."""
    result = workspace.run("head -c 192M /dev/zero | tail -n 1 | head -c 0; echo ${PIPESTATUS[1]}", _TIMEOUT)
    held = result.oom or result.output.strip() not in ("0", "141")
    return held, "192 MB refused where 96 MB are allowed" if held else "192 MB were taken where 96 MB are allowed"


def _processes(workspace: Workspace) -> tuple[bool, str]:
    result = workspace.run("for i in {1..80}; do sleep 3 & done 2>&1 | head -c 300; jobs -r | wc -l", 10)
    held = "Resource temporarily unavailable" in result.output or "retry" in result.output
    return held, "a fork bomb stops at the limit" if held else "80 processes were started where 32 are allowed"


def _storage(workspace: Workspace) -> tuple[bool, str]:
    workspace.run("for i in 1 2 3 4 5 6; do head -c 16M /dev/zero > /tmp/f$i; sleep 0.5; done", _TIMEOUT)
    left = workspace.run("du -sm /tmp | head -c 3; rm -f /tmp/f*", _TIMEOUT).output.split()
    used = int(left[0]) if left and left[0].isdigit() else 0
    held = used <= 60
    return (
        held,
        f"stopped at {used} MB where 24 MB are allowed" if held else f"{used} MB written where 24 MB are allowed",
    )


def _timeout(workspace: Workspace) -> tuple[bool, str]:
    result = workspace.run("setsid sleep 60 & sleep 60", 0.5)
    return (
        result.timed_out and result.wall_s < 5,
        f"a tree was killed after {result.wall_s:.1f} s where 0.5 s were allowed",
    )


def _network(workspace: Workspace) -> tuple[bool, str]:
    lines = workspace.run("cat /proc/net/dev", _TIMEOUT).output.splitlines()[2:]
    names = [line.split(":")[0].strip() for line in lines]
    return names == ["lo"], f"interfaces: {', '.join(names) or 'none'}"


def _passive(workspace: Workspace) -> tuple[bool, str]:
    workspace.write_file("/app/script", b"#!/bin/sh\necho computed\n", executable=True)
    tried = [workspace.run_free(parse(f"{call} script")) for call in (".", "bash", "python3", "./script")]
    works = workspace.run_free(parse("cat script")).output.startswith("#!/bin/sh")
    held = all(t.exit_code and "computed" not in t.output for t in tried) and works
    return held, "only passive tools run in free commands" if held else "a free command could compute, or not even read"


_ATTEMPTS: tuple[tuple[str, Callable[[Workspace], tuple[bool, str]]], ...] = (
    ("runs a command", _answers),
    ("python3 inside", _tool("python3 --version", "install python3 on the system (not only in a virtual environment)")),
    ("g++ inside", _tool("g++ --version", "install g++ on the system, or build the image again")),
    ("network is off", _network),
    ("memory limit", _memory),
    ("process limit", _processes),
    ("storage limit", _storage),
    ("time-out kills the tree", _timeout),
    ("passive view", _passive),
)
