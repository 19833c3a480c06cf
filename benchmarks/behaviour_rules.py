"""Time the rules on many records: seconds, records per second, peak memory, and whether time grows linearly.

    nice -n 10 python benchmarks/behaviour_rules.py --records 18000 --processes 2

Copies of the committed records (docs/behaviour/records) are labelled in two halves; the second resumes the first.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

from r3gym.behaviour import LabelSet, find_subjects
from r3gym.behaviour.rules import RULES, label_by_rules
from r3gym.behaviour.running import label_run

RECORDS = Path(__file__).parents[1] / "docs/behaviour/records"


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--records", type=int, default=1000)
    given.add_argument("--processes", type=int, default=2)
    asked = given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        run.mkdir()
        sources = sorted(RECORDS.glob("*.json"))
        for n, source in zip(range(asked.records), cycle(sources), strict=False):
            shutil.copy(source, run / f"{n:06}.json")
        began = time.perf_counter()
        subjects = find_subjects(run)
        listed = time.perf_counter()
        print(f"{len(subjects):,} records listed in {listed - began:.1f} s", flush=True)
        for share in (0.5, 1.0):
            some = subjects[: int(len(subjects) * share)]
            at, cpu = time.perf_counter(), _cpu()
            labels = LabelSet(run / "labels/rules.jsonl", keep=False)
            done = label_run(some, labels, label_by_rules, RULES, processes=asked.processes)
            took = time.perf_counter() - at
            print(
                f"{done.labelled:,} labelled ({done.before:,} before) in {took:.1f} s wall, "
                f"{_cpu() - cpu:.1f} s processor: {done.labelled / took:.0f} records/s",
                flush=True,
            )
        own, children = (
            resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        print(f"peak memory: {own:.0f} MB here, {children:.0f} MB in the largest worker")
        size = (run / "labels/rules.jsonl").stat().st_size / 1e6
        print(f"the label set: {size:.0f} MB")


def _cpu() -> float:
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    sys.exit(main())
