"""Wrappers: words that run the words after them. A free command runs what is inside, without the wrapper.

``bash -c TEXT`` is a wrapper too: its text is parsed like any command, and no bash is started.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from r3gym.shell.tools import tool_name

SHELLS = frozenset("bash sh dash".split())

T = TypeVar("T")


@dataclass(frozen=True)
class _Options:
    """A wrapper's own options that take a value, how many operands come before the command, and assignments."""

    with_value: frozenset[str] = frozenset()
    operands: int = 0
    assignments: bool = False


def _options(with_value: str = "", operands: int = 0, assignments: bool = False) -> _Options:
    return _Options(frozenset(with_value.split()), operands, assignments)


_RUNS_WORDS: Mapping[str, _Options] = {
    "timeout": _options("-s --signal -k --kill-after", operands=1),
    "nice": _options("-n --adjustment"),
    "nohup": _options(),
    "setsid": _options(),
    "time": _options("-f --format -o --output"),
    "command": _options(),
    "builtin": _options(),
    "env": _options("-u --unset", assignments=True),
    "sudo": _options("-u --user -g --group", assignments=True),
    "stdbuf": _options("-i -o -e"),
    "ionice": _options("-c -n"),
}


@dataclass(frozen=True)
class Unwrapped(Generic[T]):
    """The words inside all wrappers, each with its text (None: known at run time), and assignments for them.

    ``script`` is the text that a shell would parse; then ``words`` is empty.
    """

    words: Sequence[tuple[str | None, T]]
    assignments: tuple[tuple[str, str], ...] = ()
    script: str | None = None


class HiddenCommand(Exception):
    """What a wrapper runs is known only at run time, or is hidden in an option."""


def unwrap(words: Sequence[tuple[str | None, T]]) -> Unwrapped[T]:
    """Return what a simple command runs. Raise `HiddenCommand` when the words do not tell.

    >>> [word for word, _ in unwrap([(w, None) for w in "timeout -k 1 5 nice cat x".split()]).words]
    ['cat', 'x']
    """
    assignments: tuple[tuple[str, str], ...] = ()
    while words and words[0][0] is not None:
        name = tool_name(words[0][0])
        if name in SHELLS:
            return Unwrapped((), assignments, _script([text for text, _ in words[1:]]))
        options = _RUNS_WORDS.get(name)
        if options is None:
            break
        if name == "command" and len(words) > 1 and words[1][0] in ("-v", "-V"):
            return Unwrapped([("which", words[0][1]), *words[2:]], assignments)
        inner, given = _after_options(words[1:], options)
        if not inner and name in ("env", "command"):
            break
        words, assignments = inner, assignments + given
    return Unwrapped(words, assignments)


def _known(word: str | None) -> str:
    if word is None:
        raise HiddenCommand
    return word


def _after_options(
    words: Sequence[tuple[str | None, T]], options: _Options
) -> tuple[Sequence[tuple[str | None, T]], tuple[tuple[str, str], ...]]:
    at, given = 0, list[tuple[str, str]]()
    while at < len(words) and (word := _known(words[at][0])).startswith("-"):
        if word.startswith(("-S", "--split", "-C", "--chdir")) and options.assignments:
            raise HiddenCommand
        at += 2 if word in options.with_value else 1
        if word == "--":
            break
    while options.assignments and at < len(words) and "=" in _known(words[at][0]):
        name, _, value = _known(words[at][0]).partition("=")
        given.append((name, value))
        at += 1
    return words[at + options.operands :], tuple(given)


def _script(words: Sequence[str | None]) -> str | None:
    """Return the text of ``bash -c TEXT``; any other call of a shell runs a file or its standard input."""
    for at, word in enumerate(words):
        known = _known(word)
        if not known.startswith("-") or known.startswith("--"):
            break
        if known.endswith("c") and set(known[1:]) <= set("celuxi"):
            if at + 2 == len(words):
                return _known(words[at + 1])
            break
    raise HiddenCommand
