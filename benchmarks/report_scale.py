"""How long the page of a large campaign takes, how much memory, and how large it is; beside `r3gym analyze`.

Run: ``.venv/bin/python benchmarks/report_scale.py [--contests 50 | --campaign FOLDER]``. The campaign is SYNTHETIC
(`benchmarks/synthetic_campaign.py`); 50 contests per domain are the paper's design: 18,000 contest runs and 360,000
single-problem runs. Each is a process of its own; CPU time is theirs, because wall time depends on the neighbours.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from synthetic_campaign import write

PROGRAM = Path(sys.executable).with_name("r3gym")


def measured(*words: object) -> tuple[float, float, int]:
    """Run a command; its wall and CPU seconds, and its largest memory in MB."""
    started = time.perf_counter()
    process = subprocess.Popen([str(PROGRAM), *map(str, words)], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"r3gym {words[0]} ended with {status}")
    return time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contests", type=int, default=50)
    parser.add_argument("--campaign", type=Path, help="a folder that synthetic_campaign.py has written already")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        run = arguments.campaign or home / "run"
        if arguments.campaign is None:
            write(run, arguments.contests)
        with (run / "rows.jsonl").open("rb") as rows:
            episodes = sum(1 for _ in rows)
        for name, words in {
            "report": ("report", run, "-o", home / "report.html"),
            "analyze": ("analyze", run, "--table", "all", "--json"),
        }.items():
            wall, cpu, memory = measured(*words)
            print(f"{name}: {episodes:,} episodes, {wall:.1f} s wall, {cpu:.1f} s CPU, {memory} MB", flush=True)
        print(f"page: {(home / 'report.html').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
