"""Attacks on paths that are hidden from a command. Each looks for its effect, and succeeds where nothing is hidden."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from r3gym.sandbox import Limits, SandboxError, Workspace
from r3gym.shell.parsing import parse

Opener = Callable[..., Workspace]
SECRET = "hidden-token-4711"
HIDDEN = ("/app/b", "/app/b.cpp", "/logs/artifacts/answer.txt", "/app/never")

_ALL_WAYS = """
import glob, os, re
def read(path, **where):
    try:
        with open(os.open(path, os.O_RDONLY, **where)) as file:
            if "hidden" + "-token" in file.read(): print("BREACH", path)
    except (OSError, UnicodeDecodeError): pass
tops = ["/", "/app", "/app/a", "/app/..", "/app/a/..", "/tmp", "/logs", "/dev/shm", "/var/tmp"]
tops += glob.glob("/proc/*/root") + glob.glob("/proc/*/cwd") + glob.glob("/proc/*/root/app") + glob.glob("/proc/*/fd/*")
for line in open("/proc/self/mountinfo"):
    tops += line.split()[3:5] + ["/proc/1/root" + line.split()[3]]
below = ["b/secret", "b.cpp", "app/b/secret", "../b/secret", "../app/b/secret", "parked/hidden/0/secret",
         "../parked/hidden/0/secret", "../../parked/hidden/1", "link/secret", "artifacts/answer.txt"]
for top in tops:
    for name in below:
        read(os.path.join(top, name))
    try: fd = os.open(top, os.O_PATH)
    except OSError: continue
    for name in below:
        read(name, dir_fd=fd)
    for _ in range(6):  # up by '..' from a descriptor, as far as it goes
        try: fd = os.open("..", os.O_PATH, dir_fd=fd)
        except OSError: break
        for name in below: read(name, dir_fd=fd)
for folder, _, names in os.walk("/", onerror=None):
    if not folder.startswith(("/proc", "/sys", "/usr", "/dev/fd")):
        for name in names:
            if os.path.isfile(os.path.join(folder, name)): read(os.path.join(folder, name))
"""


@pytest.fixture
def furnished(opener: Opener) -> Workspace:
    """A folder and two files with a secret in them, and links to them."""
    workspace = opener()
    for path in ("/app/b/secret", "/app/b.cpp", "/logs/artifacts/answer.txt"):
        workspace.write_file(path, f"{SECRET}\n".encode())
    workspace.write_file("/app/a/own", b"own\n")
    workspace.write_file("/app/ways.py", _ALL_WAYS.encode())
    workspace.run("ln -s /app/b /app/a/link; ln -s ../b.cpp /app/a/link.cpp; ln -s /app/b /tmp/link", 10)
    return workspace


def is_whole(workspace: Workspace) -> None:
    """Everything is back, for commands and for the host."""
    reading = "cat /app/b/secret /app/b.cpp /logs/artifacts/answer.txt; ls /app/never"
    said = workspace.run(reading, 10)
    assert said.output.count(SECRET) == 3
    assert said.exit_code == 2
    assert workspace.read_file("/app/b/secret", 100) == f"{SECRET}\n".encode()
    assert workspace.run_free(parse("cat /app/b/secret /app/b.cpp")).output.count(SECRET) == 2


@pytest.mark.parametrize(
    "attack",
    [
        "cat /app/b/secret",
        "cat /app/b.cpp",
        "cat /app/a/link/secret",
        "cat /app/a/link.cpp /tmp/link/secret",
        "cat /logs/artifacts/answer.txt",
        "cd /app/a && cat ../b/secret",
        "grep -rh hidden-token /app /logs /tmp --include=secret --include=*.cpp --include=*.txt",
        "ls -a /app | grep -qx b && echo hidden-token",
        "V=b; cat /app/$V/se*t",
        "python3 /app/ways.py | sed 's/BREACH/hidden-token/'",
    ],
)
def test_nothing_reads_a_hidden_path(furnished: Workspace, attack: str) -> None:
    assert "hidden-token" not in furnished.run(attack, 60, hidden=HIDDEN).output
    assert "hidden-token" in furnished.run(attack, 60).output, "the control: it is there when it is not hidden"
    is_whole(furnished)


def test_links_into_it_dangle(furnished: Workspace) -> None:
    look = "test -e /app/a/link && echo there; test -L /app/a/link && echo link"
    assert furnished.run(look, 10, hidden=HIDDEN).output == "link\n"
    assert furnished.run(look, 10).output == "there\nlink\n"


@pytest.mark.parametrize(
    "write",
    ["rm -rf /app/b /app/b.cpp", "echo evil > /app/b/secret", "echo evil > /app/b.cpp", "mv /app/b /tmp/mine"],
)
def test_nothing_writes_to_a_hidden_path(furnished: Workspace, write: str) -> None:
    furnished.run(write, 10, hidden=HIDDEN)
    is_whole(furnished)
    furnished.run(write, 10)
    assert furnished.run("cat /app/b/secret /app/b.cpp", 10).output.count(SECRET) < 2, "the control"


IMPOSTORS = {
    "a file": "echo evil > /app/b",
    "a folder": "mkdir -p /app/b/deep/er; echo evil > /app/b/secret",
    "a link to a file": "ln -s /app/a/own /app/b",
    "a link to a folder": "ln -s /app/a /app/b",
    "a link to itself": "ln -s b /app/b",
    "a pipe": "mkfifo /app/b",
    "a socket": "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"/app/b\")'",
    "a closed folder": "mkdir -p /app/b/in; echo evil > /app/b/in/x; chmod 0 /app/b/in /app/b",
    "a closed /app": "mkdir /app/b; chmod 0 /app",
    "many files": "mkdir /app/b; cd /app/b; seq 5000 | xargs touch",
}


@pytest.mark.parametrize("kind", IMPOSTORS)
def test_an_impostor_is_removed(furnished: Workspace, kind: str) -> None:
    result = furnished.run(IMPOSTORS[kind], 30, hidden=HIDDEN)
    assert result.discarded == ("/app/b",)
    furnished.run("chmod 755 /app", 10)
    is_whole(furnished)
    assert furnished.run("cat /app/a/own; ls /app/a", 10).output == "own\nlink\nlink.cpp\nown\n", "no link was followed"
    assert furnished.run("true", 10, hidden=HIDDEN).discarded == ()


def test_an_impostor_of_nothing_is_removed(furnished: Workspace) -> None:
    assert furnished.run("echo x > /app/never", 10, hidden=HIDDEN).discarded == ("/app/never",)
    is_whole(furnished)
    assert furnished.run("echo x > /app/never", 10).discarded == (), "the control"
    assert furnished.read_file("/app/never", 10) == b"x\n"


@pytest.mark.parametrize(
    ("damage", "discarded"),
    [
        ("rm -r /logs/artifacts", ()),
        ("mv /logs/artifacts /logs/other", ()),
        ("rm -r /logs/artifacts; ln -s /app/a /logs/artifacts", ("/logs/artifacts",)),
        ("rm -r /logs/artifacts; echo x > /logs/artifacts", ("/logs/artifacts",)),
        ("chmod 0 /logs/artifacts /logs", ()),
    ],
)
def test_a_path_comes_back_though_its_folder_is_gone(
    furnished: Workspace, damage: str, discarded: tuple[str, ...]
) -> None:
    assert furnished.run(damage, 10, hidden=HIDDEN).discarded == discarded
    furnished.run("chmod 755 /logs /logs/artifacts", 10)
    is_whole(furnished)


def test_whatever_is_there_is_hidden_and_comes_back_as_it_was(workspace: Workspace) -> None:
    """A link is hidden as a link and not what it points to; modes, names and times of change stay."""
    workspace.run(
        "mkdir real; echo t > real/f; ln -s real link; mkfifo pipe; mkdir -m 0 closed; mkdir -m 555 fixed; "
        "mkdir odd; touch $'odd/new\\nline' $'odd/\\377'; touch -d 2001-01-01 old; ln -s /etc/passwd out",
        10,
    )
    paths = ["/app/link", "/app/pipe", "/app/closed", "/app/fixed", "/app/odd", "/app/old", "/app/out", "/app/no/such"]
    show = "stat -c '%N %F %a %Y' link pipe closed fixed old out; ls -b odd"
    before = workspace.run(show, 10).output
    assert "2001" not in before
    assert workspace.run("ls; cat real/f", 10, hidden=paths).output == "real\nt\n"
    assert workspace.run(show, 10).output == before


def test_nested_hidden_paths(furnished: Workspace) -> None:
    for paths in (("/app/b", "/app/b/secret"), ("/app/b/secret", "/app/b"), ("/app/b", "/app/b", "/app/b/secret")):
        result = furnished.run("mkdir /app/b; echo evil > /app/b/secret", 10, hidden=paths)
        assert "/app/b" in result.discarded
        is_whole(furnished)


def test_a_background_process_does_not_come_back(furnished: Workspace) -> None:
    """It waits for what is hidden: it is dead before that returns."""
    wait = "while sleep 0.02; do echo evil > /app/b/secret; echo evil > /app/b.cpp; done"
    start = f"cd /app/a; (setsid bash -c '{wait}' >/dev/null 2>&1 &)"
    furnished.run(start, 10, hidden=HIDDEN)
    time.sleep(0.4)
    is_whole(furnished)
    furnished.run(start, 10)
    assert "evil" in furnished.run("cat /app/b/secret", 10).output, "the control: it had the time"


@pytest.mark.parametrize(
    ("command", "sign"),
    [
        ("mkdir /app/b; sleep 60", "timed_out"),
        (
            "mkdir /app/b; for i in 1 2 3 4; do "
            "python3 -c 'x = b\"x\" * (60 << 20); import time; time.sleep(60)' & done; sleep 60",
            "oom",
        ),
        ("mkdir /app/b; while true; do cat /dev/zero > /app/b/fill; done", "storage limit"),
        ("mkdir /app/b; exec true", ""),
        ("mkdir /app/b; kill -9 $$", ""),
    ],
)
def test_a_command_that_is_killed(opener: Opener, command: str, sign: str) -> None:
    workspace = opener(Limits(memory_mb=128, storage_mb=64, processes=64))
    workspace.write_file("/app/b/secret", SECRET.encode())
    result = workspace.run(command, 8 if sign in ("oom", "storage limit") else 1.5, hidden=["/app/b"])
    assert result.discarded == ("/app/b",)
    assert not sign or getattr(result, sign, sign in result.output)
    assert workspace.run("cat /app/b/secret", 10).output == SECRET
    assert workspace.list_files("/app") == ("/app/b/secret",)


def test_a_directory_in_a_hidden_path(furnished: Workspace) -> None:
    furnished.enter("a", kept=["/app/a", "/app/b", "/app/b.cpp", "/logs/artifacts"], home="/app/a")
    furnished.run("cd /app/b", 10)
    assert furnished.run("pwd", 10).output == "/app/b\n", "the control"
    assert furnished.run("pwd; ls", 10, hidden=["/app/b"]).output.startswith("/app/a\nlink")
    assert furnished.cwd == "/app/a"
    furnished.run("cd /app/bb || mkdir /app/bb && cd /app/bb", 10)
    assert furnished.run("pwd", 10, hidden=["/app/b"]).output == "/app/bb\n", "another folder with a like name"
    assert furnished.run("mkdir /app/b; cd /app/b", 10, hidden=["/app/b"]).discarded == ("/app/b",)
    assert furnished.run("pwd", 10, hidden=["/app/b"]).output == "/app/a\n"


@pytest.mark.parametrize("path", ["/app", "/tmp/", "/etc/passwd", "app/b", "/app/../etc", "/dev/shm/x", ""])
def test_what_cannot_be_hidden(furnished: Workspace, path: str) -> None:
    with pytest.raises(ValueError, match="workspace"):
        furnished.run("true", 10, hidden=["/app/b", path])
    is_whole(furnished)


def test_a_failing_sandbox_closes_the_workspace(furnished: Workspace) -> None:
    threading.Timer(0.3, furnished.close).start()
    with pytest.raises(SandboxError):
        furnished.run("sleep 60", 90, hidden=HIDDEN)
    with pytest.raises(SandboxError, match="closed"):
        furnished.run("true", 10)
