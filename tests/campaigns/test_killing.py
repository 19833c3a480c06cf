"""kill -9 at any moment: a campaign that was killed again and again ends as one that never was, byte for byte."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest
from campaign_runs import puzzle_suite, r3gym, write_campaign
from command_line import INSTALLED

from r3gym.campaigns.exporting import export_rows
from r3gym.records import EpisodeRecord, read_record
from r3gym.records.campaign_folder import ROWS

FIELDS = {
    "kinds": ["baseline", "contest", "curve", "target"],
    "budgets": None,
    "calibration": "measured",
    "schedulers": ["none", "coverage", "verification"],
}


def outcome(run: Path) -> tuple[bytes, dict[str, EpisodeRecord]]:
    """The exported rows without times, and every record."""
    out = run.with_suffix(".jsonl")
    exported = export_rows(run, out, normalise_times=True)
    assert exported.missing == ()
    files = sorted(p for p in (run / "records").rglob("*") if p.is_file())
    return out.read_bytes(), {str(p.relative_to(run)): read_record(p).without_clock() for p in files}


def kill_at_random(file: Path, run: Path, kills: int, seed: int) -> list[int]:
    """Start the campaign and kill it, again and again; how many rows there were after each kill."""
    rng, seen = random.Random(seed), []
    for number in range(kills):
        words = ["campaign", "run", str(file), "--out", str(run)] if number % 2 else ["campaign", "resume", str(run)]
        if not (run / "manifest.json").exists():
            words = ["campaign", "run", str(file), "--out", str(run)]
        before = (run / ROWS).stat().st_size if (run / ROWS).exists() else 0
        process = subprocess.Popen([INSTALLED, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        # Wait for a first new row or, every fourth time, for no row at all: a kill may come before anything was done.
        while number % 4 and process.poll() is None and time.monotonic() < deadline:
            if (run / ROWS).exists() and (run / ROWS).stat().st_size > before:
                break
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.6))
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        seen.append((run / ROWS).read_bytes().count(b"\n") if (run / ROWS).exists() else 0)
    return seen


def check_killed(tmp_path: Path, kills: int, seed: int, contests: int, repeats: int) -> None:
    puzzle_suite(tmp_path, contests)
    file = write_campaign(tmp_path, repeats=repeats, **FIELDS)
    assert r3gym("campaign", "run", file, "--out", tmp_path / "whole").returncode == 0
    seen = kill_at_random(file, tmp_path / "killed", kills, seed)
    assert seen == sorted(seen), "rows are never lost"
    finished = r3gym("campaign", "resume", tmp_path / "killed")
    assert finished.returncode == 0, finished.stderr
    lines = (tmp_path / "killed" / ROWS).read_bytes().splitlines()
    assert len(lines) == len((tmp_path / "whole" / ROWS).read_bytes().splitlines()), "nothing is played twice"
    assert outcome(tmp_path / "killed") == outcome(tmp_path / "whole")


def test_killed_four_times(tmp_path: Path) -> None:
    check_killed(tmp_path, kills=4, seed=1, contests=1, repeats=1)


@pytest.mark.slow
def test_killed_twenty_times(tmp_path: Path) -> None:
    check_killed(tmp_path, kills=20, seed=20, contests=2, repeats=3)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_stops_cleanly_and_says_how_to_go_on(tmp_path: Path, stop: signal.Signals) -> None:
    file = write_campaign(tmp_path, **FIELDS)
    run = tmp_path / "run"
    words = ["campaign", "run", str(file), "--out", str(run)]
    # A shell starts what runs behind it with interrupts ignored, and so do its children: this one listens again.
    listens = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(
        [INSTALLED, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listens
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not ((run / ROWS).exists() and (run / ROWS).stat().st_size):
        time.sleep(0.01)
    process.send_signal(stop)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"r3gym campaign resume {run}" in said
    status = r3gym("campaign", "status", run, "--json")
    assert '"torn_bytes": 0' in status.stdout
