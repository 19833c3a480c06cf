"""The shell's syntax: a command's tree, its words, and whether the shell can read it at all."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

#: The grammar's scanner reads out of bounds on characters beyond ASCII and takes some of them for spaces. To bash they
#: are ordinary letters, so each of their bytes is parsed as a control character that no keyword and no tool contains.
_TO_PLAIN = bytes(b if b < 0x80 else 1 for b in range(256))

#: The grammar takes a heredoc that begins with a backslash (LaTeX does) for arguments. A backslash at the beginning of
#: a line and before one of these is text in every quotation, so it is parsed as a letter; where it would escape a
#: command's first character the command becomes an unknown one, and counts.
_LEADING_BACKSLASH = re.compile(rb"(?<=\n)\\(?=[A-Za-z(\[{])")

#: Words that end or divide a construct: where one stands as a command, the construct around it is broken.
RESERVED = frozenset("} fi then else elif do done esac in".split())

_LANGUAGE = Language(tree_sitter_bash.language())
_per_thread = threading.local()  # a parser must not be shared between threads, and vector environments have many
#: Nodes that hold nothing further.
LEAVES = frozenset(
    "word number raw_string ansi_c_string string_content variable_name special_variable_name file_descriptor "
    "heredoc_content heredoc_end".split()
)
#: Parts of a simple command that are not among its words.
NOT_A_WORD = frozenset("variable_assignment file_redirect herestring_redirect heredoc_redirect".split())

_PLAIN_NAME = re.compile(r"[\w.+/:-]+", re.ASCII)
_EXPANDED = re.compile(r"[\\*?\[~{]")


def parse(data: bytes) -> Node:
    """The root of the command's syntax tree; byte positions are those of ``data``."""
    parser: Parser | None = getattr(_per_thread, "parser", None)
    if parser is None:
        parser = _per_thread.parser = Parser(_LANGUAGE)
    if not data.isascii():
        data = data.translate(_TO_PLAIN)
    if b"\n\\" in data:
        data = _LEADING_BACKSLASH.sub(b"x", data)
    return parser.parse(data).root_node


def walk(root: Node) -> Iterator[Node]:
    """Every named node in source order, without recursion: a hostile command may nest deeply."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if node.named_child_count:
            stack.extend(reversed(node.named_children))


def text_of(node: Node) -> str:
    """The node's source text."""
    return (node.text or b"").decode("latin-1")


def literal(node: Node) -> str | None:
    """The text that a word stands for when the shell expands nothing in it, else None."""
    kind = node.type
    if kind in ("word", "number"):
        text = text_of(node)
        return None if _EXPANDED.search(text) else text
    if kind == "raw_string":
        return text_of(node)[1:-1]
    if kind == "string" and all(c.type == "string_content" for c in node.named_children):
        text = text_of(node)[1:-1]
        return None if "\\" in text else text
    return None


def command_words(command: Node) -> tuple[list[str | None], list[Node]]:
    """A simple command's words, the program first, and the nodes to look into. None is a word that the shell computes.

    Plain words hold nothing to look into, and most commands consist of nothing else.
    """
    words: list[str | None] = []
    inside: list[Node] = []
    for child in command.named_children:
        kind = child.type
        if kind == "command_name":
            text = text_of(child)
            if _PLAIN_NAME.fullmatch(text):
                words.append(text)
                continue
            child = child.named_children[0]
            kind = child.type
        if kind in LEAVES:
            words.append(literal(child))
        elif kind in NOT_A_WORD:
            inside.append(child)
        else:
            words.append(literal(child))
            inside.append(child)
    return words, inside


def bash_reads(data: bytes) -> bool:
    """Ask bash itself whether a command is well-formed. It parses and runs nothing (``-n``).

    Only asked where the grammar stumbles: bash is the authority, and starting it takes a millisecond.
    """
    try:
        done = subprocess.run(
            ["/bin/bash", "-n"], input=data + b"\n", capture_output=True, env={}, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return True  # undecided: the caller counts what nobody can read
    return done.returncode == 0
