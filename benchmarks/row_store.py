"""JSONL against SQLite (WAL) as the store of a campaign's rows: rows per second, size, and what a crash leaves.

    python benchmarks/row_store.py                    # speed, size, reading, SIGKILL
    sudo python benchmarks/row_store.py --power-cut   # and copies of an ext4 image while rows are written

Both stores hold the same JSON lines, with checksums. Each is written with the durability of the campaign's store (a row
is in the kernel at once and on the disk within a second), and with that of a bank (on the disk before the next row).
Both run in alternation. A crash loses a row when it was acknowledged and is not there afterwards; every crash comes
right after an acknowledgement. SQLite has an index by id, which JSONL has not.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from r3gym.campaigns.store import Store
from r3gym.records import read_record
from r3gym.records.campaign_folder import ROWS, read_rows
from r3gym.records.row_file import RowLine, parse_row, row_line
from r3gym.records.rows import EpisodeRow

RECORD = Path(__file__).parents[1] / "tests" / "records" / "format1" / "math-agentic-tunnel.json"
ROW = EpisodeRow.from_record(read_record(RECORD))
STORES = ("jsonl, each second", "sqlite, each second", "jsonl, each row", "sqlite, each row")


def row(number: int) -> EpisodeRow:
    return ROW.model_copy(update={"id": f"{number:032x}"})


def writer(store: str, folder: Path) -> tuple[Callable[[EpisodeRow], None], Callable[[], None]]:
    """Return a function that adds a row, and one that closes the store."""
    each_row = store.endswith("row")
    if store.startswith("jsonl"):
        opened = Store(folder)

        def add(one: EpisodeRow) -> None:
            opened.add(one)
            if each_row:
                opened.flush()

        return add, opened.close
    folder.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(folder / "rows.sqlite", isolation_level=None)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute(f"PRAGMA synchronous={'FULL' if each_row else 'NORMAL'}")
    base.execute("CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, id TEXT, line TEXT)")
    base.execute("CREATE INDEX IF NOT EXISTS by_id ON rows (id)")
    synced = time.monotonic()

    def insert(one: EpisodeRow) -> None:
        nonlocal synced
        base.execute("INSERT INTO rows (id, line) VALUES (?, ?)", (one.id, row_line(one).decode()))
        if not each_row and time.monotonic() - synced > 1:
            base.execute("PRAGMA wal_checkpoint(FULL)")  # the only way to make commits of NORMAL durable
            synced = time.monotonic()

    return insert, base.close


def found(store: str, folder: Path) -> int:
    """Return how many rows a reader finds, each parsed and verified; a store that cannot be read ends the benchmark."""
    if store.startswith("jsonl"):
        return sum(1 for _ in read_rows(folder))
    if not (folder / "rows.sqlite").exists():
        return 0
    base = sqlite3.connect(folder / "rows.sqlite")
    try:
        if not base.execute("SELECT 1 FROM sqlite_master WHERE name = 'rows'").fetchall():
            return 0
        lines = base.execute("SELECT number, line FROM rows ORDER BY number")
        return sum(1 for number, line in lines if parse_row(folder / ROWS, RowLine(number, 0, line.encode())))
    finally:
        base.close()


def speed(count: int, rounds: int) -> None:
    print("| store | rows per second | size per row | reading all, rows per second |\n| --- | --- | --- | --- |")
    rates: dict[str, list[float]] = {store: [] for store in STORES}
    reads: dict[str, list[float]] = {store: [] for store in STORES}
    size = {}
    for _ in range(rounds):
        for store in STORES:
            with tempfile.TemporaryDirectory(dir=Path.cwd()) as home:
                folder = Path(home) / "run"
                rows = [row(number) for number in range(count if store.endswith("second") else count // 4)]
                add, close = writer(store, folder)
                begun = time.perf_counter()
                for one in rows:
                    add(one)
                close()
                rates[store].append(len(rows) / (time.perf_counter() - begun))
                size[store] = sum(p.stat().st_size for p in folder.iterdir() if p.name[0] != ".") / len(rows)
                begun = time.perf_counter()
                assert found(store, folder) == len(rows)
                reads[store].append(len(rows) / (time.perf_counter() - begun))
    for store in STORES:
        print(f"| {store} | {median(rates[store]):,.0f} | {size[store]:,.0f} B | {median(reads[store]):,.0f} |")


def write_forever(store: str, folder: Path) -> None:
    """Write rows and acknowledge each on standard output, until killed."""
    add, _ = writer(store, folder)
    for number in range(10**9):
        add(row(number))
        os.write(1, b".")
        time.sleep(0.0005)


def started(store: str, folder: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, __file__, "--write", store, str(folder)]
    return subprocess.Popen(words, stdout=subprocess.PIPE)


def kills(times: int) -> None:
    for store in STORES:
        lost = acknowledged = 0
        for number in range(times):
            with tempfile.TemporaryDirectory(dir=Path.cwd()) as home:
                process = started(store, Path(home) / "run")
                assert process.stdout is not None
                said = len(process.stdout.read(100 + 37 * number))
                process.send_signal(signal.SIGKILL)
                said += len(process.stdout.read())
                process.wait()
                acknowledged += said
                lost += max(0, said - found(store, Path(home) / "run"))
        print(f"SIGKILL, {store}: {lost} of {acknowledged} acknowledged rows lost in {times} kills")


def power_cuts(times: int) -> None:
    from fault_runs import loop_disk

    for store in STORES:
        lost, acknowledged, worst = 0, 0, 0
        for number in range(times):
            with tempfile.TemporaryDirectory() as home, loop_disk(Path(home) / "disk") as disk:
                process = started(store, disk.folder / "run")
                assert process.stdout is not None
                said = len(process.stdout.read(500 + 331 * number))
                process.send_signal(signal.SIGSTOP)
                os.set_blocking(process.stdout.fileno(), False)
                said += len(process.stdout.read() or b"")
                with disk.after_power_cut("cut") as left:
                    here = found(store, left / "run")
                process.kill()
                process.wait()
                acknowledged, lost, worst = acknowledged + said, lost + max(0, said - here), max(worst, said - here)
        print(
            f"power cut, {store}: {lost} of {acknowledged} acknowledged rows lost in {times} cuts, {worst} in the worst"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--crashes", type=int, default=5)
    options.add_argument("--power-cut", action="store_true")
    options.add_argument("--write", nargs=2)
    given = options.parse_args()
    if given.write:
        write_forever(given.write[0], Path(given.write[1]))
    speed(given.rows, given.rounds)
    kills(given.crashes)
    if given.power_cut:
        power_cuts(given.crashes)


if __name__ == "__main__":
    main()
