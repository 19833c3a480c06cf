"""The counted-action rules (the paper's "Action Accounting and Tool Whitelist"), policy ``compute_tools``.

`classify` is the only judge of what a command costs. It parses the command with a real shell grammar; the command is
free only if every node of its syntax tree is a known passive piece. Everything else is counted, or blocked before it
runs, or (when it cannot be read at all) a protocol error. When in doubt it counts.
"""

from __future__ import annotations

import posixpath
import re
import threading
from collections.abc import Iterator

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Tree

from r3gym.accounting.charge import Charge, Kind
from r3gym.accounting.passive import JUDGE_WORDS, NETWORK_WORDS, is_passive_tool, variable_is_passive
from r3gym.actions import HELPER_WORDS
from r3gym.domains import ANSWER_FILE, scratch_area

#: Nodes that hold other nodes, or plain data, and do nothing by themselves.
_STRUCTURE = frozenset(
    "program list pipeline redirected_statement file_redirect file_descriptor heredoc_redirect heredoc_start "
    "heredoc_body heredoc_content heredoc_end comment word number string string_content raw_string ansi_c_string "
    "concatenation variable_name special_variable_name simple_expansion".split()
)
_LITERALS = frozenset("word number raw_string string".split())

#: The grammar's scanner reads out of bounds on characters beyond ASCII and takes some of them for spaces. To bash they
#: are ordinary letters, so each of their bytes is parsed as a control character that no keyword and no tool contains.
_TO_PLAIN = bytes(b if b < 0x80 else 1 for b in range(256))


def classify(
    command: str,
    labels: tuple[str, ...],
    focus: str | None,
    remaining: int | None,
    *,
    cwd: str = "/app",
    target: str | None = None,
) -> Charge:
    """Charge one command.

    ``labels`` are the contest's problem labels, ``focus`` the active problem's label, ``remaining`` the budget left
    (None when unbudgeted), ``cwd`` the shell's directory, ``target`` the only workable problem in target-in-suite mode.

    >>> classify("cat notes.txt", ("A", "B"), None, 0).kind.value
    'free'
    >>> classify("g++ a.cpp && ./a.out", ("A", "B"), None, 5).reason
    'a counted command needs an active problem: call focus_problem first'
    """
    if not command.strip():
        return Charge(Kind.PROTOCOL_ERROR, "empty", "the command is empty: send one shell command")
    if "\0" in command:
        return Charge(Kind.PROTOCOL_ERROR, "syntax", "the command contains a NUL byte: send plain text")
    data = command.encode("utf-8", errors="replace")
    root = _parse(data.translate(_TO_PLAIN)).root_node
    if root.has_error:
        return Charge(
            Kind.PROTOCOL_ERROR,
            "syntax",
            "the shell cannot read this command: check quotes, brackets and heredocs",
        )
    forbidden = next(_forbidden(root), None)
    if forbidden is not None:
        return forbidden
    active = next(_active(root), None)
    if active is None:
        return Charge(Kind.FREE, "passive", "it only inspects, moves or records; nothing in it computes")
    node, why = active
    span = (node.start_byte, node.end_byte)
    if focus is None:
        return Charge(
            Kind.BLOCKED, "focus", "a counted command needs an active problem: call focus_problem first", span
        )
    if target is not None and focus != target:
        return Charge(
            Kind.BLOCKED,
            "target",
            f"only problem {target} may be worked on: call focus_problem {target}",
            span,
        )
    out_of_scope = _out_of_scope(data.decode(), labels, focus, _standing(root, cwd))
    if out_of_scope is not None:
        return Charge(Kind.BLOCKED, "scope", out_of_scope, span)
    if remaining is not None and remaining <= 0:
        return Charge(Kind.BLOCKED, "budget", "the budget is spent: record your answers and finish", span)
    return Charge(Kind.COUNTED, "compute", why, span)


_PLAIN_WORD = re.compile(r"""\\?\w+|'\w+'|"\w+\"""", re.ASCII)
_per_thread = threading.local()  # a parser must not be shared between threads, and vector environments have many


def _parse(data: bytes) -> Tree:
    parser: Parser | None = getattr(_per_thread, "parser", None)
    if parser is None:
        parser = _per_thread.parser = Parser(Language(tree_sitter_bash.language()))
    return parser.parse(data)


def _walk(node: Node) -> Iterator[Node]:
    """Every named node, in source order, without recursion: a hostile command may nest deeply."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(top.named_children))


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", errors="replace")


def _literal(node: Node) -> str | None:
    """The text a word stands for when nothing in it is expanded, else None."""
    if node.type in ("word", "number"):
        text = _text(node)
        return None if re.search(r"[\\*?\[~{]", text) else text
    if node.type == "raw_string":
        return _text(node)[1:-1]
    if node.type == "string" and all(c.type == "string_content" for c in node.named_children):
        return _text(node)[1:-1]
    return None


def _command_name(node: Node) -> str | None:
    name = node.child_by_field_name("name")
    return None if name is None or not name.named_children else _literal(name.named_children[0])


def _forbidden(root: Node) -> Iterator[Charge]:
    """Requests to a judge or the network, looked for in command position only, never in text."""
    for node in _walk(root):
        if node.type != "command":
            continue
        name = (_command_name(node) or "").rsplit("/", 1)[-1]
        span = (node.start_byte, node.end_byte)
        if name in JUDGE_WORDS:
            yield Charge(
                Kind.BLOCKED,
                "judge",
                f"{name!r}: there is no live judge; answers are judged at the end",
                span,
            )
        elif name in NETWORK_WORDS:
            yield Charge(Kind.BLOCKED, "judge", f"{name!r}: the contest has no network and no live judge", span)


def _active(root: Node) -> Iterator[tuple[Node, str]]:
    """The pieces that are not known to be passive, each with the reason why the command counts."""
    for node in _walk(root):
        kind = node.type
        if kind == "command":
            yield from _active_command(node)
        elif kind == "variable_assignment":
            yield from _active_assignment(node)
        elif kind == "declaration_command":
            if not _text(node).startswith("export ") or any(_text(c).startswith("-") for c in node.named_children):
                yield node, "it declares more than a plain exported value"
        elif kind == "heredoc_start" and not _PLAIN_WORD.fullmatch(_text(node)):
            yield node, "its heredoc ends at a word that is not plain, so where it ends is uncertain"
        elif kind in ("command_name", "variable_assignments"):
            continue
        elif kind not in _STRUCTURE:
            yield node, f"it contains {kind.replace('_', ' ')}, which the shell computes"


def _active_command(node: Node) -> Iterator[tuple[Node, str]]:
    name = _command_name(node)
    if name is None:
        yield node, "its program is not a plain word"
        return
    if any(c.type == "variable_assignment" for c in node.named_children):
        yield node, f"it changes the environment of {name!r}"
    if any(c.type == "herestring_redirect" for c in node.named_children):
        return  # the here-string node itself is reported by the caller
    if name in HELPER_WORDS:
        return  # a helper inside a longer command has no effect; the runtime says so
    arguments = [_literal(c) for c in node.children_by_field_name("argument")]
    if not is_passive_tool(name, [a if a is not None else "\0" for a in arguments]):
        yield node, f"{name!r} is not a passive tool, so it counts as computation"


def _active_assignment(node: Node) -> Iterator[tuple[Node, str]]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or name.type != "variable_name" or not variable_is_passive(_text(name)):
        yield node, "it changes a variable that decides what later commands run"
    elif value is not None and value.type not in _LITERALS and value.type != "simple_expansion":
        yield node, "it assigns something that the shell computes"


def _standing(root: Node, cwd: str) -> str:
    """Where the command works: the shell's directory, or where a ``cd`` at its beginning takes it."""
    first = next((n for n in _walk(root) if n.type == "command"), None)
    if first is None or _command_name(first) != "cd":
        return cwd
    arguments = [_literal(c) for c in first.children_by_field_name("argument")]
    if len(arguments) != 1 or arguments[0] is None:
        return cwd
    return posixpath.normpath(posixpath.join(cwd, arguments[0]))


def _out_of_scope(command: str, labels: tuple[str, ...], focus: str, cwd: str) -> str | None:
    """Why a counted command reaches beyond the focused problem, or None when it stays inside."""
    named = set(re.findall(r"problem_([A-Z0-9])(?![A-Za-z0-9_])", command))
    named |= set(re.findall(r"solution_([A-Z0-9])\.cpp(?![A-Za-z0-9_])", command))
    others = sorted(named & set(labels) - {focus})
    if others:
        return f"it reaches problem {', '.join(others)} while the focus is on {focus}: focus that problem first"
    standing = re.match(r"/app/problem_([A-Z0-9])(?:/|$)", cwd)
    if standing and standing[1] != focus:
        return f"the shell is in {cwd}, outside problem {focus}: cd {scratch_area(focus)} first, which is free"
    if ANSWER_FILE in command or (cwd.startswith("/logs") and "answer.txt" in command):
        return f"a counted command may not touch the shared {ANSWER_FILE}: write it with a free command"
    return None
