"""The interpreter of free commands: it runs the tree that was judged, and hands no text to any shell.

Lists, pipelines, redirections, heredocs, ``for`` over words and files, ``if`` on files, variables with literal values.
Every program is started by its words, after `r3gym.shell.tools.not_free` has looked at the words as they are by then.
One command has a small budget of effect (`FreeLimits`).
"""

from __future__ import annotations

import posixpath
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from r3gym.shell.expansion import ExpansionError, expand_fields, expand_text
from r3gym.shell.output_buffer import OutputBuffer
from r3gym.shell.parsing import parse
from r3gym.shell.patch_text import PatchError, files_after, files_read, read_patch
from r3gym.shell.redirections import stage_redirections
from r3gym.shell.settings import change_settings, exported, lines_of_environment
from r3gym.shell.stages import (
    RedirectionKind,
    Stage,
    StageKind,
    StagePlan,
    StageRedirection,
    StageResult,
    StageRunner,
)
from r3gym.shell.state import ShellState
from r3gym.shell.tool_checks import in_workspace
from r3gym.shell.tools import BUILTINS, CALLED_AS, asks_version, command_table, not_free, tool_name
from r3gym.shell.tree import (
    AndOr,
    Branch,
    Command,
    FileTest,
    ForLoop,
    Group,
    Literal,
    Pipeline,
    Redirection,
    Sequence,
    SimpleCommand,
    Word,
)
from r3gym.shell.wrappers import HiddenCommand, Unwrapped, unwrap

#: Where tools are looked for; the same folders in which `which` looks.
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_NOT_RUN = 126
#: How much earlier than the interpreter's clock the supervisor's may end a pipeline.
_CLOCK_SLACK_S = 0.1


@dataclass(frozen=True)
class FreeLimits:
    """What one free command may use in all: time, processes, rounds of loops, and bytes per written file."""

    wall_s: float = 5.0
    cpu_s: float = 0.2
    processes: int = 64
    rounds: int = 64
    file_bytes: int = 1 << 24
    output_bytes: int = 1 << 18


@dataclass(frozen=True)
class FreeResult:
    """How a free command ended.

    ``refused``: the calls that were not made because their words, once known, are not free. ``stopped`` says which
    limit of `FreeLimits` ended the command ("" for none).
    """

    exit_code: int
    output: str
    cut: bool
    cwd: str
    environment: Mapping[str, str]
    refused: tuple[str, ...] = ()
    stopped: str = ""
    oom: bool = False
    cpu_s: float = 0.0


class _Exit(Exception):
    """The command ends: by ``exit``, or by a failure after ``set -e``."""


class _Stopped(Exception):
    """A limit ends the command."""


def run_free(
    program: Sequence, cwd: str, environment: Mapping[str, str], runner: StageRunner, limits: FreeLimits
) -> FreeResult:
    """Run a judged program in a session's directory and environment, and return how both are afterwards."""
    return _Interpreter(runner, limits).run(program, ShellState(cwd, dict(environment), set(environment)))


class _Interpreter:
    """One run. Methods take the state, because subshells have their own."""

    def __init__(self, runner: StageRunner, limits: FreeLimits) -> None:
        self._runner, self._limits = runner, limits
        self._output = OutputBuffer(limits.output_bytes)
        self._end = time.monotonic() + limits.wall_s
        self._cpu_s, self._processes, self._rounds = 0.0, 0, 0
        self._refused: list[str] = []
        self._oom = False
        self._capturing: list[list[bytes]] = []
        self._errors: list[tuple[StageRedirection, ...]] = []

    def run(self, program: Sequence, state: ShellState) -> FreeResult:
        stopped = ""
        try:
            self._sequence(program, state)
        except _Exit:
            pass
        except _Stopped as error:
            stopped, state.status = str(error), 124
        return FreeResult(
            exit_code=state.status,
            output=self._output.text,
            cut=self._output.cut,
            cwd=state.cwd,
            environment=exported(state.variables, state.exported),
            refused=tuple(self._refused),
            stopped=stopped,
            oom=self._oom,
            cpu_s=self._cpu_s,
        )

    def _sequence(self, program: Sequence, state: ShellState, *, tested: bool = False) -> None:
        for item in program.items:
            self._and_or(item, state, tested)

    def _and_or(self, item: AndOr, state: ShellState, tested: bool) -> None:
        """Run pipelines joined by ``&&`` and ``||``; in a condition (``tested``) a failure is an answer."""
        last = len(item.pipelines) - 1
        for number, pipeline in enumerate(item.pipelines):
            operator = item.operators[number - 1] if number else ""
            if (operator == "&&" and state.status) or (operator == "||" and not state.status):
                continue
            self._pipeline(pipeline, state, tested or number < last)
            if state.status and "errexit" in state.settings and not (tested or pipeline.negated or number < last):
                raise _Exit

    def _pipeline(self, pipeline: Pipeline, state: ShellState, tested: bool) -> None:
        if len(pipeline.commands) == 1:
            self._command(pipeline.commands[0], state, tested)
        else:
            self._piped(pipeline, state)
        if pipeline.negated:
            state.status = int(not state.status)

    def _piped(self, pipeline: Pipeline, state: ShellState) -> None:
        first, stages, versions = _script_group(pipeline.commands[0]), list[Stage](), False
        if not isinstance(first, SimpleCommand):
            with self._captured() as pieces:
                self._compound_in_subshell(first, state.copy())
            data = b"".join(pieces).decode("utf-8", "surrogateescape")
            stages.append(
                Stage(StageKind.EXECUTE, ("cat",), (StageRedirection(0, RedirectionKind.DATA, data),)),
            )
        for number, command in enumerate(pipeline.commands[len(stages) :], len(stages)):
            if not isinstance(command, SimpleCommand):
                self._refuse(type(command).__name__.lower(), state)
                return
            stage = self._stage(command, state.copy())
            if number in pipeline.merged:
                merged = StageRedirection(2, RedirectionKind.COPY, "1")
                stage = Stage(stage.kind, stage.words, (merged, *stage.redirections))
            versions = versions or asks_version(stage.words)
            stages.append(stage)
        self._run(tuple(stages), state, versions=versions)

    def _compound_in_subshell(self, command: Command, state: ShellState) -> None:
        try:
            self._command(command, state, True)
        except _Exit:
            return

    def _command(self, command: Command, state: ShellState, tested: bool) -> None:
        if isinstance(command, SimpleCommand):
            self._simple(command, state)
        elif isinstance(command, FileTest):
            test = SimpleCommand((), (_word("test"), *command.words), command.redirections, command.start, command.end)
            self._simple(test, state)
        elif isinstance(command, Group | Branch | ForLoop):
            if command.redirections:
                self._redirected(command, state, tested)
            elif isinstance(command, Group):
                self._group(command, state, tested)
            elif isinstance(command, Branch):
                self._branch(command, state, tested)
            else:
                self._for(command, state, tested)
        else:
            self._refuse(type(command).__name__.lower(), state)

    def _redirected(self, command: Group | Branch | ForLoop, state: ShellState, tested: bool) -> None:
        """Collect what a compound command prints and write it where it goes, since each part is run on its own."""
        given = self._redirections(command.redirections, state)
        self._run((Stage(StageKind.EXECUTE, ("true",), given),), state)
        if state.status:
            return  # a file that cannot be opened: nothing runs, as in a shell
        self._errors.append(_errors_inside(given))
        try:
            with self._captured() as pieces:
                self._command(command._replace(redirections=()), state, tested)
        finally:
            self._errors.pop()
        status = state.status
        data = StageRedirection(0, RedirectionKind.DATA, b"".join(pieces).decode("utf-8", "surrogateescape"))
        output = tuple(replace(r, kind=RedirectionKind.APPEND) if r.kind is RedirectionKind.WRITE else r for r in given)
        self._run((Stage(StageKind.EXECUTE, ("cat",), (data, *output)),), state)
        state.status = state.status or status

    def _group(self, group: Group, state: ShellState, tested: bool) -> None:
        inner = state.copy() if group.subshell else state
        try:
            self._sequence(group.body, inner, tested=tested)
        except _Exit:
            if not group.subshell:
                raise
        state.status = inner.status

    def _branch(self, branch: Branch, state: ShellState, tested: bool) -> None:
        for condition, body in branch.cases:
            self._sequence(condition, state, tested=True)
            if not state.status:
                self._sequence(body, state, tested=tested)
                return
        state.status = 0
        if branch.otherwise is not None:
            self._sequence(branch.otherwise, state, tested=tested)

    def _for(self, loop: ForLoop, state: ShellState, tested: bool) -> None:
        state.status = 0
        for value in [field for word in loop.words or () for field in self._fields(word, state)]:
            self._rounds += 1
            if self._rounds > self._limits.rounds:
                raise _Stopped(f"a free command may go round a loop {self._limits.rounds} times")
            state.variables[loop.name] = value
            self._sequence(loop.body, state, tested=tested)

    def _simple(self, command: SimpleCommand, state: ShellState) -> None:
        if not command.words:
            for assignment in command.assignments:
                value = self._text(assignment.value, state)
                before = state.variables.get(assignment.name, "") if assignment.append else ""
                state.variables[assignment.name] = before + value
            if not command.redirections:
                state.status = 0
                return
        inner = _unwrapped(command)
        if inner.script is not None:
            self._command(_script_group(command), state, False)
            return
        name = tool_name(inner.words[0][0] or "") if inner.words else "true"
        if name == "apply_patch":
            words = [self._text(word, state) for _, word in inner.words[1:]]
            self._apply_patch(words, self._redirections(command.redirections, state), state)
            return
        if name in BUILTINS and name not in ("env", "printenv"):
            self._setting(name, [self._text(word, state) for _, word in inner.words[1:]], state)
            return
        stage = self._stage(command, state)
        self._run((stage,), state, versions=asks_version(stage.words))

    def _stage(self, command: SimpleCommand, state: ShellState) -> Stage:
        """Return the process of a simple command: a refused call becomes one that fails."""
        redirections = self._redirections(command.redirections, state)
        inner = _unwrapped(command)
        words = [
            field for text, word in inner.words for field in ([text] if text is not None else self._fields(word, state))
        ]
        if not words:
            return Stage(StageKind.EXECUTE, ("true",), redirections)
        name = tool_name(words[0])
        decided = not_free(words, state.cwd)
        if decided is not None:
            self._refuse(decided, state)
            return Stage(StageKind.EXECUTE, ("false",), redirections)
        if name in ("env", "printenv"):
            data = StageRedirection(
                0, RedirectionKind.DATA, lines_of_environment(state.variables, state.exported, words[1:])
            )
            return Stage(StageKind.EXECUTE, ("cat",), (data, *redirections))
        if name in BUILTINS:
            return Stage(StageKind.EXECUTE, ("true",), redirections)
        if name in ("less", "more"):
            words = [words[0], *(word for word in words[1:] if not word.startswith("-"))]
        given = ["-" if word == "/dev/stdin" else word for word in words[1:]]
        return Stage(StageKind.EXECUTE, (CALLED_AS.get(name, name), *given), redirections)

    def _setting(self, name: str, words: list[str], state: ShellState) -> None:
        decided = not_free([name, *words], state.cwd)
        if decided is not None:
            self._refuse(decided, state)
        elif name == "cd":
            self._change_folder([word for word in words if word not in ("-L", "-P", "--")], state)
        elif name == "exit":
            state.status = int(words[0]) & 255 if words else state.status
            raise _Exit
        else:
            said = change_settings(name, words, state)
            self._output.add(said.encode())

    def _refuse(self, what: str, state: ShellState) -> None:
        """Say that a call or a construct is not free; what was judged free comes here only by its variables."""
        self._refused.append(what)
        self._output.add(f"r3gym: {what!r} is not free in this form: not run\n".encode("utf-8", "replace"))
        state.status = _NOT_RUN

    def _apply_patch(self, words: list[str], redirections: tuple[StageRedirection, ...], state: ShellState) -> None:
        """Apply the patch in the first word or in a heredoc: read the files it names, then write them all."""
        given = [r.text for r in redirections if r.kind is RedirectionKind.DATA]
        try:
            patches = read_patch((words or given or [""])[0])
            outside = [p.path for p in patches if not in_workspace(p.path, state.cwd)]
            if outside:
                raise PatchError(f"{outside[0]}: not a file of the workspace")
            before = {path: self._read(path, state) for path in files_read(patches)}
            after = files_after(patches, before)
        except PatchError as error:
            self._output.add(f"apply_patch: {error}\n".encode("utf-8", "replace"))
            state.status = 1
            return
        for path, text in after.items():
            if text is None:
                self._run((Stage(StageKind.EXECUTE, ("rm", "-f", "--", path)),), state)
                continue
            folder = posixpath.dirname(path)
            if folder:
                self._run((Stage(StageKind.EXECUTE, ("mkdir", "-p", "--", folder)),), state)
            data = StageRedirection(0, RedirectionKind.DATA, text)
            self._run(
                (Stage(StageKind.EXECUTE, ("cat",), (data, StageRedirection(1, RedirectionKind.WRITE, path))),), state
            )
        self._output.add("".join(f"{'removed' if t is None else 'wrote'} {p}\n" for p, t in after.items()).encode())

    def _read(self, path: str, state: ShellState) -> str:
        with self._captured() as pieces:
            self._run((Stage(StageKind.EXECUTE, ("cat", "--", path)),), state)
        if state.status:
            raise PatchError(f"{path}: cannot be read")
        return b"".join(pieces).decode("utf-8", "surrogateescape")

    def _change_folder(self, words: list[str], state: ShellState) -> None:
        before = state.cwd
        to = words[0] if words else state.variables.get("HOME", "/app")
        if to == "-":
            to = state.variables.get("OLDPWD", before)
        stage = Stage(StageKind.FOLDER, (to,), (StageRedirection(1, RedirectionKind.CAPTURE),))
        result = self._run((stage,), state)
        if not result.exit_code and result.captured:
            state.cwd = result.captured.decode("utf-8", "surrogateescape")
            state.variables |= {"PWD": state.cwd, "OLDPWD": before}
            state.exported |= {"PWD", "OLDPWD"}
            if words == ["-"]:
                self._output.add(f"{state.cwd}\n".encode("utf-8", "surrogateescape"))

    def _redirections(self, given: tuple[Redirection, ...], state: ShellState) -> tuple[StageRedirection, ...]:
        return stage_redirections(given, lambda word: self._text(word, state))

    def _text(self, word: Word, state: ShellState) -> str:
        variables = {**state.variables, "?": str(state.status)}
        with _expansion_errors(self, state):
            return expand_text(word, variables, strict="nounset" in state.settings)

    def _fields(self, word: Word, state: ShellState) -> list[str]:
        if (text := word.text) is not None:
            return [text]
        variables = {**state.variables, "?": str(state.status)}
        with _expansion_errors(self, state):
            found = expand_fields(
                word, variables, lambda p: self._matches(p, state), strict="nounset" in state.settings
            )
        # A file may be called "-n": as an operand it must not become an option.
        return [f"./{field}" if matched and field.startswith("-") else field for field, matched in found]

    def _matches(self, pattern: str, state: ShellState) -> list[str]:
        stage = Stage(StageKind.MATCH, (pattern,), (StageRedirection(1, RedirectionKind.CAPTURE),))
        status = state.status
        found = self._run((stage,), state).captured.decode("utf-8", "surrogateescape")
        state.status = status
        return [path for path in found.split("\0") if path]

    def _run(self, stages: tuple[Stage, ...], state: ShellState, *, versions: bool = False) -> StageResult:
        """Run one pipeline within what is left of the limits."""
        self._processes += len(stages)
        if self._processes > self._limits.processes:
            raise _Stopped(f"a free command may start {self._limits.processes} processes")
        if self._capturing:
            last = stages[-1]
            capture = StageRedirection(1, RedirectionKind.CAPTURE)
            stages = (*stages[:-1], Stage(last.kind, last.words, (capture, *last.redirections)))
        if self._errors:
            inside = tuple(r for given in self._errors for r in given)
            stages = tuple(Stage(s.kind, s.words, (*inside, *s.redirections)) for s in stages)
        plan = StagePlan(
            stages=stages,
            cwd=state.cwd,
            environment=_tool_environment(state),
            pipefail="pipefail" in state.settings,
            mask=state.mask,
            file_bytes=self._limits.file_bytes,
            versions=versions,
        )
        wall_s, cpu_s = self._end - time.monotonic(), self._limits.cpu_s - self._cpu_s
        if wall_s <= 0 or cpu_s <= 0:
            raise _Stopped(self._used_up(wall_s <= 0))
        result = self._runner(plan, wall_s, cpu_s)
        self._cpu_s += result.cpu_s
        self._oom = self._oom or result.oom
        self._output.add(result.output, result.lost)
        if self._capturing and stages[-1].kind is StageKind.EXECUTE:
            self._capturing[-1].append(result.captured)
        if result.note:
            self._output.add(f"{result.note}\n".encode())
        state.status = result.exit_code
        if result.timed_out:
            raise _Stopped(self._used_up(time.monotonic() >= self._end - _CLOCK_SLACK_S))
        return result

    def _used_up(self, wall: bool) -> str:
        limit = f"{self._limits.wall_s:g} s" if wall else f"{self._limits.cpu_s:g} s of processor time"
        return f"a free command may take {limit}"

    @contextmanager
    def _captured(self) -> Iterator[list[bytes]]:
        """Collect the standard output of what runs inside."""
        pieces: list[bytes] = []
        self._capturing.append(pieces)
        try:
            yield pieces
        finally:
            self._capturing.pop()

    def report(self, message: str, state: ShellState) -> None:
        """Print an error of an expansion, after which nothing more of the command runs."""
        self._output.add(f"bash: {message}\n".encode())
        state.status = 1


def _unwrapped(command: SimpleCommand) -> Unwrapped[Word]:
    """Return what a command runs inside wrappers; the wrapper itself, which is no free tool, where that is hidden."""
    words = [(word.text, word) for word in command.words]
    try:
        return unwrap(words)
    except HiddenCommand:
        return Unwrapped(words)


def _script_group(command: Command) -> Command:
    """Return the subshell that ``bash -c TEXT`` is, and any other command as it is."""
    if isinstance(command, SimpleCommand) and command.words:
        script = _unwrapped(command).script
        if script is not None:
            return Group(parse(script), True, command.redirections, command.start, command.end)
    return command


def _errors_inside(given: tuple[StageRedirection, ...]) -> tuple[StageRedirection, ...]:
    """Return where the commands inside a redirected compound command send their errors."""
    both = any(r.fd == 2 and r.kind is RedirectionKind.COPY and r.text == "1" for r in given)
    if both:
        return (StageRedirection(2, RedirectionKind.CAPTURE),)
    return tuple(
        StageRedirection(2, RedirectionKind.APPEND, r.text)
        for r in given
        if r.fd == 2 and r.kind in (RedirectionKind.WRITE, RedirectionKind.APPEND)
    )


@contextmanager
def _expansion_errors(interpreter: _Interpreter, state: ShellState) -> Iterator[None]:
    try:
        yield
    except ExpansionError as error:
        interpreter.report(str(error), state)
        raise _Exit from None


def _tool_environment(state: ShellState) -> dict[str, str]:
    """Return the environment of a tool: nothing of the session but the variables that the table lists."""
    listed = {
        name: state.variables[name]
        for name, form in command_table().environment.items()
        if name in state.exported and form.fullmatch(state.variables.get(name, ""))
    }
    return {"LANG": "C.UTF-8", **listed, "PATH": PATH, "HOME": "/app", "USER": "agent", "PWD": state.cwd}


def _word(text: str) -> Word:
    return Word((Literal(text, True),), 0, 0)
