"""The passive view: a free command can look and write, and cannot compute, whatever it tries to execute.

Each attempt observes the effect (the mark that a computation would leave), not a verdict.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from r3gym.sandbox import ESCAPE_MARK, Workspace
from r3gym.sandbox.passive import TOOLS

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
    "bash -c ': > /app/computed'",
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
    "dd if=script of=/app/computed",
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


def test_nothing_is_computed(armed: Workspace) -> None:
    """All in one workspace: arming it costs more than the attempts do."""
    computed = []
    for attempt in ATTEMPTS:
        result = armed.run(attempt, 10, free=True)
        if armed.read_file(MARK, 10) is not None:
            computed.append((attempt, result))
        assert armed.run("export PATH=/usr/bin:/bin; cd /app; cat evil.c", 10, free=True).output == _PROGRAM.decode()
        armed.run("rm -f /app/computed", 10)
    assert computed == []
    assert len(ATTEMPTS) >= 60


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


def test_without_noexec_they_compute(opener: Opener) -> None:
    control = opener(without=("noexec",))
    arm(control)
    for attempt in (
        "./evil",
        "/lib64/ld-linux-x86-64.so.2 /app/evil",
        "LD_PRELOAD=/app/evil.so ls",
        "python3 script.py",
    ):
        control.run(attempt, 10, free=True)
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
    ):
        result = armed.run(attempt, 10, free=True)
        assert result.escape, attempt
        assert ESCAPE_MARK in result.output, attempt


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
    "type cat": "cat is /usr/bin/cat\n",
    "type python3": "python3 is /usr/bin/python3\n",
    "test -f notes && [ -d /app ] && true; false": "",
    "basename /a/b; dirname /a/b; realpath notes": "b\n/a\n/app/notes\n",
    "/bin/cat notes": "hello\n",
    "/usr/bin/head -n1 notes": "hello\n",
    "timeout 5 cat notes": "hello\n",
    "cat notes notes | head -n 1": "hello\n",
    "sleep 0.01; date -u -d @0 +%Y": "1970\n",
    "export Q=1; cd /logs/artifacts; echo done": "done\n",
    "ls /usr/include/stdio.h": "/usr/include/stdio.h\n",
    "head -c 9 /proc/cpuinfo": "processor",
}


def test_passive_tools_work(workspace: Workspace) -> None:
    for command, output in PASSIVE.items():
        workspace.run("cd /app; rm -rf /app/*; echo hello > notes", 10)
        result = workspace.run(command, 10, free=True)
        assert (result.output, result.escape) == (output, False), command


def test_the_classifier_frees_nothing_that_cannot_run() -> None:
    from r3gym.accounting.passive import ALWAYS_PASSIVE, SOMETIMES_PASSIVE

    builtins = {":", "cd", "type"}
    assert (ALWAYS_PASSIVE | set(SOMETIMES_PASSIVE)) - builtins <= set(TOOLS)


def test_one_session_two_views(workspace: Workspace) -> None:
    workspace.run("cd /logs; export A=1 LD_PRELOAD=/none BASH_ENV=/none", 10)
    assert workspace.run("pwd; echo $A $BASH_ENV; cd /tmp; export B=2", 10, free=True).output == "/logs\n1\n"
    assert workspace.run("pwd; echo $A $B $BASH_ENV 2>/dev/null", 10).output.endswith("/tmp\n1 2 /none\n")


def test_a_free_command_ends_in_time(workspace: Workspace) -> None:
    assert workspace.run("while :; do :; done", 0.5, free=True).timed_out
    assert workspace.run("sleep 100 & sleep 100", 0.5, free=True).timed_out
    assert workspace.run("cat /dev/zero | tail", 5, free=True).exit_code in (0, 1, 124, 137)
    assert workspace.run("echo fine", 10, free=True).output == "fine\n"


def test_exported_functions_are_not_carried_over(workspace: Workspace) -> None:
    workspace.run("ls() { : > /app/computed; }; export -f ls; export 'BASH_FUNC_cat%%=() { : > /app/computed; }'", 10)
    workspace.run("ls; cat /dev/null", 10, free=True)
    assert workspace.read_file(MARK, 10) is None
