"""Attacks on the machine's resources: each limit is hit for real, holds for the whole tree, and the next command works.

The negative controls run the same programs without the limit, with amounts that do the host no harm.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from r3gym.sandbox import Limits, Strength, Workspace

Opener = Callable[..., Workspace]

_FORKS = """
import os, signal, time
made = 0
try:
    while made < 300:
        if os.fork() == 0:
            signal.pause()
        made += 1
except OSError as error:
    print(error)
print("made", made)
"""
# Each child fills its share and says so; the parent counts those that are alive with it at the same time.
_HOG = """
import os, sys, time
share, children = int(sys.argv[1]) << 20, int(sys.argv[2])
read, write = os.pipe()
for _ in range(children):
    if os.fork() == 0:
        block = bytearray(b"x") * share
        os.write(write, b".")
        time.sleep(60)
os.close(write)
done = 0
while done < children and os.read(read, 1):
    done += 1
print("filled", done * share >> 20)
"""


def still_works(workspace: Workspace) -> bool:
    return workspace.run("echo fine", 20).output == "fine\n"


def host_processes(marker: str) -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                text = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            except OSError:
                continue
            if marker in text and "pytest" not in text:
                found.append(text)
    return found


def gone(marker: str) -> bool:
    """Whether no process with this in its command line is left on the host (they need a moment to be reaped)."""
    for _ in range(50):
        if not host_processes(marker):
            return True
        time.sleep(0.02)
    return False


def test_fork_bomb(opener: Opener) -> None:
    limits = Limits(memory_mb=1024, processes=64)
    workspace = opener(limits)
    workspace.write_file("/app/forks.py", _FORKS.encode())
    output = workspace.run("python3 forks.py", 30).output
    assert "Resource temporarily unavailable" in output
    assert int(output.split()[-1]) <= 64
    bomb = workspace.run(":(){ :|:& };:; sleep 5", 2)
    assert bomb.exit_code != 0
    assert still_works(workspace)
    control = opener(limits, without=("limit_processes",))
    control.write_file("/app/forks.py", _FORKS.encode())
    assert control.run("python3 forks.py", 30).output.split()[-1] == "300"


@pytest.mark.parametrize("children", [1, 4])
def test_memory_hog(opener: Opener, children: int) -> None:
    """One process or a tree: together they cannot hold twice the limit."""
    limits = Limits(memory_mb=128)
    workspace = opener(limits)
    workspace.write_file("/app/hog.py", _HOG.encode())
    result = workspace.run(f"python3 hog.py {256 // children} {children}", 8)
    assert "filled 256" not in result.output
    assert children == 1 or result.oom
    assert still_works(workspace)
    control = opener(limits, without=("limit_memory",))
    control.write_file("/app/hog.py", _HOG.encode())
    assert "filled 256" in control.run(f"python3 hog.py {256 // children} {children}", 60).output


def test_memory_hidden_in_shared_maps_counts(opener: Opener) -> None:
    attack = (
        "import mmap; m = mmap.mmap(-1, 256 << 20); "
        "[m.__setitem__(i, 1) for i in range(0, 256 << 20, 4096)]; print('fil' + 'led')"
    )
    workspace = opener(Limits(memory_mb=128))
    assert "filled" not in workspace.run(f'python3 -c "{attack}; import time; time.sleep(1)"', 60).output
    assert still_works(workspace)
    assert "filled" in opener(Limits(memory_mb=128), without=("limit_memory",)).run(f'python3 -c "{attack}"', 60).output


def test_memory_of_a_compiler(workspace: Workspace) -> None:
    """Template and include bombs are stopped by the limits on the tree."""
    workspace.write_file("/app/bomb.cpp", b'#include "/dev/zero"\n')
    assert workspace.run("g++ bomb.cpp", 20, cpu_seconds=3).exit_code != 0
    workspace.write_file("/app/bomb.cpp", b"template<int N> struct A { A<2*N> a; A<2*N+1> b; }; A<1> a; int main(){}\n")
    assert workspace.run("g++ -ftemplate-depth=1000000 bomb.cpp", 20, cpu_seconds=3).exit_code != 0
    assert still_works(workspace)


def used_mb(workspace: Workspace) -> int:
    return int(workspace.run("du -sm /app /tmp /dev/shm --total | tail -1", 30).output.split()[0])


def test_disk_filler(opener: Opener) -> None:
    limits = Limits(memory_mb=512, storage_mb=40)
    many = "for i in 1 2 3 4 5 6 7 8; do head -c 30M /dev/zero > /app/f$i; sleep 0.1; done; echo done"
    one = "head -c 240M /dev/zero > /tmp/one; echo done"
    for attack in (many, one):
        workspace = opener(limits)
        result = workspace.run(attack, 60)
        exact = workspace.guarantees.storage is Strength.EXACT
        assert used_mb(workspace) <= (40 if exact else 120)
        assert result.exit_code == 137 or "No space left" in result.output or "File size limit" in result.output
        assert workspace.run("rm -rf /app/* /tmp/*; echo gone", 20).output == "gone\n"
        assert workspace.run("echo new > /app/new; cat /app/new", 20).output == "new\n"
        control = opener(limits, without=("limit_storage",))
        assert control.run(attack, 60).output == "done\n"
        assert used_mb(control) >= 230


def test_hundred_thousand_files(workspace: Workspace) -> None:
    program = "import os\nos.makedirs('d')\nfor i in range(100_000): os.close(os.open(f'd/{i:06d}', os.O_CREAT))"
    workspace.write_file("/app/many.py", program.encode())
    made = workspace.run("python3 many.py", 120)
    assert made.exit_code in (0, 1, 137)
    assert made.exit_code == 0 or "No space" in made.output or "storage limit" in made.output
    listed = workspace.list_files("/app")
    assert len(listed) > 1000
    assert listed[0] == "/app/d/000000"
    assert still_works(workspace)
    start = time.monotonic()
    workspace.close()
    assert time.monotonic() - start < 30


def test_the_number_of_files_is_limited(opener: Opener) -> None:
    # It waits to be killed: on a busy machine the watch needs seconds to count what is there.
    making = "import os, sys, time\nfor i in range(int(sys.argv[1])): os.mkdir(str(i))"
    program = f"{making}\ntime.sleep(int(sys.argv[2]))\nprint('done')"
    limits = Limits(memory_mb=512, storage_mb=10240, files=5000)
    workspace, control = opener(limits), opener(limits, without=("limit_storage",))
    for one in (workspace, control):
        one.write_file("/tmp/many.py", program.encode())
    made = workspace.run("mkdir d; cd d; python3 /tmp/many.py 40000 30", 60)
    assert made.exit_code == 137
    assert "[killed: the workspace's limit of 5000 files is used up]" in made.output
    assert still_works(workspace)
    more = workspace.run("mkdir e; cd e; python3 /tmp/many.py 3000 30", 60)
    assert "limit of 5000 files" in more.output, "what starts over the limit may add little"
    assert workspace.run("rm -rf d e; echo freed", 60).output == "freed\n"
    assert workspace.run("mkdir f; cd f; python3 /tmp/many.py 3000 0", 60).output == "done\n"
    assert control.run("python3 /tmp/many.py 9000 0", 60).output == "done\n"


def test_endless_output(workspace: Workspace) -> None:
    result = workspace.run("yes endless", 1.0)
    assert result.timed_out
    assert result.truncated
    assert len(result.output) < 64 * 1024 + 200
    assert result.output.startswith("endless\n")
    assert "bytes of output cut here" in result.output
    assert still_works(workspace)


def test_binary_output(workspace: Workspace) -> None:
    result = workspace.run("head -c 100000 /dev/urandom; printf '\\0\\377end'", 20)
    assert result.exit_code == 0
    assert result.output.endswith("end")
    assert result.truncated


def test_output_that_fits_is_whole(workspace: Workspace) -> None:
    result = workspace.run("head -c 65536 /dev/zero | tr '\\0' x", 20)
    assert not result.truncated
    assert result.output == "x" * 65536


@pytest.mark.parametrize(
    "loop", ["while :; do :; done", "while :; do sleep 0.01; done", "sleep 1000", "cat < /dev/zero > /dev/null"]
)
def test_loops_end_at_the_timeout(workspace: Workspace, loop: str) -> None:
    start = time.monotonic()
    result = workspace.run(loop, 0.5)
    assert result.timed_out
    assert result.exit_code == 124
    assert 0.4 < time.monotonic() - start < 30
    assert still_works(workspace)


def test_cpu_time_is_bounded_for_the_tree(workspace: Workspace) -> None:
    result = workspace.run("for i in 1 2 3; do (while :; do :; done) & done; wait", 60, cpu_seconds=0.5)
    assert result.timed_out
    assert result.cpu_s < 2
    assert result.wall_s < 30


def test_cpus(opener: Opener) -> None:
    limits = Limits(cpus=0.1)
    workspace = opener(limits)
    if workspace.guarantees.cpu is not Strength.EXACT:
        pytest.skip("without a control group CPUs are limited in whole CPUs only")
    spin = "timeout 2 python3 -c 'while True: pass'"
    result = workspace.run(spin, 20)
    assert result.cpu_s / result.wall_s < 0.2
    control = opener(limits, without=("limit_cpu",))
    shares = []
    for _ in range(5):  # the machine may be busy: one good try is enough
        result = control.run(spin, 20)
        shares.append(result.cpu_s / result.wall_s)
        if shares[-1] > 0.2:
            break
    assert max(shares) > 0.2


@pytest.mark.parametrize(
    "daemon",
    [
        "setsid sleep 3131.{n} & sleep 30",
        "(setsid nohup sleep 3131.{n} >/dev/null 2>&1 &) ; sleep 30",
        "python3 -c 'import os,time\nif os.fork()==0:\n os.setsid()\n if os.fork()==0: "
        'os.execvp("sleep",["sleep","3131.{n}"])\n os._exit(0)\ntime.sleep(30)\'',
        "trap '' TERM HUP INT; sleep 3131.{n} & sleep 30",
    ],
)
def test_daemons_do_not_survive_a_timeout(workspace: Workspace, daemon: str) -> None:
    marker = f"sleep 3131.{time.monotonic_ns() % 10**9}"
    result = workspace.run(daemon.replace("3131.{n}", marker.split()[1]), 0.7)
    assert result.timed_out
    assert gone(marker)
    assert still_works(workspace)


def test_what_a_command_leaves_running_is_killed(workspace: Workspace) -> None:
    marker = f"sleep 3232.{time.monotonic_ns() % 10**9}"
    result = workspace.run(f"setsid {marker} & disown; echo started", 20)
    assert (result.exit_code, result.output) == (0, "started\n")
    assert gone(marker)


def test_a_closing_workspace_kills_what_runs(opener: Opener) -> None:
    import threading

    workspace = opener()
    marker = f"sleep 3333.{time.monotonic_ns() % 10**9}"
    errors: list[BaseException] = []

    def run() -> None:
        try:
            workspace.run(marker, 30)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    deadline = time.monotonic() + 10
    while not host_processes(marker) and time.monotonic() < deadline:
        time.sleep(0.02)
    workspace.close()
    thread.join(10)
    assert gone(marker)
    assert [type(error).__name__ for error in errors] == ["SandboxError"]
