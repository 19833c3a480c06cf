"""The same sandbox without root: the suite's essentials in a child that has become an ordinary user.

(The whole suite runs as an ordinary user, too, when pytest is started by one.)
"""

from __future__ import annotations

import os
import shutil
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from r3gym.sandbox import Limits, Strength, build, staging
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.sandbox.check import check_backend

_UID = 54321


@pytest.fixture
def reachable(open_scratch: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the user needs, where it can get at it: this checkout may lie in a home that is closed to others."""
    if os.getuid() != 0:
        pytest.skip("this process is an ordinary user already: the other tests show it")
    folder = Path(tempfile.mkdtemp(dir=open_scratch))
    for name in ("supervisor", "launch", "which", "stages"):
        shutil.copy(build.program(name), folder / name)
    (folder / "bin").mkdir()
    bwrap = staging._reachable(staging.find_bwrap(), folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    monkeypatch.setattr(build, "program", lambda name: folder / name)
    monkeypatch.setattr(staging, "find_bwrap", lambda: bwrap)
    os.chown(folder, _UID, _UID)
    return folder


def as_user(folder: Path, action: Callable[[], None]) -> int:
    """Run ``action`` in a child that is an ordinary user for good; its exit code."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.setgroups([])
            os.setresgid(_UID, _UID, _UID)
            os.setresuid(_UID, _UID, _UID)
            tempfile.tempdir = str(folder)
            action()
            staging._remove(staging.get_staging_folder(), os.getpid())
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_every_limit_holds_without_root(reachable: Path) -> None:
    def action() -> None:
        rows = check_backend("bubblewrap")
        assert len(rows) > 8
        assert [row for row in rows if not row.ok] == []

    assert as_user(reachable, action) == 0


def test_the_watch_over_memory(reachable: Path) -> None:
    """Without control groups: a tree that grows together is killed; one that shares its pages is not."""
    start = "import os, time\n{before}for _ in range(6):\n  if os.fork() == 0:\n    {inside}\n    os._exit(0)\n{after}"
    block = "x = b'x' * (60 << 20)"
    grow = start.format(before="", inside=f"{block}; time.sleep(9)", after="time.sleep(9)")
    share = start.format(before=f"{block}\n", inside="time.sleep(0.5)", after="time.sleep(0.7)")

    def action() -> None:
        with BubblewrapBackend().open(Limits(memory_mb=128, storage_mb=64)) as workspace:
            assert workspace.guarantees.memory is Strength.BEST_EFFORT
            workspace.write_file("/app/grow.py", grow.encode())
            workspace.write_file("/app/share.py", share.encode())
            assert workspace.run("python3 grow.py", 20).oom
            assert not workspace.run("python3 share.py", 20).oom
            assert workspace.run("echo fine; id -u", 10).output == "fine\n1000\n"

    assert as_user(reachable, action) == 0


def test_affinity_cannot_be_undone(reachable: Path) -> None:
    def action() -> None:
        with BubblewrapBackend().open(Limits(cpus=1, memory_mb=128)) as workspace:
            attack = "import os; os.sched_setaffinity(0, range(os.cpu_count()))"
            assert "not permitted" in workspace.run(f'python3 -c "{attack}"', 10).output
            assert workspace.run("nproc", 10).output == "1\n"

    assert as_user(reachable, action) == 0


def test_closed_folders_are_moved_without_root(reachable: Path) -> None:
    """The host is then the same user as the agent: what the agent closed is opened for the move, and closed again."""

    def action() -> None:
        kept = ("/app/a", "/app/b")
        with BubblewrapBackend().open(Limits(memory_mb=128, storage_mb=64)) as workspace:
            workspace.run("mkdir a b; echo secret > b/f; mkdir /tmp/d; chmod 555 b /tmp/d; chmod 0 /app /tmp", 10)
            look = "chmod 755 /app /tmp; cat /app/b/f; stat -c %a /app/b /tmp/d; chmod 0 /app /tmp"
            for area in ("A", "B", ""):
                workspace.enter(area, kept=kept, home="/app")
                hidden = workspace.run(
                    f"{look}; chmod 700 /app; mkdir -p /app/b/x; chmod 0 /app/b", 10, hidden=kept[1:]
                )
                assert "secret" not in hidden.output
                assert hidden.discarded == ("/app/b",)
                assert workspace.run("stat -c %a /app; chmod 0 /app", 10).output == "700\n"
            assert workspace.run(look, 10).output == "secret\n555\n555\n"

    assert as_user(reachable, action) == 0
