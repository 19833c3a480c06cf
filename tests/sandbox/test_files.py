"""What the host does with files that an agent prepared against it."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from r3gym.sandbox import FileRefused, Limits, Workspace
from r3gym.sandbox.interface import AGENT_FILE_BYTES

Opener = Callable[..., Workspace]


def test_write_read_list_hash(workspace: Workspace) -> None:
    workspace.write_file("/app/a/b/c.txt", b"one\n")
    workspace.write_file("/logs/artifacts/run.sh", b"#!/bin/sh\necho run\n", executable=True)
    assert workspace.read_file("/app/a/b/c.txt", 100) == b"one\n"
    assert workspace.read_file("/app/a/b/missing", 100) is None
    assert workspace.read_file("/app/a/b/c.txt/below", 100) is None
    assert workspace.list_files("/app") == ("/app/a/b/c.txt",)
    assert workspace.list_files("/app/none") == ()
    assert workspace.hash_file("/app/a/b/c.txt") == hashlib.sha256(b"one\n").hexdigest()
    assert workspace.hash_file("/app/none") is None
    assert workspace.run("cat a/b/c.txt; echo two >> a/b/c.txt; /logs/artifacts/run.sh", 10).output == "one\nrun\n"
    assert workspace.read_file("/app/a/b/c.txt", 100) == b"one\ntwo\n"
    workspace.write_file("/app/a/b/c.txt", b"three")
    assert workspace.run("cat a/b/c.txt; rm -r a && ls", 10).output == "three"


def test_too_many_bytes(workspace: Workspace) -> None:
    workspace.run("truncate -s 300M /app/sparse; head -c 11 /dev/zero > /app/eleven", 10)
    assert workspace.read_file("/app/eleven", 11) == bytes(11)
    with pytest.raises(FileRefused, match="11 bytes are more than the 10 allowed"):
        workspace.read_file("/app/eleven", 10)
    with pytest.raises(FileRefused):
        workspace.read_file("/app/sparse", 1000)


def test_a_large_file_has_a_hash_that_costs_nothing_and_changes_with_it(opener: Opener) -> None:
    workspace = opener(Limits(storage_mb=10240))
    workspace.write_file("/app/fits", bytes(AGENT_FILE_BYTES))
    assert workspace.hash_file("/app/fits") == hashlib.sha256(bytes(AGENT_FILE_BYTES)).hexdigest()
    assert workspace.run("truncate -s 9G /app/sparse", 10).exit_code == 0
    start = time.monotonic()
    first = workspace.hash_file("/app/sparse")
    assert first is not None
    assert workspace.hash_file("/app/sparse") == first
    assert time.monotonic() - start < 1
    workspace.run("printf x | dd of=/app/sparse bs=1 seek=5000000000 conv=notrunc status=none", 10)
    assert workspace.hash_file("/app/sparse") not in (None, first)


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/app/../etc/passwd",
        "app/x",
        "/",
        "",
        "/app/\0x",
        "/app/\ud800",
        "/dev/shm/x",
        "/app/x/../../logs",
    ],
)
def test_paths_outside_the_workspace(workspace: Workspace, path: str) -> None:
    with pytest.raises(FileRefused):
        workspace.read_file(path, 100)
    with pytest.raises(FileRefused):
        workspace.write_file(path, b"x")


def test_links_are_not_followed(workspace: Workspace, planted: Path) -> None:
    secret = planted / "secret.txt"
    workspace.run(
        f"ln -s {secret} file; ln -s {planted} folder; ln -s ../../../../../../../..{secret} up; "
        "ln -s /proc/self/root root; "
        f"ln -s loop loop; echo own > own; ln -s own inner; mkdir d; ln -s ../own d/inner; ln own hard",
        10,
    )
    assert secret.read_text().startswith("host-secret"), "the control: the host itself could follow the link"
    for path in (
        "file",
        "folder/secret.txt",
        "up",
        f"root{secret}",
        "root/etc/passwd",
        "loop",
        "inner",
        "d/inner",
        "hard",
    ):
        with pytest.raises(FileRefused):
            workspace.read_file(f"/app/{path}", 1000)
        assert workspace.hash_file(f"/app/{path}") is None
    assert workspace.list_files("/app") == ("/app/hard", "/app/own")
    for path in ("folder/new.txt", "root/tmp/new.txt"):
        with pytest.raises(FileRefused):
            workspace.write_file(f"/app/{path}", b"evil")
    workspace.write_file("/app/file", b"replaced the link")
    assert secret.read_text() == "host-secret-4711\n"
    assert sorted(p.name for p in planted.iterdir()) == ["secret.txt"]
    assert workspace.read_file("/app/file", 100) == b"replaced the link"


def test_pipes_sockets_and_folders_are_refused_at_once(workspace: Workspace) -> None:
    workspace.run(
        "mkfifo pipe; mkdir folder; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"sock\")'", 10
    )
    for name in ("pipe", "folder", "sock"):
        with pytest.raises(FileRefused):
            workspace.read_file(f"/app/{name}", 100)
    with pytest.raises(FileRefused):
        workspace.write_file("/app/folder", b"x")
    with pytest.raises(FileRefused):
        workspace.write_file("/app", b"x")
    workspace.write_file("/app/pipe", b"now a file")
    assert workspace.read_file("/app/pipe", 100) == b"now a file"
    assert workspace.list_files("/app") == ("/app/pipe",)


def test_folder_swapped_for_a_link(workspace: Workspace, planted: Path) -> None:
    workspace.run(f"rm -rf /logs/artifacts; ln -s {planted} /logs/artifacts", 10)
    with pytest.raises(FileRefused):
        workspace.read_file("/logs/artifacts/secret.txt", 100)
    with pytest.raises(FileRefused):
        workspace.write_file("/logs/artifacts/x", b"evil")
    assert not (planted / "x").exists()
    assert workspace.list_files("/logs") == ()


def test_names_of_all_kinds(workspace: Workspace) -> None:
    long = "n" * 255
    script = f"touch {long}; touch {long}x; touch $'new\\nline' $'\\377bytes' -- '-rf'; true"
    assert "too long" in workspace.run(script, 10).output
    assert len(workspace.list_files("/app")) == 4
    assert workspace.read_file(f"/app/{long}", 10) == b""
    with pytest.raises(FileRefused):
        workspace.read_file(f"/app/{long}x", 10)
    with pytest.raises(FileRefused):
        workspace.read_file("/app/" + "d/" * 5000, 10)


def test_a_very_deep_tree(opener: Opener) -> None:
    workspace = opener()
    workspace.run(
        'python3 -c \'import os\nfor i in range(2000): os.mkdir("d"*20); os.chdir("d"*20)\nopen("deep","w")\'', 60
    )
    assert workspace.list_files("/app") == ()
    assert workspace.run("echo here", 10).output == "here\n"
    workspace.close()


def test_closed_folders_are_removed(opener: Opener) -> None:
    workspace = opener()
    workspace.run("mkdir -p a/b; touch a/b/c; chmod 0 a/b; chmod 0 a; chmod 0 /app", 10)
    workspace.close()


def test_an_agent_may_delete_its_workspace(workspace: Workspace) -> None:
    workspace.write_file("/app/x", b"x")
    workspace.run("cd /app; rm -rf /app /logs /tmp /etc /home 2>/dev/null; rm -rf /app/* /app/.[!.]*", 30)
    assert workspace.list_files("/app") == ()
    assert workspace.run("echo back > y; cat y; g++ --version | head -c 3", 10).output == "back\ng++"
    workspace.write_file("/logs/artifacts/z", b"z")
    assert workspace.read_file("/logs/artifacts/z", 10) == b"z"


def test_a_deleted_working_directory(workspace: Workspace) -> None:
    workspace.run("mkdir /tmp/gone; cd /tmp/gone; rmdir /tmp/gone", 10)
    assert workspace.run("pwd", 10).output == "/app\n"


def test_fork_copies_files_and_nothing_else(workspace: Workspace, planted: Path) -> None:
    workspace.run(
        f"mkdir -p a/b; echo one > a/b/x; chmod 750 a/b/x; ln -s {planted}/secret.txt link; mkfifo pipe; "
        "truncate -s 300M sparse; echo t > /tmp/t; mkdir locked; chmod 0 locked; cd a; export V=1",
        10,
    )
    other = workspace.fork()
    with other:
        assert other.run(
            "pwd; echo $V; cat a/b/x /tmp/t; stat -c %a a/b/x; readlink link; stat -c %s sparse", 10
        ).output == (f"/app\n\none\nt\n750\n{planted}/secret.txt\n{300 << 20}\n")
        assert other.run("ls pipe", 10).exit_code != 0
        other.write_file("/app/a/b/x", b"changed")
        assert workspace.read_file("/app/a/b/x", 10) == b"one\n"
        assert other.guarantees == workspace.guarantees
    assert workspace.run("pwd", 10).output == "/app/a\n"


def test_used_after_close(opener: Opener) -> None:
    from r3gym.sandbox import SandboxError

    workspace = opener()
    workspace.close()
    workspace.close()
    for use in (
        lambda: workspace.run("true", 5),
        lambda: workspace.read_file("/app/x", 1),
        lambda: workspace.list_files("/app"),
    ):
        with pytest.raises(SandboxError, match="closed"):
            use()


def test_files_belong_to_the_agent(workspace: Workspace) -> None:
    workspace.write_file("/app/d/f", b"x")
    assert workspace.run("stat -c %U d d/f; echo y > d/f; rm d/f; rmdir d", 10).output == "agent\nagent\n"
    assert os.getuid() == 0 or workspace.run("id -u", 10).output == "1000\n"
