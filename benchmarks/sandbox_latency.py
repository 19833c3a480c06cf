"""How much a sandboxed command costs beside the same command in a plain subprocess, taken turn about on one machine.

Everything is on: user, namespaces, control groups, seccomp, session state. Milliseconds depend on the machine and
what else it does; the ratio of medians of interleaved runs hardly does. Run it on a quiet machine:

    python benchmarks/sandbox_latency.py [--backend bubblewrap] [--rounds 100] [--strict]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from r3gym.sandbox import Limits, Workspace, backend
from r3gym.shell.parsing import parse

PROGRAM = """#include <iostream>
#include <numeric>
#include <vector>
int main() {
    std::vector<int> v(1000);
    std::iota(v.begin(), v.end(), 1);
    std::cout << std::accumulate(v.begin(), v.end(), 0);
}
"""
CASES: dict[str, tuple[str, int]] = {  # name: (command, one round in how many)
    "true": ("true", 1),
    "python3 -c": ("python3 -c 'print(1)'", 2),
    "g++ -O2": ("g++ -O2 sum.cpp -o sum", 20),
    "./a.out": ("./a.out", 1),
}
#: Free commands, beside the same tools started by their words with a plain subprocess.
FREE_CASES: dict[str, list[list[str]]] = {
    "cat (free)": [["cat", "sum.cpp"]],
    "ls -la (free)": [["ls", "-la"]],
    "cat | head (free)": [["cat", "sum.cpp"], ["head", "-n", "3"]],
}
FREE_TARGET = 1.6
TARGETS = {
    "bubblewrap": {"true": 1.6, "python3 -c": 1.6, "g++ -O2": 1.2, "./a.out": 1.6},
    "docker": {"true": 2.5, "python3 -c": 2.5, "g++ -O2": 2.5, "./a.out": 2.5},
}
OPEN_MS = {"bubblewrap": 60.0}


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def plain(command: str, folder: Path) -> None:
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)}
    subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, check=True)


def plain_tools(calls: list[list[str]], folder: Path) -> None:
    """Run a pipeline of tools without a shell."""
    data = b""
    for call in calls:
        data = subprocess.run(call, cwd=folder, input=data, capture_output=True, check=True).stdout


def free(calls: list[list[str]], workspace: Workspace) -> None:
    result = workspace.run_free(parse(" | ".join(" ".join(call) for call in calls)))
    if result.exit_code != 0:
        raise SystemExit(f"{calls} failed in the sandbox: {result.output}")


def measure_free(workspace: Workspace, folder: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """The median milliseconds of each free case, plain and sandboxed."""
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in FREE_CASES}
    for _ in range(rounds):
        for name, calls in FREE_CASES.items():
            times[name][0].append(timed(lambda c=calls: plain_tools(c, folder)))  # type: ignore[misc]
            times[name][1].append(timed(lambda c=calls: free(c, workspace)))  # type: ignore[misc]
    return {name: (statistics.median(a), statistics.median(b)) for name, (a, b) in times.items()}


def sandboxed(command: str, workspace: Workspace) -> None:
    result = workspace.run(command, 60)
    if result.exit_code != 0:
        raise SystemExit(f"{command!r} failed in the sandbox: {result.output}")


def measure(workspace: Workspace, folder: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """The median milliseconds of each case, plain and sandboxed."""
    for write in (
        lambda data: (folder / "sum.cpp").write_bytes(data),
        lambda data: workspace.write_file("/app/sum.cpp", data),
    ):
        write(PROGRAM.encode())
    prepare = "g++ -O2 sum.cpp -o a.out"
    plain(prepare, folder)
    sandboxed(prepare, workspace)
    sandboxed("export STATE=kept", workspace)
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in CASES}
    for number in range(rounds):
        for name, (command, every) in CASES.items():
            if number % every == 0:
                times[name][0].append(timed(lambda c=command: plain(c, folder)))  # type: ignore[misc]
                times[name][1].append(timed(lambda c=command: sandboxed(c, workspace)))  # type: ignore[misc]
    return {name: (statistics.median(a), statistics.median(b)) for name, (a, b) in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--backend", default="bubblewrap")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a target is missed")
    arguments = parser.parse_args()
    made = backend(arguments.backend)
    made.open(Limits()).close()
    openings = []
    for _ in range(10):
        start = time.perf_counter()
        opened = made.open(Limits())
        openings.append((time.perf_counter() - start) * 1000)
        opened.close()
    with tempfile.TemporaryDirectory() as folder, made.open(Limits()) as workspace:
        rows = measure(workspace, Path(folder), arguments.rounds)
        workspace.run_free(parse("true"))
        rows |= measure_free(workspace, Path(folder), arguments.rounds)
    missed = []
    print(f"{'command':<18} {'plain ms':>9} {'sandbox ms':>11} {'ratio':>6} {'target':>7}")
    for name, (outside, inside) in rows.items():
        target = FREE_TARGET if name in FREE_CASES else TARGETS.get(arguments.backend, {}).get(name)
        ratio = inside / outside
        missed += [name] if target is not None and ratio > target else []
        print(f"{name:<18} {outside:>9.2f} {inside:>11.2f} {ratio:>6.2f} {target if target is not None else '-':>7}")
    opening, goal = statistics.median(openings), OPEN_MS.get(arguments.backend)
    missed += ["open"] if goal is not None and opening > goal else []
    print(f"{'open':<18} {'':>9} {opening:>11.2f} {'':>6} {f'{goal:.0f} ms' if goal else '-':>7}")
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
