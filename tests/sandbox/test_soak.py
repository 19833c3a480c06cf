"""Many workspaces, one after the other and all at once: nothing grows."""

from __future__ import annotations

import gc
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from r3gym.sandbox import Limits, Workspace, cgroups, staging
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.shell.parsing import parse

LIMITS = Limits(memory_mb=256, storage_mb=64)


def counted() -> dict[str, int]:
    gc.collect()
    places = cgroups.find_places(os.getpid())
    return {
        "mounts": Path("/proc/self/mountinfo").read_text().count("r3gym-sandbox-"),
        "groups": sum(len(list(folder.glob(f"r3gym-{os.getpid()}-*"))) for folder in places.folders()),
        "folders": len(list((staging.get_staging_folder().base / "workspaces").iterdir())),
        "threads": len(list(Path("/proc/self/task").iterdir())),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "children": sum(len((task / "children").read_text().split()) for task in Path("/proc/self/task").iterdir()),
    }


def memory_kb() -> int:
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def episode(number: int, *, free: bool) -> None:
    with BubblewrapBackend().open(LIMITS) as workspace:
        workspace.write_file("/app/number", str(number).encode())
        command = "cat number; cd /tmp; export N=1"
        result = workspace.run_free(parse(command)) if free else workspace.run(command, 30)
        assert (result.output, workspace.cwd) == (str(number), "/tmp")


def in_a_row(count: int) -> None:
    for number in range(20):
        episode(number, free=number % 5 == 0)
    before, memory = counted(), memory_kb()
    for number in range(count):
        episode(number, free=number % 5 == 0)
    assert counted() == before
    assert memory_kb() - memory < 4096 + 4 * count


def test_forty_in_a_row() -> None:
    in_a_row(40)


@pytest.mark.slow
def test_a_thousand_in_a_row() -> None:
    in_a_row(1000)


def test_sixty_four_at_once() -> None:
    episode(0, free=True)
    before = counted()
    with ThreadPoolExecutor(16) as pool:
        start = time.monotonic()
        opened: list[Workspace] = list(pool.map(lambda _: BubblewrapBackend().open(LIMITS), range(64)))
        assert time.monotonic() - start < 60

        def work(item: tuple[int, Workspace]) -> str:
            number, workspace = item
            workspace.run(f"echo {number} > mine; cd /logs", 60)
            workspace.run_free(parse("ls"))
            return workspace.run("cat /app/mine; pwd", 60).output

        outputs = list(pool.map(work, enumerate(opened)))
        list(pool.map(lambda workspace: workspace.close(), opened))
    assert outputs == [f"{number}\n/logs\n" for number in range(64)]
    del opened
    after = counted()
    assert {key: after[key] for key in before if key != "threads"} == {
        key: before[key] for key in before if key != "threads"
    }
