"""Campaigns that something happens to: a process to stop at any moment, and what must be as in an uninterrupted run.

    quiet = finished(file, home / "whole")                       # rows, records, bill
    with RunningCampaign(file, home / "run") as running:
        after_requests(server, 3, running.process)
        running.kill()
    assert finished(file, home / "run") == quiet                 # resumes, then compares

A power cut is a copy of the disk's image: what the file system has not written back is in the memory of the kernel and
not in the copy, as it would be lost with the memory. Mounting the copy replays the journal. (Writes that a device's own
cache would lose are not modelled: that needs a log of writes and flushes below the file system.)
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from campaign_runs import r3gym
from paid_campaigns import start

from r3gym.campaigns.exporting import export_rows
from r3gym.records import EpisodeRecord, read_record
from r3gym.records.campaign_folder import ROWS


@dataclass(frozen=True)
class Outcome:
    """What a finished campaign holds: its rows without times and bill, its records without clock, its calls."""

    rows: tuple[str, ...]
    records: dict[str, EpisodeRecord]
    calls: int


def outcome(run: Path) -> Outcome:
    """Return the outcome of a campaign; fail unless it is finished and nothing is wrong with its folder."""
    checked = r3gym("campaign", "check", run, "--json")
    assert json.loads(checked.stdout)["findings"] == [], checked.stdout
    out = run.parent / f"{run.name}.jsonl"
    export_rows(run, out, normalise_times=True, allow_incomplete=False)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    calls = sum((row["spend"] or {}).get("calls", 0) for row in rows)
    plain = [{name: value for name, value in row.items() if name not in ("spend", "checksum")} for row in rows]
    records = {path.name: read_record(path).without_clock() for path in (run / "records").glob("*/*.json")}
    return Outcome(tuple(json.dumps(row, sort_keys=True) for row in plain), records, calls)


def finished(file: Path, run: Path, *, workers: int = 2) -> Outcome:
    """Run or resume the campaign to its end and return its outcome."""
    words = ("resume", run) if (run / "manifest.json").exists() else ("run", file, "--out", run)
    done = r3gym("campaign", *words, "--workers", workers)
    assert done.returncode == 0, done.stdout + done.stderr
    return outcome(run)


class RunningCampaign:
    """A campaign in a process of its own, killed at the end of the ``with`` block if it still runs."""

    def __init__(self, file: Path, run: Path, *, workers: int = 2) -> None:
        words = ("resume", run) if (run / "manifest.json").exists() else ("run", file, "--out", run)
        self.run = run
        self.process = start("campaign", *words, "--workers", workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        self.process.communicate()

    def rows(self) -> int:
        """Return the number of rows so far."""
        file = self.run / ROWS
        return file.read_bytes().count(b"\n") if file.exists() else 0

    def after_rows(self, count: int, seconds: float = 120) -> None:
        """Wait until there are so many rows, or the process has ended."""
        deadline = time.monotonic() + seconds
        while self.rows() < count and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)

    def kill(self) -> None:
        """Kill the process at once."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Let the process do nothing for a while."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


@dataclass(frozen=True)
class LoopDisk:
    """A mounted file system and the file that holds it."""

    image: Path
    folder: Path

    @contextmanager
    def after_power_cut(self, name: str) -> Iterator[Path]:
        """Mount what the disk would hold had the power failed now; give its folder.

        A copy that was read twice with the same bytes is the state of one moment: no block changed between its two
        readings, so all are as they were when the first reading ended.
        """
        copy = self.image.with_name(f"{name}.img")
        for _ in range(100):
            shutil.copyfile(self.image, copy)
            if filecmp.cmp(self.image, copy, shallow=False):
                break
        else:
            raise AssertionError("the disk is never quiet")
        with _mounted(copy, self.image.with_name(name)) as folder:
            yield folder


def no_loop_disk() -> str | None:
    """Return why there can be no loop disk here, or None."""
    if os.geteuid() != 0:
        return "mounting a file system needs root"
    if shutil.which("mkfs.ext4") is None:
        return "mkfs.ext4 is not installed (package e2fsprogs)"
    return None if Path("/dev/loop-control").exists() else "this kernel has no loop devices"


@contextmanager
def loop_disk(home: Path, megabytes: int = 48) -> Iterator[LoopDisk]:
    """Make and mount a disk. Its journal is committed when somebody asks for it, or after half a minute."""
    home.mkdir()
    image = home / "disk.img"
    with image.open("wb") as file:
        file.truncate(megabytes << 20)
    subprocess.run(["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", image], check=True)
    with _mounted(image, home / "mounted") as folder:
        yield LoopDisk(image, folder)


@contextmanager
def _mounted(image: Path, folder: Path) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-o", "loop,commit=30", image, folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
