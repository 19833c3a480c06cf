"""The passive view: a free command can look and write, and cannot compute, whatever it tries to execute.

Each attempt observes the effect (the mark that a computation would leave), not a verdict. There are two walls, and each
is tried alone: the interpreter makes no call that is not free, and the kernel executes no other program there.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from r3gym.sandbox import ExecResult, Workspace
from r3gym.shell import interpreter
from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.interpreter import FreeLimits
from r3gym.shell.parsing import parse

Opener = Callable[..., Workspace]
MARK = "/app/computed"
_PROGRAM = (
    b"#include <stdio.h>\n__attribute__((constructor)) void go()"
    b'{FILE*f=fopen("/app/computed","w");if(f)fclose(f);}\nint main(){return 0;}\n'
)


@pytest.fixture
def armed(workspace: Workspace) -> Workspace:
    """A workspace in which the agent prepared, by counted actions, all it could wish for."""
    arm(workspace)
    return workspace


def arm(workspace: Workspace) -> None:
    workspace.write_file("/app/evil.c", _PROGRAM)
    workspace.write_file("/app/script", b"#!/bin/bash\n: > /app/computed\n", executable=True)
    workspace.write_file("/app/script.py", b"#!/usr/bin/python3\nopen('/app/computed','w')\n", executable=True)
    made = workspace.run(
        "gcc evil.c -o evil && gcc -static evil.c -o evil-static && gcc -shared -fPIC evil.c -o evil.so && "
        "mkdir -p bin && cp evil bin/ls && cp evil bin/cat && cp /usr/bin/python3 py && cp /bin/bash mybash && "
        "cp evil /tmp/evil && cp evil /dev/shm/evil && ln -s /usr/bin/python3 link && ln -s /usr/bin/env ls-link",
        60,
    )
    assert made.exit_code == 0, made.output


ATTEMPTS = [
    "python3 -c \"open('/app/computed','w')\"",
    "/usr/bin/python3 script.py",
    "./script",
    "./script.py",
    "./evil",
    "./evil-static",
    "/tmp/evil",
    "/dev/shm/evil",
    "./py script.py",
    "./link script.py",
    "./mybash script",
    "bash script",
    "sh script",
    "/bin/bash script",
    "dash script",
    "bash -c ./evil",
    "bash -c 'bash script'",
    ". ./script",
    "source ./script",
    "eval ': > /app/computed'",
    "builtin eval ': > /app/computed'",
    "builtin source ./script",
    "command eval ': > /app/computed'",
    "enable eval; eval ': > /app/computed'",
    "enable -f ./evil.so evil",
    "trap ': > /app/computed' EXIT",
    "alias x=': > /app/computed'; x",
    "timeout 5 ./evil",
    "timeout 5 bash script",
    "timeout 5 python3 script.py",
    "exec ./evil",
    "exec -a ls ./evil",
    "/lib64/ld-linux-x86-64.so.2 /app/evil",
    "/lib64/ld-linux-x86-64.so.2 /app/py script.py",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/python3 script.py",
    "/lib64/ld-linux-x86-64.so.2 --preload /app/evil.so /usr/bin/cat /dev/null",
    "LD_PRELOAD=/app/evil.so ls",
    "LD_AUDIT=/app/evil.so ls",
    "LD_LIBRARY_PATH=/app ls",
    "BASH_ENV=/app/script timeout 5 bash -c true",
    "PATH=/app/bin:$PATH ls",
    "PATH=/app/bin ls",
    "export PATH=/app/bin:/app; cat /dev/null; evil",
    "hash -p /app/evil ls; ls",
    "/proc/self/exe script",
    "/proc/1/exe script",
    "/proc/$$/exe script",
    "/dev/fd/250",
    "/run/r3gym/supervisor",
    "cp evil /usr/bin/ls; ls",
    "cp evil /usr/local/bin/evil; evil",
    "chmod +x script && ./script",
    "awk 'BEGIN{print > \"/app/computed\"}'",
    "perl -e 'open(F,\">/app/computed\")'",
    "gcc evil.c -o evil2 && ./evil2",
    "env python3 script.py",
    "xargs python3 < /dev/null",
    "find /app -name script -exec {} ;",
    "tee >(bash script) < /dev/null",
    "cat <(./evil)",
    "ls $(./evil)",
    "./evil & wait",
    "( ./evil )",
    "coproc ./evil",
    "sed -n 'w /app/computed' script",
    "sort script -o /app/computed",
    "mapfile -C ': > /app/computed #' -c 1 < script",
    "complete -C ./evil x; compgen -C ./evil x",
    "sudo ./evil",
    "nice ./evil",
    "nohup ./evil",
    "setsid ./evil",
    "stdbuf -o0 ./evil",
    "watch ./evil",
    "vim -c ':!./evil'",
    "git -c core.pager=./evil log",
]


#: Attempts with a passive tool's own options: only the interpreter refuses them.
BY_OPTIONS = [
    "dd if=script of=/app/computed conv=ucase",
    "ls -v --block-size=7 > /app/shown && cp /app/shown /app/computed",
    "cp --backup=numbered evil.c /app/computed",
    "truncate -s 7 /app/computed",
    "find /app -name script -fprintf /app/computed %s",
    "install -s evil /app/computed",
    "cp /usr/bin/python3 /app/computed",
]


def try_free(workspace: Workspace, attempt: str) -> ExecResult | None:
    """Run an attempt that nobody judged; None when it cannot even be read as a free command."""
    try:
        program = parse(attempt)
    except SyntaxDoubt:
        return None
    return workspace.run_free(program)


def check_nothing_is_computed(armed: Workspace, attempts: list[str]) -> None:
    computed = []
    for attempt in attempts:
        result = try_free(armed, attempt)
        if armed.read_file(MARK, 1 << 24) is not None:
            computed.append((attempt, result))
        assert armed.run_free(parse("cd /app; cat evil.c")).output == _PROGRAM.decode(), attempt
        armed.run("rm -f /app/computed", 10)
    assert computed == []


def test_nothing_is_computed(armed: Workspace) -> None:
    """All in one workspace: arming it costs more than the attempts do."""
    check_nothing_is_computed(armed, ATTEMPTS + BY_OPTIONS)
    assert len(ATTEMPTS) >= 60


#: What `find` can be asked to execute, once nobody looks at its options.
EXECUTED = [
    "./evil",
    "./evil-static",
    "/tmp/evil",
    "/dev/shm/evil",
    "bin/ls",
    "./script",
    "./script.py",
    "./py script.py",
    "./link script.py",
    "./mybash script",
    "/bin/bash script",
    "/bin/sh script",
    "/usr/bin/python3 script.py",
    "/lib64/ld-linux-x86-64.so.2 /app/evil",
    "/lib64/ld-linux-x86-64.so.2 /app/py script.py",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/python3 script.py",
    "/lib64/ld-linux-x86-64.so.2 --preload /app/evil.so /usr/bin/cat /dev/null",
]


def by_find(words: str) -> str:
    return f"find /app -maxdepth 0 -exec {words} ';'"


def take_every_call_for_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "not_free", lambda words, cwd: None)  # noqa: ARG005


def test_the_view_itself_executes_nothing_else(armed: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    take_every_call_for_free(monkeypatch)
    check_nothing_is_computed(armed, [*ATTEMPTS, *map(by_find, EXECUTED), "../../../app/evil", "../../app/evil"])


def test_the_attempts_work_in_the_main_view(opener: Opener) -> None:
    """The control: most of these do compute where computing is allowed, so the marks are worth looking at."""
    workspace = opener()
    arm(workspace)
    worked = 0
    for attempt in ATTEMPTS[:40]:
        workspace.run(f"export PATH=/usr/bin:/bin; {attempt}", 10)
        worked += workspace.read_file(MARK, 10) is not None
        workspace.run("rm -f /app/computed; cd /app; unset BASH_ENV", 10)
    assert worked >= 25


def test_without_noexec_they_compute(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of both walls: with one of them nothing is computed, without both everything is."""
    control = opener(without=("noexec",))
    arm(control)
    check_nothing_is_computed(control, [*map(by_find, EXECUTED), "python3 script.py"])
    take_every_call_for_free(monkeypatch)
    for attempt in [*map(by_find, EXECUTED), "python3 script.py"]:
        control.run_free(parse(attempt))
        assert control.read_file(MARK, 10) is not None, attempt
        control.run("rm /app/computed", 10)


def test_an_attempt_is_told_apart(armed: Workspace) -> None:
    for attempt in (
        "python3 -c 1",
        "python3 -c 1 || true",
        "./evil",
        "./evil; true",
        "timeout 5 python3",
        "timeout 5 ./evil || true",
        "nosuch | cat",
        "source script",
        "X=-v; ls $X",
        "bash script",
        "while true; do ls; done",
        "f() { ls; }; f",
        "ls | { cat; }",
    ):
        result = armed.run_free(parse(attempt))
        assert result.escape, attempt
        assert "is not free in this form: not run" in result.output, attempt


PASSIVE = {
    "cat notes": "hello\n",
    "head -n 1 notes; tail -n 1 notes; tail -c 2 notes": "hello\nhello\no\n",
    "ls": "notes\n",
    "pwd; cd /tmp && pwd && cd -": "/app\n/tmp\n/app\n",
    "echo text | tee copy": "text\n",
    "cat > new <<'EOF'\nint main(){}\nEOF\ncat new": "int main(){}\n",
    "printf '%s\\n' a b > two; cat two": "a\nb\n",
    "cp notes n2 && mv n2 n3 && ln -s n3 n4 && cat n4 && rm n3 n4 && ls": "hello\nnotes\n",
    "mkdir -p d/e && touch d/e/f && ls d/e && chmod 600 d/e/f && stat -c %a d/e/f && rm -r d": "f\n600\n",
    "which g++ python3": "/usr/bin/g++\n/usr/bin/python3\n",
    "type cat": "/usr/bin/cat\n",
    "command -v python3": "/usr/bin/python3\n",
    "test -f notes && [ -d /app ] && true; false": "",
    "realpath notes": "/app/notes\n",
    "for f in *; do cat $f; done": "hello\n",
    "if [ -s notes ]; then cat -n notes; else echo none; fi": "     1\thello\n",
    "set -euo pipefail; false; echo not reached": "",
    "find . -name 'n*'; less notes; nl notes": "./notes\nhello\n     1\thello\n",
    "dd if=notes of=copy status=none && truncate -s 0 notes && cat copy notes": "hello\n",
    "bash -c 'cat notes'; (cd /tmp; pwd); pwd": "hello\n/tmp\n/app\n",
    "/bin/cat notes": "hello\n",
    "/usr/bin/head -n1 notes": "hello\n",
    "timeout 5 cat notes": "hello\n",
    "cat notes notes | head -n 1": "hello\n",
    "sleep 0.01; date -u +%Z": "UTC\n",
    "export Q=1; cd /logs/artifacts; echo done": "done\n",
    "ls /usr/include/stdio.h": "/usr/include/stdio.h\n",
    "head -c 9 /proc/cpuinfo": "processor",
}


def test_passive_tools_work(workspace: Workspace) -> None:
    for command, output in PASSIVE.items():
        workspace.run("cd /app; rm -rf /app/*; echo hello > notes", 10)
        result = workspace.run_free(parse(command))
        assert (result.output, result.escape) == (output, False), command


def test_one_session_two_views(workspace: Workspace) -> None:
    """Variables of the session are there, and reach no tool: a preloaded library would be complained about."""
    workspace.run("cd /logs; export A=1 LD_PRELOAD=/none BASH_ENV=/none", 10)
    said = workspace.run_free(parse("pwd; echo $A $BASH_ENV; cd /tmp; export B=2")).output
    assert said == "/logs\n1 /none\n"
    assert workspace.run("pwd; echo $A $B $BASH_ENV 2>/dev/null", 10).output.endswith("/tmp\n1 2 /none\n")


def test_a_free_command_ends_in_time(workspace: Workspace) -> None:
    short = FreeLimits(wall_s=0.5)
    for command in ("sleep 100", "sleep 100 | sleep 100", "for i in 1 2 3; do sleep 0.3; done"):
        result = workspace.run_free(parse(command), short)
        assert (result.timed_out, result.exit_code) == (True, 124), command
        assert "[stopped: a free command may take" in result.output
        assert result.wall_s < 3, command
    assert workspace.run_free(parse("echo fine")).output == "fine\n"


def test_a_free_command_has_little_effect(workspace: Workspace) -> None:
    workspace.run("head -c 64M /dev/zero > big", 20)
    assert workspace.run_free(parse(f"cat {'big ' * 50} > /dev/null")).cpu_s < 1
    rounds = workspace.run_free(parse(f"for i in {'x ' * 100}; do true; done"))
    assert "may go round a loop 64 times" in rounds.output
    processes = workspace.run_free(parse("true;" * 100))
    assert "may start 64 processes" in processes.output
    workspace.run_free(parse("cat big > copy"))
    assert int(workspace.run("stat -c %s copy", 10).output) <= FreeLimits().file_bytes
    assert workspace.run_free(parse("cat /dev/zero /dev/urandom")).output == "", "no numbers into files from devices"


def test_exported_functions_are_not_carried_over(workspace: Workspace) -> None:
    workspace.run("ls() { : > /app/computed; }; export -f ls; export 'BASH_FUNC_cat%%=() { : > /app/computed; }'", 10)
    workspace.run_free(parse("ls; cat /dev/null"))
    assert workspace.read_file(MARK, 10) is None
