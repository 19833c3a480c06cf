"""Honest command lines, as agents send them, and the charge that a careful reader of the paper gives: ``honest.txt``.

``= COMMAND`` is one line (⏎ newline, ␍ carriage return, ⇥ tab); ``=WORD= COMMAND`` names the word that decides; ``==``
or ``== WORD`` begins a command of several lines, ended by ``==`` alone. ``@KEY VALUE`` holds from there on: ``kind``
(with the rule of a block after it: ``blocked scope``), ``row`` (the paper's row, and what it leaves open), ``domain``,
``focus`` (``-`` for none), ``cwd``, ``remaining`` (``-`` for no budget), ``target``. ``# `` begins a remark.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_SIGNS = {"⏎": "\n", "␍": "\r", "⇥": "\t"}
_DEFAULTS = {"domain": "code", "focus": "A", "cwd": "/app", "remaining": "5", "target": "-", "kind": "", "row": ""}


@dataclass(frozen=True)
class Honest:
    """A command line, where it is sent, and its charge."""

    command: str
    kind: str
    rule: str
    word: str
    row: str
    domain: str
    focus: str | None
    cwd: str
    remaining: int | None
    target: str | None


def honest_lines() -> list[Honest]:
    """Read the file."""
    found: list[Honest] = []
    held = dict(_DEFAULTS)
    block: list[str] | None = None
    word = ""

    def add(command: str, word: str) -> None:
        kind, _, rule = held["kind"].partition(" ")
        focus, remaining, target = (None if held[k] == "-" else held[k] for k in ("focus", "remaining", "target"))
        left = None if remaining is None else int(remaining)
        found.append(Honest(command, kind, rule, word, held["row"], held["domain"], focus, held["cwd"], left, target))

    for line in (Path(__file__).parent / "honest.txt").read_text("utf-8").split("\n"):
        if block is not None:
            if line == "==":
                add("\n".join(block), word)
                block = None
            else:
                block.append(line)
        elif line.startswith("@"):
            key, _, value = line[1:].partition(" ")
            assert key in held, line
            held[key] = value or _DEFAULTS[key]
        elif line.startswith("=="):
            block, word = [], line[2:].strip()
        elif line.startswith("="):
            word, _, command = line[1:].partition("= " if line[1] != " " else " ")
            for sign, meant in _SIGNS.items():
                command = command.replace(sign, meant)
            add(command, word)
        else:
            assert not line or line.startswith("# "), line
    assert block is None
    return found
