"""The interpreter of free commands: it runs the tree that was judged, and hands no text to any shell.

Lists, pipelines, redirections, heredocs, ``for`` over words and files, ``if`` on files, variables with literal values.
Every program is started by its words, after `r3gym.shell.tools.not_free` has looked at the words as they are by then.
One command has a small budget of effect (`FreeLimits`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from r3gym.shell.expansion import ExpansionError, expand_fields, expand_text
from r3gym.shell.parsing import parse
from r3gym.shell.patching import apply_patch
from r3gym.shell.redirections import stage_redirections
from r3gym.shell.running import FreeLimits, PipelineRunner, StoppedByLimit
from r3gym.shell.settings import change_settings, exported, lines_of_environment
from r3gym.shell.stages import (
    RedirectionKind,
    Stage,
    StageKind,
    StageRedirection,
    StageRunner,
)
from r3gym.shell.state import ShellState
from r3gym.shell.tools import BUILTINS, CALLED_AS, asks_version, not_free, tool_name
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

_NOT_RUN = 126


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


def run_free(
    program: Sequence, cwd: str, environment: Mapping[str, str], runner: StageRunner, limits: FreeLimits
) -> FreeResult:
    """Run a judged program in a session's directory and environment, and return how both are afterwards."""
    return _Interpreter(PipelineRunner(runner, limits)).run(
        program, ShellState(cwd, dict(environment), set(environment))
    )


class _Interpreter:
    """One run. Methods take the state, because subshells have their own."""

    def __init__(self, pipelines: PipelineRunner) -> None:
        self._pipelines = pipelines
        self._refused: list[str] = []

    def run(self, program: Sequence, state: ShellState) -> FreeResult:
        stopped = ""
        try:
            self._sequence(program, state)
        except _Exit:
            pass
        except StoppedByLimit as error:
            stopped, state.status = str(error), 124
        return FreeResult(
            exit_code=state.status,
            output=self._pipelines.output.text,
            cut=self._pipelines.output.cut,
            cwd=state.cwd,
            environment=exported(state.variables, state.exported),
            refused=tuple(self._refused),
            stopped=stopped,
            oom=self._pipelines.oom,
            cpu_s=self._pipelines.cpu_s,
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
        first, stages = _script_group(pipeline.commands[0]), list[Stage]()
        if not isinstance(first, SimpleCommand):
            with self._pipelines.captured() as pieces:
                self._compound_in_subshell(first, state.copy())
            data = b"".join(pieces).decode("utf-8", "surrogateescape")
            stages.append(
                Stage(StageKind.EXECUTE, ("cat",), (StageRedirection(0, RedirectionKind.DATA, data),)),
            )
        for number, command in enumerate(pipeline.commands[len(stages) :], len(stages)):
            if not isinstance(command, SimpleCommand):
                self._refuses(type(command).__name__.lower())
                state.status = _NOT_RUN
                return
            stage = self._stage(command, state.copy())
            if number in pipeline.merged:
                merged = StageRedirection(2, RedirectionKind.COPY, "1")
                stage = Stage(stage.kind, stage.words, (merged, *stage.redirections))
            stages.append(stage)
        self._pipelines.run(tuple(stages), state)

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
            self._refuses(type(command).__name__.lower())  # judged commands hold nothing else
            state.status = _NOT_RUN

    def _redirected(self, command: Group | Branch | ForLoop, state: ShellState, tested: bool) -> None:
        """Collect what a compound command prints and write it where it goes, since each part is run on its own."""
        given = self._redirections(command.redirections, state)
        self._pipelines.run((Stage(StageKind.EXECUTE, ("true",), given),), state)
        if state.status:
            return  # a file that cannot be opened: nothing runs, as in a shell
        with self._pipelines.errors_to(given), self._pipelines.captured() as pieces:
            self._command(command._replace(redirections=()), state, tested)
        status = state.status
        data = StageRedirection(0, RedirectionKind.DATA, b"".join(pieces).decode("utf-8", "surrogateescape"))
        output = tuple(replace(r, kind=RedirectionKind.APPEND) if r.kind is RedirectionKind.WRITE else r for r in given)
        self._pipelines.run((Stage(StageKind.EXECUTE, ("cat",), (data, *output)),), state)
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
            self._pipelines.go_round()
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
        inner = self._unwrapped(command)
        if inner is None:
            state.status = _NOT_RUN
            return
        if inner.script is not None:
            self._command(_script_group(command), state, False)
            return
        name = tool_name(inner.words[0][0] or "") if inner.words else "true"
        if name == "apply_patch":
            given = [self._text(word, state) for _, word in inner.words[1:]]
            given += [r.text for r in self._redirections(command.redirections, state) if r.kind is RedirectionKind.DATA]
            apply_patch(given[0] if given else "", state, self._pipelines)
            return
        if name in BUILTINS and name not in ("env", "printenv"):
            errors = tuple(r for r in self._redirections(command.redirections, state) if r.fd == 2)
            self._setting(name, [self._text(word, state) for _, word in inner.words[1:]], state, errors)
            return
        prefix = {a.name: self._text(a.value, state) for a in command.assignments} if command.words else {}
        own = state.with_variables({**prefix, **dict(inner.assignments)})
        stage = self._stage(command, own)
        self._pipelines.run((stage,), own)
        state.status = own.status

    def _stage(self, command: SimpleCommand, state: ShellState) -> Stage:
        """Return the process of a simple command: a refused call becomes one that fails."""
        redirections = self._redirections(command.redirections, state)
        inner = self._unwrapped(command)
        if inner is None:
            return Stage(StageKind.EXECUTE, ("false",), redirections)
        words = [
            field for text, word in inner.words for field in ([text] if text is not None else self._fields(word, state))
        ]
        if not words:
            return Stage(StageKind.EXECUTE, ("true",), redirections)
        name = tool_name(words[0])
        if self._refuses(not_free(words, state.cwd)):
            return Stage(StageKind.EXECUTE, ("false",), redirections)
        if asks_version(words):
            return Stage(StageKind.VERSION, (name, *words[1:]), redirections)
        if name in ("env", "printenv"):
            data = StageRedirection(
                0, RedirectionKind.DATA, lines_of_environment(state.variables, state.exported, words[1:])
            )
            return Stage(StageKind.EXECUTE, ("cat",), (data, *redirections))
        if name in BUILTINS:
            return Stage(StageKind.EXECUTE, ("prlimit" if name == "ulimit" else "true",), redirections)
        if name in ("less", "more"):
            words = [words[0], *(word for word in words[1:] if not word.startswith("-"))]
        given = ["-" if word == "/dev/stdin" else word for word in words[1:]]
        return Stage(StageKind.EXECUTE, (CALLED_AS.get(name, name), *given), redirections)

    def _unwrapped(self, command: SimpleCommand) -> Unwrapped[Word] | None:
        """Return what a simple command runs; None, and a word to the contestant, when its words do not tell."""
        try:
            return unwrap([(word.text, word) for word in command.words])
        except HiddenCommand:
            self._refuses(command.words[0].text or "")
            return None

    def _refuses(self, decided: str | None) -> bool:
        """Refuse a call that is not free by the words it has now; ``decided`` is what makes it so (None: nothing)."""
        if decided is not None:
            self._refused.append(decided)
            self._pipelines.say(f"r3gym: {decided!r} is not free in this form: not run\n")
        return decided is not None

    def _setting(
        self, name: str, words: list[str], state: ShellState, errors: tuple[StageRedirection, ...] = ()
    ) -> None:
        if self._refuses(not_free([name, *words], state.cwd)):
            state.status = _NOT_RUN
        elif name in ("pushd", "popd", "dirs"):
            self._folder_stack(name, words, state)
        elif name == "ulimit" and words in ([], ["-a"]):
            self._pipelines.run((Stage(StageKind.EXECUTE, ("prlimit",)),), state)
        elif name == "cd":
            self._change_folder([word for word in words if word not in ("-L", "-P", "--")], state, errors)
        elif name == "exit":
            state.status = int(words[0]) & 255 if words else state.status
            raise _Exit
        else:
            said = change_settings(name, words, state)
            self._pipelines.say(said)

    def _change_folder(self, words: list[str], state: ShellState, errors: tuple[StageRedirection, ...] = ()) -> None:
        before = state.cwd
        to = words[0] if words else state.variables.get("HOME")
        if to is None:
            self._pipelines.say("bash: cd: HOME not set\n")
            state.status = 1
            return
        if to == "-":
            to = state.variables.get("OLDPWD", before)
        stage = Stage(StageKind.FOLDER, (to,), (StageRedirection(1, RedirectionKind.CAPTURE), *errors))
        result = self._pipelines.run((stage,), state)
        if not result.exit_code and result.captured:
            state.cwd = result.captured.decode("utf-8", "surrogateescape")
            state.variables |= {"PWD": state.cwd, "OLDPWD": before}
            state.exported |= {"PWD", "OLDPWD"}
            if words == ["-"]:
                self._pipelines.say(f"{state.cwd}\n")

    def _folder_stack(self, name: str, words: list[str], state: ShellState) -> None:
        """Change the folder and remember the one before, or go back to it."""
        if name == "popd" and not state.folders:
            self._pipelines.say("bash: popd: directory stack empty\n")
            state.status = 1
            return
        before, state.status = state.cwd, 0
        if name == "popd":
            self._change_folder([state.folders.pop()], state)
        elif name == "pushd":
            self._change_folder(words, state)
            if not state.status:
                state.folders.append(before)
        if not state.status:
            home = state.variables.get("HOME", "")
            folders = [state.cwd, *reversed(state.folders)]
            self._pipelines.say(" ".join(_from_home(folder, home) for folder in folders) + "\n")

    def _redirections(self, given: tuple[Redirection, ...], state: ShellState) -> tuple[StageRedirection, ...]:
        return stage_redirections(given, lambda word: self._text(word, state))

    def _text(self, word: Word, state: ShellState) -> str:
        variables = state.parameters()
        with _expansion_errors(self, state):
            return expand_text(word, variables, strict="nounset" in state.settings)

    def _fields(self, word: Word, state: ShellState) -> list[str]:
        if (text := word.text) is not None:
            return [text]
        variables = state.parameters()
        with _expansion_errors(self, state):
            found = expand_fields(
                word, variables, lambda p: self._matches(p, state), strict="nounset" in state.settings
            )
        # A file may be called "-n": as an operand it must not become an option.
        return [f"./{field}" if matched and field.startswith("-") else field for field, matched in found]

    def _matches(self, pattern: str, state: ShellState) -> list[str]:
        stage = Stage(StageKind.MATCH, (pattern,), (StageRedirection(1, RedirectionKind.CAPTURE),))
        status = state.status
        found = self._pipelines.run((stage,), state).captured.decode("utf-8", "surrogateescape")
        state.status = status
        return [path for path in found.split("\0") if path]

    def report(self, error: ExpansionError, state: ShellState) -> None:
        """Print an error of an expansion, after which nothing more of the command runs."""
        self._pipelines.say(f"bash: {error}\n")
        state.status = error.status


def _script_group(command: Command) -> Command:
    """Return the subshell that ``bash -c TEXT`` is, and any other command as it is."""
    if isinstance(command, SimpleCommand) and command.words:
        try:
            script = unwrap([(word.text, word) for word in command.words]).script
        except HiddenCommand:
            return command
        if script is not None:
            return Group(parse(script), True, command.redirections, command.start, command.end)
    return command


@contextmanager
def _expansion_errors(interpreter: _Interpreter, state: ShellState) -> Iterator[None]:
    try:
        yield
    except ExpansionError as error:
        interpreter.report(error, state)
        raise _Exit from None


def _from_home(folder: str, home: str) -> str:
    """Return a folder as the stack of folders shows it: below the home folder with ``~``."""
    return f"~{folder.removeprefix(home)}" if home and f"{folder}/".startswith(f"{home}/") else folder


def _word(text: str) -> Word:
    return Word((Literal(text, True),), 0, 0)
