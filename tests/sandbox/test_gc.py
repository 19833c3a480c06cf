"""``r3gym sandbox gc``: what killed processes left is found and removed, what the living have is not touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import r3gym_command

from r3gym.sandbox import Limits, bubblewrap_gc, cgroups, owners, staging
from r3gym.sandbox.bubblewrap import BubblewrapBackend

_DIES = """
import os, signal
from r3gym.sandbox import Limits, staging
from r3gym.sandbox.bubblewrap import BubblewrapBackend
workspace = BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64))
workspace.run("echo left > /app/file", 10)
print(staging.get_staging_folder().base, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def dead_folder() -> Path:
    """The staging folder of a process that was killed with a workspace open."""
    host = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_DIES)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "TMPDIR": str(staging.get_staging_folder().base.parent)},
    )
    folder = Path(host.stdout.strip())
    assert (folder / "workspaces").is_dir(), host.stderr
    os.utime(folder, (0, 0))  # a folder of the last seconds may be one that its maker has not locked yet
    return folder


@pytest.fixture
def parents() -> cgroups.CgroupParents:
    found = cgroups.find_places(os.getpid())
    if not found.folders():
        pytest.skip("this process may not make control groups")
    return found


@pytest.fixture
def dead_group(parents: cgroups.CgroupParents) -> Iterator[Path]:
    """A control group of an earlier process that had the id of this one, with a process that outlived it."""
    me = owners.this_process()
    space = "".join(filter(str.isdigit, me.namespace))
    group = parents.folders()[0] / f"r3gym-{me.pid}-{int(me.started) - 1}-{space}-0"
    group.mkdir()
    with subprocess.Popen(["sleep", "600"]) as sleeper:
        (group / "cgroup.procs").write_text(str(sleeper.pid))
        yield group
        sleeper.kill()
    if group.exists():
        group.rmdir()


def call_gc(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [r3gym_command(), "sandbox", "gc", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "TMPDIR": str(staging.get_staging_folder().base.parent)},
    )


def test_the_command_lists_then_removes_and_spares_the_living(dead_folder: Path) -> None:
    with BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64)) as mine:
        os.utime(staging.get_staging_folder().base, (0, 0))  # old, but locked by this process
        listed = json.loads(call_gc("--dry-run", "--json").stdout)
        assert str(dead_folder) in [row["path"] for row in listed["left_over"]]
        assert str(staging.get_staging_folder().base) not in [row["path"] for row in listed["left_over"]]
        assert dead_folder.exists()
        assert listed["removed"] == 0
        said = call_gc()
        assert said.returncode == 0, said.stderr
        assert f"folder {dead_folder}" in said.stdout.replace("\n", "")
        assert not dead_folder.exists()
        assert mine.run("echo alive", 10).output == "alive\n"
    assert str(dead_folder) not in call_gc("--dry-run").stdout


def test_a_group_of_an_earlier_process_with_this_id_is_removed_with_what_runs_in_it(dead_group: Path) -> None:
    with BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64)) as mine:  # its names do not collide
        (found,) = [one for one in bubblewrap_gc.find_left_over() if one.path == dead_group]
        assert len(found.processes) == 1
        assert bubblewrap_gc.remove_left_over((found,)) == ()
        assert not dead_group.exists()
        assert mine.run("echo alive", 10).output == "alive\n"


def test_groups_of_the_living_and_of_other_namespaces_are_not_left_over(parents: cgroups.CgroupParents) -> None:
    me = owners.this_process()
    space = "".join(filter(str.isdigit, me.namespace))
    alive = parents.folders()[0] / f"r3gym-{me.pid}-{me.started}-{space}-test"
    elsewhere = parents.folders()[0] / f"r3gym-{me.pid}-1-1-test"
    for group in (alive, elsewhere):
        group.mkdir()
    try:
        assert {alive, elsewhere}.isdisjoint(cgroups.left_over(parents))
    finally:
        alive.rmdir()
        elsewhere.rmdir()


def test_a_sandbox_that_outlived_its_owner_is_found_by_its_mounts() -> None:
    with BubblewrapBackend().open(Limits(memory_mb=256, storage_mb=64)) as workspace:
        name = staging.get_staging_folder().base.name
        found = bubblewrap_gc._processes_over([name, "r3gym-sandbox-another"])
        if os.getuid() == 0:  # the supervisor cannot be inspected by an ordinary user
            assert len(found[name]) >= 1
        assert set(found) <= {name}
        assert os.getpid() not in found.get(name, [])
        assert workspace.run("true", 10).exit_code == 0
