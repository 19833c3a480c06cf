"""Whether a change made anything slower: the same workloads in two checkouts of r3gym, taken turn about.

Run: ``python benchmarks/two_checkouts.py OLD NEW [--rounds 5] [--only NAME]``. Both checkouts need a ``.venv``
(``make setup train-setup``). Every workload is a command of its own in each checkout; its cost is the CPU time of the
process and its children, or, where the benchmark prints a rate of its own, the inverse of that rate. Reported is the
median over rounds of the ratio new / old: 1.00 is equal, 1.10 is ten percent slower.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PLAY = [".venv/bin/r3gym", "play", "--policy", "scripted:scanner", "--contest", "0", "--budget", "8"]


@dataclass(frozen=True)
class Workload:
    """Arguments of the checkout's Python; ``rate`` finds a rate in the output, otherwise CPU time is the cost."""

    arguments: tuple[str, ...]
    rate: re.Pattern[str] | None = None


def workloads(campaigns: Path) -> dict[str, Callable[[Path], Workload]]:
    """Workloads by name, as functions of the checkout's name."""
    number = r"([\d,.]+)"

    def printed(script: str, pattern: str, *arguments: str) -> Callable[[Path], Workload]:
        found = Workload((f"benchmarks/{script}", *arguments), re.compile(pattern))
        return lambda _: found

    return {
        "import r3gym": lambda _: Workload(("-c", "import r3gym")),
        "charge commands": printed("accounting_speed.py", rf"charges per CPU second: {number}"),
        "oracle, one contest": printed("oracle_speed.py", rf"solve, one contest +[\d,.]+ +{number}", "--rounds", "5"),
        "oracle, batch": printed("oracle_speed.py", rf"value and cost +[\d,.]+ +{number}", "--rounds", "5"),
        "twin, batched": printed("twin_speed.py", rf"twin, batched +{number} million", "--rounds", "5"),
        "play a math contest": lambda _: Workload((*PLAY, "--domain", "math")),
        "play a code contest": lambda _: Workload((*PLAY, "--domain", "code")),
        "play an AR contest": lambda _: Workload((*PLAY, "--domain", "ar")),
        "analyze 3,780 rows": lambda checkout: Workload(
            (".venv/bin/r3gym", "analyze", str(campaigns / checkout.name), "--table", "all", "--json")
        ),
    }


def cost(checkout: Path, workload: Workload) -> float:
    """The cost of one run: CPU seconds, or seconds per unit of the printed rate."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    before = os.times()
    done = subprocess.run(
        [str(checkout / ".venv/bin/python"), *workload.arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    after = os.times()
    if done.returncode not in (0, 1):
        raise SystemExit(f"{checkout}: {' '.join(workload.arguments)} failed:\n{done.stderr[-2000:]}")
    if workload.rate is None:
        return after.children_user + after.children_system - before.children_user - before.children_system
    found = workload.rate.search(done.stdout)
    if found is None:
        raise SystemExit(f"{checkout}: no rate in the output of {' '.join(workload.arguments)}:\n{done.stdout}")
    return 1 / float(found[found.lastindex or 1].replace(",", ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", help="only workloads whose name contains this")
    given = parser.parse_args()
    old, new = given.old.resolve(), given.new.resolve()
    with tempfile.TemporaryDirectory() as folder:
        for checkout in (old, new):
            script = [str(checkout / ".venv/bin/python"), "benchmarks/synthetic_campaign.py"]
            subprocess.run(
                [*script, f"{folder}/{checkout.name}", "--contests", "1"], cwd=checkout, check=True, capture_output=True
            )
        print(f"{'workload':<24} {'new / old':>9}   smallest to largest of {given.rounds} rounds")
        for name, make in workloads(Path(folder)).items():
            if given.only and given.only not in name:
                continue
            ratios = []
            for turn in range(given.rounds):
                order = (old, new) if turn % 2 == 0 else (new, old)  # neither side always runs on the warmer machine
                costs = {checkout: cost(checkout, make(checkout)) for checkout in order}
                ratios.append(costs[new] / costs[old])
            print(f"{name:<24} {statistics.median(ratios):>9.2f}   {min(ratios):.2f} to {max(ratios):.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
