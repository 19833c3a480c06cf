"""Judging a syntax tree: which of its pieces are not free, and why.

A command is free when every node of its tree is one that `r3gym.shell.interpreter` runs, and every call in it is in the
table of free tools (`r3gym.shell.tools`). Everything else is a finding.
"""

from __future__ import annotations

import posixpath
from dataclasses import replace

from r3gym.accounting.findings import Finding, Findings
from r3gym.accounting.live_judge import blocked_inside, blocked_rule, is_interpreter, network_text
from r3gym.core.actions import HELPER_WORDS
from r3gym.shell.doubt import SyntaxDoubt
from r3gym.shell.parsing import parse
from r3gym.shell.tool_checks import too_many_wildcards
from r3gym.shell.tools import command_table, not_free, tool_name
from r3gym.shell.tree import (
    WILDCARD,
    Branch,
    Command,
    FileTest,
    ForLoop,
    Function,
    Group,
    Heredoc,
    Literal,
    Loop,
    Pipeline,
    Redirection,
    Sequence,
    SimpleCommand,
    Substitution,
    Variable,
    Word,
)
from r3gym.shell.wrappers import SHELLS, HiddenCommand, unwrap

#: How many ``bash -c`` inside each other are followed.
_MOST_SCRIPTS = 3
_FOR_COMPOUNDS = frozenset({">", ">>", ">|", "&>", "&>>", ">&"})
_DESCRIPTORS = 3


def judge(program: Sequence, text: str, cwd: str) -> Findings:
    """Return the findings of a program read from ``text``, in a shell that is in ``cwd``."""
    judge_ = _Judge(text, cwd)
    judge_.sequence(program)
    return judge_.findings


class _Judge:
    """One walk over a tree, in source order, with what the rules need: the text, the directory, loops around."""

    def __init__(self, text: str, cwd: str, scripts: int = 0) -> None:
        self.findings = Findings()
        self._text, self._cwd, self._scripts = text, cwd, scripts
        self._loops = 0
        #: How many redirections and pipes around a command lead its output into a file.
        self._writing = 0

    def sequence(self, program: Sequence) -> None:
        for item in program.items:
            for pipeline in item.pipelines:
                self._pipeline(pipeline)
            if item.background:
                self._add("&", "it leaves a command running in the background", item.start, item.end)

    def _add(self, word: str, reason: str, start: int, end: int, rule: str = "") -> None:
        self.findings.found.append(Finding(word, reason, start, end, rule))

    def _pipeline(self, pipeline: Pipeline) -> None:
        writes = [_writes(command) for command in pipeline.commands]  # head and tail before it cut a file by a number
        for number, command in enumerate(pipeline.commands):
            into_file = any(writes[number:])
            self._writing += into_file
            self._command(command)
            self._writing -= into_file
            if number and not (isinstance(command, SimpleCommand) and not _is_script(command)):
                self._add(self._first_word(command), "a list of commands reads from the pipe", *_span(command))

    def _command(self, command: Command) -> None:
        if isinstance(command, SimpleCommand):
            self._simple(command)
            return
        writes = not isinstance(command, Function) and _to_file(command.redirections)
        self._writing += writes
        self._compound(command)
        self._writing -= writes

    def _compound(self, command: Command) -> None:
        if isinstance(command, FileTest):
            self._words(command.words)
            decided = not_free(["test", *(word.text for word in command.words)], self._cwd)
            if decided is not None:
                self._add("[[", "it compares more than one file's state", command.start, command.end)
        elif isinstance(command, Group):
            before = self._cwd
            self.sequence(command.body)
            self._cwd = before if command.subshell else self._cwd
        elif isinstance(command, Branch):
            for condition, body in command.cases:
                self.sequence(condition)
                self.sequence(body)
            self.sequence(command.otherwise or Sequence(()))
        elif isinstance(command, ForLoop):
            self._for(command)
        elif isinstance(command, Loop):
            self._add(command.what, f"a {command.what!r} loop repeats as often as a command says", *_span(command))
            self.sequence(command.condition)
            self.sequence(command.body)
        elif isinstance(command, Function):
            self._add(f"{command.name}()", "it defines a function", *_span(command))
            self._command(command.body)
        if not isinstance(command, Function | SimpleCommand):
            self._redirections(command.redirections, compound=True)

    def _for(self, loop: ForLoop) -> None:
        if loop.words is None:
            self._add("for", "a loop over the shell's arguments", *_span(loop))
        if self._loops:
            self._add("for", "a loop inside a loop multiplies", *_span(loop))
        self._words(loop.words or ())
        self._loops += 1
        self.sequence(loop.body)
        self._loops -= 1

    def _simple(self, command: SimpleCommand) -> None:
        self._words(command.words)
        if command.redirections:
            self._redirections(command.redirections, compound=False)
        for assignment in command.assignments:
            self._value(assignment.value)
        if not command.words:
            if self._loops and command.assignments:
                name = command.assignments[0].name
                self._add(f"{name}=", "it changes a variable inside a loop", *_span(command))
            return
        if command.assignments:
            self._prefix([(a.name, a.value.text) for a in command.assignments], command)
        pairs = [(word.text, word) for word in command.words]
        try:
            inner = unwrap(pairs)
        except HiddenCommand:
            name = tool_name(pairs[0][0] or "")
            self._blocked_script(command, [text for text, _ in pairs])
            self._add(name, f"what {name!r} runs is not written down in the command", *_span(command))
            return
        self._prefix(inner.assignments, command)
        if inner.script is not None:
            self._script(inner.script, command)
        elif inner.words:
            self._call([text for text, _ in inner.words], inner.words[0][1], command)

    def _value(self, value: Word) -> None:
        """Judge the value of a variable: text with at most one other variable in it, so that nothing multiplies."""
        self._word(value)
        if sum(type(part) is Variable for part in value.parts) > 1:
            self._add("=", "it puts a value together from several variables", value.start, value.end)

    def _prefix(
        self, assignments: list[tuple[str, str | None]] | tuple[tuple[str, str], ...], at: SimpleCommand
    ) -> None:
        for name, value in assignments:
            form = command_table().environment.get(name)
            if form is None or value is None or not form.fullmatch(value):
                self._add(f"{name}=", f"{name!r} before a command changes what the command does", *_span(at))

    def _call(self, words: list[str | None], first: Word, command: SimpleCommand) -> None:
        name = words[0]
        if name is None:
            raw = self._text[first.start : first.end]
            self._add(raw, "its program is not a plain word", *_span(command))
            return
        if name in HELPER_WORDS:
            self.findings.helpers.append((name, command.start))
            return
        rule = blocked_rule(name)
        if rule is not None:
            self._add(name, "", *_span(command), rule=rule)
            return
        self._blocked_script(command, words)
        inside = blocked_inside(words)
        if inside is not None:
            self._add(inside, "", *_span(command), rule=blocked_rule(inside) or "")
        if self._loops and tool_name(name) in ("patch", "apply_patch"):
            self._add(name, "edits in a loop rewrite a text step by step", *_span(command))
        decided = not_free(words, self._cwd)
        if decided is not None:
            self._add(decided, _why_counted(decided, tool_name(name)), *_span(command))
        elif self._writing and tool_name(name) in ("head", "tail"):
            self._add(name, f"{name!r} into a file cuts data by a number", *_span(command))
        elif name == "export":
            for word in command.words[1:]:
                self._value(word)
        elif name == "cd" and len(words) == 2 and words[1] is not None:
            self._cwd = posixpath.normpath(posixpath.join(self._cwd, words[1]))

    def _blocked_script(self, command: SimpleCommand, words: list[str | None]) -> None:
        """Find network calls in the text that an interpreter is given on its command line or as a heredoc."""
        if not words or words[0] is None or not is_interpreter(words[0]):
            return
        heredocs = [
            "".join(part.text for part in r.target.word.parts if isinstance(part, Literal))
            for r in command.redirections
            if isinstance(r.target, Heredoc)
        ]
        call = network_text(words, heredocs)
        if call is not None:
            self._add(call, "", *_span(command), rule="network")

    def _script(self, script: str, command: SimpleCommand) -> None:
        """Judge the text of ``bash -c``."""
        if self._scripts >= _MOST_SCRIPTS:
            self._add("bash -c", "it wraps scripts too often to be followed", *_span(command))
            return
        try:
            program = parse(script)
        except SyntaxDoubt as doubt:
            self._add(doubt.what, "the script inside it is not of the free forms", *_span(command))
            return
        inner = _Judge(script, self._cwd, self._scripts + 1)
        inner._writing = self._writing
        inner.sequence(program)
        for found in inner.findings.found:
            self._add(found.word, found.reason, *_span(command), rule=found.rule)
        self.findings.helpers += [(name, command.start) for name, _ in inner.findings.helpers]

    def _words(self, words: tuple[Word, ...]) -> None:
        for word in words:
            if word.plain is None:
                self._word(word)

    def _word(self, word: Word) -> None:
        for part in word.parts:
            if type(part) is Substitution:
                self._add(part.what, _SUBSTITUTIONS.get(part.what, "the shell computes it"), part.start, part.end)
                self._inside(part)
        plain = "".join([p.text for p in word.parts if type(p) is Literal and not p.quoted])
        if plain and too_many_wildcards(plain):
            self._add(plain, "a pattern with that many wildcards searches", word.start, word.end)

    def _inside(self, part: Substitution) -> None:
        """Judge the program in a substitution; its findings are placed where the substitution is."""
        before, self.findings.found = self.findings.found, []
        self.sequence(part.inside)
        before += [replace(f, start=part.start, end=part.end) for f in self.findings.found]
        self.findings.found = before

    def _redirections(self, redirections: tuple[Redirection, ...], *, compound: bool) -> None:
        for r in redirections:
            if isinstance(r.target, Heredoc):
                self._word(r.target.word)
                if compound:
                    self._add(r.operator, "a list of commands reads from it", r.start, r.end)
                continue
            self._word(r.target)
            target = r.target.text
            if target is not None and target.startswith(("/dev/tcp/", "/dev/udp/")):
                self._add(target, "", r.start, r.end, rule="network")
            elif not _plain_redirection(r, compound):
                self._add(r.operator, "a redirection of a form that only a shell knows", r.start, r.end)

    def _first_word(self, command: Command) -> str:
        return self._text[command.start : command.end].split(None, 1)[0][:20]


_SUBSTITUTIONS = {
    "$(": "the shell puts a command's output there",
    "`": "the shell puts a command's output there",
    "<(": "the shell puts a command's output there",
    ">(": "the shell runs a command there",
    "$((": "it is shell arithmetic",
    "$[": "it is shell arithmetic",
    "${": "the shell processes a variable's text",
    "{": "the shell makes a sequence or a product of words",
}


def _to_file(redirections: tuple[Redirection, ...]) -> bool:
    return any(
        r.operator in (">", ">>", ">|", "&>", "&>>", ">&")
        and not isinstance(r.target, Heredoc)
        and r.target.text not in ("/dev/null", "/dev/stdout", "/dev/stderr", "0", "1", "2")
        for r in redirections
    )


def _writes(command: Command) -> bool:
    """Return whether a command writes what it reads to a file, by a redirection or as ``tee``."""
    if not isinstance(command, SimpleCommand):
        return False
    if command.redirections and _to_file(command.redirections):
        return True
    try:
        inner = unwrap([(word.text, word) for word in command.words]).words
    except HiddenCommand:
        return False
    return bool(inner) and tool_name(inner[0][0] or "") == "tee"


def _is_script(command: SimpleCommand) -> bool:
    return bool(command.words) and tool_name(command.words[0].text or "") in SHELLS


def _plain_redirection(r: Redirection, compound: bool) -> bool:
    assert isinstance(r.target, Word)
    target = r.target.text
    if (r.fd or 0) >= _DESCRIPTORS or r.operator == "<>" or (compound and r.operator not in _FOR_COMPOUNDS):
        return False
    if any(type(p) is Literal and not p.quoted and WILDCARD.search(p.text) for p in r.target.parts):
        return False
    if r.operator in (">&", "<&"):
        if target is None:
            return False
        return target in ("0", "1", "2") or (r.operator == ">&" and r.fd is None and not target.startswith("-"))
    return True


def _span(node: Command) -> tuple[int, int]:
    return node.start, node.end


def _why_counted(decided: str, tool: str) -> str:
    """Return why a call that is not free counts."""
    table = command_table()
    row = table.counted.get(tool)
    if row is not None:
        return f"{tool!r} is listed as {row}"
    if tool in table.tools:
        why = table.tools[tool].why
        return f"{decided!r} is not one of its free forms" + (f" ({why})" if why else "")
    return f"{tool!r} runs a program" if "/" in tool else f"{tool!r} is no tool that is known to be free"
