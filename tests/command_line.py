"""The command line in tests: a process of its own for every call, forked from one that has read the modules already.

Reading them takes most of the time of a short call, and the tests call some hundred times. ``r3gym_command()`` names a
program that behaves as the installed ``r3gym``: same arguments, environment, working directory, streams, exit code.
Where the environment tells the interpreter itself something (PYTHONPATH, PYTHONHASHSEED) it runs the installed one.
Tests that send signals, and one that asks for the version, call that one themselves.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NoReturn

INSTALLED = Path(sys.executable).with_name("r3gym")

CALL = """#!{python} -IS
import json, os, socket, sys
if {{"PYTHONPATH", "PYTHONHASHSEED"}} & os.environ.keys():
    os.execv({installed!r}, [{installed!r}, *sys.argv[1:]])
server = socket.socket(socket.AF_UNIX)
server.connect({address!r})
socket.send_fds(server, [b"."], [0, 1, 2])
server.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode("utf-8", "surrogateescape"))
server.shutdown(socket.SHUT_WR)
code = int(server.recv(16))
if code < 0:
    os.kill(os.getpid(), -code)
sys.exit(code)
"""


@cache
def r3gym_command() -> Path:
    """Start the process that the calls are forked from, once in a test process, and return the program to call."""
    folder = Path(tempfile.mkdtemp(prefix="r3gym-command-"))
    address = str(folder / "socket")
    program = folder / "r3gym"
    program.write_text(CALL.format(python=sys.executable, installed=str(INSTALLED), address=address))
    program.chmod(0o755)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    number = listener.fileno()
    server = subprocess.Popen(
        [sys.executable, __file__, str(number)],
        stdin=subprocess.PIPE,
        pass_fds=[number],
        cwd="/",
        env={"PATH": "/usr/bin:/bin"},
    )
    listener.close()
    assert server.stdin is not None
    atexit.register(server.wait)
    atexit.register(server.stdin.close)  # first: it ends at the end of its input, also when this process is killed
    return program


def serve(listener: socket.socket) -> None:
    """Fork a process for every call until standard input ends."""
    import r3gym.cli.main

    for name in [name for name in sys.modules if name.startswith("r3gym.cli")]:
        del sys.modules[name]  # read again by every call: consoles look at the environment when they are made
    delattr(r3gym, "cli")
    gc.collect()
    gc.freeze()  # what is here stays: forked processes need not look at it, nor copy it for that
    calls = set[int]()
    while listener in select.select([listener, sys.stdin], [], [])[0]:
        call, _ = listener.accept()
        if (pid := os.fork()) == 0:
            listener.close()
            attend(call)
        call.close()
        calls.add(pid)
        calls -= {pid for pid in calls if os.waitpid(pid, os.WNOHANG)[0]}
    for pid in calls:
        os.waitpid(pid, 0)


def attend(call: socket.socket) -> None:
    """Run one call in a process of its own and tell its exit code; kill it when the caller is gone."""
    _, streams, _, _ = socket.recv_fds(call, 1, 3)
    words, folder, environment = json.loads(b"".join(iter(lambda: call.recv(1 << 16), b"")))
    if (pid := os.fork()) == 0:
        call.close()
        command(words, folder, environment, streams)
    for number in streams:
        os.close(number)
    hung_up = select.poll()
    hung_up.register(call, select.POLLHUP)
    hung_up.register(ended := os.pidfd_open(pid), select.POLLIN)
    if ended not in dict(hung_up.poll()):
        os.kill(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        call.sendall(str(code).encode())
    finally:
        os._exit(0)


def command(words: list[str], folder: str, environment: dict[str, str], streams: list[int]) -> NoReturn:
    """Be ``r3gym WORDS``: leaves the interpreter in the usual way, with all that is to be done at exit."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [str(INSTALLED), *words]
    from r3gym.cli.main import run

    sys.exit(run())  # type: ignore[func-returns-value]


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
