"""Judging a syntax tree: which of its pieces are not known to be passive, and why."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tree_sitter import Node

from r3gym.accounting.passive import (
    JUDGE_WORDS,
    NETWORK_WORDS,
    PASSIVE_IN_SCOPE,
    SHELL_NAMES,
    SOMETIMES_PASSIVE,
    CommandWords,
    is_passive_tool,
    tool_name,
    variable_is_passive,
)
from r3gym.accounting.reading import CommandSource, Heredoc
from r3gym.accounting.syntax import LEAVES, RESERVED, command_words, directory_after, parse, text_of, walk
from r3gym.accounting.wrappers import WRAPPERS, HiddenCommandError, unwrap
from r3gym.core.actions import HELPER_WORDS

#: Nodes that hold other nodes and do nothing by themselves.
_STRUCTURE = frozenset(
    "program list pipeline redirected_statement variable_assignments negated_command process_substitution "
    "herestring_redirect".split()
)
_PLAIN_EXPANSION = re.compile(r"\$\{[A-Za-z_]\w*(?::?-[^}$`]*)?\}")
_COUNTING_PARAMETER = re.compile(r"\$[0-9#@*]")
_SEQUENCE = re.compile(r"\{[^{}\s,]*\.\.[^{}\s]*\}")
_BRACES = re.compile(r"\{[^{}\s]*,[^{}\s]*\}")
_UNQUOTED = frozenset("word number brace_expression".split())
#: What the shell still substitutes in text where the grammar sees plain text.
_HIDDEN_SUBSTITUTION = re.compile(r"(?<!\\)(?:\\\\)*(?:`|\$[\[({])")
_NETWORK_DEVICE = re.compile(r"/dev/(?:tcp|udp)/")
#: Bytes that may precede a ``#`` that begins a comment; after any other byte it is text, unlike in the grammar.
_BEFORE_COMMENT = b" \t\n;|&()"

#: Limits on how many nested wrappers and how many nested scripts are followed.
_MAX_WRAPPERS, _MAX_SCRIPTS = 8, 4

BROKEN = "a keyword that ends a construct is where a command should be"


@dataclass(frozen=True)
class CommandFinding:
    """A piece that is not passive: why, where in the command, and whether it is forbidden rather than counted."""

    reason: str
    span: tuple[int, int]
    forbidden: bool = False


@dataclass(slots=True)
class Judgement:
    """All findings in source order. ``doubtful``: bash itself must check the syntax."""

    found: list[CommandFinding] = field(default_factory=list)
    doubtful: bool = False
    comments: list[tuple[int, int]] = field(default_factory=list)
    first: CommandWords = ()

    @classmethod
    def unreadable(cls, reason: str, length: int) -> Judgement:
        """Return the judgement of a command that cannot be parsed reliably."""
        return cls([CommandFinding(reason, (0, length))], doubtful=True)

    @property
    def forbidden(self) -> CommandFinding | None:
        """The first request to a judge or the network."""
        return next((f for f in self.found if f.forbidden), None)

    @property
    def active(self) -> CommandFinding | None:
        """The first piece that computes."""
        return next(iter(self.found), None)

    def add(self, reason: str, span: tuple[int, int], forbidden: bool = False) -> None:
        """Append a finding."""
        self.found.append(CommandFinding(reason, span, forbidden))


def judge(root: Node, reading: CommandSource, cwd: str, depth: int = 0) -> Judgement:
    """Judge every piece of a command's tree, and the heredocs that were extracted from it."""
    judge_ = _CommandJudge(reading, cwd, depth)
    judge_.tree(root)
    for heredoc in reading.heredocs:
        judge_.heredoc(heredoc)
    return judge_.result


class _CommandJudge:
    """One walk over a tree, with the state that all rules need: the source (for spans), the directory, the depth."""

    def __init__(self, reading: CommandSource, cwd: str, depth: int) -> None:
        self.result = Judgement()
        self._reading, self._cwd, self._depth = reading, cwd, depth
        self._functions: frozenset[str] = frozenset()

    def tree(self, root: Node) -> None:
        text = self._reading.text
        if b"(" in text or b"function" in text:
            self._functions = self._defined_functions(root)
        stack = [root]
        while stack:  # without recursion: a hostile command may nest deeply
            node = stack.pop()
            kind = node.type
            if kind == "command":
                words, inside = command_words(node)
                self.result.first = self.result.first or words
                self._cwd = directory_after(words, self._cwd)
                self._simple_command(words, node)
                stack.extend(reversed(inside))
            elif kind == "word":
                if b"{" in (node.text or b""):
                    self._note_if(_braced(text_of(node)), node)
            elif kind not in LEAVES:
                if kind not in _STRUCTURE:
                    self._note_if(self._not_passive(node), node)
                stack.extend(reversed(node.named_children))

    def heredoc(self, heredoc: Heredoc) -> None:
        """Judge an unquoted heredoc like a string in double quotes, because the shell expands it in the same way."""
        if heredoc.quoted or not re.search(rb"[$`]", heredoc.body):
            return
        quoted = b': "' + heredoc.body.replace(b'"', b'\\"') + b'"'
        root = parse(quoted)
        if root.has_error:
            self.result.add("its heredoc contains a substitution that cannot be read", (0, len(self._reading.text)))
            return
        for found in judge(root, CommandSource(quoted), self._cwd, self._depth).found:
            self.result.add(f"in its heredoc: {found.reason}", (0, len(self._reading.text)), found.forbidden)

    def _note(self, node: Node, reason: str, forbidden: bool = False) -> None:
        self.result.add(reason, self._reading.span(node.start_byte, node.end_byte), forbidden)

    def _note_if(self, reason: str | None, node: Node) -> None:
        if reason is not None:
            self._note(node, reason, reason is _NO_NETWORK)

    def _defined_functions(self, root: Node) -> frozenset[str]:
        """Return the functions whose calls are judged by their body: certainly defined, with a name of their own.

        A definition that might not take effect (in a subshell, behind ``&&``) or that takes a builtin's or a tool's
        name would make a call look like a call of the function while the shell runs something else.
        """
        names = set()
        for node in walk(root):
            if node.type != "function_definition":
                continue
            name = node.child_by_field_name("name")
            text = "" if name is None else text_of(name)
            sure = node.parent is not None and node.parent.type == "program"
            if not sure or text in SHELL_NAMES or text in WRAPPERS or is_passive_tool(text, ()):
                self._note(node, "it defines a function whose calls cannot be told from another command")
            else:
                names.add(text)
            if any(n.type == "command" and text in command_words(n)[0][:1] for n in walk(node)):
                self._note(node, "it defines a function that calls itself, which is a loop")
        return frozenset(names)

    def _simple_command(self, words: CommandWords, node: Node) -> None:
        """Judge a simple command by its words, and a wrapper by the command that it runs."""
        for count in range(_MAX_WRAPPERS):
            if not words:
                return
            name = words[0]
            if name is None:
                self._note(node, "its program is not a plain word")
                return
            tool, base = tool_name(name), name.rsplit("/", 1)[-1]
            if base in JUDGE_WORDS:
                self._note(node, f"{base!r}: there is no live judge; answers are judged at the end", True)
                return
            if base in NETWORK_WORDS:
                self._note(node, f"{base!r}: the contest has no network and no live judge", True)
                return
            if name in RESERVED:
                self._note(node, BROKEN)
                return
            if name in HELPER_WORDS or (count == 0 and name in self._functions):
                return  # a helper inside a longer command has no effect; a body is judged at its definition
            if tool not in WRAPPERS:
                self._tool(name, tool, words[1:], node)
                return
            words = self._unwrapped(tool, words[1:], node)
        self._note(node, "it wraps commands too often to be followed")

    def _tool(self, name: str, tool: str, arguments: CommandWords, node: Node) -> None:
        if is_passive_tool(tool, arguments, self._cwd):
            return
        if tool in ("find", "exec") and _runs_network(tool, arguments):
            self._note(node, _NO_NETWORK, True)
        elif tool in PASSIVE_IN_SCOPE:
            self._note(node, f"{name!r} does more here than move or make files of the workspace")
        else:
            form = " in this form" if tool in SOMETIMES_PASSIVE else ""
            self._note(node, f"{name!r} is not a passive tool{form}, so it counts as computation")

    def _unwrapped(self, tool: str, arguments: CommandWords, node: Node) -> CommandWords:
        """Return the words that a wrapper runs, which are still to be judged; judge a script inside it here."""
        try:
            inner = unwrap(tool, arguments)
        except HiddenCommandError:
            self._note(node, f"what {tool!r} runs is not written down in the command")
            return ()
        if inner.script is None or not inner.script.strip():
            return inner.words
        data = inner.script.encode("latin-1", errors="replace")
        root = parse(data)
        if self._depth >= _MAX_SCRIPTS or root.has_error or b"<<" in data or b"\\\n" in data:
            self._note(node, "the script inside it cannot be read")
            return ()
        for found in judge(root, CommandSource(data), self._cwd, self._depth + 1).found:
            self._note(node, found.reason, found.forbidden)
        return ()

    def _not_passive(self, node: Node) -> str | None:
        """Return why a node other than a simple command is not passive, or None when it is."""
        rule = _RULES.get(node.type)
        if rule is not None:
            return rule(node)
        if node.type == "comment":
            self.result.comments.append(self._reading.span(node.start_byte, node.end_byte))
            before = self._reading.text[: node.start_byte][-1:]
            return (
                None
                if not before or before in _BEFORE_COMMENT
                else "it contains something that looks like a comment and is not one"
            )
        self.result.doubtful = True
        return f"it contains {node.type.replace('_', ' ')}, which the shell computes"


_NO_NETWORK = "the contest has no network and no live judge"


def _runs_network(tool: str, arguments: CommandWords) -> bool:
    """Return whether the program that ``exec`` or ``find -exec`` runs belongs to a judge or to the network."""
    runs = [a for before, a in itertools.pairwise(arguments) if before in ("-exec", "-execdir")]
    runs += arguments[:1] if tool == "exec" else []
    return any(a is not None and a.rsplit("/", 1)[-1] in NETWORK_WORDS | JUDGE_WORDS for a in runs)


def _braced(text: str) -> str | None:
    """Return why braces in a word compute (a sequence, several groups, an arithmetic subscript), or None."""
    if _SEQUENCE.search(text):
        return "a brace sequence is computed by the shell"
    if len(_BRACES.findall(text)) > 1:
        return "several brace groups in one word multiply"
    return "a subscript is computed by the shell" if re.search(r"\{\w+\[", text) else None


def _assignment(node: Node) -> str | None:
    name = node.child_by_field_name("name")
    if name is None or name.type != "variable_name" or not variable_is_passive(text_of(name)):
        return "it changes a variable that the shell itself uses"
    return None


def _declaration(node: Node) -> str | None:
    plain = all(c.type in ("variable_assignment", "variable_name") for c in node.named_children)
    exports = text_of(node).split(None, 1)[0] == "export"
    return None if exports and plain else "it declares more than a plain exported value"


def _string(node: Node) -> str | None:
    content = " ".join(text_of(c) for c in node.named_children if c.type == "string_content")
    return "it contains a substitution, which the shell computes" if _HIDDEN_SUBSTITUTION.search(content) else None


def _redirect(node: Node) -> str | None:
    text = text_of(node)
    if _NETWORK_DEVICE.search(text):
        return _NO_NETWORK
    return "it names a descriptor by a variable" if re.match(r"\{", text) else None


_RULES: dict[str, Callable[[Node], str | None]] = {
    "variable_assignment": _assignment,
    "declaration_command": _declaration,
    "string": _string,
    "file_redirect": _redirect,
    "concatenation": lambda n: _braced("".join(text_of(c) if c.type in _UNQUOTED else "_" for c in n.named_children)),
    "expansion": lambda n: None if _PLAIN_EXPANSION.fullmatch(text_of(n)) else "it processes a variable's text",
    "simple_expansion": lambda n: "it counts or picks words" if _COUNTING_PARAMETER.match(text_of(n)) else None,
    "special_variable_name": lambda _: None,
    "compound_statement": lambda n: "it contains shell arithmetic" if text_of(n).startswith("((") else None,
    "subshell": lambda n: "it contains shell arithmetic" if text_of(n).startswith("((") else None,
    "command_substitution": lambda n: "it contains shell arithmetic" if text_of(n).startswith("$((") else None,
    "function_definition": lambda _: None,
}
