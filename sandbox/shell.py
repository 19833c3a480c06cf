"""A shell session over single commands: directory and exported variables go in with each command and come
back after it.

Each command is its own ``bash -c``, so `exit`, `exec`, `set -e` or a crash cannot lose the session. When the
shell ends it reports its directory and exports on a descriptor of its own (two builtins, no process). A
command that keeps it from reporting (`exec`, `kill -9 $$`, a time-out) leaves the session as it was before.
The report only affects the agent's own session, so a forged report gains nothing; it is parsed as data and never
evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from r3gym.sandbox.protocol import STATE_FD, CommandRequest, ExitFlag, SupervisorReply
from r3gym.sandbox.results import ExecResult, SandboxError
from r3gym.shell.running import PATH
from r3gym.shell.stages import shell_bytes

_ARGUMENT_MAX = 120_000  # the kernel takes 128 KiB in one argument
_ARGUMENTS_MAX = 15
_STATE_MAX = 200_000  # of environment: with more, programs could not be started

_SAVE = (
    '{ __r3=$?; set +x; builtin printf S; builtin pwd -P; builtin printf "\\0"; '
    f'builtin export -p; builtin printf "\\0"; }} 2>/dev/null >&{STATE_FD}'
)
_NEVER_KEPT = frozenset({b"_", b"SHLVL", b"SHELLOPTS", b"BASHOPTS"})  # options end with their command
_EXPORT = re.compile(
    rb"(?:declare -[A-Za-z-]+|export) ([A-Za-z_][A-Za-z0-9_]*)"
    rb"(?:=\"((?:[^\"\\]|\\.)*)\"|=\$'((?:[^'\\]|\\.)*)')?\n",
    re.DOTALL,
)
_ANSI = re.compile(rb"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_ANSI_NAMES = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"a": b"\a",
    b"b": b"\b",
    b"f": b"\f",
    b"v": b"\v",
    b"E": b"\x1b",
}


def _default_environment() -> dict[bytes, bytes]:
    return {
        b"PATH": PATH.encode(),
        b"HOME": b"/app",
        b"USER": b"agent",
        b"LOGNAME": b"agent",
        b"SHELL": b"/bin/bash",
        b"LANG": b"C.UTF-8",
        b"TERM": b"dumb",
    }


@dataclass
class Session:
    """The state of a shell session: working directory and exported variables."""

    cwd: bytes = b"/app"
    environment: dict[bytes, bytes] = field(default_factory=_default_environment)
    shell: bytes = b"/bin/bash"
    _last_report: bytes = b""

    def order(
        self,
        command: str,
        timeout: float,
        output_bytes: int,
        *,
        stdin: bytes,
        cpu_seconds: float | None,
    ) -> CommandRequest | None:
        """Return the request that runs ``command`` in this session, or None when the command is too long."""
        text = shell_bytes(command.replace("\0", ""))
        parts = [text[at : at + _ARGUMENT_MAX] for at in range(0, len(text), _ARGUMENT_MAX)] or [b""]
        if len(parts) > _ARGUMENTS_MAX:
            return None
        whole = "".join(f"${{{n}}}" for n in range(1, len(parts) + 1))
        script = f"trap '{_SAVE}' EXIT; eval \"set --; {whole}\"; {_SAVE}; exit $__r3"
        given = tuple(k + b"=" + v for k, v in self.environment.items())
        argv = (self.shell, b"-c", script.encode(), b"bash", *parts)
        return CommandRequest(argv, self.cwd, given, stdin, timeout, cpu_seconds, output_bytes)

    def absorb(self, answer: SupervisorReply) -> None:
        """Update the session from the shell's report."""
        if answer.state == self._last_report:
            return
        records = answer.state.split(b"\0")
        report: tuple[bytes, bytes] | None = None
        at = 0
        while at < len(records):
            if records[at].startswith(b"S") and at + 1 < len(records) - 1:
                report, at = (records[at][1:].removesuffix(b"\n"), records[at + 1]), at + 2
                continue
            at += 1
        if report is not None and len(report[1]) <= _STATE_MAX:
            if report[0].startswith(b"/"):
                self.cwd = report[0]
            self.environment = parse_exports(report[1])
        self._last_report = answer.state

    def take(self, cwd: str, environment: Mapping[str, str]) -> None:
        """Update the session from a free command."""
        self.cwd = shell_bytes(cwd)
        if sum(map(len, environment)) + sum(map(len, environment.values())) <= _STATE_MAX:
            self.environment = {shell_bytes(name): shell_bytes(value) for name, value in environment.items()}
        self._last_report = b""


def parse_exports(text: bytes) -> dict[bytes, bytes]:
    """Return the variables in the output of ``export -p``; other lines are skipped."""
    found: dict[bytes, bytes] = {}
    for match in _EXPORT.finditer(text):
        name, quoted, ansi = match.groups()
        if name in _NEVER_KEPT or (quoted is None and ansi is None):
            continue
        value = re.sub(rb'\\([$`"\\\n])', rb"\1", quoted) if quoted is not None else _ANSI.sub(_unescape, ansi)
        if b"\0" not in value and len(value) < _ARGUMENT_MAX:
            found[name] = value
    return found


def _unescape(match: re.Match[bytes]) -> bytes:
    octal, hexadecimal, other = match.groups()
    if octal is not None:
        return bytes([int(octal, 8) & 255])
    if hexadecimal is not None:
        return bytes([int(hexadecimal, 16)])
    return _ANSI_NAMES.get(other, other)


def check_reply(answer: SupervisorReply) -> None:
    """Raise `SandboxError` when the supervisor itself failed."""
    if (
        answer.flags & ExitFlag.NOT_STARTED and answer.exit_code != 7
    ):  # E2BIG is an error of the agent: its environment is too large
        raise SandboxError(f"the sandbox could not start a shell (errno {answer.exit_code})")
    if answer.flags & ExitFlag.STUCK:
        raise SandboxError("a process of the sandbox could not be killed: it hangs in the kernel")


def result(answer: SupervisorReply, *, oom: bool, note: str = "") -> ExecResult:
    """Return the result of `run`; raise `SandboxError` when the supervisor itself failed."""
    check_reply(answer)
    timed_out = bool(answer.flags & (ExitFlag.TIMED_OUT | ExitFlag.CPU_OUT))
    kept = len(answer.head) + len(answer.tail)
    output = (answer.head + answer.tail).decode("utf-8", "replace")
    if answer.output_total > kept:
        cut = f"\n[... {answer.output_total - kept} bytes of output cut here ...]\n"
        output = answer.head.decode("utf-8", "replace") + cut + answer.tail.decode("utf-8", "replace")
    if note:
        output += ("\n" if output and not output.endswith("\n") else "") + note + "\n"
    code = 124 if timed_out else 126 if answer.flags & ExitFlag.NOT_STARTED else answer.exit_code
    return ExecResult(
        exit_code=code,
        output=output,
        truncated=answer.output_total > kept,
        timed_out=timed_out,
        oom=oom or bool(answer.flags & ExitFlag.MEMORY_OUT),
        wall_s=answer.wall_s,
        cpu_s=answer.cpu_s,
    )


def too_long(command: str) -> ExecResult:
    """Return the result of a command that is too long for the shell."""
    text = f"bash: the command is too long ({len(command)} characters); split it over several\n"
    return ExecResult(126, text, False, False, False, 0.0, 0.0)
