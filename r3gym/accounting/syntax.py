"""The shell's syntax: a command's tree, its words, and whether the shell can read it at all."""

from __future__ import annotations

import posixpath
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

#: The grammar's scanner reads out of bounds on characters beyond ASCII and takes some of them for spaces. To bash they
#: are ordinary letters, so each of their bytes is parsed as a control character that no keyword and no tool contains.
_TO_PLAIN = bytes(b if b < 0x80 else 1 for b in range(256))

#: Words that end or divide a construct: one in the place of a command means that the construct is broken.
RESERVED = frozenset("} fi then else elif do done esac in".split())

#: Nodes that hold nothing further.
LEAVES = frozenset("word number raw_string ansi_c_string string_content variable_name file_descriptor".split())
#: Parts of a simple command that are not among its words.
NOT_A_WORD = frozenset("variable_assignment file_redirect herestring_redirect".split())

_LANGUAGE = Language(tree_sitter_bash.language())
_per_thread = threading.local()  # a parser must not be shared between threads, and vector environments have many
_PLAIN_NAME = re.compile(r"[\w.+/:-]+", re.ASCII)
_EXPANDED = re.compile(r"[\\*?\[~{]")
_DOUBLE_QUOTED_ESCAPE = re.compile(r"\\([$`\"\\])")


def parse(data: bytes) -> Node:
    """Return the root of the syntax tree of a command that `r3gym.accounting.reading` has prepared."""
    parser: Parser | None = getattr(_per_thread, "parser", None)
    if parser is None:
        parser = _per_thread.parser = Parser(_LANGUAGE)
    return parser.parse(data if data.isascii() else data.translate(_TO_PLAIN)).root_node


def walk(root: Node) -> Iterator[Node]:
    """Yield every named node in source order, without recursion: a hostile command may nest deeply."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if node.named_child_count:
            stack.extend(reversed(node.named_children))


def text_of(node: Node) -> str:
    """Return the node's source text."""
    return (node.text or b"").decode("latin-1")


def literal(node: Node) -> str | None:
    """Return the text of a word in which the shell expands nothing, else None."""
    kind = node.type
    if kind in ("word", "number"):
        text = text_of(node)
        return None if _EXPANDED.search(text) else text
    if kind == "raw_string":
        return text_of(node)[1:-1]
    if kind == "string" and all(c.type == "string_content" for c in node.named_children):
        return _DOUBLE_QUOTED_ESCAPE.sub(r"\1", text_of(node)[1:-1])
    return None


def command_words(command: Node) -> tuple[list[str | None], list[Node]]:
    """Return a simple command's words, program first (None: computed by the shell), and the nodes still to be judged.

    Plain words contain nothing to judge, and most commands consist of plain words only.
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


def directory_after(first: Sequence[str | None], cwd: str) -> str:
    """Return the working directory after a simple command with these words; only a plain ``cd`` changes it."""
    if len(first) == 2 and first[0] == "cd" and first[1] is not None:
        return posixpath.normpath(posixpath.join(cwd, first[1]))
    return cwd


def bash_accepts(data: bytes) -> bool:
    """Return whether bash accepts the command's syntax (``bash -n``; nothing is run).

    Called only where the grammar reports an error: bash decides, and starting it takes a millisecond.
    """
    call = ["/bin/bash", "-n"]
    try:
        done = subprocess.run(call, input=data + b"\n", capture_output=True, env={}, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return True  # undecided: the caller counts a command that cannot be read
    return done.returncode == 0
