"""How long `r3gym campaign check` takes, against reading the same records once and doing nothing else with them.

    python benchmarks/check_speed.py --records 2000 6000 18000

The records are those of a real agentic episode under other names, each with its row.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from r3gym.campaigns.checking import check_folder, record_paths
from r3gym.campaigns.store import PLANS, plan_text, record_name
from r3gym.records import read_record, write_record
from r3gym.records.campaign_folder import ROWS
from r3gym.records.planned import PlannedEpisode
from r3gym.records.row_file import row_line
from r3gym.records.rows import EpisodeRow

RECORD = read_record(Path(__file__).parents[1] / "tests" / "records" / "format1" / "math-agentic-tunnel.json")


def make(folder: Path, count: int) -> None:
    """Write a folder with so many records, rows and planned episodes (no definition: that is a finding)."""
    rows, plan = [], []
    for number in range(count):
        place = PlannedEpisode.from_record(RECORD).place().model_copy(update={"id": f"{number * 7919:032x}"[::-1]})
        record = RECORD.model_copy(update={"place": place})
        write_record(folder / record_name(place.id), record)
        rows.append(row_line(EpisodeRow.from_record(record).model_copy(update={"record": record_name(place.id)})))
        plan.append(PlannedEpisode.from_place(place))
    (folder / ROWS).write_bytes(b"".join(line + b"\n" for line in rows))
    (folder / PLANS[0]).write_text(plan_text(plan))


def processor_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--records", type=int, nargs="+", default=[2000, 6000, 18000])
    print(
        "| records | MB | clock | processor | against reading each record once, processor |\n"
        "| --- | --- | --- | --- | --- |"
    )
    for count in options.parse_args().records:
        with tempfile.TemporaryDirectory() as home:
            folder = Path(home)
            make(folder, count)
            size = sum(path.stat().st_size for path in record_paths(folder)) / 1e6
            used = processor_s()
            for path in record_paths(folder):
                read_record(path)
            reading = processor_s() - used
            begun, used = time.perf_counter(), processor_s()
            found = check_folder(folder)
            took, used = time.perf_counter() - begun, processor_s() - used
            assert (found.records, found.damaged, found.contradicted) == (count, set(), set())
            print(f"| {count:,} | {size:.0f} | {took:.1f} s | {used:.1f} s | {used / reading:.2f} |", flush=True)


if __name__ == "__main__":
    main()
