"""How the analysis grows: `r3gym analyze --table all` on SYNTHETIC campaigns of 10 %, 50 % and 100 % of the full size.

Run: ``.venv/bin/python benchmarks/analysis_scale.py [--rounds 3] [--folder DIR] [--strict]``. The full size is 360,000
single-problem runs and 18,000 contest runs (`synthetic_campaign.py` says how they come about). Each analysis is a fresh
process: reading the rows, all tables, 10,000 resamples, JSON out. Sizes are interleaved within a round; reported are
medians of wall time and of CPU time, and the largest peak memory. Goals: under 60 s and under 2 GB at 100 %. Growth is
linear when a straight line through the 10 % and the 100 % predicts the 50 %.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from synthetic_campaign import write

CONTESTS = {10: 5, 50: 25, 100: 50}
SECONDS, BYTES = 60.0, 2e9
#: How far the middle may lie from the straight line, as a share of it.
BEND = 0.15


@dataclass(frozen=True)
class Measured:
    """One process."""

    wall: float
    cpu: float
    peak: int


def analysed(folder: Path) -> Measured:
    """One fresh process, waited for so that its own use is known."""
    command = [str(Path(sys.executable).parent / "r3gym"), "analyze", str(folder), "--table", "all", "--json"]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"the analysis of {folder} failed with {process.returncode}")
    return Measured(time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="Keep the synthetic campaigns here.")
    parser.add_argument("--strict", action="store_true", help="Fail when a goal is missed.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = arguments.folder or Path(scratch)
        episodes = {size: write(home / f"synthetic-{size}", contests) for size, contests in CONTESTS.items()}
        runs: dict[int, list[Measured]] = {size: [] for size in CONTESTS}
        for _ in range(arguments.rounds):
            for size, found in runs.items():
                found.append(analysed(home / f"synthetic-{size}"))
        rows = {size: (home / f"synthetic-{size}" / "rows.jsonl").stat().st_size for size in CONTESTS}
    cpu = {size: statistics.median(one.cpu for one in found) for size, found in runs.items()}
    wall = {size: statistics.median(one.wall for one in found) for size, found in runs.items()}
    peak = {size: max(one.peak for one in found) for size, found in runs.items()}
    print(f"SYNTHETIC campaigns, {arguments.rounds} rounds\n")
    print("| size | episodes | rows.jsonl | wall time | CPU time | peak memory |")
    print("| --- | --- | --- | --- | --- | --- |")
    for size in CONTESTS:
        print(
            f"| {size} % | {episodes[size]:,} | {rows[size] / 1e6:.0f} MB | {wall[size]:.1f} s | {cpu[size]:.1f} s "
            f"| {peak[size] / 1e6:.0f} MB |"
        )
    bends = {name: _bend(of) for name, of in (("CPU time", cpu), ("peak memory", peak))}
    for name, bend in bends.items():
        print(f"\n{name} at 50 %: {100 * bend:+.1f} % from the straight line through 10 % and 100 %", end="")
    print()
    good = wall[100] < SECONDS and peak[100] < BYTES and all(abs(bend) < BEND for bend in bends.values())
    if arguments.strict and not good:
        raise SystemExit("a goal was missed")


def _bend(of: dict[int, float] | dict[int, int]) -> float:
    line = of[10] + (of[100] - of[10]) * 40 / 90
    return (of[50] - line) / line


if __name__ == "__main__":
    main()
