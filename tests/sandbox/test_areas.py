"""What belongs to an area: present in it, absent from every other, whatever an agent does to keep or to break it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from r3gym.sandbox import Limits, Requirements, Strength, Workspace, open_workspace
from r3gym.shell.parsing import parse

Opener = Callable[..., Workspace]
KEPT = ("/app/p_A", "/app/p_B", "/app/s_A.cpp", "/app/s_B.cpp", "/logs/artifacts/answer.txt")


def enter(workspace: Workspace, area: str) -> None:
    workspace.enter(area, kept=KEPT, home=f"/app/p_{area}" if area else "/app")


def say(workspace: Workspace, command: str) -> str:
    return workspace.run(command, 30).output


@pytest.fixture
def shared(opener: Opener) -> Workspace:
    """A workspace in which areas A and B have a folder each."""
    workspace = opener()
    for path in ("/app/p_A/statement", "/app/p_B/statement", "/app/s_A.cpp", "/logs/artifacts/answer.txt"):
        workspace.write_file(path, path.encode())
    return workspace


PLACES = ("/app/a", "/app/dir/a", "/app/.hidden", "/tmp/a", "/var/tmp/v", "/dev/shm/a", "/logs/a", "/logs/artifacts/a")


def test_a_program_is_in_its_area_only(shared: Workspace) -> None:
    enter(shared, "A")
    say(
        shared,
        "mkdir /app/dir; for f in " + " ".join(PLACES) + "; do printf '#!/bin/sh\\necho ran' > $f; chmod +x $f; done",
    )
    every = "for f in " + " ".join(PLACES) + "; do $f; done 2>/dev/null"
    assert say(shared, every) == "ran\n" * len(PLACES), "the control: they are there in their own area"
    enter(shared, "B")
    assert say(shared, every) == ""
    assert say(shared, "ls -A /app /tmp /dev/shm /logs /logs/artifacts") == (
        "/app:\np_A\np_B\ns_A.cpp\n\n/dev/shm:\n\n/logs:\nartifacts\n\n/logs/artifacts:\nanswer.txt\n\n/tmp:\n"
    )
    say(shared, "echo of-B > /tmp/a")
    enter(shared, "A")
    assert say(shared, every) == "ran\n" * len(PLACES)
    enter(shared, "B")
    assert say(shared, "cat /tmp/a") == "of-B\n"


def test_kept_paths_are_in_every_area(shared: Workspace) -> None:
    enter(shared, "A")
    say(shared, "echo new > /app/p_A/new; echo code > /app/s_B.cpp; echo 7 > /logs/artifacts/answer.txt")
    enter(shared, "B")
    assert say(shared, "cat /app/p_A/new /app/s_B.cpp /logs/artifacts/answer.txt") == "new\ncode\n7\n"
    assert shared.run_free(parse("cat /app/p_A/new; ls /app")).output == "new\np_A\np_B\ns_A.cpp\ns_B.cpp\n"
    assert shared.read_file("/app/s_B.cpp", 100) == b"code\n"


def test_a_free_command_sees_the_present_area(shared: Workspace) -> None:
    enter(shared, "A")
    say(shared, "echo mine > /tmp/note")
    assert shared.run_free(parse("cat /tmp/note; echo free > /app/free")).output == "mine\n"
    enter(shared, "B")
    assert shared.run_free(parse("cat /tmp/note /app/free")).exit_code == 1


def test_directory_and_variables_belong_to_the_area(shared: Workspace) -> None:
    say(shared, "export COMMON=1; cd /app/p_A")
    enter(shared, "A")
    assert say(shared, "pwd; echo $COMMON; export OWN=a; mkdir x; cd x") == "/app/p_A\n1\n"
    enter(shared, "B")
    assert shared.cwd == "/app/p_B", "not a directory of another area"
    assert say(shared, "pwd; echo $COMMON $OWN; export OWN=b COMMON=2; cd /tmp") == "/app/p_B\n1\n"
    enter(shared, "A")
    assert say(shared, "pwd; echo $COMMON $OWN") == "/app/p_A/x\n1 a\n"
    enter(shared, "B")
    assert say(shared, "pwd; echo $COMMON $OWN") == "/tmp\n2 b\n"
    enter(shared, "")
    assert say(shared, "pwd; echo $COMMON $OWN") == "/app/p_A\n1\n"


@pytest.mark.parametrize(
    ("before", "first"),
    [("/app", "/app"), ("/tmp", "/tmp"), ("/app/p_B", "/app/p_B"), ("/app/p_A", "/app/p_B"), ("/usr", "/usr")],
)
def test_where_a_session_begins(shared: Workspace, before: str, first: str) -> None:
    say(shared, f"cd {before}")
    enter(shared, "B")
    assert say(shared, "pwd") == f"{first}\n"


def test_a_new_area_is_a_copy_of_the_common_one(shared: Workspace) -> None:
    say(shared, "mkdir -p /app/lib/x /tmp/t; echo one > /app/lib/x/f; chmod 750 /app/lib/x/f; ln -s lib /app/l")
    enter(shared, "A")
    say(shared, "echo changed > /app/lib/x/f; rm -r /tmp/t; echo extra > /app/extra")
    enter(shared, "B")
    assert say(shared, "cat /app/l/x/f; stat -c '%a %U' /app/lib/x/f; ls -d /tmp/t; ls /app/extra") == (
        "one\n750 agent\n/tmp/t\nls: cannot access '/app/extra': No such file or directory\n"
    )
    say(shared, "echo b > /app/lib/x/f")
    enter(shared, "")
    assert say(shared, "cat /app/lib/x/f") == "one\n"
    enter(shared, "A")
    assert say(shared, "cat /app/lib/x/f; ls /tmp") == "changed\n"


@pytest.mark.parametrize(
    "large", ["head -c 70M /dev/urandom > /tmp/large", "mkdir /tmp/m; cd /tmp/m; seq 10001 | xargs touch"]
)
def test_a_large_common_area_is_not_copied(shared: Workspace, large: str, caplog: pytest.LogCaptureFixture) -> None:
    say(shared, f"echo small > /app/small; {large}")
    with caplog.at_level(logging.WARNING):
        enter(shared, "A")
    assert "starts empty" in caplog.text
    assert say(shared, "ls /tmp /app/small 2>/dev/null; ls /app/p_A") == "/tmp:\nstatement\n"
    enter(shared, "")
    assert say(shared, "cat /app/small; find /tmp | wc -l") != "small\n1\n"


def test_whatever_an_area_holds_comes_back_as_it_was(shared: Workspace) -> None:
    enter(shared, "A")
    say(
        shared,
        "cd /tmp; touch $'new\\nline' $'\\377bytes' -- '-rf'; mkdir -m 0 closed; mkdir -m 555 fixed; touch fixed2; "
        "chmod 0 fixed2; ln -s /etc/passwd out; ln -s /app/p_B in; mkfifo pipe; mkdir -m 400 listed; chmod 1777 /tmp; "
        "mkdir -p many; cd many; seq 3000 | xargs touch; cd /app; ln p_A/statement hard",
    )
    show = "cd /tmp; stat -c '%N %F %a %Y' * .; ls /tmp/many | wc -l; cat /app/hard"
    before = say(shared, show)
    for area in ("B", "A"):
        enter(shared, area)
    after = say(shared, show)
    assert [line for line in before.splitlines() if "‘.’" not in line and "'.'" not in line] == [
        line for line in after.splitlines() if "‘.’" not in line and "'.'" not in line
    ]


@pytest.mark.parametrize(
    "damage",
    [
        "chmod 0 /app /tmp /logs /logs/artifacts",
        "rm -rf /app/p_A; ln -s /etc /app/p_A; rm -rf /app/p_B; ln -s /app/p_A /app/p_B",
        "rm -rf /app/p_A /app/p_B; mkfifo /app/p_A; echo file > /app/p_B",
        "rm -rf /logs/artifacts; ln -s /tmp /logs/artifacts",
        "rm -rf /logs/artifacts; cp /bin/true /logs/artifacts",
        "rm -rf /app/* /tmp/* /logs/* /dev/shm/*",
        "mkdir -p /app/d; chmod 400 /app/d; touch /app/d/f; mkdir /tmp/deep; cd /tmp/deep; "
        'python3 -c \'import os\nfor i in range(1500): os.mkdir("d" * 20); os.chdir("d" * 20)\'',
    ],
)
@pytest.mark.parametrize("where", ["", "A"])
def test_an_agent_cannot_stop_the_switch(shared: Workspace, damage: str, where: str) -> None:
    enter(shared, where)
    say(shared, f"echo secret-of-one > /tmp/own; {damage}")
    for _ in range(2):
        enter(shared, "B")
        result = shared.run("cat /tmp/own /logs/artifacts; ls /tmp", 10, hidden=["/app/p_A", "/app/s_A.cpp"])
        assert "secret-of-one" not in result.output or where == ""
        assert "ELF" not in result.output
        enter(shared, "A")
    assert shared.run("echo works", 10, hidden=["/app/p_B"]).output == "works\n"


def test_kernel_objects_do_not_cross(shared: Workspace) -> None:
    """System V objects go with the switch, message queues cannot be made, attributes of shared folders are removed."""
    make = "import ctypes; c = ctypes.CDLL(None); print(c.semget(4711, 1, 0o1600) >= 0)"
    find = "import ctypes; c = ctypes.CDLL(None); print(c.semget(4711, 1, 0) >= 0)"
    queue = "import ctypes; c = ctypes.CDLL('librt.so.1'); print(c.mq_open(b'/q', 0o102, 0o600, None))"
    attribute = "import os; os.setxattr('/app', 'user.code', b'x' * 100); os.setxattr('/tmp', 'user.code', b'x')"
    look = "import os; print(os.listxattr('/app') + os.listxattr('/tmp'))"
    enter(shared, "A")
    assert say(shared, f'python3 -c "{make}"; python3 -c "{queue}"') == "True\n-1\n"
    assert say(shared, f'python3 -c "{find}"') == "True\n", "the control: they outlive a command"
    if "Error" not in say(shared, f'python3 -c "{attribute}"'):
        assert "user.code" in say(shared, f'python3 -c "{look}"')
    enter(shared, "B")
    assert say(shared, f'python3 -c "{find}"') == "False\n"
    assert "user.code" not in say(shared, f'python3 -c "{look}"')


def test_parked_files_count_as_storage(opener: Opener) -> None:
    workspace = opener(Limits(memory_mb=256, storage_mb=48, processes=64))
    enter(workspace, "A")
    fill = "head -c 30M /dev/urandom > /tmp/fill; sleep 1.5; echo done"
    assert say(workspace, fill) == "done\n"
    enter(workspace, "B")
    assert "storage limit of 48 MB" in say(workspace, fill)
    enter(workspace, "A")
    say(workspace, "rm /tmp/fill")
    enter(workspace, "C")
    say(workspace, "rm -f /tmp/fill")
    assert say(workspace, "head -c 10M /dev/urandom > /tmp/fill; sleep 1; echo done").endswith("done\n")


def test_files_of_areas_that_are_not_present(shared: Workspace) -> None:
    assert (shared.area, shared.areas) == ("", ("",))
    shared.write_file("/app/common", b"c")
    enter(shared, "A")
    say(shared, "echo a > /app/own; mkdir /app/d; echo d > /app/d/f; ln -s own /app/link; ln own /app/hard")
    enter(shared, "B")
    say(shared, "echo b > /app/own")
    assert (shared.area, shared.areas) == ("B", ("", "A", "B"))
    assert shared.list_files("/app", area="A") == ("/app/common", "/app/d/f", "/app/hard", "/app/own")
    assert shared.list_files("/app", area="") == ("/app/common",)
    assert shared.list_files("/app", area="B") == shared.list_files("/app")
    assert shared.read_file("/app/d/f", 10, area="A") == b"d\n"
    assert shared.read_file("/app/own", 10) == shared.read_file("/app/own", 10, area="B") == b"b\n"
    assert shared.read_file("/app/own", 10, area="") is None
    with pytest.raises(ValueError, match="no parked area"):
        shared.list_files("/app", area="C")


def test_a_fork_holds_every_area(shared: Workspace) -> None:
    enter(shared, "A")
    say(shared, "echo a > /tmp/own; mkdir -m 0 /tmp/closed; export V=1; cd /tmp")
    enter(shared, "B")
    say(shared, "echo b > /tmp/own")
    with shared.fork() as other:
        assert (other.area, other.areas) == ("B", ("", "A", "B"))
        assert say(other, "cat /tmp/own /app/p_A/statement; pwd") == "b\n/app/p_A/statement/app\n"
        enter(other, "A")
        assert say(other, "cat /tmp/own; echo $V; pwd; stat -c %U /tmp/own") == "a\n\n/app\nagent\n"
        say(other, "echo changed > /tmp/own")
        enter(other, "C")
        assert say(other, "ls /tmp") == ""
    enter(shared, "A")
    assert say(shared, "cat /tmp/own") == "a\n"


def test_close_removes_everything(shared: Workspace) -> None:
    folder: Path = shared._site.folder  # type: ignore[attr-defined]
    enter(shared, "A")
    say(shared, "mkdir -p /tmp/x/y; touch /tmp/x/y/z; chmod 0 /tmp/x/y /tmp/x /tmp")
    enter(shared, "B")
    assert folder.exists()
    shared.close()
    assert not folder.exists()


def test_mistakes_of_the_caller(shared: Workspace) -> None:
    with pytest.raises(ValueError, match="workspace"):
        shared.enter("A", kept=["/etc"], home="/app")
    enter(shared, "A")
    with pytest.raises(ValueError, match="cannot change"):
        shared.enter("B", kept=KEPT[1:], home="/app")
    assert shared.area == "A"
    assert say(shared, "echo fine") == "fine\n"


def test_names_of_areas_are_only_names(shared: Workspace) -> None:
    for area in ("../../escape", "/", "new\nline", "0", "1", "ü" * 300):
        shared.enter(area, kept=KEPT, home="/app")
        say(shared, "echo x > /tmp/own")
    enter(shared, "A")
    assert say(shared, "ls /tmp") == ""


def test_without_isolation_areas_work_by_relative_paths() -> None:
    nothing = Requirements(isolated=False, network_off=False, memory=Strength.NONE, processes=Strength.NONE)
    with open_workspace("LOCAL-WITHOUT-ISOLATION", require=nothing) as local:
        local.write_file("/app/p_A/x", b"")
        local.write_file("/app/p_B/x", b"")
        local.run("cd p_A", 10)
        enter(local, "B")
        assert local.cwd.endswith("/app/p_B")
        local.run("cd ..; touch own", 10)
        assert local.run("ls", 10, hidden=["/app/p_A"]).output == "own\np_B\n"
        enter(local, "A")
        assert local.run("ls", 10).output == "p_A\np_B\n"
