"""Attacks on the walls. Each one is really run and prints BREACH when it gets through; where the host can see the
effect, the host looks. Each has its negative control: the same attack with the wall taken down succeeds.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from r3gym.sandbox import SandboxError, Workspace, open_workspace
from r3gym.shell.parsing import parse

Opener = Callable[..., Workspace]

_CALL = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
ARM = os.uname().machine == "aarch64"
def call(x86, arm, *args):
    args = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    answer = libc.syscall(ctypes.c_long(arm if ARM else x86), *args)
    print("answer", answer, os.strerror(ctypes.get_errno()) if answer < 0 else "")
    return answer
"""
# What each program tries, and the walls without which it gets through.
CALLS: dict[str, tuple[str, tuple[str, ...]]] = {
    "ptrace another process": (
        """
        import time
        child = os.fork()
        if child == 0:
            time.sleep(20)
        time.sleep(0.1)
        print("BREACH" if call(101, 117, 16, child, 0, 0) == 0 else "held")
        os.kill(child, 9)
        """,
        ("filter_calls",),
    ),
    "read another process's memory": (
        """
        word = ctypes.create_string_buffer(b"inside", 8)
        vec = (ctypes.c_void_p * 2)(ctypes.addressof(word), 8)
        print("BREACH" if call(310, 270, os.getpid(), vec, 1, vec, 1, 0) == 8 else "held")
        """,
        ("filter_calls",),
    ),
    "mount a file system": (
        """
        direct = call(165, 40, b"none", b"/app", b"tmpfs", 0, None)
        call(272, 97, 0x10000000 | 0x00020000)
        print("BREACH" if 0 in (direct, call(165, 40, b"none", b"/app", b"tmpfs", 0, None)) else "held")
        """,
        ("filter_calls", "no_nested_namespaces"),
    ),
    "new user namespace": (
        """
        print("BREACH" if call(272, 97, 0x10000000) == 0 else "held")
        """,
        ("filter_calls", "no_nested_namespaces"),
    ),
    "new user namespace by clone": (
        """
        answer = call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)
        if answer == 0:
            os._exit(0)
        print("BREACH" if answer > 0 else "held")
        """,
        ("filter_calls", "no_nested_namespaces"),
    ),
    "kernel keyring": (
        """
        print("BREACH" if call(248, 217, b"user", b"r3gym-test", b"x", 1, -3) > 0 else "held")
        """,
        ("filter_calls",),
    ),
    "io_uring": (
        """
        print("BREACH" if call(425, 425, 4, ctypes.create_string_buffer(120)) >= 0 else "held")
        """,
        ("filter_calls",),
    ),
    "netlink socket": (
        """
        import socket
        try:
            socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
            print("BREACH")
        except OSError as error:
            print("held", error)
        """,
        ("filter_calls",),
    ),
    "rob the supervisor's descriptors": (
        """
        try:
            print("BREACH", os.listdir("/proc/1/fd"))
        except OSError as error:
            print("held", error)
        """,
        ("undumpable",),
    ),
    "take the supervisor's descriptors": (
        """
        pidfd = call(434, 434, 1, 0)
        taken = [n for n in range(3, 12) if call(438, 438, pidfd, n, 0) >= 0]
        print("BREACH" if taken else "held", taken)
        """,
        ("undumpable", "filter_calls"),
    ),
    "read the supervisor's memory map": (
        """
        try:
            print("BREACH" if open("/proc/1/maps").read() else "held")
        except OSError as error:
            print("held", error)
        """,
        ("undumpable",),
    ),
}


def run_program(workspace: Workspace, program: str) -> str:
    """What the attack says, as a command and as a program executed without a shell: both have the same walls."""
    workspace.write_file("/tmp/attack.py", (_CALL + textwrap.dedent(program)).encode())
    result = workspace.run("python3 /tmp/attack.py", 20)
    executed = workspace.execute(["python3", "/tmp/attack.py"], 20)
    both = result.output + executed.stdout.decode() + executed.stderr.decode()
    assert "Traceback" not in both, both
    assert ("BREACH" in result.output) == (b"BREACH" in executed.stdout)
    return both


def still_works(workspace: Workspace) -> bool:
    return workspace.run("echo still $((40 + 2))", 10).output == "still 42\n"


@pytest.mark.parametrize("name", CALLS)
def test_forbidden_call(opener: Opener, name: str) -> None:
    program, walls = CALLS[name]
    workspace = opener()
    output = run_program(workspace, program)
    assert "held" in output
    assert "BREACH" not in output
    assert still_works(workspace)
    assert "BREACH" in run_program(opener(without=walls), program), "the control: without its wall the attack works"


def test_reads_no_host_file(opener: Opener, planted: Path) -> None:
    attack = f"cat {planted}/secret.txt /proc/1/root{planted}/secret.txt /etc/shadow"
    workspace = opener()
    result = workspace.run(attack, 10)
    assert "host-secret" not in result.output
    assert "root:" not in result.output
    assert still_works(workspace)
    assert "host-secret" in opener(without=("named_paths",)).run(attack, 10).output


def test_sees_only_named_paths(workspace: Workspace, backend_name: str) -> None:
    shown = set(workspace.run("ls -A /", 10).output.split())
    if backend_name == "docker":  # every container has these two; of /sys only the container's own groups are left
        shown -= {"sys", ".dockerenv"}
        assert workspace.run("ls /sys/devices /sys/class /sys/block /sys/kernel | grep -v :", 10).output.split() == []
    system = {"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"}
    assert shown <= system | {"app", "logs", "tmp", "etc", "proc", "dev", "run", "var", "home"}
    listed = workspace.run("ls -A /home /run /var/lib /root /work 2>/dev/null", 10).output.split()
    assert [name for name in listed if name != "toolbox"] == ["/home:", "/run:", "r3gym"]


def test_writes_nothing_outside(opener: Opener, planted: Path) -> None:
    attack = (
        f"for f in /x /usr/x /usr/bin/x /etc/passwd /etc/x /dev/x /proc/sys/kernel/hostname {planted}/x; do "
        'echo evil >> "$f" && echo "BREACH $f"; done; true'
    )
    workspace = opener()
    assert "BREACH" not in workspace.run(attack, 10).output
    assert not (planted / "x").exists()
    assert still_works(workspace)
    control = opener(without=("named_paths", "read_only"))
    assert f"BREACH {planted}/x" in control.run(f"echo evil >> {planted}/x && echo BREACH {planted}/x", 10).output
    assert (planted / "x").read_text() == "evil\n"


def test_sees_no_other_workspace(opener: Opener, open_scratch: Path) -> None:
    victim = opener()
    victim.run("echo other-workspace-0815 > /app/mine; echo other-workspace-0815 > /tmp/mine", 10)
    attack = f"grep -rs other-workspace-081[5] /app /tmp /var /home /run /dev/shm {open_scratch}; true"
    assert opener().run(attack, 20).output == ""
    (folder,) = open_scratch.glob("r3gym-sandbox-*/workspaces/*/app/mine")
    assert "other-workspace" in opener(without=("named_paths",)).run(f"cat {folder}", 20).output


def test_sees_no_host_process(opener: Opener) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", "host-process-2342"]) as victim:
        try:
            attack = "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c host-process-234[2]; "
            attack += f"kill -9 {victim.pid}"
            assert opener().run(attack, 10).output.startswith("0\n")
            assert victim.poll() is None
            assert not opener(without=("own_proc",)).run(attack, 10).output.startswith("0\n")
        finally:
            victim.kill()


def test_host_environment_stays_outside(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-998877")
    attack = "env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n'; true"
    workspace = opener()
    assert "sk-planted" not in workspace.run(attack, 10).output
    assert "sk-planted" not in workspace.run_free(parse("export -p")).output
    walls = ("empty_environment", "undumpable")
    assert "sk-planted" in opener(without=walls).run(attack, 10).output


@contextlib.contextmanager
def listening(
    family: socket.AddressFamily, address: str | tuple[str, int]
) -> Iterator[tuple[socket.socket, list[bytes]]]:
    heard: list[bytes] = []
    with socket.socket(family) as server:
        server.bind(address)
        server.listen()

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    peer, _ = server.accept()
                    with peer:
                        heard.append(peer.recv(100))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server, heard
        server.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def connect(family: str, address: object) -> str:
    return f"""
    import socket
    s = socket.socket(socket.{family})
    s.settimeout(3)
    try:
        s.connect({address!r})
        s.sendall(b"from inside")
        print("BREACH")
    except OSError as error:
        print("held", error)
    """


def test_reaches_no_loopback_server(opener: Opener) -> None:
    with listening(socket.AF_INET, ("127.0.0.1", 0)) as (server, heard):
        program = connect("AF_INET", server.getsockname())
        workspace = opener()
        assert "held" in run_program(workspace, program)
        assert heard == []
        assert still_works(workspace)
        assert "BREACH" in run_program(opener(without=("own_network",)), program)
    assert set(heard) == {b"from inside"}


def test_has_no_network_interface_but_its_own_loopback(workspace: Workspace) -> None:
    lines = workspace.run("cat /proc/net/dev", 10).output.splitlines()[2:]
    assert [line.split(":")[0].strip() for line in lines] == ["lo"]


def test_reaches_no_unix_socket(opener: Opener, planted: Path) -> None:
    path = str(planted / "docker.sock")
    with listening(socket.AF_UNIX, path) as (_, heard):
        Path(path).chmod(0o777)
        assert "held" in run_program(opener(), connect("AF_UNIX", path))
        assert heard == []
        assert "BREACH" in run_program(opener(without=("named_paths",)), connect("AF_UNIX", path))
    assert workspace_has_no_engine(opener())


def workspace_has_no_engine(workspace: Workspace) -> bool:
    return workspace.run("ls /var/run/docker.sock /run/docker.sock", 10).exit_code != 0


def test_reaches_no_abstract_unix_socket(opener: Opener) -> None:
    with listening(socket.AF_UNIX, "\0r3gym-abstract-test") as (_, heard):
        program = connect("AF_UNIX", "\0r3gym-abstract-test")
        assert "held" in run_program(opener(), program)
        assert heard == []
        assert "BREACH" in run_program(opener(without=("own_network",)), program)


def test_shares_no_memory_segment_with_the_host(opener: Opener) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    key = 0x52330000 | (os.getpid() & 0xFFFF)
    segment = libc.shmget(key, 4096, 0o1666)
    assert segment >= 0
    try:
        program = f"""
        print("BREACH" if libc.shmget({key}, 4096, 0) >= 0 else "held")
        """
        assert "held" in run_program(opener(), program)
        assert "BREACH" in run_program(opener(without=("own_ipc", "filter_calls")), program)
    finally:
        libc.shmctl(segment, 0, None)


@pytest.mark.usefixtures("as_root")
def test_setuid_gives_nothing(opener: Opener, planted: Path) -> None:
    """The control runs the same setuid-root program outside, as an ordinary user: there it becomes root."""
    program = planted / "become"
    (planted / "become.c").write_text(
        '#include <stdio.h>\n#include <unistd.h>\nint main(){printf("euid %d\\n", (int)geteuid());return setuid(0);}'
    )
    subprocess.run(["gcc", "-static", "-o", program, planted / "become.c"], check=True)
    program.chmod(0o4755)
    outside = subprocess.run([program], user=12345, group=12345, capture_output=True, text=True, check=False)
    assert outside.stdout == "euid 0\n"
    inside = opener(without=("named_paths",)).run(str(program), 10)
    assert inside.output == "euid 1000\n"
    assert inside.exit_code != 0
    mine = opener().run(
        "cp /usr/bin/id /app/me && chmod u+s /app/me && /app/me -u; grep NoNewPrivs /proc/self/status", 10
    )
    assert mine.output.split() == ["1000", "NoNewPrivs:", "1"]


def test_holds_no_capability(opener: Opener) -> None:
    attack = "grep Cap /proc/self/status"
    caps = {line.split()[1].strip("0") for line in opener().run(attack, 10).output.splitlines()}
    assert caps == {""}
    control = opener(without=("no_capabilities", "no_nested_namespaces")).run(attack, 10).output
    assert {line.split()[1].strip("0") for line in control.splitlines()} != {""}


@pytest.mark.usefixtures("as_root")
def test_makes_and_finds_no_device(workspace: Workspace, planted: Path) -> None:
    """The control is the same call on the host."""
    attack = (
        "import os\ntry:\n os.mknod('{}/disk', 0o60666, os.makedev(254, 0)); print('BREACH')\n"
        "except OSError: print('held')"
    )
    workspace.write_file("/tmp/node.py", attack.format("/app").encode())
    assert workspace.run("python3 /tmp/node.py", 10).output == "held\n"
    outside = subprocess.run([sys.executable, "-c", attack.format(planted)], capture_output=True, text=True, check=True)
    assert outside.stdout == "BREACH\n"
    found = workspace.run(
        "find /dev -type b; ls /dev/mem /dev/kmsg /dev/vda /dev/sda /dev/loop-control /dev/fuse 2>/dev/null", 10
    )
    assert found.output == ""


def test_types_into_no_terminal(opener: Opener) -> None:
    """A host process on a terminal opens a sandbox in which TIOCSTI is tried on everything that could be that terminal.

    The control is the same call by the host process itself.
    """
    pid, terminal = os.forkpty()
    if pid == 0:  # the child: it has a controlling terminal
        import fcntl
        import termios

        status = 1
        with contextlib.suppress(BaseException), opener() as workspace:
            program = """
            import fcntl, glob, termios
            for name in ["/dev/tty", "/dev/console", *glob.glob("/dev/pts/*"), 0, 1, 2]:
                try:
                    fd = os.open(name, os.O_RDWR) if isinstance(name, str) else name
                    fcntl.ioctl(fd, termios.TIOCSTI, b"x")
                    print("BREACH", name)
                except OSError as error:
                    print("held", name, error)
            """
            output = run_program(workspace, program)
            status = 0 if "held" in output and "BREACH" not in output else 3
            try:
                fcntl.ioctl(0, termios.TIOCSTI, b"y")
            except OSError:
                status = status or 77  # this kernel forbids it to everybody: nothing to show
        os._exit(status)
    with contextlib.suppress(OSError):
        while os.read(terminal, 1000):
            pass
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code == 77:
        pytest.skip("dev.tty.legacy_tiocsti is 0 on this kernel: the call is forbidden outside, too")
    assert code == 0


def test_signals_do_not_reach_the_supervisor(workspace: Workspace) -> None:
    """The control is the backend without isolation, whose supervisor is not PID 1 and dies."""
    workspace.run("for s in KILL STOP TERM INT SEGV HUP; do kill -$s 1; done; kill -9 -1", 10)
    assert still_works(workspace)
    from r3gym.sandbox import Requirements, Strength

    nothing = Requirements(isolated=False, network_off=False, memory=Strength.NONE, processes=Strength.NONE)
    with open_workspace("LOCAL-WITHOUT-ISOLATION", require=nothing) as local, pytest.raises(SandboxError):
        local.run("kill -9 $PPID; sleep 1", 10)


def test_forged_report_stays_the_agents_own(workspace: Workspace) -> None:
    """Writing to the state descriptor changes what the session remembers, and nothing else."""
    result = workspace.run(
        "printf 'S/etc\\n\\0declare -x FORGED=\"1\"\\n\\0' >&250; printf '\\377\\0garbage' >&250; exit 5", 10
    )
    assert result.exit_code == 5
    assert workspace.run("pwd", 10).exit_code == 0
    assert still_works(workspace)
