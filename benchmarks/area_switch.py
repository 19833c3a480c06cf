"""What areas cost: a command with ten hidden paths beside the same command without, and the switch to another area.

Taken turn about in one process, medians. The last line is the alternative that was not taken, one more sandbox per
area: the time to open it.

    python benchmarks/area_switch.py [--backend bubblewrap] [--rounds 300] [--strict]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable

from r3gym.sandbox import Limits, Workspace, backend

NAMES = "ABCDEF"
KEPT = [path for name in NAMES for path in (f"/app/problem_{name}", f"/app/solution_{name}.cpp")]
LOOSE = ("/app/main.cpp", "/app/a.out", "/app/in.txt", "/tmp/a", "/tmp/out.txt", "/tmp/gen.py")
GOAL_MS = 0.3


def home(name: str) -> str:
    return f"/app/problem_{name}"


def hidden_from(name: str) -> list[str]:
    return [path for path in KEPT if f"_{name}" not in path]


def prepare(workspace: Workspace) -> None:
    """Six folders with files, six artifacts, and in every area a few loose files."""
    for path in KEPT:
        workspace.write_file(path if path.endswith(".cpp") else f"{path}/statement.md", b"text")
    for name in NAMES:
        workspace.enter(name, kept=KEPT, home=home(name))
        for path in LOOSE:
            workspace.write_file(path, b"loose")


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def measure(workspace: Workspace, rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {"run": [], "run hidden": [], "enter same": [], "enter other": [], "move": []}
    for number in range(rounds):
        name = NAMES[number % len(NAMES)]
        times["enter other"].append(timed(lambda n=name: workspace.enter(n, kept=KEPT, home=home(n))))  # type: ignore[misc]
        times["enter same"].append(timed(lambda n=name: workspace.enter(n, kept=KEPT, home=home(n))))  # type: ignore[misc]
        hidden, parking = hidden_from(name), workspace._get_parking()  # type: ignore[attr-defined]
        runs = {"run": lambda: workspace.run("true", 10)}
        runs["run hidden"] = lambda h=hidden: workspace.run("true", 10, hidden=h)  # type: ignore[misc]
        for kind in sorted(runs, reverse=number % 2 == 1):  # neither is always the first after a switch
            times[kind].append(timed(runs[kind]))
        times["move"].append(timed(lambda h=hidden, p=parking: p.restore(p.hide(h))))  # type: ignore[misc]
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else None)
    parser.add_argument("--backend", default="bubblewrap")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--strict", action="store_true", help="exit with 1 when the goal is missed")
    arguments = parser.parse_args()
    with backend(arguments.backend).open(Limits()) as workspace:
        prepare(workspace)
        times = measure(workspace, arguments.rounds)
        adapter = workspace._adapter  # type: ignore[attr-defined]
        views = []
        for _ in range(10):
            start = time.perf_counter()
            view = adapter.open_view(free=False)
            views.append((time.perf_counter() - start) * 1000)
            view.close()
    medians = {name: statistics.median(values) for name, values in times.items()}
    extra = medians["run hidden"] - medians["run"]
    print(f"run('true')                                     {medians['run']:8.3f} ms")
    print(f"run('true', hidden=10 paths)                    {medians['run hidden']:8.3f} ms")
    print(f"  the difference                                {extra:8.3f} ms (goal {GOAL_MS})")
    print(f"  of it hide and restore, measured alone        {medians['move']:8.3f} ms")
    print(f"enter(the present area)                         {medians['enter same']:8.3f} ms")
    print(f"enter(another area), {len(LOOSE)} loose files each          {medians['enter other']:8.3f} ms")
    print(f"one more view (the alternative)                 {statistics.median(views):8.3f} ms")
    return 1 if arguments.strict and extra > GOAL_MS else 0


if __name__ == "__main__":
    sys.exit(main())
