"""Limits of the machine are found before the first episode: raised where allowed, otherwise fewer workers play."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from campaign_runs import write_campaign

from r3gym.campaigns.limits import (
    PROCESS_DESCRIPTORS,
    WORKER_DESCRIPTORS,
    WORKSPACE_DESCRIPTORS,
    Room,
    available_memory_mb,
    descriptors_needed,
    workers_within,
)
from r3gym.sandbox import Limits
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.shell.parsing import parse

PLENTY = Room(1 << 20, 1 << 20, 1 << 20, 1 << 20)


def test_the_descriptors_of_a_workspace_are_as_stated() -> None:
    BubblewrapBackend().open(Limits(memory_mb=256)).close()
    before = len(list(Path("/proc/self/fd").iterdir()))
    with BubblewrapBackend().open(Limits(memory_mb=256)) as workspace:
        workspace.run("true", 20)
        workspace.run_free(parse("ls"))
        workspace.enter("A", kept=(), home="/app")
        assert len(list(Path("/proc/self/fd").iterdir())) - before <= WORKSPACE_DESCRIPTORS["bubblewrap"]


@pytest.mark.parametrize(
    ("room", "workers", "said"),
    [
        (PLENTY, 40, ()),
        (Room(None, None, None, None), 40, ()),
        (Room(PROCESS_DESCRIPTORS + 14 * 10, 1 << 20, 1 << 20, 1 << 20), 10, ("open files",)),
        (Room(1 << 20, 1024, 1 << 20, 1 << 20), 4, ("MB of memory",)),
        (Room(1 << 20, 1 << 20, 640, 1 << 20), 10, ("temporary folder",)),
        (Room(1 << 20, 1 << 20, 1 << 20, 80), 10, ("campaign's folder",)),
        (Room(0, 0, 0, 0), 1, ("open files", "memory", "temporary folder", "campaign's folder")),
    ],
)
def test_fewer_workers_play_where_a_limit_is_low(room: Room, workers: int, said: tuple[str, ...]) -> None:
    fitted = workers_within(40, "bubblewrap", agentic=True, room=room)
    assert fitted.workers == workers
    assert len(fitted.notes) == len(said)
    for note, word in zip(fitted.notes, said, strict=True):
        assert note.startswith(f"{workers} of 40 workers play")
        assert word in note


def test_completions_need_no_workspace() -> None:
    small = Room(PROCESS_DESCRIPTORS + 40 * WORKER_DESCRIPTORS, 40 * 16, 0, 1 << 20)
    assert workers_within(40, "bubblewrap", agentic=False, room=small).workers == 40


def test_memory_is_what_the_machine_and_the_group_have(tmp_path: Path) -> None:
    assert available_memory_mb() is not None
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text("MemTotal: 9999999 kB\nMemAvailable: 4096000 kB\n")
    assert available_memory_mb(tmp_path) == 4000
    (tmp_path / "sys/fs/cgroup").mkdir(parents=True)
    (tmp_path / "sys/fs/cgroup/memory.max").write_text(f"{512 << 20}\n")
    (tmp_path / "sys/fs/cgroup/memory.current").write_text(f"{112 << 20}\n")
    assert available_memory_mb(tmp_path) == 400
    (tmp_path / "sys/fs/cgroup/memory.max").write_text("max\n")
    assert available_memory_mb(tmp_path) == 4000


@pytest.mark.parametrize(("hard", "fewer"), [(4096, False), (1024, True)])
def test_a_campaign_raises_the_limit_or_plays_with_fewer(tmp_path: Path, hard: int, fewer: bool) -> None:
    file = write_campaign(tmp_path)

    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))

    r3gym = str(Path(sys.executable).with_name("r3gym"))
    words = [r3gym, "campaign", "run", str(file), "--out", str(tmp_path / "run"), "--workers", "100", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=lower, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["done"] == 1
    assert ("64 of 100 workers play" in done.stderr) == fewer, done.stderr
    assert descriptors_needed(100, "bubblewrap", agentic=True) <= 4096
