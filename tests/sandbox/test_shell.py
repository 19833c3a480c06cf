"""A shell that feels like a terminal: what persists, what cannot be lost, how output and time come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from r3gym.sandbox import Limits, Workspace
from r3gym.sandbox.shell import parse_exports
from r3gym.shell.parsing import parse

Opener = Callable[..., Workspace]


def say(workspace: Workspace, command: str, timeout: float = 20) -> str:
    return workspace.run(command, timeout).output


def test_directory_and_exports_persist(workspace: Workspace) -> None:
    say(workspace, "mkdir -p 'a b/c'; cd 'a b/c'; export ONE=1 TWO='two words'; local_only=3")
    assert say(workspace, "pwd; echo $ONE, $TWO, $local_only.") == "/app/a b/c\n1, two words, .\n"
    assert workspace.cwd == "/app/a b/c"
    say(workspace, "cd -; unset ONE")
    assert say(workspace, "pwd; echo $ONE $TWO; cd - ") == "/app\ntwo words\n/app/a b/c\n"


@pytest.mark.parametrize(
    "value",
    [
        "plain",
        "",
        "it's",
        'say "hi"',
        "$HOME `x` \\",
        "two\nlines\n",
        "\ttab\x01\x1b[0m",
        "ünï ☃",
        "a=b;c&d|e",
        "\\n \\\\",
        "'\"'",
    ],
)
def test_any_value_survives(workspace: Workspace, value: str) -> None:
    workspace.write_file("/app/value", value.encode())
    say(workspace, 'export V="$(cat /app/value; echo x)"; export V="${V%x}"')
    for _ in range(2):
        assert say(workspace, 'printf %s "$V"') == value


def test_a_symlinked_directory_keeps_its_name(workspace: Workspace) -> None:
    say(workspace, "mkdir real; ln -s real link; cd link")
    assert say(workspace, "pwd; pwd -P; cd ..; pwd") == "/app/link\n/app/real\n/app\n"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("cd /tmp; export S=1; exit 7", 7),
        ("cd /tmp; export S=1; set -e; false; cd /", 1),
        ("cd /tmp; export S=1; set -u; echo $nothing_here; cd /", 127),
        ("cd /tmp; export S=1; false", 1),
        ("cd /tmp; export S=1; trap 'echo bye' EXIT", 0),
        ("cd /tmp; export S=1; no-such-program", 127),
        ("cd /tmp; export S=1; set -x", 0),
        ("set -o posix; cd /tmp; export S=1", 0),
        ("cd /tmp; export S=1 SHELLOPTS; set -f", 0),
    ],
)
def test_the_session_goes_on_after(workspace: Workspace, command: str, code: int) -> None:
    assert workspace.run(command, 20).exit_code == code
    assert say(workspace, "pwd; echo $S; echo $-") == "/tmp\n1\nhBc\n"


@pytest.mark.parametrize(
    "command",
    [
        "exec true",
        "export SHELLOPTS; set -n",
        "kill -9 $$",
        "exec 1>&- 2>&-; exit",
        "exec sleep 30",
        "exec bash -c 'exit 3'",
    ],
)
def test_a_shell_that_vanishes_loses_nothing(workspace: Workspace, command: str) -> None:
    say(workspace, "cd /tmp; export S=1")
    workspace.run(command, 1)
    assert say(workspace, "pwd; echo $S") == "/tmp\n1\n"


def test_exit_codes_follow_the_shell(workspace: Workspace) -> None:
    assert workspace.run("kill -9 $$", 10).exit_code == 137
    assert workspace.run("kill -SEGV $$", 10).exit_code == 139
    assert workspace.run("if", 10).exit_code != 0
    assert workspace.run("false | true", 10).exit_code == 0
    assert workspace.run("", 10).exit_code == 0
    assert workspace.run("# only a comment", 10).exit_code == 0


def test_output_is_merged_in_order(workspace: Workspace) -> None:
    assert say(workspace, "echo 1; echo 2 >&2; echo 3; ls /none; echo 4 >&2").startswith("1\n2\n3\nls: cannot access")


def test_trace_shows_only_the_agents_commands(workspace: Workspace) -> None:
    assert say(workspace, "set -x; true") == "++ true\n"


def test_standard_input(workspace: Workspace) -> None:
    assert workspace.run("cat", 10).output == ""
    assert workspace.run("wc -c", 20, stdin=b"x" * 3_000_000).output == "3000000\n"
    assert workspace.run("head -c 3", 20, stdin=b"abc" + b"x" * 3_000_000).output == "abc"
    assert workspace.run("read a b; echo $b $a", 10, stdin=b"1 2\n").output == "2 1\n"


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("size", [10, 100_000, 130_000, 1_500_000])
def test_long_heredocs(workspace: Workspace, size: int, free: bool) -> None:
    body = 'it\'s "quoted" $x `y` \\ ü\n' * (size // 26)
    command = f"cat > /app/file <<'END'\n{body}END\n"
    result = workspace.run_free(parse(command)) if free else workspace.run(command, 20)
    assert (result.exit_code, result.output) == (0, "")
    assert workspace.read_file("/app/file", 10_000_000) == body.encode()


def test_a_command_of_any_length_is_answered(workspace: Workspace) -> None:
    result = workspace.run("echo " + "x" * 3_000_000, 20)
    assert result.exit_code == 126
    assert "too long" in result.output
    assert workspace.run("export HUGE=$(head -c 3000000 /dev/zero | tr '\\0' x)", 20).exit_code in (0, 1)
    assert say(workspace, "echo fine") == "fine\n"


def test_environment_bombs_do_not_stop_the_session(workspace: Workspace) -> None:
    workspace.run("v=$(printf %01000d 0); for i in {1..3000}; do export V$i=$v; done", 60)
    assert say(workspace, "echo fine") == "fine\n"


def test_bytes_that_are_no_text(workspace: Workspace) -> None:
    assert say(workspace, "echo a\0b") == "ab\n"
    assert say(workspace, "echo '\udcff' | od -An -tx1").split() == ["ff", "0a"]
    assert say(workspace, "printf '\\xff\\xfe'") == "��"
    assert say(workspace, "echo \ud800 \udcff x") == "? ? x\n"


def test_process_substitution_may_finish(workspace: Workspace) -> None:
    say(workspace, "echo hello > >(cat > /app/copy)")
    assert workspace.read_file("/app/copy", 100) == b"hello\n"


def test_no_time_limit_is_one_too(workspace: Workspace) -> None:
    assert workspace.run("echo fine", float("inf"), cpu_seconds=1e12).output == "fine\n"


def test_times_are_reported(workspace: Workspace) -> None:
    result = workspace.run("i=0; while ((i < 100000)); do ((++i)); done; sleep 0.3", 60)
    assert 0.05 < result.cpu_s < 5
    assert 0.3 < result.wall_s < 60
    assert result.wall_s > result.cpu_s
    assert workspace.run("sleep 0.3", 30).cpu_s < 0.2


def test_output_limit_is_the_workspaces(opener: Opener) -> None:
    workspace = opener(Limits(memory_mb=256, output_bytes=1000))
    result = workspace.run("seq 1 100000", 20)
    assert result.truncated
    assert result.output.startswith("1\n2\n")
    assert result.output.endswith("99999\n100000\n")
    assert len(result.output) < 1100


def test_tools_of_the_trade(workspace: Workspace) -> None:
    workspace.write_file(
        "/app/a.cpp",
        b"#include <bits/stdc++.h>\nint main(){std::vector<int> v{3,1,2};"
        b"std::sort(v.begin(),v.end());std::cout<<v[0]<<v[2];}",
    )
    assert say(workspace, "g++ -O2 a.cpp -o a.out && ./a.out", 60) == "13"
    assert say(workspace, "python3 -c 'import json, math, random, multiprocessing; print(math.comb(10, 3))'") == "120\n"
    assert say(workspace, "whoami; echo ~; ulimit -s unlimited && echo deep") == "agent\n/app\ndeep\n"
    assert (
        say(workspace, "python3 -c 'import threading; t=threading.Thread(target=print,args=(1,)); t.start(); t.join()'")
        == "1\n"
    )


def test_parse_exports() -> None:
    text = (
        b'declare -x A="1"\ndeclare -x B\ndeclare -rx C="x\\"\\$\\\\y"\nexport D="d"\n'
        b"declare -x E=$'a\\n\\E\\001\\''\nrubbish\ndeclare -x _=\"x\"\n"
    )
    assert parse_exports(text) == {b"A": b"1", b"C": b'x"$\\y', b"D": b"d", b"E": b"a\n\x1b\x01'"}
