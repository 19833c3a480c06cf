"""The counted-action rules (the paper's "Action Accounting and Tool Whitelist"), policy ``compute_tools``.

`classify` is the only judge of what a command costs. It parses the command with a real shell grammar; the command is
free only if every node of its syntax tree is a known passive piece. Everything else is counted, or blocked before it
runs, or (when the shell cannot read it) a protocol error. When in doubt it counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from r3gym.accounting.charge import Charge, Kind
from r3gym.accounting.passive import (
    JUDGE_WORDS,
    NETWORK_WORDS,
    Words,
    is_passive_tool,
    tool_name,
    variable_is_passive,
)
from r3gym.accounting.scope import out_of_scope
from r3gym.accounting.syntax import LEAVES, RESERVED, bash_reads, command_words, parse, text_of, walk
from r3gym.accounting.wrappers import WRAPPERS, Unreadable, unwrap
from r3gym.actions import HELPER_WORDS, parse_helper
from r3gym.domains import Domain

#: Nodes that hold other nodes, or plain data, and do nothing by themselves.
_STRUCTURE = frozenset(
    "program list pipeline redirected_statement file_redirect heredoc_body herestring_redirect "
    "simple_expansion variable_assignments subshell negated_command command_substitution process_substitution "
    "function_definition".split()
)
_PLAIN_EXPANSION = re.compile(r"\$\{[A-Za-z_]\w*(?::?-[^}$`]*)?\}")
_PLAIN_DELIMITER = re.compile(r"""\\?\w+|'\w+'|"\w+\"""", re.ASCII)
_SEQUENCE = re.compile(r"\{[^{}\s,]*\.\.[^{}\s]*\}")
#: What the shell still substitutes in text where the grammar sees plain text (backquotes in a heredoc, say).
_HIDDEN_SUBSTITUTION = re.compile(r"(?<!\\)(?:\\\\)*(?:`|\$[\[({])")
_NETWORK_DEVICE = re.compile(r"/dev/(?:tcp|udp)/")

#: What stands before a ``#`` that begins a comment; after anything else (the grammar thinks otherwise) it is text.
_COMMENT_MAY_FOLLOW = re.compile(rb"^$|(?<!\\)[ \t\n;|&()]$|^[ \t\n;|&()]$")

#: How deep scripts inside scripts are followed (``bash -c "bash -c '...'"``) before they count as unreadable.
_MAX_DEPTH = 4


@dataclass(frozen=True)
class _Finding:
    """A piece that is not passive: why, where, and whether it is forbidden rather than counted."""

    reason: str
    span: tuple[int, int]
    forbidden: bool = False


def classify(
    command: str,
    domain: Domain,
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

    >>> classify("cat notes.txt", Domain.CODE, ("A", "B"), None, 0).kind.value
    'free'
    >>> classify("g++ a.cpp && ./a.out", Domain.CODE, ("A", "B"), None, 5).reason
    'a counted command needs an active problem: call focus_problem first'
    """
    if not command.strip():
        return Charge(Kind.PROTOCOL_ERROR, "empty", "the command is empty: send one shell command")
    if "\0" in command:
        return Charge(Kind.PROTOCOL_ERROR, "syntax", "the command contains a NUL byte: send plain text")
    helper = parse_helper(command)
    if helper is not None:
        return Charge(Kind.FREE, helper.verb.name.lower(), "bookkeeping and recording are free")
    data = command.encode("utf-8", errors="replace")
    root = parse(data)
    reading = _read(root, data, 0)
    findings = reading.found
    doubtful = root.has_error or b";;" in data or any(f.reason is _BROKEN for f in findings)
    if doubtful and not bash_reads(data):
        return Charge(Kind.PROTOCOL_ERROR, "syntax", "the shell cannot read this command: check quotes and brackets")
    forbidden = next((f for f in findings if f.forbidden), None)
    if forbidden is not None:
        return Charge(Kind.BLOCKED, "judge", forbidden.reason, forbidden.span)
    if root.has_error:
        findings.append(_Finding("its syntax is too unusual to be sure that nothing in it computes", (0, len(data))))
    if not findings:
        return _PASSIVE
    return _charge_computation(findings[0], reading.first, root, command, domain, labels, focus, remaining, cwd, target)


def _charge_computation(
    found: _Finding,
    first: Words,
    root: Node,
    command: str,
    domain: Domain,
    labels: tuple[str, ...],
    focus: str | None,
    remaining: int | None,
    cwd: str,
    target: str | None,
) -> Charge:
    """A command that computes: counted, unless focus, target, scope or budget (in this order) forbid it."""
    if focus is None:
        reason = "a counted command needs an active problem: call focus_problem first"
        return Charge(Kind.BLOCKED, "focus", reason, found.span)
    if target is not None and focus != target:
        reason = f"only problem {target} may be worked on: call focus_problem {target}"
        return Charge(Kind.BLOCKED, "target", reason, found.span)
    beyond = out_of_scope(root, command, first, domain, labels, focus, cwd)
    if beyond is not None:
        return Charge(Kind.BLOCKED, "scope", beyond, found.span)
    if remaining is not None and remaining <= 0:
        return Charge(Kind.BLOCKED, "budget", "the budget is spent: record your answers and finish", found.span)
    return Charge(Kind.COUNTED, "compute", found.reason, found.span)


_PASSIVE = Charge(Kind.FREE, "passive", "it only inspects, moves or records; nothing in it computes")
_BROKEN = "a word that ends a construct stands where a command should"


@dataclass
class _Reading:
    """What a walk over a tree collects: pieces that are not passive, and the words of the first simple command."""

    found: list[_Finding]
    first: Words = ()


def _read(root: Node, data: bytes, depth: int) -> _Reading:
    """Judge every piece of a tree, in source order, without recursion: a hostile command may nest deeply."""
    reading = _Reading([])
    functions = _defined_functions(root) if b"(" in data or b"function" in data else frozenset()
    if b"/dev/" in data:
        _note_network_devices(root, reading.found)
    stack = [root]
    while stack:
        node = stack.pop()
        kind = node.type
        if kind in LEAVES:
            continue
        if kind == "comment":
            if not _COMMENT_MAY_FOLLOW.search(data[: node.start_byte][-2:]):
                _note(reading.found, node, "what looks like a comment in it is none to the shell")
            continue
        if kind == "command":
            words, inside = command_words(node)
            reading.first = reading.first or words
            _judge_words(words, node, functions, depth, reading.found)
            stack.extend(reversed(inside))
            continue
        if kind not in _STRUCTURE:
            why = _not_passive(node)
            if why is not None:
                _note(reading.found, node, why)
        stack.extend(reversed(node.named_children))
    return reading


def _note_network_devices(root: Node, found: list[_Finding]) -> None:
    """Bash opens a connection for these names, wherever a redirection uses one."""
    for node in walk(root):
        if node.type == "file_redirect" and _NETWORK_DEVICE.search(text_of(node)):
            _note(found, node, "the contest has no network and no live judge", True)


def _note(found: list[_Finding], node: Node, reason: str, forbidden: bool = False) -> None:
    found.append(_Finding(reason, (node.start_byte, node.end_byte), forbidden))


def _defined_functions(root: Node) -> frozenset[str]:
    """Functions that the command defines itself: a call runs a body that is judged where it stands."""
    names = (n.child_by_field_name("name") for n in walk(root) if n.type == "function_definition")
    return frozenset(text_of(n) for n in names if n is not None)


def _judge_words(words: Words, node: Node, functions: frozenset[str], depth: int, found: list[_Finding]) -> None:
    """Judge a simple command by its words, wrappers by what they run."""
    while words:
        name = words[0]
        if name is None:
            _note(found, node, "its program is not a plain word")
            return
        tool, base = tool_name(name), name.rsplit("/", 1)[-1]
        if base in JUDGE_WORDS:
            _note(found, node, f"{base!r}: there is no live judge; answers are judged at the end", True)
        elif base in NETWORK_WORDS:
            _note(found, node, f"{base!r}: the contest has no network and no live judge", True)
        elif name in RESERVED:
            _note(found, node, _BROKEN)
        elif name in functions or name in HELPER_WORDS:
            pass  # a body is judged where it stands; a helper inside a longer command has no effect
        elif tool in WRAPPERS:
            words = _judge_wrapper(tool, words[1:], node, depth, found)
            continue
        elif not is_passive_tool(tool, words[1:]):
            _note(found, node, f"{name!r} is not a passive tool, so it counts as computation")
        return


def _judge_wrapper(tool: str, arguments: Words, node: Node, depth: int, found: list[_Finding]) -> Words:
    """The words that a wrapper runs, still to be judged; a script inside it is judged here."""
    try:
        inner = unwrap(tool, arguments)
    except Unreadable:
        _note(found, node, f"what {tool!r} runs is not written down in the command")
        return ()
    if inner.script is None or not inner.script.strip():
        return inner.words
    data = inner.script.encode("latin-1", errors="replace")
    root = parse(data)
    if depth >= _MAX_DEPTH or root.has_error:
        _note(found, node, "the script inside it cannot be read")
        return ()
    for piece in _read(root, data, depth + 1).found:
        _note(found, node, piece.reason, piece.forbidden)
    return ()


def _not_passive(node: Node) -> str | None:
    """Why a node other than a simple command is not passive, or None when it is."""
    kind = node.type
    if kind == "variable_assignment":
        name = node.child_by_field_name("name")
        if name is None or name.type != "variable_name" or not variable_is_passive(text_of(name)):
            return "it changes a variable that decides what later commands run"
        return None
    if kind == "concatenation":
        return "a brace sequence is computed by the shell" if _SEQUENCE.search(text_of(node)) else None
    if kind == "expansion":
        return None if _PLAIN_EXPANSION.fullmatch(text_of(node)) else "it processes a variable's text"
    if kind == "compound_statement":
        return "it contains shell arithmetic" if text_of(node).startswith("((") else None
    if kind == "heredoc_start":
        plain = _PLAIN_DELIMITER.fullmatch(text_of(node))
        return None if plain else "its heredoc ends at a word that is not plain, so where it ends is uncertain"
    if kind in ("string", "heredoc_redirect"):
        hidden = _HIDDEN_SUBSTITUTION.search(_unparsed(node))
        return "it contains a substitution, which the shell computes" if hidden else None
    if kind == "declaration_command":
        text = text_of(node)
        exports = text.split(None, 1)[0] == "export" and not re.search(r"\s-", text.split("=", 1)[0])
        return None if exports else "it declares more than a plain exported value"
    return f"it contains {kind.replace('_', ' ')}, which the shell computes"


def _unparsed(node: Node) -> str:
    """The text of a double-quoted string, or of a heredoc that the shell expands, outside the nodes in it."""
    if node.type == "string":
        return " ".join(text_of(c) for c in node.named_children if c.type == "string_content")
    start = next((text_of(c) for c in node.named_children if c.type == "heredoc_start"), "'")
    if start[0] in "\\'\"":
        return ""
    pieces = []
    for body in (c for c in node.named_children if c.type == "heredoc_body"):
        whole, at = body.text or b"", body.start_byte
        for child in body.named_children:
            if child.type != "heredoc_content":
                pieces.append(whole[at - body.start_byte : child.start_byte - body.start_byte])
                at = child.end_byte
        pieces.append(whole[at - body.start_byte :])
    return b" ".join(pieces).decode("latin-1")
