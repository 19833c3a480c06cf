"""The tools of free commands, read from ``tools.toml``: which calls are free, and what decides when one is not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from r3gym.shell.tool_checks import CHECKS, MODE, Words, in_workspace

#: Words of the interpreter itself: they change the session, or need no process.
BUILTINS = frozenset("cd pushd popd dirs export unset set umask ulimit exit clear env printenv apply_patch".split())
#: Tools that are called by another name: pagers show a file as `cat` does, since the output is no terminal.
CALLED_AS: Mapping[str, str] = {
    "less": "cat",
    "more": "cat",
    "type": "which",
    "dir": "ls",
    ":": "true",
}


@dataclass(frozen=True)
class LongOption:
    """A long option: whether it may stand without a value, and the pattern of its value (None: it takes none)."""

    bare: bool
    form: str | None


@dataclass(frozen=True)
class FreeTool:
    """One entry of the table; see the comments at the top of ``tools.toml``."""

    names: tuple[str, ...]
    row: str
    flags: frozenset[str] = frozenset()
    takes: Mapping[str, str] = field(default_factory=dict)
    long: Mapping[str, LongOption] = field(default_factory=dict)
    number: bool = False
    operands: str = "any"
    why: str = ""


@dataclass(frozen=True)
class CommandTable:
    """The whole table.

    Free tools by name; by program, the words that ask for its version; variables that may stand before a free tool;
    the paper's row of words that count; and patterns of the words of a judge and of the network.
    """

    tools: Mapping[str, FreeTool]
    versions: Mapping[str, frozenset[str]]
    environment: Mapping[str, re.Pattern[str]]
    counted: Mapping[str, str]
    judge: re.Pattern[str]
    network: re.Pattern[str]


@cache
def command_table() -> CommandTable:
    """Return the table of command classes."""
    data = tomllib.loads(files("r3gym.shell").joinpath("tools.toml").read_text("utf-8"))
    entries = [_entry(row) for row in data["free"]]
    return CommandTable(
        tools={name: tool for tool in entries for name in tool.names},
        versions={name: frozenset(row["words"]) for row in data["version"] for name in row["names"]},
        environment={name: re.compile(form) for name, form in data["environment"].items()},
        counted={name: row["row"] for row in data["counted"] for name in row["names"]},
        judge=re.compile("|".join(data["blocked"]["judge"])),
        network=re.compile("|".join(data["blocked"]["network"])),
    )


def _entry(row: dict[str, Any]) -> FreeTool:
    long = [text.partition("=") for text in row.get("long", ())]
    options = {
        name.rstrip("?"): LongOption(not sign or name.endswith("?"), form if sign else None)
        for name, sign, form in long
    }
    return FreeTool(
        names=tuple(row["names"]),
        row=row["row"],
        flags=frozenset(row.get("flags", "")),
        takes=row.get("takes", {}),
        long=options,
        number=row.get("number", False),
        operands=row.get("operands", "any"),
        why=row.get("why", ""),
    )


def tool_name(word: str) -> str:
    """Return the tool that a program word means: a system path is the tool itself, another path a separate program.

    >>> tool_name("/usr/bin/cat"), tool_name("./cat")
    ('cat', './cat')
    """
    if "/" not in word:
        return word
    folder, _, name = word.rpartition("/")
    return name if folder in ("/bin", "/usr/bin") else word


def asks_version(words: Words) -> bool:
    """Return whether a call asks a program for nothing but its version.

    >>> asks_version(["g++", "--version"]), asks_version(["g++", "--version", "a.cpp"])
    (True, False)
    """
    if len(words) != 2 or words[0] is None:
        return False
    return words[1] in command_table().versions.get(tool_name(words[0]), ())


def not_free(words: Words, cwd: str) -> str | None:
    """Return what makes a call of a tool not free, or None when it is free.

    ``words`` begins with the program; a word that is known only at run time is None. The same function judges a command
    before it runs and each call when the interpreter makes it, then with all words known.

    >>> not_free(["ls", "-la"], "/app"), not_free(["ls", "-lv"], "/app"), not_free(["sort"], "/app")
    (None, 'ls -lv', 'sort')
    """
    if not words or words[0] is None:
        return ""
    if asks_version(words):
        return None
    name = tool_name(words[0])
    tool = command_table().tools.get(name)
    if tool is None:
        return words[0]
    given = list(words[1:])
    if name == "[":
        if not given or given[-1] != "]":
            return name
        given = given[:-1]
    check = CHECKS.get(tool.operands)
    if check is not None and not tool.flags and not tool.long:
        decided = check(given, cwd)
    else:
        decided = _options(tool, given, cwd)
        if decided is None and check is not None:
            decided = check(given, cwd)
    return None if decided is None else f"{words[0]} {decided}".rstrip()[:60]


def _options(tool: FreeTool, given: Words, cwd: str) -> str | None:
    """Return the first option or operand that is not in the tool's entry."""
    operands: list[str | None] = []
    at, ended = 0, False
    while at < len(given):
        word = given[at]
        at += 1
        if word is None or ended or word == "-" or not word.startswith("-"):
            operands.append(word)
        elif word == "--":
            ended = True
        elif word.startswith("--"):
            name, sign, value = word[2:].partition("=")
            option = tool.long.get(name)
            if option is not None and not sign and not option.bare:
                value, at = (given[at] or "") if at < len(given) else "", at + 1
            elif option is not None and not sign:
                continue
            if option is None or option.form is None or not _matches(option.form, value, cwd):
                return word
        elif tool.number and word[1:].isdecimal():
            continue
        else:
            taken = _short(tool, word[1:], given[at] if at < len(given) else "", cwd)
            if taken is None:
                return word
            at += taken
    return _operands(tool, operands, cwd)


def _short(tool: FreeTool, letters: str, following: str | None, cwd: str) -> int | None:
    """Return how many further words a group of short options takes, or None when one of them is not listed."""
    for number, letter in enumerate(letters):
        if letter in tool.takes:
            rest = letters[number + 1 :]
            value = rest or following
            if value is None or not _matches(tool.takes[letter], value, cwd):
                return None
            return 0 if rest else 1
        if letter not in tool.flags:
            return None
    return 0


def _matches(form: str, value: str, cwd: str) -> bool:
    if form == "workspace":
        return in_workspace(value, cwd)
    return (MODE.fullmatch(value) if form == "mode" else re.fullmatch(form, value)) is not None


def _operands(tool: FreeTool, operands: Sequence[str | None], cwd: str) -> str | None:
    if tool.operands == "none":
        return (operands[0] or "") if operands else None
    if tool.operands == "one":
        return (operands[1] or "") if len(operands) > 1 else None
    if tool.operands == "workspace":
        return next((w for w in operands if w is not None and not in_workspace(w, cwd)), None)
    return None
