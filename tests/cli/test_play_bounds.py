"""``r3gym play`` is bounded in time, and SIGTERM ends it as Ctrl-C does: the record written, nothing left running."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loopback_model import calls, model_server, says, slow

from r3gym.records import read_record
from r3gym.records.ending import EpisodeEnding

PROBE = calls(("note_number", {"number": 7}))
TURN = calls(("bash_command", {"command": "ls"}))


def start(url: str, out: Path, *words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", "from r3gym.cli.main import run; run()"]
    command = [*program, "play", "--model", "m", "--base-url", url, "--domain", "math"]
    return subprocess.Popen(
        [*command, "--budget", "2", "--out", str(out), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_minutes_bound_a_call_under_way(tmp_path: Path) -> None:
    """0.2 minutes took 53 s while a reply was being written."""
    with model_server(PROBE, TURN, model=lambda _: slow(says("late"), 120)) as server:
        began = time.monotonic()
        playing = start(server.url, tmp_path, "--minutes", "0.1", "--json")
        out, err = playing.communicate(timeout=110)
        took = time.monotonic() - began
    assert playing.returncode == 0, err
    assert took < 100  # far from the reply; most of it is the start of a process on a busy machine
    row = json.loads(out)
    record = read_record(Path(row["record"]))
    assert record.ending is EpisodeEnding.WALL_CLOCK
    assert record.clock is not None
    assert record.contestant is not None
    assert record.contestant.usage is not None
    assert record.contestant.usage.unsettled == 1


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_leaves_the_record_and_no_sandbox(tmp_path: Path, number: int, code: int) -> None:
    with model_server(PROBE, TURN, model=lambda _: slow(says("late"), 120)) as server:
        playing = start(server.url, tmp_path)
        for _ in range(600):
            if len(server.requests) >= 3:
                break
            time.sleep(0.1)
        playing.send_signal(number)
        _, err = playing.communicate(timeout=60)
    assert playing.returncode == code, err
    (file,) = tmp_path.glob("*.json")
    assert f"interrupted; the record so far: {file}" in err
    record = read_record(file)
    assert record.ending is EpisodeEnding.INTERRUPTED
    assert len(record.steps) == 1
    assert record.contestant is not None
    assert record.contestant.usage is not None
    assert (record.contestant.usage.calls, record.contestant.usage.unsettled) == (2, 1)  # with the probe
    assert list(tmp_path.glob("*.partial.jsonl")) == []
    assert _group_is_gone(playing.pid)


def _group_is_gone(group: int) -> bool:
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
