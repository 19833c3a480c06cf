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
from dataclasses import dataclass, field

from r3gym.sandbox.protocol import STATE_FD, CommandRequest, ExitFlag, SupervisorReply
from r3gym.sandbox.results import ExecResult, SandboxError

ESCAPE_MARK = "r3gym: only passive tools can run in a free command; this was not run:"
"""The text in the output of a free command that tried to execute something else."""

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_ARGUMENT_MAX = 120_000  # the kernel takes 128 KiB in one argument
_ARGUMENTS_MAX = 15
_STATE_MAX = 200_000  # of environment: with more, programs could not be started

_SAVE = (
    '{ __r3=$?; set +x; builtin printf S; builtin pwd -P; builtin printf "\\0"; '
    f'builtin export -p; builtin printf "\\0"; }} 2>/dev/null >&{STATE_FD}'
)
_PASSIVE = (
    'command_not_found_handle() { builtin printf "X%s\\0" "$1" >&' + str(STATE_FD) + "; return 127; }; set -E; "
    'trap \'case $? in 126|127) builtin printf "X%s\\0" "$BASH_COMMAND" 2>/dev/null >&'
    + str(STATE_FD)
    + ";; esac' ERR; "
)
# Builtins that run text as code. The classifier handles them already; here they are disabled.
_NO_BUILTINS = "enable -n eval source . let trap alias mapfile readarray fc bind compgen complete enable; "

_NEVER_KEPT = frozenset({b"_", b"SHLVL", b"SHELLOPTS", b"BASHOPTS"})  # options end with their command
_NOT_PASSIVE = re.compile(
    rb"LD_|BASH_|ENV$|SHELLOPTS$|BASHOPTS$|PS[0-9]$|PROMPT_COMMAND$|GLIBC_|GCONV_|LOCPATH$|NLSPATH$"
)
_EXPORT = re.compile(
    rb"(?:declare -[A-Za-z-]+|export) ([A-Za-z_][A-Za-z0-9_]*)"
    rb"(?:=\"((?:[^\"\\]|\\.)*)\"|=\$'((?:[^'\\]|\\.)*)')?\n",
    re.DOTALL,
)
_REFUSAL = re.compile(
    r"^bash: line \d+: (/(?:usr|s?bin|lib\w*)/\S+): Permission denied$"
    r"|^timeout: failed to run command \W(.*)\W: ",
    re.MULTILINE,
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
        free: bool,
        stdin: bytes,
        cpu_seconds: float | None,
    ) -> CommandRequest | None:
        """Return the request that runs ``command`` in this session, or None when the command is too long."""
        text = _bytes(command.replace("\0", ""))
        parts = [text[at : at + _ARGUMENT_MAX] for at in range(0, len(text), _ARGUMENT_MAX)] or [b""]
        if len(parts) > _ARGUMENTS_MAX:
            return None
        whole = "".join(f"${{{n}}}" for n in range(1, len(parts) + 1))
        begin = (_PASSIVE if free else "") + f"trap '{_SAVE}' EXIT; "
        script = f'{begin}eval "{_NO_BUILTINS if free else ""}set --; {whole}"; {_SAVE}; exit $__r3'
        environment = self.environment.items()
        given = tuple(k + b"=" + v for k, v in environment if not (free and _NOT_PASSIVE.match(k)))
        if free:  # otherwise `file` reads rules from ~/.magic, which the agent writes and which can compute
            given += (b"MAGIC=/usr/share/misc/magic",)
        argv = (self.shell, b"-c", script.encode(), b"bash", *parts)
        return CommandRequest(argv, self.cwd, given, stdin, timeout, cpu_seconds, output_bytes)

    def absorb(self, answer: SupervisorReply, *, free: bool) -> tuple[str, ...]:
        """Update the session from the shell's report; return the commands that a free command could not execute."""
        if answer.state == self._last_report and not free:
            return ()
        records = answer.state.split(b"\0")
        refused: list[str] = []
        report: tuple[bytes, bytes] | None = None
        at = 0
        while at < len(records):
            if records[at].startswith(b"S") and at + 1 < len(records) - 1:
                report, at = (records[at][1:].removesuffix(b"\n"), records[at + 1]), at + 2
                continue
            if records[at].startswith(b"X"):
                refused.append(records[at][1:].decode("utf-8", "replace")[:200])
            at += 1
        if report is not None and len(report[1]) <= _STATE_MAX:
            if report[0].startswith(b"/"):
                self.cwd = report[0]
            new = parse_exports(report[1])
            hidden = {k: v for k, v in self.environment.items() if free and _NOT_PASSIVE.match(k)}
            self.environment = {**hidden, **new}
        self._last_report = b"" if refused or free else answer.state
        if not free:
            return ()
        said = (answer.head + answer.tail).decode("utf-8", "replace")  # failures that no trap sees: `python3 || true`
        refused += [match[1] or match[2] for match in _REFUSAL.finditer(said)]
        return _distinct(refused)


def _distinct(refused: list[str]) -> tuple[str, ...]:
    """Keep one report per refused command, which is reported by its name, its text, and the `eval` around it."""
    names = dict.fromkeys(text for text in refused if not text.startswith(f'eval "{_NO_BUILTINS[:9]}'))
    single = {_leaf(text) for text in names if " " not in text}
    kept = [text for text in names if " " not in text or not single & {_leaf(word) for word in text.split(" ")}]
    return tuple({_leaf(text): text for text in kept}.values())


def _leaf(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _bytes(command: str) -> bytes:
    """Return the bytes of a text, restoring bytes that are not UTF-8; what cannot be encoded becomes '?'."""
    try:
        return command.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return command.encode("utf-8", "replace")


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


def result(answer: SupervisorReply, refused: tuple[str, ...], *, oom: bool, note: str = "") -> ExecResult:
    """Return the result of `run`; raise `SandboxError` when the supervisor itself failed."""
    if (
        answer.flags & ExitFlag.NOT_STARTED and answer.exit_code != 7
    ):  # E2BIG is an error of the agent: its environment is too large
        raise SandboxError(f"the sandbox could not start a shell (errno {answer.exit_code})")
    if answer.flags & ExitFlag.STUCK:
        raise SandboxError("a process of the sandbox could not be killed: it hangs in the kernel")
    timed_out = bool(answer.flags & (ExitFlag.TIMED_OUT | ExitFlag.CPU_OUT))
    kept = len(answer.head) + len(answer.tail)
    output = (answer.head + answer.tail).decode("utf-8", "replace")
    if answer.output_total > kept:
        cut = f"\n[... {answer.output_total - kept} bytes of output cut here ...]\n"
        output = answer.head.decode("utf-8", "replace") + cut + answer.tail.decode("utf-8", "replace")
    lines = [f"{ESCAPE_MARK} {name}" for name in refused] + ([note] if note else [])
    if lines:
        output += ("\n" if output and not output.endswith("\n") else "") + "\n".join(lines) + "\n"
    code = 124 if timed_out else 126 if answer.flags & ExitFlag.NOT_STARTED else answer.exit_code
    return ExecResult(
        exit_code=code,
        output=output,
        truncated=answer.output_total > kept,
        timed_out=timed_out,
        oom=oom or bool(answer.flags & ExitFlag.MEMORY_OUT),
        wall_s=answer.wall_s,
        cpu_s=answer.cpu_s,
        escape=bool(refused),
    )


def too_long(command: str) -> ExecResult:
    """Return the result of a command that is too long for the shell."""
    text = f"bash: the command is too long ({len(command)} characters); split it over several\n"
    return ExecResult(126, text, False, False, False, 0.0, 0.0)
