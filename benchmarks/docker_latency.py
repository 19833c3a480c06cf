"""Three ways to run a command, taken turn about: a plain subprocess, the docker backend, and one exec per command.

The docker backend keeps one supervisor in the container and talks to it over a socket; "exec per command" is what the
SDK offers, in the same container, without state, time-outs or a way to kill. Needs an engine with the image in it:

    python benchmarks/docker_latency.py [--rounds 60] [--strict]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from sandbox_latency import CASES, PROGRAM, plain, sandboxed, timed

from r3gym.sandbox import Limits
from r3gym.sandbox.docker_backend import DockerBackend
from r3gym.sandbox.docker_engine import connect
from r3gym.sandbox.docker_gc import WORKSPACE

GOAL = 2.5


def exec_once(container: str, command: str) -> None:
    api = connect().api
    made = api.exec_create(container, ["/bin/bash", "-c", command], workdir="/app", user="1000:1000")
    api.exec_start(made["Id"])
    if api.exec_inspect(made["Id"])["ExitCode"] != 0:
        raise SystemExit(f"{command!r} failed in the container")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when the goal is missed")
    arguments = parser.parse_args()
    times: dict[str, tuple[list[float], list[float], list[float]]] = {name: ([], [], []) for name in CASES}
    with tempfile.TemporaryDirectory() as name, DockerBackend().open(Limits()) as workspace:
        folder = Path(name)
        (container,) = (row["Id"] for row in connect().api.containers(filters={"label": WORKSPACE}))
        (folder / "sum.cpp").write_text(PROGRAM)
        workspace.write_file("/app/sum.cpp", PROGRAM.encode())
        plain("g++ -O2 sum.cpp -o a.out", folder)
        sandboxed("g++ -O2 sum.cpp -o a.out; export STATE=kept", workspace)
        for number in range(arguments.rounds):
            for case, (command, every) in CASES.items():
                if number % every == 0:
                    times[case][0].append(timed(lambda c=command: plain(c, folder)))  # type: ignore[misc]
                    times[case][1].append(timed(lambda c=command: sandboxed(c, workspace)))  # type: ignore[misc]
                    times[case][2].append(timed(lambda c=command: exec_once(container, c)))  # type: ignore[misc]
        opening = statistics.median(timed(lambda: DockerBackend().open(Limits()).close()) for _ in range(5))
    missed = []
    print(f"{'command':<12} {'plain ms':>9} {'docker ms':>10} {'exec ms':>9} {'docker':>7} {'exec':>6} {'goal':>5}")
    for case, (outside, inside, once) in ((c, map(statistics.median, t)) for c, t in times.items()):
        missed += [case] if inside / outside > GOAL else []
        ratios = f"{inside / outside:>7.2f} {once / outside:>6.1f} {GOAL:>5}"
        print(f"{case:<12} {outside:>9.2f} {inside:>10.2f} {once:>9.2f} {ratios}")
    print(f"open and close a workspace: {opening:.0f} ms")
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
