"""A workspace that is dropped without ``close()`` leaves no process, folder, control group or descriptor behind."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import gymnasium as gym
import pytest

import r3gym  # noqa: F401 (registers the environments)
from r3gym.sandbox import Limits, cgroups, staging
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.shell.parsing import parse

Left = dict[str, int]


def held() -> Left:
    """What this process holds for its workspaces."""
    base, places = staging.get_staging_folder().base, cgroups.find_places(os.getpid())
    return {
        "folders": len(list((base / "workspaces").iterdir())),
        "groups": sum(len(list(folder.glob(f"r3gym-{os.getpid()}-*"))) for folder in places.folders()),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
    }


def wait_for(true: Callable[[], bool], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()


def running(marker: str) -> bool:
    """Whether a process has this word among its arguments."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker.encode() in path.read_bytes().split(b"\0"):
                return True
        except OSError:
            continue
    return False


@pytest.fixture
def before() -> Left:
    BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64)).close()  # threads and folders of the first use
    gc.collect()
    time.sleep(0.2)  # what earlier tests dropped is released by now
    return held()


def test_a_dropped_workspace_is_released(before: Left) -> None:
    workspace = BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64))
    workspace.run_free(parse("ls"))
    workspace.enter("A", kept=(), home="/app")
    assert held()["folders"] == before["folders"] + 1
    del workspace
    gc.collect()
    assert wait_for(lambda: held() == before), (held(), before)


def test_a_closed_workspace_stays_closed_when_it_is_dropped(before: Left) -> None:
    workspace = BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64))
    workspace.close()
    assert held() == before
    del workspace
    gc.collect()
    assert held() == before


def test_a_dropped_environment_frees_its_sandbox(before: Left) -> None:
    env = gym.make("R3Contest-Math-v0", contest=0, budget=2)
    env.reset(seed=0)
    assert held()["folders"] == before["folders"] + 1
    del env
    gc.collect()
    assert wait_for(lambda: held()["folders"] == before["folders"] and held()["groups"] == before["groups"])


def test_a_forked_child_leaves_its_parents_workspaces_alone() -> None:
    with BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64)) as workspace:
        child = subprocess.run(  # a fork of a host that ends as programs do, with its exit handlers
            [sys.executable, "-c", textwrap.dedent(_FORKING)], capture_output=True, text=True, check=False, timeout=60
        )
        assert (child.returncode, child.stdout) == (0, "alive\n"), child.stderr
        assert workspace.run("echo alive", 10).output == "alive\n"


_FORKING = """
import os, sys
from r3gym.sandbox import Limits
from r3gym.sandbox.bubblewrap import BubblewrapBackend
workspace = BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64))
pid = os.fork()
if pid == 0:
    del workspace
    sys.exit(0)
os.waitpid(pid, 0)
print(workspace.run("echo alive", 10).output, end="", flush=True)
"""


@pytest.mark.parametrize("end", ["", "raise SystemExit(3)", "raise RuntimeError('broken')"])
def test_the_end_of_the_interpreter_releases_what_is_open(end: str, tmp_path: Path) -> None:
    marker = f"{time.monotonic_ns()}"
    tmp_path.chmod(0o711)
    scratch = tmp_path if os.getuid() else Path(staging.get_staging_folder().base.parent)
    script = f"""
    import threading, time
    from contextlib import suppress
    from r3gym.sandbox import Limits, SandboxError, staging
    from r3gym.sandbox.bubblewrap import BubblewrapBackend
    import os
    opened = [BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64)) for _ in range(2)]
    def work():
        with suppress(SandboxError):
            opened[0].run("sleep {marker}", 60)
    busy = threading.Thread(target=work, daemon=True)
    busy.start()
    time.sleep(0.3)
    print(os.getpid(), staging.get_staging_folder().base, flush=True)
    {end}
    """
    host = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    pid, base = host.stdout.split()
    assert not running(marker)
    assert not Path(base).exists()
    places = cgroups.find_places(os.getpid()).folders()
    assert [group for place in places for group in place.glob(f"r3gym-{pid}-*")] == []
    assert host.stderr.count("Traceback") == ("broken" in end), host.stderr
