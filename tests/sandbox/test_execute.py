"""A program executed by its arguments: its streams raw and apart, every bound kept, the walls of any command."""

from __future__ import annotations

import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from r3gym.sandbox import Limits, ProgramResult, SandboxError, Workspace, backend
from r3gym.sandbox.execution import serve

Opener = Callable[..., Workspace]
BYTES = bytes(range(256))


def python(workspace: Workspace, code: str, timeout: float = 30, **options: object) -> ProgramResult:
    return workspace.execute(["python3", "-c", code], timeout, **options)  # type: ignore[arg-type]


def open_descriptors() -> set[tuple[str, str]]:
    """Number and target of each: a number that is closed and given out again has another target."""
    gc.collect()
    found = set()
    for path in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the listing's own
            found.add((path.name, str(path.readlink())))
    return found


class TestStreams:
    def test_bytes_pass_unchanged_and_streams_stay_apart(self, workspace: Workspace) -> None:
        code = "import sys; b = sys.stdin.buffer.read(); sys.stdout.buffer.write(b); sys.stderr.buffer.write(b[::-1])"
        result = python(workspace, code, stdin=BYTES)
        assert (result.exit_code, result.stdout, result.stderr) == (0, BYTES, BYTES[::-1])
        assert (result.overflow, result.timed_out, result.oom) == (False, False, False)
        assert result.wall_s > 0
        assert result.cpu_s > 0

    def test_megabytes_pass_both_ways(self, workspace: Workspace) -> None:
        data = os.urandom(5 << 20)
        assert workspace.execute(["cat"], 30, stdin=data, output_bytes=5 << 20).stdout == data

    def test_no_input_is_an_empty_stream(self, workspace: Workspace) -> None:
        assert workspace.execute(["cat"], 10).stdout == b""

    @pytest.mark.parametrize("path", ["/dev/stdin", "/proc/self/fd/0"])
    def test_streams_have_their_usual_paths(self, workspace: Workspace, path: str) -> None:
        code = (
            f"data = open('{path}').read(); open('/dev/stdout', 'w').write(data); open('/dev/stderr', 'w').write('e')"
        )
        result = python(workspace, code, stdin=b"by name")
        assert (result.stdout, result.stderr) == (b"by name", b"e")

    def test_too_much_output_ends_the_program(self, workspace: Workspace) -> None:
        result = workspace.execute(["yes"], 60, output_bytes=1000)
        assert (result.overflow, result.exit_code, result.timed_out) == (True, 137, False)
        assert result.stdout == b"y\n" * 500
        assert result.wall_s < 30
        exact = workspace.execute(["head", "-c", "1000", "/dev/zero"], 10, output_bytes=1000)
        assert (exact.overflow, len(exact.stdout), exact.exit_code) == (False, 1000, 0)

    def test_output_can_be_thrown_away(self, workspace: Workspace) -> None:
        result = workspace.execute(["head", "-c", "9000000", "/dev/zero"], 30, output_bytes=None)
        assert (result.exit_code, result.stdout, result.overflow) == (0, b"", False)

    @pytest.mark.parametrize("kept", [0, 64])
    def test_a_flood_of_errors_neither_blocks_nor_grows(self, workspace: Workspace, kept: int) -> None:
        code = "import sys\nsys.stderr.write('first')\nfor i in range(300): sys.stderr.write('x' * 99999)\n"
        result = python(workspace, code + "sys.stderr.write('last'); print('done')", error_bytes=kept)
        assert (result.exit_code, result.stdout) == (0, b"done\n")
        assert len(result.stderr) == kept
        assert result.stderr.startswith(b"first"[:kept])
        assert result.stderr.endswith(b"last"[: kept or None] if kept else b"")

    def test_what_it_does_to_its_own_streams_is_its_own_affair(self, workspace: Workspace) -> None:
        thief = (
            "import os; r = os.open('/dev/fd/1', os.O_RDONLY)\nfor _ in range(999): os.write(1, b'x'); os.read(r, 1)"
        )
        stolen = python(workspace, thief, 20, stdin=b"x" * 200_000)  # who is faster gets the byte; nobody hangs us
        assert len(stolen.stdout) < 999 or stolen.exit_code == 0
        closed = python(
            workspace, "import os, time; os.close(0); os.close(1); os.close(2); time.sleep(0.3)", stdin=BYTES
        )
        assert (closed.exit_code, closed.stdout) == (0, b"")


class TestEnds:
    def test_exit_codes_as_in_a_shell(self, workspace: Workspace) -> None:
        assert python(workspace, "raise SystemExit(7)").exit_code == 7
        assert python(workspace, "import os; os.kill(os.getpid(), 11)").exit_code == 139
        assert workspace.execute(["no-such-program"], 5).exit_code == 127
        assert workspace.execute(["/app/no-such-program"], 5).exit_code == 127
        workspace.write_file("/app/text", b"not a program")
        refused = workspace.execute(["./text"], 5)
        assert (refused.exit_code, refused.stderr) == (126, b"Permission denied")

    def test_arguments_are_passed_as_they_are(self, workspace: Workspace) -> None:
        words = ["", "two words", "$HOME `id` * ;", "ünï", "-n"]
        shown = python(workspace, "import sys; print(sys.argv[1:])")
        assert shown.stdout == b"[]\n"
        result = workspace.execute(["python3", "-c", "import sys; print(sys.argv[1:])", *words], 10)
        assert result.stdout.decode() == f"{words}\n"
        for bad in ([], ["a\0b"]):
            with pytest.raises(ValueError, match="a program has a name"):
                workspace.execute(bad, 5)

    @pytest.mark.parametrize("code", ["import time; time.sleep(100)", "while True: pass"])
    def test_the_wall_clock_ends_it(self, workspace: Workspace, code: str) -> None:
        start = time.monotonic()
        result = python(workspace, code, 0.5)
        assert (result.timed_out, result.exit_code) == (True, 137)
        assert time.monotonic() - start < 15

    def test_cpu_time_ends_it_children_included(self, workspace: Workspace) -> None:
        code = "import os\nif os.fork() == 0:\n    while True: pass\nos.wait()"
        result = python(workspace, code, 60, cpu_seconds=0.5)
        assert result.timed_out
        assert 0.4 < result.cpu_s < 5
        assert result.wall_s < 50

    def test_memory_is_told(self, opener: Opener) -> None:
        workspace = opener(Limits(memory_mb=128, storage_mb=64, processes=32))
        result = python(workspace, "b = bytearray(600 << 20)\nfor i in range(0, len(b), 4096): b[i] = 1")
        assert result.oom or b"MemoryError" in result.stderr
        assert result.exit_code != 0
        after = python(workspace, "print(1)")
        assert (after.oom, after.stdout) == (False, b"1\n")

    def test_the_stack_is_as_deep_as_asked(self, workspace: Workspace) -> None:
        asked = "import resource; print(resource.getrlimit(resource.RLIMIT_STACK)[0] > (64 << 20) or -1)"
        assert python(workspace, asked, deep_stack=True).stdout == b"True\n"
        assert python(workspace, asked).stdout == b"-1\n"

    def test_a_program_may_ask_for_more_stack(self, workspace: Workspace) -> None:
        code = "import resource as r; r.setrlimit(r.RLIMIT_STACK, (r.RLIM_INFINITY, r.RLIM_INFINITY)); print(1)"
        assert python(workspace, code, deep_stack=True).stdout == b"1\n"


class TestNothingStays:
    def test_the_session_is_neither_seen_nor_touched(self, workspace: Workspace) -> None:
        workspace.run("mkdir sub; cd sub; export MARK=here LD_PRELOAD=/nowhere.so PATH=/nowhere:$PATH", 10)
        code = "import os; print(os.getcwd(), os.environ.get('MARK'), os.environ.get('LD_PRELOAD')); os.chdir('/tmp')"
        assert python(workspace, code).stdout == b"/app None None\n"
        assert workspace.run("pwd; echo $MARK; unset LD_PRELOAD", 10).output.endswith("/app/sub\nhere\n")

    def test_what_it_leaves_running_dies_with_it(self, workspace: Workspace) -> None:
        code = (
            "import os, time\nif os.fork() == 0: os.setsid(); time.sleep(0.4); open('/app/late', 'w'); time.sleep(99)"
        )
        start = time.monotonic()
        assert python(workspace, code, 60).exit_code == 0
        assert time.monotonic() - start < 30
        time.sleep(0.6)
        assert workspace.list_files("/app") == ()

    def test_system_v_objects_are_removed(self, workspace: Workspace) -> None:
        """As a command they stay, in the workspace's own namespace; between two programs nothing does."""
        make = "import ctypes; c = ctypes.CDLL(None); print(c.semget(4711, 1, 0o1600), c.msgget(4711, 0o1600))"
        find = "import ctypes; c = ctypes.CDLL(None); print(c.semget(4711, 1, 0), c.msgget(4711, 0))"
        assert b"-1" not in python(workspace, make).stdout
        assert python(workspace, find).stdout == b"-1 -1\n"
        workspace.run(f'python3 -c "{make}"', 10)
        assert "-1" not in workspace.run(f'python3 -c "{find}"', 10).output

    def test_every_change_of_files_is_noticed_and_can_be_undone(self, workspace: Workspace) -> None:
        workspace.write_file("/app/kept", b"1234")
        workspace.write_file("/app/deep/er", b"x")
        before = workspace.fingerprint()
        python(workspace, "print(open('/app/kept').read())")
        assert workspace.fingerprint() == before
        time.sleep(0.05)  # from here on the quick way
        assert workspace.fingerprint() == before
        changes = (
            "open('/app/new', 'w')",
            "open('/tmp/new', 'w')",
            "open('/dev/shm/new', 'w')",
            "os.mkdir('/logs/artifacts/new')",
            "open('/app/kept', 'r+').write('4321')",
            "open('/app/deep/er', 'a').write('y')",
            "os.chmod('/app/kept', 0o600)",
            "os.chmod('/app', 0o700)",
            "os.unlink('/app/kept')",
            "t = os.stat('kept').st_mtime_ns; open('kept', 'r+').write('4321'); os.utime('kept', ns=(t, t))",
        )
        for change in changes:
            assert python(workspace, f"import os; {change}").exit_code == 0, change
            assert workspace.fingerprint() != before, change
            workspace.clear("/")
            assert workspace.list_files("/app") == workspace.list_files("/tmp") == ()
            assert python(workspace, "import os; os.listdir('/logs/artifacts'); open('/app/w', 'w')").exit_code == 0
            workspace.clear("/app")
            workspace.write_file("/app/kept", b"1234")
            workspace.write_file("/app/deep/er", b"x")
            before = workspace.fingerprint()
            time.sleep(0.03)


class TestWalls:
    def test_a_program_has_what_a_command_has(self, workspace: Workspace) -> None:
        """Privileges, filter, namespaces, limits: line by line, but for the two that a program is denied."""
        shown = "for n in mnt pid net ipc user uts; do readlink /proc/self/ns/$n; done; cat /proc/self/limits; "
        shown += "grep -E '^(Uid|Gid|Groups|Cap|NoNew|Seccomp:|Cpus_allowed:)' /proc/self/status; "
        shown += "cat /proc/self/oom_score_adj"
        command = workspace.run(shown, 10).output.splitlines()
        program = workspace.execute(["bash", "-c", shown], 10).stdout.decode().splitlines()
        different = [line.split("  ")[0] for line, other in zip(program, command, strict=True) if line != other]
        assert different in (["Max msgqueue size"], [])
        deep = workspace.execute(["bash", "-c", shown], 10, deep_stack=True).stdout.decode().splitlines()
        different = [line.split("  ")[0] for line, other in zip(deep, command, strict=True) if line != other]
        assert set(different) <= {"Max msgqueue size", "Max stack size"}

    def test_a_program_holds_its_three_streams_and_nothing_else(self, workspace: Workspace) -> None:
        listed = python(workspace, "import os; print(sorted(os.listdir('/proc/self/fd')))", error_bytes=100)
        assert listed.stdout == b"['0', '1', '2', '3']\n"  # 3 is the listing itself

    def test_limits_cannot_be_raised_again(self, workspace: Workspace) -> None:
        code = "import resource as r; r.setrlimit(r.RLIMIT_MSGQUEUE, (9, 9))"
        assert python(workspace, code).stderr.endswith(b"not allowed to raise maximum limit\n")

    def test_storage_is_watched(self, opener: Opener) -> None:
        workspace = opener(Limits(memory_mb=256, storage_mb=32, processes=32))
        code = "import time\nfor i in range(2000): open(f'/app/{i}', 'wb').write(b'x' * 1000000); time.sleep(0.001)"
        assert python(workspace, code, 60).exit_code != 0


class TestFaults:
    def test_closing_from_another_thread_ends_the_wait(self, workspace: Workspace) -> None:
        threading.Timer(0.5, workspace.close).start()
        with pytest.raises(SandboxError):
            workspace.execute(["sleep", "100"], 200)
        with pytest.raises(SandboxError, match="closed"):
            workspace.execute(["true"], 5)

    def test_a_failing_reader_closes_the_workspace(self, workspace: Workspace) -> None:
        def refuse(_data: bytes) -> None:
            raise RuntimeError("no room")

        program = workspace.start(["yes"], 30, refuse, error_bytes=0)
        with pytest.raises(RuntimeError, match="no room"):
            serve((program,), until=time.monotonic() + 20)
        with pytest.raises(SandboxError, match="closed"):
            workspace.run("true", 5)

    def test_descriptors_are_given_back(self, workspace: Workspace) -> None:
        """None is held that was not held before. Fewer may be: what earlier tests left may be collected meanwhile."""
        workspace.execute(["true"], 5)
        before = open_descriptors()
        for _ in range(20):
            workspace.execute(["head", "-c", "9", "/dev/zero"], 5, stdin=b"x" * 100_000)
            workspace.execute(["no-such-program"], 5, stdin=b"x")
            workspace.execute(["yes"], 5, output_bytes=10)
        assert open_descriptors() - before == set()


class TestWithoutIsolation:
    @pytest.fixture
    def local(self) -> Iterator[Workspace]:
        with backend("LOCAL-WITHOUT-ISOLATION").open(Limits()) as workspace:
            yield workspace

    def test_the_same_call_works_there(self, local: Workspace) -> None:
        local.write_file("/app/program", b"#!/bin/sh\ntr a-z A-Z\n", executable=True)
        assert local.execute(["./program"], 10, stdin=b"hello").stdout == b"HELLO"
        assert local.execute(["no-such-program"], 10).exit_code == 127
        assert local.execute(["yes"], 10, output_bytes=10).overflow
        assert local.execute(["sleep", "100"], 0.3).timed_out
        before = local.fingerprint()
        local.execute(["touch", "new"], 10)
        assert local.fingerprint() != before

    def test_only_its_own_processes_are_counted(self, local: Workspace) -> None:
        """The machine's other processes have used far more than this."""
        assert not local.execute(["sleep", "0.3"], 20, cpu_seconds=5).timed_out
        busy = ["sh", "-c", "(while :; do :; done) & wait"]
        assert local.execute(busy, 60, cpu_seconds=0.5).timed_out

    def test_nothing_of_the_machine_is_tidied_away(self, local: Workspace) -> None:
        """System V objects there are the machine's own."""
        make = "import ctypes; print(ctypes.CDLL(None).semget(0, 1, 0o1600))"
        made = int(local.execute(["python3", "-c", make], 10).stdout)
        gone = f"import ctypes; print(ctypes.CDLL(None).semctl({made}, 0, 0))"
        assert local.execute(["python3", "-c", gone], 10).stdout == b"0\n"
